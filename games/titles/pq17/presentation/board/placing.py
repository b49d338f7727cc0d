"""Places for marks beside a point of the map, clear of others if possible."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, hypot, radians, sin

from msgspec import Struct

from games.kernel.rectangles import Rectangle

APART = 14.0
"""The least distance of two spots that a finger can tell apart."""

ALONG = (0.0, 0.35, -0.35, 0.7, -0.7)
"""Where beside a rectangle its point may lie, from the middle of a side to its ends."""


class Point(Struct, frozen=True):
    """A point of the picture."""

    x: float
    y: float

    def clear(self, others: Iterable["Point"]) -> bool:
        """Return True if the point is far enough from all others for a finger to tap it."""
        x, y = self.x, self.y
        near = [one for one in others if -APART < x - one.x < APART]
        return all(hypot(x - one.x, y - one.y) >= APART for one in near)


def centred_rect(x: float, y: float, wide: float, high: float) -> Rectangle:
    """Return a rectangle around a middle."""
    return Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


@cache
def beside(aside: tuple[float, ...]) -> tuple[tuple[float, float, float, float], ...]:
    """Return places around a point for a rectangle, the best first.

    Each has its cost, the direction of the rectangle's middle across and down, and the distance that is added to half
    its size.
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
    """Return the point if it is far enough from those in `taken`, otherwise the nearest such point within a hex.

    Returns None if no such point is free.
    """
    for reach in (0.0, 6.0, 9.0, 12.0, 15.0):
        for turned in range(0, 360, 30):
            one = Point(x + reach * sin(radians(turned)), y - reach * cos(radians(turned)))
            if one.clear(taken):
                return one
            if not reach:
                break
    return None
