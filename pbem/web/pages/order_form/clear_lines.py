"""Lines, rings and numbers that show orders on the picture without covering the picture's names.

All lengths are in units of the picture.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin

from games.kernel.rectangles import Areas, Point, Rectangle

CLEAR = 2.5
"""The minimum distance between a name and the middle of a line."""
SHORTEST = 2.0
"""The minimum length of a piece of a line; shorter pieces are not drawn."""
HEAD = 9.0
"""The length of an arrowhead."""
RIM = 6.5
"""The radius of a number's disc."""
SIDES = 40
"""The number of sides of the polygon by which a ring is approximated."""
AROUND = ((1, 1), (-1, -1), (1, -1), (-1, 1), (1, 0), (-1, 0), (0, 1), (0, -1))
"""The directions (right, down), seen from a thing, in which the number of the thing may be drawn."""
STRAIGHT = 3.0
"""The extra distance of a number that is drawn straight beside, above or below its thing, not diagonally."""
FARTHER = (0.0, 5.0, 10.0, 16.0, 24.0)
"""The extra distances of a number from its thing, in the order in which they are tried."""

ALONG = (0.5, 0.4, 0.6, 0.3, 0.7)
"""The parts of a straight arrow at which its number may be drawn, in the order in which they are tried."""


class ClearSpace:
    """The areas of a picture's names and of the numbers drawn so far; finds lines and places that avoid them."""

    def __init__(self, names: Iterable[Sequence[float]]) -> None:
        self._names, self._margins, self._taken = Areas(), Areas(), Areas()
        for name in (Rectangle(*one) for one in names):
            self._names.add(name)
            self._margins.add(name.grown(CLEAR))
            self._taken.add(name)

    def pieces(self, points: Sequence[Point]) -> list[list[Point]]:
        """Return the pieces of a line that cross no name, in order, as lists of points.

        Pieces shorter than `SHORTEST` are omitted.
        """
        near = self._margins.touching(_extent(points))
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
        """Return the pieces of a ring that cross no name, as lists of points.

        Return [] if the whole ring crosses no name, so that it can be drawn as a circle.
        """
        x, y = center
        if not self._margins.touching(_extent([(x - radius, y - radius), (x + radius, y + radius)])):
            return []
        turns = (2 * pi * side / SIDES for side in range(SIDES + 1))
        return self.outline([(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns])

    def outline(self, points: Sequence[Point]) -> list[list[Point]]:
        """Return the pieces of a closed line that cross no name, as lists of points.

        Return [] if the whole line crosses no name, so that it can be drawn as it is.
        """
        found = self.pieces(points)
        return [] if found == [list(points)] else found

    def is_free(self, points: Sequence[Point]) -> bool:
        """Return True if the rectangle around these points covers no name and no number."""
        return self._taken.is_free(_extent(points))

    def place_number(self, center: Point, across: float, along: float, *, down: bool) -> Point:
        """Return a free point for the middle of a number beside a thing, and mark the number's area as taken.

        The first point that is tried is below on the right (with `down`) or above on the left. `across` and `along` are
        half the thing's width and height.
        """
        x, y = center
        ways = AROUND if down else (AROUND[1], AROUND[0], *AROUND[2:])
        places = [
            (x + right * (across + far), y + lower * (along + far))
            for more in FARTHER
            for right, lower in ways
            for far in [more if right and lower else more + STRAIGHT]
        ]
        unnamed = [one for one in places if self._names.is_free(_disc(one))] or places[:1]
        best = next((one for one in unnamed if self._taken.is_free(_disc(one))), unnamed[0])
        self._taken.add(_disc(best))
        return best

    def place_number_on(self, start: Point, end: Point) -> Point | None:
        """Return a free point for the middle of a number on a straight arrow, and mark its area as taken.

        Return None if the arrow is too short for a number, or if a name or number covers every such point.
        """
        room = dist(start, end) - HEAD - 2 * RIM
        places = [_point((start, end), part) for part in ALONG] if room > 0 else []
        found = next((one for one in places if self._taken.is_free(_disc(one))), None)
        if found is not None:
            self._taken.add(_disc(found))
        return found


def arrowhead(start: Point, end: Point, back: float = 0.0) -> tuple[Point, Point, Point]:
    """Return the three corners of an arrowhead on a line, the tip first.

    The tip lies on the line, at the distance `back` before its end.
    """
    (ax, ay), (bx, by) = start, end
    long = dist(start, end) or 1.0
    right, down = (bx - ax) / long, (by - ay) / long
    x, y = bx - right * back, by - down * back
    right, down = right * HEAD, down * HEAD
    wings = ((x - right - down * 0.6, y - down + right * 0.6), (x - right + down * 0.6, y - down - right * 0.6))
    return (x, y), *wings


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
    """Return where a line enters and leaves an area, as fractions of the line's length; None if it misses the area."""
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
