"""Chapter 8: damage control."""

import pytest

from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.state.events.repair import Mended
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.battleships.positions import mend, moved

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"


@rule("battleships", "8.1")
@rule("battleships", "8.2")
@rule("battleships", "T.dc")
@pytest.mark.parametrize(
    ("ship", "dice", "after"),
    [
        ("hood w1 s1", (3, 2), (0, 0, 2)), ("hood w1 s1", (4, 3), (1, 1, 0)),  # three and two are the last
        ("hood w1 s1", (3, 3), (0, 1, 1)), ("hood w3", (1,), (2, 0, 1)), ("hood s3", (2,), (0, 2, 1)),
        ("hood w1 s1 used8", (3,), (0, 1, 9)),  # one step left: the weapons first, then no more dice
        ("hood w1 s1 used9", (), (1, 1, 9)),  # none left
        ("hood w1 s1 used8", (4, 2), (1, 0, 9)),  # the weapons failed, the engines take the last step
    ],
)  # fmt: skip
def test_repairs_by_dice_and_allowance(ship: str, dice: tuple[int, ...], after: tuple[int, int, int]) -> None:
    """Damage left, and steps repaired so far."""
    assert mend(ship, dice) == after


@rule("battleships", "8.1a")
@pytest.mark.parametrize(
    ("tries", "kinds"),
    [
        ("both", ["guns", "hull"]),
        ("hull_first", ["hull", "guns"]),
        ("guns", ["guns"]),
        ("hull", ["hull"]),
        ("none", []),
    ],
)
def test_what_is_tried_is_the_owners_choice(tries: str, kinds: list[str]) -> None:
    board = at_sea("hood 2512 A 4 w1 s1", FAR)
    moved(board, f"mend hood tries={tries}")
    played = play(board, repair(board), dice=[(6,)] * len(kinds))
    assert [event.kind for event in played.told(Mended)] == kinds


@rule("battleships", "8.1a")
def test_a_ship_without_guns_or_way_may_try_and_a_sunk_one_not() -> None:
    board = at_sea("hood 2512 A 0 w3 s2", FAR)
    assert len(play(board, repair(board), dice=[(6,), (6,)]).told(Mended)) == 2
    board.ship("hood").fate = "sunk"
    play(board, repair(board))  # no dice
