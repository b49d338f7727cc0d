"""Torpedoes worked out by hand from the rulebook alone (BP numbers are the reader's)."""

import pytest

from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from tests.titles.battleships.laid_out import at_sea
from tests.titles.battleships.positions import launch, legal_launches, number_to_hit

rule = pytest.mark.rule


@rule("battleships", "T.torp")
@pytest.mark.parametrize(
    ("speed", "hexes", "number"),
    [(0, 1, 12), (0, 5, 8), (1, 1, 11), (2, 3, 8), (3, 3, 8), (4, 4, 6), (5, 1, 8), (6, 1, 8), (5, 5, 4), (6, 5, 4)],
)
def test_bp80_numbers_to_hit(speed: int, hexes: int, number: int) -> None:
    assert number_to_hit(speed, hexes) == number


@rule("battleships", "6.2")
@rule("battleships", "6.2c")
@rule("battleships", "6.2e")
@pytest.mark.parametrize(
    ("launcher", "target", "may"),
    [
        ("prinz_eugen 2512 A 4", "hood 3012 A 4", True), ("prinz_eugen 2512 A 4", "hood 3112 A 4", False),  # BP81 5, 6
        ("prinz_eugen 2512 A 4", "hood 2709 A 4", False),  # BP82 thirty degrees off the bow
        ("prinz_eugen 2512 A 4", "hood 2710 A 4", True), ("prinz_eugen 2512 A 4", "hood 2509 A 4", False),
        ("prinz_eugen 2512 A 4", "hood 2515 A 4", False), ("prinz_eugen 2512 C 4", "hood 2912 A 4", False),  # BP83
        ("prinz_eugen 2512 A 4 w2", "hood 2912 A 4", True), ("prinz_eugen 2512 A 4 w3", "hood 2912 A 4", False),  # BP84
        ("prinz_eugen 2512 A 4 spent", "hood 2912 A 4", False), ("bismarck 2512 A 4", "hood 2912 A 4", False),  # BP85
    ],
)  # fmt: skip
def test_bp81_to_bp85_who_may_launch_at_whom(launcher: str, target: str, may: bool) -> None:
    assert ("hood" in legal_launches(launcher, target)) is may


RUNS = {
    # name: ships (launcher first), target, dice, tested in order with their numbers, who is struck, CRT total, damage
    "BP86 six hits at four hexes": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 4"), "hood", (3, 3, 3, 4), (("hood", 6),), "hood", 7, "2W"),
    "BP87 seven misses": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 4"), "hood", (3, 4), (("hood", 6),), "", None, ""),
    "BP88 at a ship of speed one": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 1"), "hood", (3, 5, 3, 3), (("hood", 8),), "hood", 6, "1S"),
    "BP89 from astern": (
        ("prinz_eugen 2512 A 4", "hood 2912 B 4"), "hood", (3, 3, 5, 5), (("hood", 6),), "hood", 7, "2W"),
    "BP90 from ahead": (
        ("prinz_eugen 2512 A 4", "hood 2912 E 4"), "hood", (3, 3, 4, 4), (("hood", 6),), "hood", 5, "1W"),
    "BP91 below two is two": (
        ("prinz_eugen 2512 A 4", "hood 2912 F 4"), "hood", (3, 3, 1, 2), (("hood", 6),), "hood", 2, ""),
    "BP92 a friend on the way is struck": (
        ("prinz_eugen 2512 A 4", "de_dd 2712 A 5", "hood 2912 A 4"), "hood",
        (3, 4, 5, 6), (("de_dd", 7),), "de_dd", 11, "sunk"),
    "BP93 or missed, and the torpedo runs on": (
        ("prinz_eugen 2512 A 4", "de_dd 2712 A 5", "hood 2912 A 4"), "hood",
        (4, 4, 3, 3, 4, 4), (("de_dd", 7), ("hood", 6)), "hood", 8, "1W1S"),
    "BP94 ships beside the line are not in its way": (
        ("prinz_eugen 2512 A 4", "de_dd 2611 A 5", "norfolk 2812 A 5", "hood 2912 A 4"), "hood",
        (3, 3, 4, 5), (("hood", 6),), "hood", 9, "2W1S"),
    "BP95 beyond the target": (
        ("prinz_eugen 2512 A 4", "hood 2813 A 4", "norfolk 3014 A 2"), "hood",
        (4, 4, 3, 3, 3, 4), (("hood", 7), ("norfolk", 6)), "norfolk", 7, "2W"),
    "BP96 but not beyond five hexes": (
        ("prinz_eugen 2512 A 4", "hood 2813 A 4", "norfolk 3115 A 2"), "hood", (4, 4), (("hood", 7),), "", None, ""),
}  # fmt: skip


@rule("battleships", "6.1")
@rule("battleships", "6.2a")
@rule("battleships", "6.2b")
@rule("battleships", "6.2d")
@pytest.mark.parametrize("name", list(RUNS))
def test_bp86_to_bp96_runs(name: str) -> None:
    ships, target, dice, tested, struck, crt, damage = RUNS[name]
    run = launch(ships, target, dice)
    assert run.tested == tested
    assert run.struck == struck
    assert (run.crt, run.damage) == (crt, damage)


@rule("battleships", "6.1a")
@pytest.mark.parametrize(
    ("launcher", "odds", "damage"),
    [
        ("prinz_eugen 2512 A 4", "3:1", "2W1S"), ("norfolk 2512 A 4", "3:1", "2W1S"),  # BP97 CRT 9
        ("atago 2512 A 4", "4:1", "1W2S"), ("de_dd 2512 A 4", "4:1", "1W2S"), ("jp_dd 2512 A 4", "5:1", "sunk"),
        ("jp_cl_agano 2512 A 4", "4:1", "1W2S"), ("lutzow 2512 A 4", "3:1", "2W1S"),
    ],
)  # fmt: skip
def test_bp97_odds_by_launcher(launcher: str, odds: str, damage: str) -> None:
    """At a battlecruiser four hexes off, abeam, two threes and then nine."""
    target = "kongo 2912 A 4" if launcher.startswith("norfolk") else "hood 2912 A 4"
    run = launch((launcher, target), target.split()[0], (3, 3, 4, 5))
    assert (run.odds, run.damage) == (odds, damage)


@rule("battleships", "6.2c")
def test_who_is_to_launch_twice_is_pointed_at() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "lutzow 2514 A 4", "hood 2812 A 4", "norfolk 2912 A 4")
    form = torpedo_form(board, "german")
    text = "launch prinz_eugen at=norfolk\nlaunch lutzow at=hood\nlaunch prinz_eugen at=hood"
    found = [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(text)))]
    assert found == [("/2/ship", "twice", "6.2c")]
