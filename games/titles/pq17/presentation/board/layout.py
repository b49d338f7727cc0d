"""The layout of the stacks of blocks on the map.

Each block has a plate, a sign with its name; the plates of one side in one place form a stack. A stack is near its
place, which is the hex or port of its blocks. A leader is the line from a stack to its place. A stack should not cover
names, marks, other stacks, or their leaders.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import dist
from typing import NamedTuple

from msgspec import Struct

from games.kernel.rectangles import Rectangle, crosses
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.placing import APART, Point, beside, centred_rect
from games.titles.pq17.presentation.board.plates import Plate, Stack, draw_plate

BESIDE = 5.0
"""The least distance of a stack from its place."""
NEAR, FAR = (0.0, 4.0, 9.0, 15.0, 22.0), (30.0, 40.0, 52.0, 66.0, 82.0, 100.0)
"""The extra distances of a stack that are tried. FAR distances are tried only if all NEAR ones have a high cost."""
ON_A_STACK, ON_A_NAME, ON_A_PLACE, ON_A_MARK = 14.0, 12.0, 3.0, 0.5
"""The cost of each unit of area that a stack covers.

In order: of another stack; of a name; of another stack's place; of a mark.
"""
OFF, CROWDED, ACROSS, ACROSS_A_LINE, ON_A_HEX = 400.0, 160.0, 300.0, 40.0, 2.5
"""The costs of faults of a layout.

In order: a unit of area beyond the edge of the map; a hotspot too near to another hotspot; a leader through a name or
another stack; two leaders that cross; a stack on the middle of a hex, where routes are drawn.
"""
ROUNDS = 3
"""The most rounds in which stacks that cover other stacks are moved again."""
EDGE = 2.6
"""The width of the edge of a plate (the sign of one block in a stack)."""
LEAST = 10.0
"""The least distance of a hotspot from each end of its plate."""
MOST_GIVE_WAY = 3
"""The most stacks that are moved to make room for another stack."""
FAULT = 20.0
"""A stack is moved again if its position costs at least this much, not counting the cost of its distance."""
Line = tuple[tuple[float, float], tuple[float, float]]


class Laid(Struct, frozen=True, dict=True):
    """A stack at a position on the map.

    `area`: the rectangle of the stack. `price`: the cost of its distance from its place, which the layout keeps low.
    """

    stack: Stack
    area: Rectangle
    price: float = 0.0

    @cached_property
    def leader(self) -> Line:
        """Return the two ends of the leader: the place of the stack, and the nearest point of a plate."""
        x, y = self.stack.x, self.stack.y
        ends = [
            (min(max(x, one.left), one.right), min(max(y, one.top), one.bottom)) for one in map(self.of, self.middles)
        ]
        return (x, y), min(ends, key=lambda end: dist(end, (x, y)))

    @cached_property
    def middles(self) -> list[tuple[Plate, float, float]]:
        """Return each plate of the stack with the x and y of its middle.

        The plates are aligned at the side of the stack that is nearer to the stack's place.
        """
        found, top, area = [], self.area.top, self.area
        for plate in self.stack.plates:
            half = plate.width / 2
            x = area.right - half if area.right <= self.stack.x else area.left + half
            found.append((plate, x, top + plate.height / 2))
            top += plate.height + 1
        return found

    @cached_property
    def extent(self) -> Rectangle:
        """Return the smallest rectangle around the leader."""
        return _extent(self.leader)

    def is_crossed_by(self, other: "Laid") -> bool:
        """Return True if the leader of one of the two stacks crosses the other stack."""
        return crosses(self.leader, other.area) or crosses(other.leader, self.area)

    @property
    def is_far(self) -> bool:
        """Return True if the stack is at one of the distances FAR."""
        return dist(*self.leader) > BESIDE + NEAR[-1]

    @staticmethod
    def of(middle: tuple[Plate, float, float]) -> Rectangle:
        """Return the rectangle of a plate. `middle`: an entry of `middles`."""
        plate, x, y = middle
        return centred_rect(x, y, plate.width, plate.height)


class Layout:
    """The positions of all stacks on a chart, computed when the object is created.

    `found`: the stacks. `marks`: the rectangles of signs that should stay visible. `laid`: the stacks at their
    positions. `spots`, `sizes`: the middle and the size of each plate, for hotspots.
    """

    def __init__(self, chart: Chart, found: Sequence[Stack], marks: Sequence[Rectangle] = ()) -> None:
        self.chart = chart
        self.laid: list[Laid] = []
        self.spots: dict[str, Point] = {}
        self.sizes: dict[str, tuple[float, float, float]] = {}
        self._marks = [*marks, *chart.dots]
        self._names = (*chart.names.values(), *chart.lettered)
        self._places = [centred_rect(one.x, one.y, 10, 10) for one in found]
        self._hexes = [(one.x, one.y) for one in (*chart.hex_points.values(), *chart.port_points.values())]
        for stack in sorted(found, key=lambda one: (-len(one.plates), one.y, one.x, one.side)):
            self.laid.append(self._lay(stack, self.laid))
        self._improve()
        self._take_spots()

    @property
    def lettered(self) -> list[Rectangle]:
        """Return the inner rectangles of the plates, which contain their texts; arrows must not cross them."""
        return [laid.of(middle).grown(-EDGE) for laid in self.laid for middle in laid.middles]

    def _improve(self) -> None:
        """Move the stacks that are far or cover something, until nothing improves."""
        for _ in range(ROUNDS):
            before = list(self.laid)
            for laid in before:
                if laid in self.laid and (laid.is_far or self._cost(laid, self.laid) >= FAULT):
                    self._move(laid)
            if self.laid == before:
                return

    def _move(self, laid: Laid) -> None:
        """Move a stack to a better position, if there is one.

        Tried first is its best position on the empty map, from which other stacks give way; then the best position
        beside them.
        """
        rest = [one for one in self.laid if one is not laid]
        alone = self._lay(laid.stack, ())
        ways = [one for one in rest if one.area.overlap(alone.area) or alone.is_crossed_by(one)]
        if 0 < len(ways) <= MOST_GIVE_WAY and self._try([laid, *ways], alone):
            return
        self._try([laid])

    def _try(self, moved: list[Laid], *first: Laid) -> bool:
        """Place the stacks `moved` again, one after the other, if that lowers the total cost; return True if it does.

        `first`: positions for the first of them.
        """
        found = [one for one in self.laid if one not in moved]
        kept, found = len(found), [*found, *first]
        for one in moved[len(first) :]:
            found.append(self._lay(one.stack, found))
        if self._total(found[kept:], found) >= self._total(moved, self.laid):
            return False
        self.laid = found
        return True

    def _total(self, some: Sequence[Laid], others: Sequence[Laid]) -> float:
        """Return the total cost of some stacks. `others`: all stacks on the map."""
        return sum(one.price + self._cost(one, others) for one in some)

    def _cost(self, laid: Laid, others: Sequence[Laid]) -> float:
        """Return the cost of a stack's position, without the cost of its distance."""
        return self._near(laid.stack, FAR if laid.is_far else NEAR, others).cost(laid, 1e18)

    def _lay(self, stack: Stack, others: Sequence[Laid]) -> Laid:
        """Return the best position of a stack beside others."""
        best, where = self._search(stack, NEAR, 1e18, others)
        if best >= FAULT:
            best, where = min((best, where), self._search(stack, FAR, best, others), key=lambda found: found[0])
        return where

    def _search(
        self, stack: Stack, aside: tuple[float, ...], best: float, others: Sequence[Laid]
    ) -> tuple[float, Laid]:
        """Return the lowest cost below `best` of a position at these extra distances (`aside`), and that position.

        Returns `best` and a position on the place itself if no position costs less.
        """
        wide, high = stack.width / 2 + BESIDE, stack.height / 2 + BESIDE
        where = Laid(stack, centred_rect(stack.x, stack.y, stack.width, stack.height))
        near = self._near(stack, aside, others)
        for price, right, down, off in beside(aside):
            if price >= best:
                break
            x, y = stack.x + right * (wide + off), stack.y + down * (high + off)
            laid = Laid(stack, centred_rect(x, y, stack.width, stack.height), price)
            cost = price + near.cost(laid, best - price)
            if cost < best:
                best, where = cost, laid
        return best, where

    def _near(self, stack: Stack, aside: tuple[float, ...], laid: Sequence[Laid]) -> "_Near":
        """Return everything that a stack may cover at these extra distances (`aside`)."""
        far = 2 * (BESIDE + aside[-1])
        within = centred_rect(stack.x, stack.y, 2 * stack.width + far, 2 * stack.height + far)
        left, right, top, bottom = within.left, within.right, within.top, within.bottom
        others = [one for one in laid if one.stack is not stack]
        return _Near(
            self.chart,
            [one.area for one in others if within.overlap(one.area)],
            [one for one in self._names if within.overlap(one)],
            [one for one in self._places if within.overlap(one)],
            [one for one in self._marks if within.overlap(one)],
            [(one.leader, one.extent) for one in others if within.overlap(one.extent)],
            [one for one in self._hexes if left < one[0] < right and top < one[1] < bottom],
        )

    def _take_spots(self) -> None:
        """Set the hotspots of the plates, each far enough from all others for a finger; other plates get none."""
        taken = [*self.chart.hex_points.values(), *self.chart.port_points.values()]
        for laid in self.laid:
            for plate, x, y in laid.middles:
                near = [(one.x, one.y) for one in taken if abs(one.y - y) < APART]
                aside = _clear_of(near, plate.width, x, y)
                if aside is not None:
                    self.spots[plate.id] = Point(x + aside, y)
                    self.sizes[plate.id] = plate.width - 2 * abs(aside), plate.height, aside
                    taken.append(self.spots[plate.id])


class _Near(NamedTuple):
    """Everything near a place that a stack should not cover.

    `leaders`: the leaders of other stacks, each with the rectangle around it. `hexes`: the middles of hexes.
    """

    chart: Chart
    stacks: list[Rectangle]
    names: list[Rectangle]
    places: list[Rectangle]
    marks: list[Rectangle]
    leaders: list[tuple[Line, Rectangle]]
    hexes: list[tuple[float, float]]

    def cost(self, laid: Laid, most: float) -> float:
        """Return the cost of a stack's position, without the cost of its distance.

        If it exceeds `most`, it may be too low, but is above `most`.
        """
        area = laid.area
        cost = OFF * area.overflow(self.chart.width, self.chart.height)
        for weight, others in (
            (ON_A_STACK, self.stacks),
            (ON_A_NAME, self.names),
            (ON_A_PLACE, self.places),
            (ON_A_MARK, self.marks),
        ):
            if cost > most:
                return cost
            cost += weight * area.total_overlap(others)
        for part in self._lines(laid), self._spots(laid):
            if cost > most:
                return cost
            cost += sum(part)
        return cost

    def _lines(self, laid: Laid) -> Iterator[float]:
        """Yield the costs of crossings between leaders, names and stacks."""
        leader, area = laid.leader, laid.area
        along = laid.extent
        near = [one for others in (self.names, self.stacks) for one in others if along.overlap(one)]
        yield ACROSS * sum(crosses(leader, one) for one in near)
        yield ACROSS * sum(crosses(line, area) for line, extent in self.leaders if area.overlap(extent))
        yield ACROSS_A_LINE * sum(_cross(leader, line) for line, extent in self.leaders if along.overlap(extent))

    def _spots(self, laid: Laid) -> Iterator[float]:
        """Yield the costs of covering the middles of hexes, and of hotspots too near to those of hexes."""
        area = laid.area
        left, right, top, bottom = area.left - APART, area.right + APART, area.top - APART, area.bottom + APART
        near = [(x, y) for x, y in self.hexes if left < x < right and top < y < bottom]
        yield ON_A_HEX * sum(area.left < x < area.right and area.top < y < area.bottom for x, y in near)
        yield CROWDED * sum(_clear_of(near, plate.width, x, y) is None for plate, x, y in laid.middles)


def _clear_of(taken: Sequence[tuple[float, float]], wide: float, x: float, y: float) -> float | None:
    """Return how far right of a plate's middle its hotspot must be, to be clear of those `taken`; None if impossible.

    `wide`: the width of the plate. A negative result means left.
    """
    for aside in (0.0, 4.0, -4.0, 8.0, -8.0, 12.0, -12.0, 16.0, -16.0, 20.0, -20.0):
        if abs(aside) <= wide / 2 - LEAST and all(dist((x + aside, y), one) >= APART for one in taken):
            return aside
    return None


def _extent(line: Line) -> Rectangle:
    """Return the smallest rectangle around a line."""
    (x1, y1), (x2, y2) = line
    return Rectangle(min(x1, x2) - 0.5, min(y1, y2) - 0.5, max(x1, x2) + 0.5, max(y1, y2) + 0.5)


def _cross(one: Line, other: Line) -> bool:
    """Return True if two lines cross."""
    return _turns(one, other[0]) != _turns(one, other[1]) and _turns(other, one[0]) != _turns(other, one[1])


def _turns(line: Line, point: tuple[float, float]) -> bool:
    """Return True if a point is on the left of a line, seen from its first end to its second."""
    (x1, y1), (x2, y2) = line
    return (x2 - x1) * (point[1] - y1) > (y2 - y1) * (point[0] - x1)


def draw_stack(ink: Ink, laid: Laid) -> None:
    """Draw the plates of a stack, and its leader."""
    stack = laid.stack
    ink.leader(*laid.leader, f"{stack.side}_line", "halo")
    ink.disc(stack.x, stack.y, 2.6, f"{stack.side}_line", edge="halo", line=0.8)
    for plate, middle, centre in laid.middles:
        draw_plate(ink, plate, middle - plate.width / 2, centre - plate.height / 2)
