"""Positions for the names of ships, clear of other names and hulls if possible."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from games.kernel.rectangles import Point, Rectangle, crosses

FAR = (0.0, 7.0, 16.0, 27.0)
"""The greatest distance of a name."""
ON_A_COURSE, COURSE = 80.0, 160.0
"""The cost of a name across the course straight ahead, and the length of that course."""
ON_A_NAME, ON_A_HULL, ON_A_MARK, OUTSIDE = 16.0, 5.0, 0.6, 400.0
"""The cost of overlapping another name, a hull or a line, by unit of area, and of leaving the map."""


class Wanted(Struct, frozen=True):
    """A name to be placed: its point, the least distance from it, and the size of the name.

    `ahead`: the directions in which the ships may go on, where the page draws their courses.
    """

    key: str
    x: float
    y: float
    reach: float
    wide: float
    high: float
    ahead: tuple[Point, ...] = ()


def placed(
    names: Sequence[Wanted], hulls: Sequence[Rectangle], marks: Sequence[Rectangle], width: float, height: float
) -> dict[str, Rectangle]:
    """Return a position for each name. The most crowded names are placed first."""
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
    """Yield the possible places of a name around its point, each with its cost.

    A place below costs least, then come above, right and left, then the diagonals. Places on a course cost more.
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
