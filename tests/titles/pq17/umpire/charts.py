"""The charts, written off the sheet once more: what hits whom, what is added, and what comes of it.

Columns stand in the order of the classes that they name; a `-` is no fire.
"""

Line = tuple[str, ...]
CLASSES = ("bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax", "mx")
CAPITAL, CARRIER = ("bb", "bc", "cv"), ("cv", "cve")
CRUISER = ("ca", "cb", "cl", "claa", "cm")
HEAVY = (*CAPITAL, "cve", *CRUISER)
LIGHT, CONVOY = ("dd", "tb", "es"), ("ax", "mx")
_COLUMN = {"cve": "cv", "cb": "ca", "claa": "cl", "cm": "cl", "es": "tb", "ax": "mx"}
_GUNS = {
    "": "bb bc cv ca cl dd tb mx",
    "bb": "7 7 6 6 6 7 8 5",
    "bc": "8 7 6 6 6 7 8 5",
    "ca": "9 9 7 8 7 8 8 6",
    "cl": "10 9 8 8 8 7 7 6",
    "dd": "- - 9 9 9 8 8 7",
    "tb": "- - 9 9 9 9 8 7",
}
TORPEDO_AT = dict.fromkeys(("bb", "bc", "cv", "cve", "ax", "mx"), 1) | dict.fromkeys(CRUISER, 0) | {
    "dd": -1, "tb": -1, "es": -1,
}  # fmt: skip
TORPEDO_DAMAGE = """
-   -   1   1   1C  1C  1C
-   1   1   1C  1C  1D  1D
1   1   1C  1C  1D  1D  1D
1   1C  1C  2   1S  1S  1S
1   1C  1C  2   1S  1S  1S
1C  1C  2   2C  1S  1S  1S
1C  2   2C  2C  1S  1S  1S
2   2C  2C  3   1S  1S  1S
2C  2C  3   S   1S  2S  1S
3   3   S   S   2S  2S  1S
"""
_DAMAGE_COLUMN = {
    "bb": 0, "bc": 0, "cv": 1, "cve": 2, "ca": 2, "cb": 2, "cl": 3, "claa": 3, "cm": 3, "ax": 3, "dd": 4, "tb": 4,
    "es": 4, "mx": 5,
}  # fmt: skip
_BOMBS = {"": "bb cv ca dd mx", "db": "8 7 8 8 7", "lb": "9 8 9 9 8", "mb": "10 9 10 10 9", "hb": "10 9 10 10 9"}
_BOMB_COLUMN = {
    "bc": "bb",
    "cve": "cv",
    "cb": "ca",
    "cl": "ca",
    "claa": "ca",
    "cm": "ca",
    "tb": "dd",
    "es": "dd",
    "ax": "mx",
}
_FLAK = {"*": "---aad", "1": "---add", "2": "---adh", "4": "--addh", "5": "-aadhh"}
_FLAK_RESULTS = {"-": "-", "a": "abort", "d": "damaged", "h": "hit"}
_BOATS = """
0 0
0 1
0 1
0 3
0 3
1 3
1 3
2 4
2 4
3 4
3 4
4 0
"""
"""3.5 From -1 to 10: boats before and after the escorts; 4 are all."""
SURPRISE = {"fair": 0, "reduced": 1, "fog": 2, "storm": 1, "gale": 2}
WITHDRAWAL = {"fair": 0, "reduced": 1, "fog": 2, "storm": 2, "gale": 3}
FATES = ("sunk", "sunk", "sunk", "sunk", "dead_in_water", "crippled", "crippled", "damaged", "damaged", "damaged")
SUMMER, WINTER = ("may", "jun", "jul", "aug", "sep"), ("nov", "dec", "jan", "feb", "mar")
ICE = ("clear", "light_drift", "heavy_drift", "thin_pack", "solid_pack")
_ICE = {
    "jan": "sp! sp! sp tp hd sp! sp tp hd ld", "feb": "sp! sp! sp tp hd sp! sp! sp tp hd",
    "mar": "sp! sp! sp tp hd sp! sp! sp tp hd", "apr": "sp! sp! sp tp ld sp! sp! sp tp hd",
    "may": "sp! sp tp hd ld sp! sp tp hd ld", "jun": "sp! sp tp ld c sp! tp hd ld c",
    "jul": "sp tp hd ld c! sp hd ld c c!", "aug": "sp tp ld c c! tp ld c c! c!", "sep": "sp hd ld c c! hd ld c c! c!",
    "oct": "sp! tp ld ld c tp hd ld c c", "nov": "sp! sp hd ld ld sp tp hd ld c",
    "dec": "sp! sp tp hd ld sp! tp hd ld ld",
}  # fmt: skip


def gun_number(firer: str, target: str) -> int | None:
    """7.5.2 The number from which guns hit; None where they do not fire."""
    row = _GUNS.get(_COLUMN.get(firer, firer) if firer not in ("cv", "cve", "es", "ax") else "none")
    if row is None or not firer:
        return None
    number = row.split()[_GUNS[""].split().index(_COLUMN.get(target, target))]
    return None if number == "-" else int(number)


def torpedo_damage(target: str, die: int, *, from_air: bool) -> str:
    """7.3.1 What a success does: hits, C Crippled, D Dead in the Water, S Sunk."""
    column = 6 if target == "mx" and from_air else _DAMAGE_COLUMN[target]
    return TORPEDO_DAMAGE.split()[die * 7 + column]


def bomb_number(bomber: str, target: str) -> int:
    """7.2.6"""
    return int(_BOMBS[bomber].split()[_BOMBS[""].split().index(_BOMB_COLUMN.get(target, target))])


def flak(value: int, modified: int) -> str:
    """7.2.5 By the value of a group, 0 for `*`."""
    column = "*" if not value else "1" if value == 1 else "2" if value == 2 else "4" if value < 5 else "5"
    return _FLAK_RESULTS[_FLAK[column][min(max(modified, 5), 10) - 5]]


def air_combat(modified: int) -> str:
    """7.2.3"""
    return "-" if modified <= 7 else "abort" if modified == 8 else "damaged" if modified == 9 else "hit"


def boats(modified: int) -> tuple[int, int]:
    """7.4"""
    line = _BOATS.split()
    row = min(max(modified, -1), 10) + 1
    return int(line[2 * row]), int(line[2 * row + 1])


def weather(month: str, total: int) -> str:
    """9.1"""
    highest = (7, 11, 14, 16) if month in SUMMER else (3, 8, 9, 13) if month in WINTER else (5, 9, 10, 14)
    kinds = ("fair", "reduced", "fog", "storm")
    return next((kind for kind, most in zip(kinds, highest, strict=True) if total <= most), "gale")


def expected_ice(month: str, zone: str) -> tuple[int, bool]:
    """10.1 The state as a place in ICE, and whether it is certain."""
    word = _ICE[month].split()[["w1", "w2", "w3", "w4", "w5", "e1", "e2", "e3", "e4", "e5"].index(zone)]
    return ("c", "ld", "hd", "tp", "sp").index(word.rstrip("!")), word.endswith("!")


def ice_steps(month: str, die: int) -> int:
    """3.16 How many steps worse than expected."""
    die += 1 if month in ("jan", "feb", "mar") else -1 if month in ("jun", "jul", "aug", "sep") else 0
    return -1 if die <= 1 else 1 if die >= 8 else 0
