"""Positions for marks beside a point of the map, clear of other marks if possible."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, hypot, radians, sin

from msgspec import Struct

from games.kernel.rectangles import Rectangle

APART = 14.0
"""The least distance of two hotspots that a finger can tell apart."""

ALONG = (0.0, 0.35, -0.35, 0.7, -0.7)
"""The positions of the point along a side of the rectangle: 0 is the middle, 1 and -1 are the ends."""


class Point(Struct, frozen=True):
    """A point of the picture."""

    x: float
    y: float

    def clear(self, others: Iterable["Point"]) -> bool:
        """Return True if a finger can tap the point without touching any of the others."""
        x, y = self.x, self.y
        near = [one for one in others if -APART < x - one.x < APART]
        return all(hypot(x - one.x, y - one.y) >= APART for one in near)


def centred_rect(x: float, y: float, wide: float, high: float) -> Rectangle:
    """Return a rectangle by its middle and size."""
    return Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


@cache
def beside(aside: tuple[float, ...]) -> tuple[tuple[float, float, float, float], ...]:
    """Return the possible positions of a rectangle beside a point, the best first.

    Each position has four numbers. The first is its cost. The second and third are the direction from the point to the
    middle of the rectangle, right and down. The fourth is the distance between point and rectangle, a value of `aside`.
    The direction is multiplied by half the size of the rectangle plus the distance.
    """
    found = []
    for off in aside:
        for at in ALONG:
            slant = abs(at) * 1.5
            found += [(slant, 1.0, at, off), (slant + 1.0, -1.0, at, off)]
            found += [(slant + 1.5, at, 1.0, off), (slant + 2.0, at, -1.0, off)]
        found += [(3.0 + off / 3, right, down, off) for right in (1.0, -1.0) for down in (1.0, -1.0)]
    return tuple(sorted((price + off * 0.6, right, down, off) for price, right, down, off in found))


def free_point(x: float, y: float, taken: Sequence[Point]) -> Point | None:
    """Return the point (`x`, `y`) if it is far enough from all points in `taken`, otherwise a free point nearby.

    Return None if there is no free point within 15 units.
    """
    for reach in (0.0, 6.0, 9.0, 12.0, 15.0):
        for turned in range(0, 360, 30):
            one = Point(x + reach * sin(radians(turned)), y - reach * cos(radians(turned)))
            if one.clear(taken):
                return one
            if not reach:
                break
    return None
