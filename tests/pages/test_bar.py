"""The bar beneath a draft: what is paid by those who act, and what no single order comes to."""

from typing import Any

from games import registry
from games.kernel.byhand.spots import Spots
from games.kernel.text import Labels
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.table.state import Battle, Foe
from pbem.pages.answers.desk import Table, purses_of, told_of
from tests.titles.goeben.laid_out import at_sea


def test_the_bar_counts_the_purses_of_those_who_act_and_tells_what_is_no_single_orders() -> None:
    labels = registry.current_title("goeben").labels
    fitting = table_at(stowage(at_sea(turn=0), "commander"), labels)
    taken = [{"order": "take", "ship": "goeben", "cargo": ["calculator", "wireless"]}]
    points, boxes = purses_of(fitting, taken)
    assert (points.name, points.spent, points.limit) == ("Goeben: cargo points", "3", "8")
    assert (boxes.name, boxes.spent) == ("Goeben: empty hull boxes", "2"), (
        "of the counters that are left nothing is said"
    )
    twice = [{"order": "take", "ship": "goeben", "cargo": ["camera_crew", "camera_crew"]}]
    assert [one.name for one in purses_of(fitting, twice) if one.over] == ["Camera Crew: to be had"]
    sea = at_sea(goeben="malta_pz+ammunition=6", breslau="pola")
    sea.state.battle = Battle("malta_pz", ships=["goeben"], foes=[Foe("gb_ca_1")], first="german")
    plan = table_at(command.plan_form(sea, "commander", ["goeben"], exits(sea), leader=True), labels)
    assert told_of(plan, []) == ("Goeben: ammunition 6, then 5",)
    assert told_of(plan, [{"order": "full_fire", "ship": "goeben"}]) == (), "that stands beside the order"


def table_at(form: Any, labels: Labels) -> Table:
    return Table(form, labels, "en", Spots())
