"""The bar below a draft: what the orders cost, and previews that belong to no single order."""

from typing import Any

from games import registry
from games.kernel.hotspots import BoardHotspots
from games.kernel.text import Labels
from games.orders.order_set import Orders
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.notes import notes_of
from pbem.web.pages.order_form.board_panel import BoardContext, describe_draft, describe_idle_units, list_purse_lines
from tests.pages.positions import positions
from tests.titles.goeben.laid_out import at_sea


def test_the_bar_counts_the_purses_of_those_who_act_and_tells_what_is_no_single_orders() -> None:
    labels = registry.current_title("goeben").presentation.labels
    fitting = table_at(stowage(at_sea(turn=0), "commander"), labels)
    taken = [{"order": "take", "ship": "goeben", "cargo": ["calculator", "wireless"]}]
    points, boxes = list_purse_lines(fitting, taken)
    assert (points.name, points.spent, points.limit) == ("Goeben: cargo points", "3", "8")
    assert (boxes.name, boxes.spent) == ("Goeben: empty hull boxes", "2"), (
        "of the counters that are left nothing is said"
    )
    twice = [{"order": "take", "ship": "goeben", "cargo": ["camera_crew", "camera_crew"]}]
    assert [one.name for one in list_purse_lines(fitting, twice) if one.over] == ["Camera Crew: to be had"]
    board = at_sea(goeben="malta_pz+ammunition=6", breslau="pola")
    board.state.battle = Battle("malta_pz", ships=["goeben"], foes=[Foe("gb_ca_1")], first="german")
    plan = table_at(command.battle_plan(notes_of(board, "commander"), ["goeben"], exits(board), leader=True), labels)
    assert describe_draft(plan, []) == ("Goeben: ammunition 6, then 5",)
    assert describe_draft(plan, [{"order": "full_fire", "ship": "goeben"}]) == (), "that stands beside the order"


def test_the_bar_names_units_without_orders_and_counts_only_the_rest() -> None:
    """A bare number would not say of what."""
    seen = set()
    for one in positions():
        if isinstance(one.form, Orders):
            missed = one.form.units_without_orders([])
            said = describe_idle_units(one.table, [])
            names = [one.table.labels(name).get("en") for name in missed]
            assert said.startswith(", ".join(names[:3]))
            assert said.endswith(f" and {len(names) - 3} more") is (len(names) > 3)
            seen.add(min(len(names), 4))
    assert {0, 4} <= seen


def table_at(form: Any, labels: Labels) -> BoardContext:
    return BoardContext(form, labels, "en", BoardHotspots())
