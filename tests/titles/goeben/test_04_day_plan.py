"""4.1, 6.1 The plan of the day, and the phases that follow."""

import pytest

from games.kernel.events import EVERYBODY
from games.kernel.pick import whims
from games.titles.goeben.box.options import Options
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form, revise
from games.titles.goeben.rules.sequence import SEQUENCE, morning
from games.titles.goeben.table.events import day as told
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


@rule("goeben", "4.1")
def test_the_phases_follow_in_order() -> None:
    keys = [step.key for step in SEQUENCE]
    phases = ["outfit", "intelligence", "movement", "incidents", "contact", "raiding", "bombardment", "objective"]
    assert [key for key in keys if key in phases] == phases


@rule("goeben", "4.1")
def test_a_day_begins_with_the_plan() -> None:
    sea = at_sea(turn=2)
    played = play(sea, morning(sea), says={"plan": "move goeben,breslau way=spartivento"})
    assert sea.state.turn == 3
    assert played.told(told.TurnBegan)[0].turn == 3
    assert played.told(told.PlansMade) == [told.PlansMade((), ("goeben", "breslau"))]
    assert played.following == "outfit"


@rule("goeben", "4.1.2")
@rule("goeben", "4.1")
@pytest.mark.parametrize(
    "work", ["outfit goeben", "repair goeben hull=2", "take goeben cargo=wireless", "leave goeben cargo=optics",
             "hand goeben to=breslau cargo=optics"],
)  # fmt: skip
def test_who_outfits_does_not_move(work: str) -> None:
    sea = at_sea(goeben="pola+hull=9+cargo=optics", breslau="pola")
    form = plan_form(sea, "commander")
    assert refused(form, work) == []
    assert refused(form, "move goeben way=trieste") == []
    assert refused(form, f"{work}\nmove goeben way=trieste") == ["4.1"]


@rule("goeben", "4.1")
def test_the_other_ship_may_move() -> None:
    sea = at_sea(goeben="pola+coal=0", breslau="pola")
    ordered(sea, "outfit goeben\nmove breslau way=adriatic_n")
    play(sea, outfit(sea), dice=[(1, 1)])
    play(sea, movement(sea))
    assert (sea.ship("goeben").at, sea.ship("breslau").at) == ("pola", "adriatic_n")


def test_nobody_is_kept_in_port_by_another_captain() -> None:
    sea = at_sea("captains", goeben="pola+cargo=optics", breslau="pola")
    ordered(sea, "hand goeben to=breslau cargo=optics", "goeben")
    ordered(sea, "move breslau way=trieste", "breslau")
    play(sea, outfit(sea))
    assert sea.ship("goeben").cargo == ["optics"]
    play(sea, movement(sea))
    assert sea.ship("breslau").at == "trieste"


@rule("goeben", "6.1")
def test_ships_may_split_and_act_in_the_order_of_their_moves() -> None:
    sea = at_sea()
    ordered(sea, "move breslau way=stromboli\nmove goeben way=sicily_e")
    assert play(sea, movement(sea)).following == "incidents"
    assert sea.day.queue == ["stromboli", "sicily_e"]
    assert groups.current(sea) == "stromboli"
    assert groups.done(sea, "stromboli", "incidents", "contact") == "incidents"
    assert groups.current(sea) == "sicily_e"
    assert groups.done(sea, "sicily_e", "incidents", "contact") == "contact"
    assert sea.day.queue == ["stromboli", "sicily_e"], "the next phase goes through all groups again"


@rule("goeben", "6.1")
def test_a_group_that_is_lost_is_passed_over() -> None:
    sea = at_sea(goeben="sicily_e", breslau="stromboli")
    groups.begin(sea, "contact")
    sea.ship("breslau").sunk, sea.ship("breslau").at = True, ""
    assert groups.current(sea) == "sicily_e"


@rule("goeben", "4.1")
def test_plans_are_revised_after_news_but_not_by_who_carries_on() -> None:
    sea = at_sea()
    ordered(sea, "move goeben,breslau way=sicily_e")
    assert play(sea, revise(sea)).kinds == [], "there is no news"
    sea.learns(EVERYBODY)
    played = play(sea, revise(sea), says={"revise": "move goeben way=stromboli"})
    form = played.question("revise").form
    assert form.default() == form.accept(form.parse("move goeben,breslau way=sicily_e")), "the plan stands"
    play(sea, movement(sea))
    assert (sea.ship("goeben").at, sea.ship("breslau").at) == ("stromboli", "messina")
    sea = at_sea()
    ordered(sea, "move goeben way=sicily_e\ncarry-on")
    sea.learns(EVERYBODY)
    assert play(sea, revise(sea)).kinds == []


def test_random_plans_are_legal() -> None:
    options = Options(seaplane=True, mines=True, fleet="all_four")
    sea = at_sea(options=options, goeben="pola+hull=6+cargo=seaplane", moltke="brindisi", breslau="pola+cargo=mines")
    sea.state.visited.append("brindisi")
    form = plan_form(sea, "commander")
    for seed in range(200):
        answer = form.sample(whims("plan", seed))
        assert list(form.problems(answer)) == [], form.render(answer)
        assert form.accept(form.write(answer)) == answer
