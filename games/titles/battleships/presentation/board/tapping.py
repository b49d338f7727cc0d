"""The hotspots for taps on hulls, and on the hexes under them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, hypot, pi, sin
from types import MappingProxyType

from games.titles.battleships.components.hexes import column_row, hex_of, name_of
from games.titles.battleships.presentation.board.hexes import HIGH, Part, place_of

APART = 14.0
"""The least distance between two hotspots that a finger can tell apart."""
NUMBER = 0.75
"""The distance of a hex's number above the centre of the hex, divided by half the height of the hex."""
Point = tuple[float, float]


def hex_spots(part: Part, hulls: Mapping[str, Point], taken: frozenset[str]) -> Iterator[tuple[str, float, float]]:
    """Yield the hotspot of every visible hex as (hex, x, y), measured from the upper left corner of the part.

    An empty hex has its hotspot at its centre. A hex in `taken`, which has ships, has its hotspot at its number or, if
    hulls are too near to the number, at the corner farthest from hulls and other hotspots. `hulls`: the centre of each
    hull.
    """
    centres = _centres(part)
    free = {space: place for space, place in centres.items() if space not in taken}
    yield from ((space, *place) for space, place in free.items())
    others = [*hulls.values()]
    for space, place in centres.items():
        if space in taken:
            x, y = _beside(part, place, [*others, *_around(space, free)])
            others.append((x, y))
            yield space, x, y


@lru_cache(maxsize=64)
def _centres(part: Part) -> Mapping[str, Point]:
    """Return the centre of each visible hex, by hex."""
    return MappingProxyType({space: part.centre(space) for space in part.spaces()})


def _around(space: str, free: Mapping[str, Point]) -> Iterator[Point]:
    """Yield the centres of the hexes in `free` within two columns and two rows of a hex.

    They include all centres within three lengths of a hexside.
    """
    column, row = column_row(hex_of(space))
    for right in range(column - 2, column + 3):
        for down in range(row - 2, row + 3):
            place = free.get(name_of(place_of(right, down)))
            if place is not None:
                yield place


def _beside(part: Part, centre: Point, others: list[Point]) -> Point:
    x, y = centre
    number = (x, y - NUMBER * part.side * HIGH / 2)
    near = [one for one in others if hypot(one[0] - x, one[1] - y) < 3 * part.side]
    if _room(number, near) >= APART:
        return number
    corners = [(x + part.side * cos(turn * pi / 3), y + part.side * sin(turn * pi / 3)) for turn in range(6)]
    inside = [one for one in corners if 0 <= one[0] <= part.width and 0 <= one[1] <= part.height]
    return max(inside, key=lambda one: round(_room(one, near), 3))


def _room(place: Point, others: list[Point]) -> float:
    """Return the distance from a point to the nearest of the others; `APART` if there is none."""
    return min((hypot(place[0] - x, place[1] - y) for x, y in others), default=APART)
