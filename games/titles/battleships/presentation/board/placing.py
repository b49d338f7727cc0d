"""Positions for the names of ships, clear of other names and hulls if possible."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from games.kernel.rectangles import Point, Rectangle, crosses

FAR = (0.0, 7.0, 16.0, 27.0)
"""The distances from a ship, added to the least distance, at which a position for her name is tried."""
ON_A_COURSE, COURSE = 80.0, 160.0
"""The cost of a position on the line straight ahead of a ship, and the length of that line."""
ON_A_NAME, ON_A_HULL, ON_A_MARK, OUTSIDE = 16.0, 5.0, 0.6, 400.0
"""The costs of a position.

For each unit of area: the name overlaps another name, a hull or a line. For each unit of length: the name is off the
map.
"""


class Wanted(Struct, frozen=True):
    """A name to be placed beside the point (x, y)."""

    key: str
    x: float
    y: float
    reach: float
    """Its least distance from the point."""
    wide: float
    """The width of the name."""
    high: float
    """The height of the name."""
    ahead: tuple[Point, ...] = ()
    """Points in the directions of the headings of the ships there. The page draws their courses in these directions, so
    names should avoid them.
    """


def placed(
    names: Sequence[Wanted], hulls: Sequence[Rectangle], marks: Sequence[Rectangle], width: float, height: float
) -> dict[str, Rectangle]:
    """Return the rectangle of each name, by its key. Names with the most other names nearby are placed first.

    `hulls` and `marks` are rectangles that names should not overlap; `width` and `height` are the size of the map.
    """
    order = sorted(names, key=lambda one: (-_crowd(one, names), one.key))
    found: dict[str, Rectangle] = {}
    for name in order:
        best, least = None, 1e18
        for price, area in _candidates(name):
            cost = price + OUTSIDE * _outside(area, width, height)
            for weight, others in ((ON_A_NAME, found.values()), (ON_A_HULL, hulls), (ON_A_MARK, marks)):
                if cost >= least:
                    break
                cost += weight * area.total_overlap(others)
            if cost < least:
                best, least = area, cost
        if best is not None:
            found[name.key] = best
    return found


def _crowd(name: Wanted, names: Sequence[Wanted]) -> int:
    """Return the number of other names nearby."""
    return sum(1 for other in names if abs(other.x - name.x) < 60 and abs(other.y - name.y) < 60)


def _outside(area: Rectangle, width: float, height: float) -> float:
    sides = (2 - area.left, area.right - width + 2, 2 - area.top, area.bottom - height + 2)
    return sum(max(0.0, side) for side in sides)


def _candidates(name: Wanted) -> Iterator[tuple[float, Rectangle]]:
    """Yield the possible positions of a name around its point: (cost, rectangle).

    A position below costs least, then follow above, right and left, then the diagonals. Positions on a course cost
    more.
    """
    for far in FAR:
        reach = name.reach + far
        right, down = reach + name.wide / 2, reach + name.high / 2
        sides = (
            (0, 0.0, down), (1, 0.0, -down), (2, right, 0.0), (2, -right, 0.0),
            (4, right * 0.8, down * 0.85), (4, -right * 0.8, down * 0.85),
            (5, right * 0.8, -down * 0.85), (5, -right * 0.8, -down * 0.85),
        )  # fmt: skip
        for price, x, y in sides:
            left, top = name.x + x - name.wide / 2, name.y + y - name.high / 2
            area = Rectangle(left, top, left + name.wide, top + name.high)
            courses = sum(crosses(((name.x, name.y), _far(name, way)), area) for way in name.ahead)
            yield price + 4 * far + ON_A_COURSE * courses, area


def _far(name: Wanted, way: Point) -> Point:
    return name.x + COURSE * way[0], name.y + COURSE * way[1]
