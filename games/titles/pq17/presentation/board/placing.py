"""Places for marks beside a point of the map, clear of others if possible."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin

from msgspec import Struct

from games.kernel.rectangles import Rectangle

APART = 14.0
"""The least distance of two spots that a finger can tell apart."""


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


def offsets_around(
    wide: float, high: float, reach: float, far: Sequence[float]
) -> Iterator[tuple[float, float, float]]:
    """Yield offsets of a rectangle's middle from a point, as right, down and cost; the preferred offset costs least.

    `reach`: the distance to keep from the point. `far`: further distances to try.
    """
    for off in far:
        right, down = wide / 2 + reach + off, high / 2 + reach + off
        sides = (
            (0.0, right, 0.0), (1.0, -right, 0.0), (1.5, 0.0, down), (2.0, 0.0, -down),
            (3.0, right * 0.9, down * 0.8), (3.0, right * 0.9, -down * 0.8),
            (3.5, -right * 0.9, down * 0.8), (3.5, -right * 0.9, -down * 0.8),
            (3.0, right * 0.5, down), (3.0, right * 0.5, -down), (3.5, -right * 0.5, down), (3.5, -right * 0.5, -down),
        )  # fmt: skip
        for price, x, y in sides:
            yield price + off * 0.6, x, y


def free_point(x: float, y: float, taken: Sequence[Point]) -> Point | None:
    """Return the point, or the nearest one within a hex that is far enough from those in `taken`.

    None if there is none.
    """
    for reach in (0.0, 6.0, 9.0, 12.0, 15.0):
        for turned in range(0, 360, 30):
            one = Point(x + reach * sin(radians(turned)), y - reach * cos(radians(turned)))
            if one.clear(taken):
                return one
            if not reach:
                break
    return None
