"""Lines, distances, arcs and sighting, worked out by hand from the rulebook alone (BP numbers are the reader's)."""

from random import Random

import pytest

from games.titles.battleships.components.hexes import within
from tests.titles.battleships.by_hand import is_crossed
from tests.titles.battleships.positions import arc, blocked, crossed, distance, may_mark, seen

rule = pytest.mark.rule

LINES = {
    "BP1 along a column": ("2510", "2514", ("2511", "2512", "2513")),
    "BP2 along a diagonal": ("3020", "3319", ("3120", "3219")),
    "BP3 a hexside between every second pair": ("2512", "2912", ("2712",)),
    "BP4 a side alone": ("2512", "2712", ()),
    "BP5 a side of the other axis": ("2512", "2610", ()),
    "BP6 both of two side by side": ("3015", "3213", ("3115", "3114")),
    "BP7 the long way round a corner": ("2512", "3015", ("2612", "2713", "2714", "2813", "2814", "2915")),
    "BP8 one hex and four that are touched": ("2512", "2709", ("2610",)),
    "BP9 three in a fan": ("2512", "2910", ("2611", "2711", "2810")),
    "BP10 neighbours have nothing between them": ("3015", "3115", ()),
    "BP11 six odd and even columns": ("2512", "3112", ("2712", "2912")),
}


@rule("battleships", "4.2b")
@pytest.mark.parametrize("name", list(LINES))
def test_hexes_that_a_line_crosses(name: str) -> None:
    one, other, between = LINES[name]
    assert crossed(one, other) == between
    assert set(crossed(other, one)) == set(between)


@rule("battleships", "4.2b")
@pytest.mark.parametrize("one", ["2512", "3015"], ids=["odd column", "even column"])
def test_hexes_that_lines_in_every_direction_cross(one: str) -> None:
    near = sorted(within(one, 5))
    for other in near:
        assert set(crossed(one, other)) == {at for at in near if is_crossed(one, other, at)}, other


@rule("battleships", "4.2b")
@pytest.mark.parametrize("far", range(6, 20))
def test_hexes_that_long_lines_cross(far: int) -> None:
    """A line in each of some directions, as steep and as flat as may be."""
    dice = Random(far)
    for other in dice.sample(sorted(set(within("3017", far)) - set(within("3017", far - 1))), 3):
        between = [at for at in within("3017", far) if distance("3017", at) + distance(at, other) <= far + 1]
        assert set(crossed("3017", other)) == {at for at in between if is_crossed("3017", other, at)}, other


@rule("battleships", "5.10")
@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("2512", "2512", 0), ("2512", "2612", 1), ("2512", "2611", 1), ("2611", "2511", 1), ("2611", "2510", 2),
        ("2512", "2712", 2), ("2512", "2610", 2), ("2512", "3012", 5), ("2512", "3015", 6), ("2512", "2808", 5),
        ("2512", "3812", 13), ("2512", "3912", 14), ("1101", "5534", 55),
    ],
)  # fmt: skip
def test_bp12_distances_count_the_target_not_the_firer(one: str, other: str, hexes: int) -> None:
    assert distance(one, other) == distance(other, one) == hexes


ARCS = [
    # heading, target as seen from 2512, arc
    ("A", "2502", "fore"), ("A", "2906", "fore"), ("A", "2907", "broadside"), ("A", "3512", "broadside"),
    ("A", "2917", "broadside"), ("A", "2918", "aft"), ("A", "2522", "aft"), ("A", "2106", "fore"),
    ("A", "2107", "broadside"), ("A", "2118", "aft"), ("B", "3512", "fore"), ("C", "3512", "fore"),
    ("D", "3512", "broadside"), ("E", "3512", "aft"), ("F", "3512", "aft"), ("D", "2502", "aft"), ("D", "2522", "fore"),
    ("B", "2522", "broadside"), ("C", "2502", "broadside"), ("B", "2602", "broadside"), ("B", "2906", "fore"),
    ("F", "2106", "fore"), ("F", "2906", "broadside"),
]  # fmt: skip


@rule("battleships", "T.arc")
@pytest.mark.parametrize(("heading", "target", "expected"), ARCS)
def test_bp13_arcs_with_their_boundaries(heading: str, target: str, expected: str) -> None:
    """A line of thirty degrees off the bow or the stern belongs to the narrow arc."""
    assert arc("2512", heading, target) == expected


@rule("battleships", "4.2a")
@pytest.mark.parametrize(
    ("light", "between", "side", "stands"),
    [
        ("day", "2712", "own", False),  # BP14 by day nobody is in the way
        ("night", "2712", "own", True),  # BP15 a friend upon the line
        ("night", "2712", "enemy", False),  # BP16 an enemy is not
        ("night", "2611", "own", False),  # BP17 a friend beside it
        ("night", "2612", "own", False),
    ],
)
def test_bp14_to_bp17_ships_in_the_way(light: str, between: str, side: str, stands: bool) -> None:
    assert blocked("2512", "2912", light=light, ships={between: side}) is stands


@rule("battleships", "4.2")
@rule("battleships", "4.2b")
@pytest.mark.parametrize(
    ("land", "stands"),
    [
        (("2712",), True),  # BP18 land upon the line, by day and night
        (("2611", "2612"), False),  # BP19 between two hexes of land
        (("2811",), False),
        (("2512", "2912"), False),  # BP20 one's own hex and the target's
    ],
)
@pytest.mark.parametrize("light", ["day", "night"])
def test_bp18_to_bp20_land_in_the_way(light: str, land: tuple[str, ...], stands: bool) -> None:
    assert blocked("2512", "2912", light=light, land=land) is stands


@rule("battleships", "4.1")
@rule("battleships", "5.1a")
@pytest.mark.parametrize(
    ("base", "die", "target", "may"),
    [
        (8, 2, "3512", True), (8, 1, "3512", False),  # BP21 ten hexes, seen at ten, not at nine
        (12, 6, "3912", True), (12, 6, "4012", True), (12, 6, "4112", False),  # BP22 Hood's guns reach fifteen
    ],
)  # fmt: skip
def test_bp21_and_bp22_sight_and_range(base: int, die: int, target: str, may: bool) -> None:
    assert may_mark(f"hood 2512 A 4 at bismarck {target} A 4", sighting=base + die) is may


@rule("battleships", "4.3")
@rule("battleships", "4.3a")
@pytest.mark.parametrize(
    ("firer", "target", "lit", "expected"),
    [
        ("3712", "2512", "2512", "shell"),  # BP23 twelve hexes
        ("3812", "2512", "2512", ""),  # BP24 thirteen
        ("3712", "2512", "2612", ""),  # BP25 the light stands in the next hex
        ("2912", "2512", "2512", "plain"),  # BP26 four hexes: seen without it, no penalty
        ("3012", "2512", "2512", "shell"),  # BP27 five
    ],
)
def test_bp23_to_bp27_star_shells(firer: str, target: str, lit: str, expected: str) -> None:
    """By night, sighting distance four."""
    assert seen(firer, target, sighting=4, lit=(lit,)) == expected
