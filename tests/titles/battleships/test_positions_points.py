"""Repairs and points worked out by hand from the rulebook alone (BP numbers are the reader's)."""

from fractions import Fraction

import pytest

from games.titles.battleships.rules.sequence import DECIDED_BY, standings
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.battleships.positions import mend, worth

rule = pytest.mark.rule


@rule("battleships", "8.1")
@rule("battleships", "8.2")
@rule("battleships", "T.dc")
@pytest.mark.parametrize(
    ("ship", "dice", "after"),
    [
        ("hood w1 s1", (3, 2), (0, 0, 2)), ("hood w1 s1", (4, 3), (1, 1, 0)),  # BP130 three and two are the last
        ("hood w1 s1", (3, 3), (0, 1, 1)), ("hood w3", (1,), (2, 0, 1)), ("hood s3", (2,), (0, 2, 1)),  # BP131
        ("hood w1 s1 used8", (3,), (0, 1, 9)),  # BP132 one step left: the weapons first, then no more dice
        ("hood w1 s1 used9", (), (1, 1, 9)),  # BP133 none left
        ("hood w1 s1 used8", (4, 2), (1, 0, 9)),  # BP134 the weapons failed, the engines take the last step
    ],
)  # fmt: skip
def test_bp130_to_bp134_damage_control(ship: str, dice: tuple[int, ...], after: tuple[int, int, int]) -> None:
    """Damage left, and steps repaired so far."""
    assert mend(ship, dice) == after


@rule("battleships", "9.1")
@rule("battleships", "9.1a")
@rule("battleships", "9.1b")
@rule("battleships", "9.1c")
@pytest.mark.parametrize(
    ("ship", "points"),
    [
        ("hood", Fraction(0)), ("hood sunk", Fraction(56)), ("hood sunk used5", Fraction(56)),  # BP135
        ("yamato w1 used5", Fraction(6)),  # BP136 the example
        ("hood w1 used9", 9 + Fraction(56, 6)), ("hood w1 s1 used9", 9 + Fraction(56, 3)),  # BP137
        ("hood w2 s1 used9", 9 + Fraction(56, 2)), ("hood w2 s2 used9", 9 + Fraction(56 * 4, 6)),
        ("hood w3 s2 used9", 9 + Fraction(56 * 5, 6)),
        ("hood w2 s1 used8", 9 + Fraction(56, 3)), ("hood w2 s1 used6", Fraction(9)),  # BP138 what can be mended is
        ("gb_dd w1", Fraction(1)), ("gb_dd w2", 1 + Fraction(14, 6)), ("gb_dd w2 s2 used1", 1 + Fraction(14 * 4, 6)),
        ("norfolk w3 s2", 4 + Fraction(20, 6)),  # BP139
    ],
)  # fmt: skip
def test_bp135_to_bp139_points_for_the_enemy(ship: str, points: Fraction) -> None:
    assert worth(ship) == points


@rule("battleships", "9.1")
@pytest.mark.parametrize(
    ("ship", "points", "exactly"),
    [("hood w1 used9", 18, "18 2/6 victory points"), ("hood w2 s1 used9", 37, "37 victory points")],
)
def test_the_standings_say_sixths_only_where_there_are_any(ship: str, points: int, exactly: str) -> None:
    name, *changes = ship.split()
    board = at_sea(f"{name} 2512 A 4 {' '.join(changes)}", "bismarck 3012 A 4")
    (placing,) = [one for one in standings(board) if one.seat == "german"]
    assert (placing.points, placing.detail.en) == (points, exactly)


@rule("battleships", "11.13")
@pytest.mark.parametrize(
    ("verdict", "why"),
    [("sunk", "a ship that decides the battle was sunk"), ("margin", "the lead in points is too small")],
)
def test_the_standings_say_what_decided(verdict: str, why: str) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4")
    board.state.verdict = verdict
    assert {one.detail.en for one in standings(board)} == {f"0 victory points; {why}"}


def test_each_end_of_a_battle_has_its_words() -> None:
    events = {end.event for battle in BOX.battles.values() for end in battle.victory.decisive}
    assert events | {"points", "margin", "equal", "otherwise"} == set(DECIDED_BY)
