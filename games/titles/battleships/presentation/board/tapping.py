"""The hotspots for taps on hulls, and on the hexes under them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, hypot, pi, sin
from types import MappingProxyType

from games.titles.battleships.components.hexes import column_row, hex_of, name_of
from games.titles.battleships.presentation.board.hexes import HIGH, Part, place_of

APART = 14.0
"""The least distance of two spots that a finger can tell apart."""
NUMBER = 0.75
"""The distance of a hex's number above its middle, in half its height."""
Point = tuple[float, float]


def hex_spots(part: Part, hulls: Mapping[str, Point], taken: frozenset[str]) -> Iterator[tuple[str, float, float]]:
    """Yield the hotspot of every visible hex, measured from the corner of the map. For an empty hex it is the centre.

    For a hex with ships it is the hex's number. If hulls are too near to the number, it is the corner of the hex that
    is farthest from hulls and other hotspots.
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
    """Return the middle of each visible hex, column by column."""
    return MappingProxyType({space: part.centre(space) for space in part.spaces()})


def _around(space: str, free: Mapping[str, Point]) -> Iterator[Point]:
    """Yield the middles of free hexes within two columns and two rows.

    These are all middles within three hexsides, and more.
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
    """Return the distance of the nearest other spot."""
    return min((hypot(place[0] - x, place[1] - y) for x, y in others), default=APART)
