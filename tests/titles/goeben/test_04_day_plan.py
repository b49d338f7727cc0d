"""4.1, 6.1 The plan of the day, and the phases that follow."""

import pytest

from games.kernel.events import EVERYBODY
from games.kernel.random_source import random_source
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form, revise
from games.titles.goeben.rules.sequence import SEQUENCE, morning
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


@rule("goeben", "4.1")
def test_the_phases_follow_in_order() -> None:
    keys = [step.key for step in SEQUENCE]
    phases = ["outfit", "intelligence", "movement", "incidents", "contact", "raiding", "bombardment", "objective"]
    assert [key for key in keys if key in phases] == phases


@rule("goeben", "4.1")
def test_a_day_begins_with_the_plan() -> None:
    board = at_sea(turn=2)
    played = play(board, morning(board), says={"plan": "move goeben,breslau way=spartivento"})
    assert board.state.turn == 3
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
    board = at_sea(goeben="pola+hull=9+cargo=optics", breslau="pola")
    form = plan_form(board, "commander")
    assert refused(form, work) == []
    assert refused(form, "move goeben way=trieste") == []
    assert refused(form, f"{work}\nmove goeben way=trieste") == ["4.1"]


@rule("goeben", "4.1")
def test_the_other_ship_may_move() -> None:
    board = at_sea(goeben="pola+coal=0", breslau="pola")
    ordered(board, "outfit goeben\nmove breslau way=adriatic_n")
    play(board, outfit(board), dice=[(1, 1)])
    play(board, movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("pola", "adriatic_n")


def test_nobody_is_kept_in_port_by_another_captain() -> None:
    board = at_sea("captains", goeben="pola+cargo=optics", breslau="pola")
    ordered(board, "hand goeben to=breslau cargo=optics", "goeben")
    ordered(board, "move breslau way=trieste", "breslau")
    play(board, outfit(board))
    assert board.ship("goeben").cargo == ["optics"]
    play(board, movement(board))
    assert board.ship("breslau").at == "trieste"


@rule("goeben", "6.1")
def test_ships_may_split_and_act_in_the_order_of_their_moves() -> None:
    board = at_sea()
    ordered(board, "move breslau way=stromboli\nmove goeben way=sicily_e")
    assert play(board, movement(board)).following == "incidents"
    assert board.day.queue == ["stromboli", "sicily_e"]
    assert groups.current(board) == "stromboli"
    assert groups.done(board, "stromboli", "incidents", "contact") == "incidents"
    assert groups.current(board) == "sicily_e"
    assert groups.done(board, "sicily_e", "incidents", "contact") == "contact"
    assert board.day.queue == ["stromboli", "sicily_e"], "the next phase goes through all groups again"


@rule("goeben", "6.1")
def test_a_group_that_is_lost_is_passed_over() -> None:
    board = at_sea(goeben="sicily_e", breslau="stromboli")
    groups.begin(board, "contact")
    board.ship("breslau").sunk, board.ship("breslau").at = True, ""
    assert groups.current(board) == "sicily_e"


@rule("goeben", "4.1")
def test_plans_are_revised_after_news_but_not_by_who_carries_on() -> None:
    board = at_sea()
    ordered(board, "move goeben,breslau way=sicily_e")
    assert play(board, revise(board)).kinds == [], "there is no news"
    board.mark_news(EVERYBODY)
    played = play(board, revise(board), says={"revise": "move goeben way=stromboli"})
    form = played.question("revise").form
    assert form.default() == form.accept(form.parse("move goeben,breslau way=sicily_e")), "the plan stands"
    play(board, movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("stromboli", "messina")
    board = at_sea()
    ordered(board, "move goeben way=sicily_e\ncarry-on")
    board.mark_news(EVERYBODY)
    assert play(board, revise(board)).kinds == []


def test_random_plans_are_legal() -> None:
    options = Options(seaplane=True, mines=True, fleet="all_four")
    board = at_sea(options=options, goeben="pola+hull=6+cargo=seaplane", moltke="brindisi", breslau="pola+cargo=mines")
    board.state.visited.append("brindisi")
    form = plan_form(board, "commander")
    for seed in range(200):
        answer = form.sample(random_source("plan", seed))
        assert list(form.problems(answer)) == [], form.render(answer)
        assert form.accept(form.write(answer)) == answer
