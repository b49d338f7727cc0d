"""9.3b The open map, read a second time: however far two fleets part, the battle goes on."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS
from tests.titles.battleships.laid_out import at_sea, play

rule = pytest.mark.rule
TURNS = 18
"""No battle is longer."""


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("one", "other", "each_turn"),
    [
        ("atago 2520 D 6", "wichita 2512 A 6", 12),
        ("atago 2512 A 6", "wichita 2520 D 6", 12),
        ("atago 2520 E 6", "wichita 2512 B 6", 12),
        ("atago 2512 C 6", "wichita 2520 F 6", 12),
    ],
)
def test_fleets_that_part_on_an_open_sea_keep_their_distance_for_a_whole_battle(
    one: str, other: str, each_turn: int
) -> None:
    board = at_sea(one, other)
    first, second = board.state.ships
    far = hexes.distance(first.at, second.at)
    for turn in range(1, TURNS + 1):
        board.state.turn = turn
        for move in (first_move, second_move):
            play(board, move(board))
            assert all(course_form(board, side).ships for side in board.sides)
            WORDS.text_board(view(board, board.sides[0]), "en")
    apart = hexes.distance(first.at, second.at)
    assert apart >= TURNS * each_turn - far
    assert hexes.on_map(hexes.hex_of(second.at)) or hexes.on_map(hexes.hex_of(first.at))


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(-89, 10, "011110"), (-90, -98, "010002"), (17, -120, "10170880"), (-150, 7, "08501007")],
)
def test_hexes_beyond_the_map_are_written_so_that_they_can_be_read(column: int, row: int, name: str) -> None:
    place = Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2)
    assert hexes.column_row(place) == (column, row)
    assert (hexes.name_of(place), hexes.hex_of(name)) == (name, place)


@rule("battleships", "9.3b")
@rule("battleships", "10.6")
def test_what_all_know_of_mines_shifts_with_them() -> None:
    board = at_sea("hood 2502 A 4", "bismarck 2512 A 0")
    board.state.mines, board.state.struck, board.state.swept = {"german": ("3010",)}, ["3010"], ["3011"]
    play(board, first_move(board))
    assert (board.state.mines, board.state.struck, board.state.swept) == ({"german": ("3013",)}, ["3013"], ["3014"])
