"""9.2, 9.3b On an open map that has shifted, exits stay at the edges of the starting map."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Exit
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.movement import Departed, Shifted
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS
from tests.titles.battleships.laid_out import at_sea, play

rule = pytest.mark.rule
WEST = Exit("german", ("west",), kinds=("bb",))


def columns_by_which_she_leaves(board: Board, ship: str) -> set[int]:
    stops = course_form(board, board.ship(ship).side).plots[ship].chart.stops
    return {hexes.column_row(hexes.hex_of(at))[0] for at in stops}


def place(column: int, row: int) -> str:
    return hexes.name_of(Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2))


@rule("battleships", "9.3b")
@pytest.mark.parametrize(("heading", "speed"), [("C", 4), ("D", 4), ("A", 0)])
def test_a_ship_that_was_pushed_off_and_goes_no_farther_out_shifts_nothing(heading: str, speed: int) -> None:
    """A pursuer nine rows beyond the edge gains nothing by a move along it or back."""
    board = at_sea(f"hood 2512 {heading} {speed}", "bismarck 4512 D 4")
    board.ship("hood").at = place(25, -8)
    assert play(board, first_move(board)).told(Shifted) == []
    assert board.ship("bismarck").at == "4512"


@rule("battleships", "9.3b")
def test_a_ship_that_was_pushed_off_and_goes_farther_out_shifts_the_map_until_she_is_on_it() -> None:
    board = at_sea("hood 2512 A 2", "bismarck 4512 D 4")
    board.ship("hood").at = place(25, -1)
    assert play(board, first_move(board)).told(Shifted) == [Shifted(0, 4)]
    assert (board.ship("hood").at, board.ship("bismarck").at) == ("2501", "4516")


@rule("battleships", "9.3b")
def test_only_the_direction_in_which_a_ship_moved_out_counts() -> None:
    """Hood lies beyond the west edge and crosses the north edge: rows shift, columns do not."""
    board = at_sea("hood 2512 A 4", "bismarck 4512 D 4")
    board.ship("hood").at = place(5, 2)
    assert play(board, first_move(board)).told(Shifted) == [Shifted(0, 3)]


@rule("battleships", "9.2", "9.3b")
def test_a_destroyer_that_sails_off_does_not_move_the_exit_away_from_a_battleship() -> None:
    board = at_sea("de_dd 1115 F 5", "bismarck 1512 F 4", "hood 4512 D 4", exits=(WEST,))
    assert columns_by_which_she_leaves(board, "bismarck") == {10}
    played = play(board, first_move(board))
    assert ([event.columns for event in played.told(Shifted)], played.told(Departed)) == ([6], [])
    assert columns_by_which_she_leaves(board, "bismarck") == {16}
    board.state.turn += 2
    played = play(board, first_move(board), says={"courses": 'steer bismarck by="ahead 1"'})
    assert [(event.ship, event.edge, event.lost) for event in played.told(Departed)] == [("bismarck", "west", False)]


@rule("battleships", "9.2", "9.3b")
def test_an_enemy_that_sails_off_the_other_way_does_not_bring_the_exit_nearer() -> None:
    """Everything shifts west by four columns: the edge of the starting map now lies outside the map."""
    board = at_sea("bismarck 1912 F 4", "hood 5512 C 4", exits=(WEST,))
    board.state.turn = 2
    played = play(board, first_move(board), says={"courses": 'steer hood by="ahead 4"'})
    assert [(event.columns, event.rows) for event in played.told(Shifted)] == [(-4, 0)]
    bismarck = board.ship("bismarck")
    bismarck.at = place(11, 12)
    assert columns_by_which_she_leaves(board, "bismarck") == {6}
    played = play(board, second_move(board), says={"courses": 'steer bismarck by="ahead 4"'})
    assert played.told(Departed) == []
    assert sum(shift.columns for shift in played.told(Shifted)) == 0  # west by four for Hood, then back


@rule("battleships", "9.2", "9.3b")
def test_board_and_text_say_where_the_exits_are_now() -> None:
    board = at_sea("de_dd 1115 F 5", "bismarck 1512 F 4", "hood 4512 D 4", exits=(WEST,))
    unshifted = read(view(board, "german"))
    assert unshifted.exits == ()
    assert (
        WORDS.render_board(view(board, "german"), "en").picture.svg().count('stroke-dasharray="6 4"') == 1
    )  # the legend
    play(board, first_move(board))
    scene = read(view(board, "german"))
    assert scene.exits == (("west", 17),)
    picture = WORDS.render_board(view(board, "german"), "en").picture
    assert "exit edge" in picture.svg()
    assert picture.svg().count('stroke-dasharray="6 4"') == 2  # the line on the map, and its sign in the legend
    assert "west edge at column 17." in WORDS.text_board(view(board, "german"), "en")
    assert "西端は列17。" in WORDS.text_board(view(board, "german"), "ja").replace("\n  ", "")
