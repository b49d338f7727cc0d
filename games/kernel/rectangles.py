"""Rectangles on a sheet: their overlaps and the lines through them, to place names and counters."""

from collections.abc import Iterable, Iterator
from math import hypot

from msgspec import Struct

Point = tuple[float, float]


class Rectangle(Struct, frozen=True):
    """A rectangle by its four sides, in units of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Rectangle", slack: float = 0.0) -> float:
        """Return the overlapping area of two rectangles, each reduced by `slack` on every side."""
        if self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top:
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left) - slack
        high = min(self.bottom, other.bottom) - max(self.top, other.top) - slack
        return wide * high if wide > 0 and high > 0 else 0.0

    def total_overlap(self, others: Iterable["Rectangle"], slack: float = 0.0) -> float:
        """Return the sum of the overlapping areas with other rectangles; the computation is inlined for speed."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        total = 0.0
        for one in others:
            if right <= one.left or one.right <= left or bottom <= one.top or one.bottom <= top:
                continue
            wide = min(right, one.right) - max(left, one.left) - slack
            high = min(bottom, one.bottom) - max(top, one.top) - slack
            if wide > 0 and high > 0:
                total += wide * high
        return total

    def overflow(self, width: float, height: float, margin: float = 2.0) -> float:
        """Return by how much the rectangle exceeds the margins of a sheet of that size, summed over the four sides."""
        across = max(0.0, margin - self.left) + max(0.0, self.right - width + margin)
        return across + max(0.0, margin - self.top) + max(0.0, self.bottom - height + margin)

    def grown(self, by: float) -> "Rectangle":
        """Return the rectangle with all sides moved outwards by `by`."""
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the rectangle; 0 within."""
        x, y = point
        return hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))


class Areas:
    """The areas of a sheet that are in use, indexed by the squares of a grid that they touch."""

    def __init__(self, square: float = 32.0) -> None:
        self._square = square
        self._found: dict[tuple[int, int], list[Rectangle]] = {}

    def add(self, area: Rectangle) -> None:
        """Record that an area is in use."""
        for square in self._squares(area):
            self._found.setdefault(square, []).append(area)

    def is_free(self, area: Rectangle) -> bool:
        """Return True if no area in use overlaps this one."""
        return not any(one.overlap(area) for square in self._squares(area) for one in self._found.get(square, ()))

    def touching(self, area: Rectangle) -> list[Rectangle]:
        """Return the areas in use that overlap this one, each once."""
        squares = (self._found.get(square, ()) for square in self._squares(area))
        return list(dict.fromkeys(one for found in squares for one in found if one.overlap(area)))

    def _squares(self, area: Rectangle) -> Iterator[tuple[int, int]]:
        sides = (area.left, area.right, area.top, area.bottom)
        left, right, top, bottom = (int(side // self._square) for side in sides)
        return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def crosses(line: tuple[Point, Point], box: Rectangle, slack: float = 0.0) -> bool:
    """Return True if a straight line passes through a rectangle that is reduced by `slack` on every side."""
    (x1, y1), (x2, y2) = line
    first, last = 0.0, 1.0
    for start, way, low, high in ((x1, x2 - x1, box.left, box.right), (y1, y2 - y1, box.top, box.bottom)):
        least, most = low + slack, high - slack
        if abs(way) < 1e-9:
            if not least < start < most:
                return False
            continue
        ends = sorted(((least - start) / way, (most - start) / way))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first < last
