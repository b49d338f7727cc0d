"""Courses worked out by hand from the rulebook alone (BP numbers are the reader's)."""

import pytest

from tests.titles.battleships.positions import allowed, sail, stacks

rule = pytest.mark.rule

COURSES = {
    # name: ship (speed is that of last turn), hexes entered -> points spent and heading, or the rule that refuses
    "BP100 straight on": ("hood 2713 A 4", "2712 2711 2710", (3, "A")),
    "BP101 a side before the first hex and back": ("hood 2713 A 4", "2812 2811 2810", (3, "A")),
    "BP102 two sides cost two": ("hood 2713 A 4", "2813", (3, "C")),
    "BP103 three sides cost three": ("hood 2713 A 4", "2714", (4, "D")),
    "BP104 the example": ("hood 2713 A 5", "2813 2814 2815", (5, "D")),
    "BP105 and a hex too far": ("hood 2713 A 5", "2813 2814 2815 2816", "7.0"),
    "BP106 three turns of a capital ship": ("hood 2713 A 4", "2812 2811 2911", "7.4"),
    "BP107 of a cruiser": ("norfolk 2713 A 4", "2812 2811 2911", (3, "B")),
    "BP108 four of a cruiser": ("norfolk 2713 A 4", "2812 2811 2911 2910", "7.4"),
    "BP109 not to advance keeps the heading": ("hood 2713 C 1", "", (0, "C")),
    "BP110 five hexes at speed five": ("hood 2713 A 5", "2712 2711 2710 2709 2708", (5, "A")),
    "BP111 six are too many": ("hood 2713 A 5", "2712 2711 2710 2709 2708 2707", "7.0"),
}


@rule("battleships", "7.1")
@rule("battleships", "7.1a")
@rule("battleships", "7.1b")
@rule("battleships", "7.1e")
@rule("battleships", "7.4")
@pytest.mark.parametrize("name", list(COURSES))
def test_bp100_to_bp111_courses(name: str) -> None:
    ship, way, expected = COURSES[name]
    sailed = sail(ship, way)
    if isinstance(expected, str):
        assert sailed is None
    else:
        assert sailed == expected


@rule("battleships", "7.0")
@rule("battleships", "7.3")
@rule("battleships", "7.3a")
@pytest.mark.parametrize(
    ("ship", "least", "most"),
    [
        ("hood 2713 A 0", 0, 2), ("hood 2713 A 1", 0, 2), ("hood 2713 A 2", 1, 4), ("hood 2713 A 3", 1, 5),  # BP112
        ("hood 2713 A 4", 2, 5), ("hood 2713 A 5", 2, 5), ("gb_dd 2713 A 6", 3, 6), ("gb_dd 2713 A 3", 1, 6),  # BP113
        ("hood 2713 A 5 s1", 2, 3), ("hood 2713 A 5 s2", 2, 2), ("hood 2713 A 1 s2", 0, 2),  # BP114
        ("gb_dd 2713 A 6 s2", 3, 3), ("hood 2713 A 4 s3", 2, 2), ("hood 2713 A 2 s3", 1, 1),  # BP115 way on
        ("hood 2713 A 1 s3", 0, 0), ("hood 2713 A 0 s3", 0, 0), ("rodney 2713 A 4 s2", 2, 2),  # BP116
        ("rodney 2713 A 4 s1", 2, 3), ("rodney 2713 A 1 s2", 0, 1),
    ],
)  # fmt: skip
def test_bp112_to_bp116_speeds(ship: str, least: int, most: int) -> None:
    assert allowed(ship) == (least, most)


@rule("battleships", "7.2")
@pytest.mark.parametrize(
    ("ships", "fits"),
    [
        (("kongo A 4", "haruna A 4", "atago A 4", "takao A 4"), True),  # BP117
        (("kongo A 4", "haruna A 4", "atago A 4", "takao A 4", "chokai A 4"), False),
        (("jp_cl_agano A 4", "atago A 4", "takao A 4"), True),  # BP118 a CL is two
        (("jp_cl_agano A 4", "atago A 4", "takao A 4", "chokai A 4"), False),
        (("jp_dd A 4", "atago A 4"), False), (("jp_dd A 4",), True),  # BP119
        (("kongo A 4", "haruna A 3"), False), (("kongo A 4", "haruna B 4"), False),  # BP120
    ],
)  # fmt: skip
def test_bp117_to_bp120_stacks(ships: tuple[str, ...], fits: bool) -> None:
    assert stacks(ships) is fits
