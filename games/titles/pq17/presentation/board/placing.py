"""Places for what stands beside a point of the map, upon nothing else if that can be had."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin

from msgspec import Struct

from games.kernel.craft.patch import Patch

APART = 14.0
"""How far apart two spots are at least, so that a finger can tell them."""


class Point(Struct, frozen=True):
    """A point."""

    x: float
    y: float

    def clear(self, others: Iterable["Point"]) -> bool:
        """Whether it is far enough from all others for a finger."""
        x, y = self.x, self.y
        near = [one for one in others if -APART < x - one.x < APART]
        return all(hypot(x - one.x, y - one.y) >= APART for one in near)


def patch(x: float, y: float, wide: float, high: float) -> Patch:
    """A rectangle around its middle."""
    return Patch(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def around(wide: float, high: float, reach: float, far: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """Offsets of the middle of a rectangle that stands beside a point, with a price, the most natural cheapest."""
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
    """The point itself, or the nearest to it that is far enough from those taken, within a hex; else nothing."""
    for reach in (0.0, 6.0, 9.0, 12.0, 15.0):
        for turned in range(0, 360, 30):
            one = Point(x + reach * sin(radians(turned)), y - reach * cos(radians(turned)))
            if one.clear(taken):
                return one
            if not reach:
                break
    return None
