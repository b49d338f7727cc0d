"""5.0 The sea in a form: the hexes that a side's ships may enter, in a compact encoding."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct, structs

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.order_editor.paths import Chart
from games.titles.pq17.components import hexes

_HEXES = tuple(
    hexes.hex_number(row, column) for row in range(1, hexes.ROWS + 1) for column in range(1, hexes.COLUMNS + 1)
)
"""1.1 The numbers of all hexes, row by row, in the order of the bits of `Waters.open`."""


class Waters(Struct, frozen=True, omit_defaults=True, gc=False):
    """The hexes that ships of a side may enter, in a compact encoding."""

    open: str = ""
    """The open hexes as a hexadecimal number, one bit for each hex in the order of `_HEXES`."""
    closed: tuple[str, ...] = ()
    """Hex sides that no ship can cross, each written as hex and side (`0504SE`)."""
    beside: dict[str, tuple[str, ...]] = {}
    """Boxes beside the map, each with the hexes from which it is entered (5.7)."""
    barred: dict[str, str] = {}
    """By rule number, the hexes that the rule closes, encoded like `open`."""


def encode_hexes(open_: frozenset[str]) -> str:
    """Return a set of hexes as a hexadecimal number, in the encoding of `Waters.open`."""
    bits = "".join("1" if hex_ in open_ else "0" for hex_ in _HEXES)
    return f"{int(bits, 2):x}"


def decode_hexes(open_: str) -> frozenset[str]:
    """Return the set of hexes that a hexadecimal number encodes, in the encoding of `Waters.open`."""
    bits = f"{int(open_ or '0', 16):0{len(_HEXES)}b}"
    return frozenset(hex_ for hex_, bit in zip(_HEXES, bits[-len(_HEXES) :], strict=True) if bit == "1")


def chart_of(waters: Waters) -> Chart:
    """5.0, 5.7 Return the chart of these waters: by hex or box, the places that are one step away.

    Charts are cached.
    """
    return _chart(waters.open, waters.closed, tuple(waters.beside.items()))


@lru_cache(maxsize=64)
def _chart(open_: str, closed: tuple[str, ...], beside: tuple[tuple[str, tuple[str, ...]], ...]) -> Chart:
    sea, barred = decode_hexes(open_), frozenset(closed)
    ways: dict[str, tuple[str, ...]] = {}
    for here in _HEXES:
        around = hexes.neighbours(here).items()
        ways[here] = tuple(there for side, there in around if there in sea and here + side not in barred)
    for box, doors in beside:
        ways[box] = doors
        for door in doors:
            ways[door] = (*ways[door], box)
    return Chart(ways)


@lru_cache(maxsize=256)
def _steps_to(open_: str, closed: tuple[str, ...], goal: str) -> dict[str, int]:
    ways = _chart(open_, closed, ()).neighbours
    found, edge = {goal: 0}, [goal]
    while edge:
        beyond = []
        for here in edge:
            for there in ways.get(here, ()):
                if there not in found:
                    found[there] = found[here] + 1
                    beyond.append(there)
        edge = beyond
    return found


RULES = {"no_way": "5.0", "range": "5.0", "twice": "5.1.5a", "stop": "5.7"}
"""The number of the rule that a route breaks, by the code of the problem."""


BARRED = {
    "5.1.4": Text("'{hex}' holds a port of the enemy's.", "「{hex}」には敵の港があります。"),
    "5.1.7": Text("The ice in '{hex}' is too heavy for the Axis.", "「{hex}」の流氷を枢軸軍は通れません。"),
    "10.2.5": Text("In '{hex}' lies solid pack.", "「{hex}」は固定した流氷群です。"),
    "5.2.1": Text(
        "'{hex}' lies outside the patrol area of Soviet submarines, which they do not leave: {area}.",
        "「{hex}」はソ連潜水艦のパトロール区域外です。区域から出られません：{area}。",
    ),
    "15.8.2": Text(
        "Soviet submarines enter '{hex}' from June on; until then they may be in {area}.",
        "ソ連潜水艦が「{hex}」に入れるのは6月からです。それまでの区域：{area}。",
    ),
}
"""The reason why a hex of the sea is closed, by rule number."""


def path_faults(problems: Iterable[Problem], waters: Waters | None, path: Iterable[str]) -> Iterator[Problem]:
    """Yield the problems of a route again, each with the message and the number of the rule that the route breaks.

    `problems`: the problems that the form found. `waters`: the waters of the force; None if unknown. `path`: the hexes
    of the route.
    """
    for one in problems:
        shut = why_shut(waters, path) if waters is not None and one.code == "no_way" else None
        text, rule = shut or (one.message, RULES.get(one.code, "5.0"))
        yield structs.replace(one, message=text, rule=rule)


def why_shut(waters: Waters, path: Iterable[str]) -> tuple[Text, str] | None:
    """Return the reason and the rule number for the first hex of a route that a rule closes; None if all are open."""
    shut = {hex_: rule for rule, bits in waters.barred.items() for hex_ in decode_hexes(bits)}
    lost = next((hex_ for hex_ in path if hex_ in shut), "")
    if not lost:
        return None
    area, why = " ".join(sorted(decode_hexes(waters.open))), BARRED[shut[lost]]
    return Text(why.en.format(hex=lost, area=area), why.ja.format(hex=lost, area=area)), shut[lost]


def steps_to(waters: Waters, goal: str) -> dict[str, int]:
    """5.1.5a Return by hex the number of steps to the hex `goal`, for all hexes from which ships can reach it."""
    return _steps_to(waters.open, waters.closed, goal)


def can_reach(waters: Waters, here: str, goal: str) -> bool:
    """5.0, 5.7 Return True if ships can move from `here`, a hex or a box beside the map, to the hex `goal`."""
    found = steps_to(waters, goal)
    return any(place in found for place in waters.beside.get(here, (here,)))
