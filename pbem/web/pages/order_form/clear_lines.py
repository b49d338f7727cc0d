"""Lines, rings and numbers of orders that leave the names on the picture legible.

Lengths are units of the picture.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin

from games.kernel.rectangles import Areas, Point, Rectangle

CLEAR = 2.5
"""The distance of a line from a name, to the middle of the line."""
SHORTEST = 2.0
"""Shorter pieces of a line are left out."""
HEAD = 9.0
"""The length of an arrowhead."""
RIM = 6.5
"""The radius of a number's disc."""
SIDES = 40
"""The number of sides of the polygon that stands for a ring."""
AROUND = ((1, 1), (-1, -1), (1, -1), (-1, 1), (1, 0), (-1, 0), (0, 1), (0, -1))
"""The directions from a place in which its number may stand."""
STRAIGHT = 3.0
"""The extra distance of a number that stands straight beside its place, not aslant."""
FARTHER = (0.0, 5.0, 10.0, 16.0, 24.0)
"""The extra distances of a number from its place."""


class ClearSpace:
    """The space that names and numbers leave."""

    def __init__(self, names: Iterable[Sequence[float]]) -> None:
        self._names = [Rectangle(*name) for name in names]
        self._taken = Areas()
        for name in self._names:
            self._taken.add(name)

    def pieces(self, points: Sequence[Point]) -> list[list[Point]]:
        """Return the parts of a line that lie beside all names, in order."""
        near = [area for area in map(_widened, self._names) if area.overlap(_extent(points))]
        if not near:
            return [list(points)]
        found: list[list[Point]] = []
        for step in pairwise(points):
            for start, end in _open_parts(step, near):
                if found and found[-1][-1] == start:
                    found[-1].append(end)
                else:
                    found.append([start, end])
        return [piece for piece in found if _length(piece) >= SHORTEST]

    def ring(self, center: Point, radius: float) -> list[list[Point]]:
        """Return the parts of a ring that lie beside all names; an empty list if the whole ring does."""
        x, y = center
        turns = (2 * pi * side / SIDES for side in range(SIDES + 1))
        return self.outline([(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns])

    def outline(self, points: Sequence[Point]) -> list[list[Point]]:
        """Return the parts of a closed line that lie beside all names; an empty list if the whole line does."""
        found = self.pieces(points)
        return [] if found == [list(points)] else found

    def is_free(self, points: Sequence[Point]) -> bool:
        """Return True if an area around these points covers no name and no number."""
        return self._taken.is_free(_extent(points))

    def place_number(self, center: Point, across: float, along: float, *, down: bool) -> Point:
        """Return and take the place of a number beside a thing: below on the right or above on the left, if free."""
        x, y = center
        ways = AROUND if down else (AROUND[1], AROUND[0], *AROUND[2:])
        places = [
            (x + right * (across + far), y + lower * (along + far))
            for more in FARTHER
            for right, lower in ways
            for far in [more if right and lower else more + STRAIGHT]
        ]
        unnamed = [one for one in places if not any(_disc(one).overlap(name) for name in self._names)] or places[:1]
        best = next((one for one in unnamed if self._taken.is_free(_disc(one))), unnamed[0])
        self._taken.add(_disc(best))
        return best


def arrowhead(start: Point, end: Point, back: float = 0.0) -> tuple[Point, Point, Point]:
    """Return the tip and the wings of an arrowhead on a line, so far before its end."""
    (ax, ay), (bx, by) = start, end
    long = dist(start, end) or 1.0
    right, down = (bx - ax) / long, (by - ay) / long
    x, y = bx - right * back, by - down * back
    right, down = right * HEAD, down * HEAD
    wings = ((x - right - down * 0.6, y - down + right * 0.6), (x - right + down * 0.6, y - down - right * 0.6))
    return (x, y), *wings


def _widened(name: Rectangle) -> Rectangle:
    return Rectangle(name.left - CLEAR, name.top - CLEAR, name.right + CLEAR, name.bottom + CLEAR)


def _extent(points: Sequence[Point]) -> Rectangle:
    across, along = [x for x, _ in points], [y for _, y in points]
    return Rectangle(min(across) - 0.1, min(along) - 0.1, max(across) + 0.1, max(along) + 0.1)


def _disc(middle: Point) -> Rectangle:
    x, y = middle
    return Rectangle(x - RIM, y - RIM, x + RIM, y + RIM)


def _length(points: Sequence[Point]) -> float:
    return sum(dist(*step) for step in pairwise(points))


def _open_parts(step: tuple[Point, Point], areas: Sequence[Rectangle]) -> Iterator[tuple[Point, Point]]:
    """Yield the parts of a straight line outside all areas."""
    at = 0.0
    for start, end in sorted(found for area in areas if (found := _span(step, area)) is not None):
        if start > at:
            yield _point(step, at), _point(step, start)
        at = max(at, end)
    if at < 1.0:
        yield _point(step, at), step[1]


def _span(step: tuple[Point, Point], area: Rectangle) -> tuple[float, float] | None:
    """Return where a straight line enters and leaves an area, as parts of its length."""
    (x1, y1), (x2, y2) = step
    first, last = 0.0, 1.0
    for start, way, low, high in ((x1, x2 - x1, area.left, area.right), (y1, y2 - y1, area.top, area.bottom)):
        if abs(way) < 1e-9:
            if not low < start < high:
                return None
            continue
        ends = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None


def _point(step: tuple[Point, Point], part: float) -> Point:
    (x1, y1), (x2, y2) = step
    return (x1, y1) if part == 0 else (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
