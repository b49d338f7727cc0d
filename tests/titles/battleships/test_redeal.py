"""10.6, 10.9, 10.10 What a redeal may deal anew: no more than the enemy cannot know, and no less."""

from typing import Any

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.movement.courses import pair_of
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle
from games.titles.battleships.visibility.redeal import redeal
from tests.titles.battleships.laid_out import at_sea, play

rule = pytest.mark.rule
FLAGS = Options(as_proposed=False, flagship=True, command=True, special_damage=True)
FLEET = ("hood 2512 A 1", "renown 2512 A 1", "rodney 4518 A 1", "norfolk 4519 A 1", "bismarck 5530 A 0")


def fleet(flag: str, *ships: str) -> Board:
    board = at_sea(*(ships or FLEET), options=FLAGS, sight=3)
    board.state.flags = {"british": flag}
    return board


def possible(board: Board, seat: str = "german") -> set[str]:
    """The flagships that a redeal may deal to the British."""
    return {redeal(board.box, board.state, seat, lambda limit, at=at: at % limit).flags["british"] for at in range(12)}  # type: ignore[misc]


def struck_on_the_bridge(board: Board, ship: str) -> None:
    settle(board, [Struck(ship, (), 0, board.tables.combat.result("1:1", 2), "bridge")])


@rule("battleships", "10.9")
def test_at_first_any_ship_may_be_the_flagship_and_to_their_owner_one_is() -> None:
    assert possible(fleet("rodney")) == {"hood", "renown", "rodney", "norfolk"}
    assert possible(fleet("rodney"), "british") == possible(fleet("rodney"), "umpire") == {"rodney"}


@rule("battleships", "10.12b")
def test_a_hit_on_her_bridge_has_shown_the_flagship() -> None:
    board = fleet("rodney")
    struck_on_the_bridge(board, "rodney")
    assert possible(board) == {"rodney"}


@rule("battleships", "10.12b")
def test_a_hit_on_another_bridge_has_shown_that_she_is_not() -> None:
    board = fleet("rodney")
    struck_on_the_bridge(board, "norfolk")
    assert possible(board) == {"hood", "renown", "rodney"}


@rule("battleships", "10.9a")
def test_a_ship_that_sank_without_a_flag_was_none() -> None:
    board = fleet("rodney")
    board.ship("norfolk").weapons = board.ship("norfolk").hull = 3
    settle(board, [Struck("norfolk", (), 0, board.tables.combat.result("1:1", 2))])
    assert board.ship("norfolk").fate == "sunk"
    assert possible(board) == {"hood", "renown", "rodney"}


def _moved(board: Board, stacked: int, *, shifts: bool = False) -> Board:
    board.state.stacked = {pair_of("hood", "renown"): stacked}
    says = "shift_flag renown\n" * shifts + 'steer hood,renown by="on"'
    play(board, first_move(board), says={"courses": says})
    return board


@rule("battleships", "10.9b")
@pytest.mark.parametrize(("turns", "found"), [(2, {"hood"}), (3, {"hood", "renown"})])
def test_a_flag_that_all_knew_may_have_passed_since(turns: int, found: set[str]) -> None:
    """For whoever lay with her for three turns all see; that it passed, or did not, nobody does."""
    board = fleet("hood")
    struck_on_the_bridge(board, "hood")
    assert possible(_moved(board, turns)) == found


@rule("battleships", "10.9b")
def test_where_it_passed_the_old_flagship_is_as_possible() -> None:
    board = fleet("hood")
    struck_on_the_bridge(board, "hood")
    assert possible(_moved(board, 3, shifts=True)) == {"hood", "renown"}
    assert board.state.flags == {"british": "renown"}


@rule("battleships", "10.10d")
def test_chits_of_earlier_turns_still_speak() -> None:
    """Rodney was called and lost command: nobody near her has the flag, on the next turn neither."""
    board = fleet("hood", *FLEET[:4], "bismarck 5531 A 0")
    board.state.turn = 0
    play(board, sighting(board), dice=[(1,)], draws=[(8, 7), (0,)])
    assert board.state.astray == ["rodney"]
    assert possible(board) == {"hood", "renown"}
    play(board, sighting(board), dice=[(1,)], draws=[(0,), (5, 6)])
    assert board.state.astray == []
    assert possible(board) == {"hood", "renown"}


@rule("battleships", "10.9")
def test_a_world_dealt_anew_is_one_of_those_that_could_be_dealt_from_it() -> None:
    board = fleet("rodney")
    struck_on_the_bridge(board, "norfolk")
    other: Any = redeal(board.box, board.state, "german", lambda limit: 1 % limit)
    assert other.flags != board.state.flags
    assert possible(Board(other, board.box)) == possible(board)


@rule("battleships", "10.9")
def test_without_the_option_nobody_is_suspected() -> None:
    board = at_sea(*FLEET)
    struck_on_the_bridge(board, "norfolk")
    assert board.state.suspects == {}
