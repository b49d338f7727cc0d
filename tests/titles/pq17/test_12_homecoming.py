"""12.2.1 Ships that broke out into the Atlantic, in the fortnight after: drawn for, shown, and back on the edge."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.special.homecoming import (
    draw_return_chit,
    in_the_atlantic,
    place_on_edge,
    put_in_port,
    show_return,
)
from games.titles.pq17.rules.special.segment import leave_map
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitShown, ReturnDrawn, ShipsReturned
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Phase, Points
from games.titles.pq17.visibility.campaign import roster_of
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import LETTERS, at_turn, broke_out

rule = pytest.mark.rule


def draw(board: Board, letter: str) -> Any:
    return perform(board, draw_return_chit(board), draws=[[LETTERS.index(letter)]])


@rule("pq17", "12.2.1", "12.2.1b")
def test_the_axis_alone_reads_the_letter_and_the_chit_goes_back() -> None:
    board = broke_out()
    run = draw(board, "c")
    assert [(one.seat, one.kind) for one in run.asked] == [("axis", "recall")]
    assert events_for(board, "axis") == [ReturnDrawn("c", read_turn("5 am").number, comes=True)]
    assert events_for(board, "allied") == events_for(board, "public") == [ReturnDrawn()]
    assert board.state.cup == LETTERS
    assert [roster_of(board, (side,)).returning for side in ("axis", "allied")] == ["c", ""]
    assert roster_of(board, ()).returning == ""


@rule("pq17", "12.2.1", "12.2.1a")
def test_who_draws_nothing_has_lost_them_without_points() -> None:
    board = broke_out()
    perform(board, draw_return_chit(board), says={"recall": "choose no"})
    assert (in_the_atlantic(board), len(board.roster.away), board.state.bookings) == ([], 2, [])
    assert events_for(board, "allied") == []
    assert not perform(board, draw_return_chit(board)).asked


@rule("pq17", "12.2.1")
@pytest.mark.parametrize(("letter", "shown", "left"), [("v", False, 2), ("w", True, 0), ("z", True, 0)])
def test_the_last_letters_are_shown_at_once(letter: str, shown: bool, left: int) -> None:
    board = broke_out()
    draw(board, letter)
    assert (ChitShown("axis", letter, "break_out") in events_for(board, "allied")) is shown
    assert len(in_the_atlantic(board)) == left


@rule("pq17", "12.2.1a")
@pytest.mark.parametrize(("letter", "before", "turn", "back"), [
    ("b", "3 pm", "4 am", True), ("e", "6 pm", "7 am", True),
    ("i", "3 pm", "4 am", False), ("v", "3 pm", "4 am", False),
])  # fmt: skip
def test_the_chit_is_shown_on_its_turn_and_ships_come_on_the_next(
    letter: str, before: str, turn: str, back: bool
) -> None:
    board = broke_out()
    draw(board, letter)
    show_return(at_turn(board, before))
    perform(board, place_on_edge(board))
    assert not [one for one in events_for(board, "public") if isinstance(one, ChitShown)]
    perform(board, place_on_edge(at_turn(board, turn)))
    show_return(board)
    assert [one for one in events_for(board, "public") if isinstance(one, ChitShown)] == [
        ChitShown("axis", letter, "break_out")
    ]
    assert not board.state.forces
    board.state.turn += 1
    asked = perform(board, place_on_edge(board)).asked
    assert [(one.seat, one.kind) for one in asked] == ([("axis", "appear")] if back else [])
    assert len(board.state.forces) == (2 if back else 0)
    assert (in_the_atlantic(board), board.roster.returning) == ([], "")


@rule("pq17", "12.2.1", "12.2.1a", "1.2a")
def test_their_owner_says_where_and_the_enemy_sees_two_blocks_alike() -> None:
    board = broke_out(returning="g")
    board.state.turn = read_turn("9 am").number + 1
    perform(board, place_on_edge(board), says={"appear": "appear at=0901 dummy=0301"})
    force, dummy = board.force("tf_atlantic"), board.force("atlantic_dummy")
    assert (force.at, dummy.at, dummy.is_dummy) == ("0901", "0301", True)
    assert [(one.ship, one.strength) for one in force.counters] == [("tirpitz", 4), ("admiral_scheer", 3)]
    assert force.fuel == Fuel(read_turn("12 pm").number)
    assert (force.level, dummy.level) == (None, None)
    assert events_for(board, "allied") == events_for(board, "axis") == [
        ChitShown("axis", "g", "break_out"), ShipsReturned(("0301", "0901")),
    ]  # fmt: skip
    assert board.roster.away == []


@rule("pq17", "12.2.1a", "1.3")
def test_without_a_dummy_left_they_come_alone() -> None:
    board = broke_out(returning="a")
    limit = structs.replace(board.operation.dummies.axis, limit=0)
    board.state.composed = structs.replace(
        board.operation, dummies=structs.replace(board.operation.dummies, axis=limit)
    )  # fmt: skip
    board.state.turn = read_turn("4 am").number + 1
    perform(board, place_on_edge(board), says={"appear": "appear at=0901"})
    assert [one.id for one in board.state.forces] == ["tf_atlantic"]


@rule("pq17", "12.2.1", "15.8", "12.0a")
@pytest.mark.parametrize(("letter", "lying"), [("g", ["tirpitz", "admiral_scheer"]), ("i", []), ("", [])])
def test_who_has_not_come_by_the_end_is_put_into_port(letter: str, lying: list[str]) -> None:
    board = broke_out(returning=letter)
    put_in_port(board)
    assert [(one.kind, one.place, one.afloat) for one in board.roster.units] == [
        (kind, "trondheim", True) for kind in lying
    ]
    assert len(board.roster.away) == 2 - len(lying)
    assert [one.letter for one in events_for(board, "allied")] == ([letter] if letter else [])
    assert board.roster.returning == ""


@rule("pq17", "12.2.1")
def test_they_are_drawn_for_before_the_bids() -> None:
    board = broke_out()
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    says = {"bid@allied": "choose 1", "bid@axis": "choose 0"}
    asked = perform(board, fortnights.bid(board), draws=[[0], [0]], says=says).asked
    assert [(one.seat, one.kind) for one in asked] == [("axis", "recall"), ("allied", "bid"), ("axis", "bid")]


@rule("pq17", "12.2.1", "15.5.1")
@pytest.mark.parametrize("crippled", [True, False])
def test_who_left_the_map_crippled_comes_back_crippled(crippled: bool) -> None:
    board = arctic(force("t", "axis", "task_force", "0101", "tirpitz 3"))
    board.state.roster, board.state.composed = Roster(fortnight=3), BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    board.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    board.force("t").counters[0].crippled = crippled
    leave_map(board, board.force("t"))
    assert "crippled" not in encode(board.state.losses).decode()
    assert "hurt" not in encode(view(board, "allied")).decode()
    fold_operation(board)
    (gone,) = in_the_atlantic(board)
    assert (gone.unit.crippled, board.roster.hurt) == (crippled, [])
    board.roster.returning, board.roster.fortnight = "g", 4
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[4], {})
    board.state.phase = Phase(side="axis")
    board.state.turn = read_turn("9 am").number + 1
    perform(board, place_on_edge(board))
    assert [(one.ship, one.strength, one.crippled) for one in board.force("tf_atlantic").counters] == [
        ("tirpitz", 3, crippled)
    ]


@rule("pq17", "12.2.1b", "15.0a")
@pytest.mark.parametrize(("letter", "shown", "others"), [
    ("a", False, set("abijklmnopqrstuv")), ("c", False, set("cd")), ("c", True, {"c"}),
])  # fmt: skip
def test_the_enemy_knows_no_more_of_the_chit_than_when_it_is_shown(letter: str, shown: bool, others: set[str]) -> None:
    board = broke_out(returning=letter, return_shown=shown)
    board.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    dealt = [redeal(BOX, board.state, "allied", Random(seed).randrange).roster for seed in range(200)]
    assert {one.returning for one in dealt if one is not None} == others
    own = [redeal(BOX, board.state, "axis", Random(seed).randrange).roster for seed in range(20)]
    assert {one.returning for one in own if one is not None} == {letter}
