"""Damage of weapons and hull, and ships that sink (5.12-5.15)."""

import pytest

from games.titles.battleships.components.options import Options
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.battleships.positions import damage_board, one_strike, struck

rule = pytest.mark.rule


# --- 5.12 weapons


@rule("battleships", "5.12a", "T.crt")
@pytest.mark.parametrize(
    ("ship", "dice", "result", "saved"),
    [
        ("bismarck", [(6, 6), (5,)], "2W2S", 5), ("bismarck", [(6, 6), (6,)], "X", 6),
        ("bismarck", [(6, 6), (1,)], "2W2S", 1),
        ("hood", [(6, 6)], "X", 0), ("norfolk", [(6, 6)], "X", 0), ("bismarck", [(6, 5)], "1W1S", 0),
    ],
)  # fmt: skip
def test_only_a_battleship_may_be_saved(ship: str, dice: list[tuple[int, ...]], result: str, saved: int) -> None:
    found = one_strike(damage_board(options=Options(as_proposed=False)), ship, "1:1", *dice)
    assert (str(found.harm), found.saved, found.dice, found.special) == (result, saved, dice[0], "")


# --- 5.13 speed


@rule("battleships", "5.13")
@rule("battleships", "T.speed")
@pytest.mark.parametrize(
    ("movement", "left"), [(6, (6, 4, 2, 0)), (5, (5, 3, 2, 0)), (4, (4, 3, 1, 0)), (0, (0, 0, 0, 0))]
)
def test_speed_lost(movement: int, left: tuple[int, ...]) -> None:
    assert tuple(BOX.tables.movement.left(movement, hull) for hull in range(4)) == left


@rule("battleships", "5.13")
def test_speed_is_lost_by_the_movement_that_the_scenario_gives() -> None:
    board = at_sea("gb_dd 2512 A 4 s1", "bismarck 4512 A 4", movement={"gb_dd": 4})
    assert board.moves(board.ship("gb_dd")) == 3


# --- 5.14 damage adds up


@rule("battleships", "5.14")
@rule("battleships", "5.15")
@pytest.mark.parametrize(
    ("before", "damage", "after"),
    [
        ("", "1W", (1, 0, False)),
        ("w1", "1W", (2, 0, False)),
        ("w2", "2W", (3, 0, False)),
        ("w3", "1W", (3, 0, False)),
        ("w3 s2", "1W", (3, 2, False)),
        ("w3 s2", "1S", (3, 3, True)),
        ("w1 s1", "2W2S", (3, 3, True)),
        ("w2 s2", "1W1S", (3, 3, True)),
        ("w2 s3", "1S", (2, 3, False)),
    ],
)
def test_damage_adds_up_to_three_of_each(before: str, damage: str, after: tuple[int, int, bool]) -> None:
    assert struck("bismarck 2512 A 4", before, damage) == after
