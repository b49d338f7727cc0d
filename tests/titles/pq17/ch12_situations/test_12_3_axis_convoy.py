"""12.3: the Axis convoy."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign.folding import fold_operation, run_aground
from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.joining import remove_dummy
from games.titles.pq17.rules.movement.orders import held_by, moves_part
from games.titles.pq17.rules.operation.victory import score, victory
from games.titles.pq17.rules.sequence import movement as moved
from games.titles.pq17.rules.special.chits import tromso_block
from games.titles.pq17.rules.special.situations import confirm_situations, situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.state import Chit, Force, Loss, Phase, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign, embarked
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import holding, phase_d

rule = pytest.mark.rule


def waiting(turn: int, **fields: Any) -> Board:
    """The Axis convoy of JW-51B lies in Tromso; play was due to start on day 3 AM."""
    board = holding("axis", "a", "axis_convoy", scenario="jw51b", light="dec_2", turn=turn, **fields)
    board.place(tromso_block(board, "axis_convoy"))
    board.state.phase = Phase("axis")
    return board


def ending(convoy: Force, **fields: Any) -> Board:
    """An operation that is over on day 9 PM, before the convoy was due."""
    board = holding("axis", "s", "axis_convoy", convoy, scenario="pq8", turn=18, **fields)
    perform(board, victory(board))
    return board


@rule("pq17", "12.3", "8.3")
@pytest.mark.parametrize(("turn", "due", "rule_"), [(3, 5, "12.3"), (4, 5, "12.3"), (5, 5, ""), (5, 0, ""), (3, 0, "")])
def test_12_3_a_gale_that_starts_play_early_does_not_let_the_axis_convoy_sail(turn: int, due: int, rule_: str) -> None:
    """A gale on day 2 AM: the convoy lies in port until day 3 AM. Where an option names the turn, it is that one."""
    board = waiting(turn, start=3, due_start=due)
    (convoy,) = board.forces_of("axis")
    assert held_by(board, convoy) == rule_
    moves = moves_part(board, "axis")
    assert moves.held == ({convoy.id: rule_} if rule_ else {})
    routes = [way for way in moves.templates() if way.verb == "route"]
    assert bool(routes) is not bool(rule_)
    assert [(way.verb, way.fields[0].unavailable[0].rule) for way in moves.unavailable_templates()] == [
        ("route", "12.3")
    ] * bool(rule_)


@rule("pq17", "12.3", "8.3")
def test_12_3_the_axis_convoy_sails_on_the_turn_on_which_play_was_due_to_start() -> None:
    """A way that was written for it is kept, and begun on that turn."""
    board = waiting(4, start=3, due_start=5)
    (convoy,) = board.forces_of("axis")
    convoy.plan = Plan(0, ("0714",), "kirkenes")
    perform(board, moved(board))
    assert convoy.port == "tromso"
    (held,) = [event for event in events_for(board, "axis") if isinstance(event, Held)]
    assert held.rule == "12.3"
    assert (
        PQ17.presentation.describe_event(held, "en")
        == "German convoy is held up in 0814 (Tromsø) until the turn on which play was due to start."
    )
    assert [event for event in events_for(board, "allied") if isinstance(event, Held)] == []
    board.state.turn, board.state.phase = 5, Phase("axis")
    perform(board, moved(board))
    assert convoy.port == ""


@rule("pq17", "12.3", "8.3")
def test_12_3_an_allied_convoy_sails_as_it_is_written_after_an_early_gale() -> None:
    convoy = force("c", "allied", "convoy", BOX.ports["reykjavik"].hex, "mv 5", port="reykjavik")
    assert held_by(arctic(convoy, turn=3, start=3, due_start=5), convoy) == ""


@rule("pq17", "12.3", "15.5.3a", "15.5.3b")
@pytest.mark.parametrize("how", ["ice", "weather", "aground", "damaged"])
def test_12_3_german_merchants_belong_to_no_order_of_battle(how: Any) -> None:
    board = embarked(campaign())
    board.state.losses = [Loss("axis", "mv_german", 1, 9, how, at="0813") for _ in range(3)]
    play(run_aground(board))
    fold_operation(board)
    assert "mv_german" not in {one.unit.kind for one in board.roster.away} | {one.kind for one in board.roster.units}


@rule("pq17", "12.3", "12.3a", "3.4")
@pytest.mark.parametrize(
    ("port", "ships", "halves"),
    [
        ("tromso", ("mv_german 3", "es_german 2"), 6),
        ("kirkenes", ("mv_german 3", "es_german 2"), -6),
        ("kirkenes", ("mv_german 1", "es_german 2"), -2),
    ],
)
def test_12_3_an_operation_that_is_over_early_asks_for_the_convoy_all_the_same(
    port: str, ships: tuple[str, ...], halves: int
) -> None:
    board = ending(force("b", "axis", "convoy", BOX.ports[port].hex, *ships, port=port))
    assert score(board.state) == halves
    assert ChitShown("axis", "s", "axis_convoy") in events_for(board, "allied")


@rule("pq17", "12.3a", "12.0d", position="PP176")
@pytest.mark.parametrize(("letter", "merchants", "halves"), [("c", 2, 4), ("s", 3, 6)])
def test_12_3a_a_late_convoy_scores_for_the_allies_and_its_ships_for_the_axis(
    letter: str, merchants: int, halves: int
) -> None:
    convoy = force("b", "axis", "convoy", "0815", f"mv_german {merchants}", "es_german 1")
    scenario = "pq17" if letter == "c" else "pq8"
    board = holding("axis", letter, "axis_convoy", convoy, scenario=scenario, turn=21)
    assert phase_d(board) == 0
    board.state.turn = 22
    assert phase_d(board) == halves
    assert board.state.chits["axis"].shown
    convoy.at, convoy.port = "0816", "kirkenes"
    board.state.turn = 24
    assert phase_d(board) == halves
    confirm_situations(board)
    assert score(board.state) == 0


@rule("pq17", "12.3a")
def test_12_3a_a_convoy_in_time_scores_for_the_axis_alone() -> None:
    convoy = force("b", "axis", "convoy", "0816", "mv_german 2", port="kirkenes")
    board = holding("axis", "a", "axis_convoy", convoy, turn=22)
    assert (phase_d(board), board.state.chits["axis"].shown) == (0, False)
    confirm_situations(board)
    assert score(board.state) == -4


@rule("pq17", "12.3a")
def test_12_3a_what_was_booked_on_day_eleven_is_not_booked_again() -> None:
    convoy = force("b", "axis", "convoy", "0814", "mv_german 3", port="tromso")
    board = holding("axis", "s", "axis_convoy", convoy, scenario="pq8", turn=22)
    assert phase_d(board) == 6
    confirm_situations(board)
    assert score(board.state) == 6


@rule("pq17", "12.3a", "2.0")
def test_12_3a_a_convoy_that_was_sunk_to_the_last_ship_did_not_arrive() -> None:
    board = holding("axis", "s", "axis_convoy", scenario="pq8", turn=18)
    confirm_situations(board)
    assert score(board.state) == 6


@rule("pq17", "12.3a")
@pytest.mark.parametrize(("turn", "port", "halves"), [(21, "", 0), (22, "", 4), (22, "kirkenes", 0), (22, "tromso", 4)])
def test_12_3a_day_eleven_is_the_last(turn: int, port: str, halves: int) -> None:
    at = {"": "0716", "kirkenes": "0816", "tromso": "0814"}[port]
    convoy = force("c", "axis", "convoy", at, "es_german 1", "mv_german 2", port=port)
    assert phase_d(holding("axis", "a", "axis_convoy", convoy, turn=turn)) == halves


@rule("pq17", "12.3a")
def test_12_3a_an_axis_convoy_that_is_late_scores_once() -> None:
    board = arctic(chits={"axis": Chit("a", "axis_convoy", turn=1)}, turn=22)
    perform(board, situations(board))
    booked = list(board.state.bookings)
    board.state.turn = 23
    perform(board, situations(board))
    assert len(booked) == 1
    assert board.state.bookings == booked


@rule("pq17", "12.3a")
def test_12_3a_an_axis_convoy_that_was_in_time_may_sail_again() -> None:
    convoy = force("b", "axis", "convoy", "0816", "mv_german 2", port="kirkenes")
    board = arctic(convoy, chits={"axis": Chit("a", "axis_convoy", turn=1)}, turn=22)
    perform(board, situations(board))
    convoy.port, board.state.turn = "", 23
    perform(board, situations(board))
    assert board.state.bookings == []


@rule("pq17", "12.3b", "11.4", "5.1.8")
def test_12_3b_the_axis_convoy_is_a_convoy_like_any_other() -> None:
    board = holding("axis", "a", "axis_convoy")
    convoy = tromso_block(board, "axis_convoy")
    board.place(convoy)
    assert (held_by(board, convoy), may_scatter(board, convoy)) == ("", False)
    convoy.port = ""
    assert may_scatter(board, convoy)
    with pytest.raises(ValueError, match=r"1\.3d"):
        remove_dummy(board, convoy)
