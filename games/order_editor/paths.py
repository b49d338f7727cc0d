"""Charts and paths: fill gaps by the cheapest way, find the fewest waypoints, compute costs."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec import Struct

from games.kernel.text import Text

SIDES = 6
"""The directions of a compass."""
LONGEST = 200
"""The largest number of places in a path. No title allows half as many; a longer list of waypoints has no path."""
MOST_SURVEYED = 300
"""The number of surveys that a chart caches."""
MOST_SEARCHED = 32
"""The number of starts whose search trees a chart caches: about as many as there are places with units."""


class Chart(Struct, frozen=True, omit_defaults=True, dict=True):
    """Spaces and the connections between them.

    `neighbours` lists the spaces next to each space. On a chart with directions there are always six, in the order of
    the directions, with "" for a closed side. A path ends at a stop. `entry_costs` are the costs of entering, where
    they are not 1.
    """

    neighbours: dict[str, tuple[str, ...]] = {}
    stops: tuple[str, ...] = ()
    entry_costs: dict[str, int] = {}

    @cached_property
    def survey_cache(self) -> "dict[tuple[Survey, MovementRule], tuple[str, ...]]":
        """The cache of the places that a movement rule reaches from its start, by survey and rule.

        Many forms need the same result.
        """
        return {}

    @cached_property
    def search_cache(self) -> dict[str, Mapping[str, str]]:
        """The cache of searches: for each start, the place before every place on the way from there.

        Many paths have the same start.
        """
        return {}

    @cached_property
    def start_cache(self) -> "dict[MovementRule, Mapping[str, PathNode]]":
        """The cached search from the start of the movement rule that was used last.

        The next survey often needs the same rule.
        """
        return {}


class CostBand(Struct, frozen=True, gc=False):
    """The extra effect (`cost`) of paths that cost at most `max_cost`.

    Its `tone` is ``free``, ``spends`` or ``risk``.
    """

    max_cost: int
    tone: str
    cost: Text


class MovementRule(Struct, frozen=True, omit_defaults=True, gc=False):
    """The possible movement: from `start` over the named chart, at a cost of `least` to `most`.

    On a chart with directions, `turns` are the costs of a turn by 0 to 3 sides, `most_turns` limits their number, and
    `heading` is the direction at the start, 1 to 6 (0: any). With `no_revisits`, no place is entered twice.
    """

    chart: str
    start: str
    most: int
    least: int = 1
    bands: tuple[CostBand, ...] = ()
    heading: int = 0
    turns: tuple[int, ...] = ()
    most_turns: int = 99
    no_revisits: bool = False


Survey = Callable[[Chart, MovementRule], Collection[str]]
"""Return certain places of a movement rule's range."""


class Position(NamedTuple):
    """The end of a path so far, and the direction there (0: none)."""

    place: str
    heading: int


class PathCost(NamedTuple):
    """The cost of a path, which the movement rule limits, and its number of turns."""

    cost: int
    turns: int


_NO_TURN = PathCost(0, 0)
Path = tuple[str, ...]


class PathNode(NamedTuple):
    """A node of the search from the end of a path.

    It has the place, the direction, the additional cost and turns, and the previous node.
    """

    place: str
    heading: int
    cost: int
    turns: int
    previous: "PathNode | None"

    @property
    def path(self) -> Path:
        """Return the places from the start of the search to this node, in order, without the start."""
        places: list[str] = []
        leg = self
        while leg.previous is not None:
            places.append(leg.place)
            leg = leg.previous
        return tuple(reversed(places))


def fill_path(chart: Chart, movement: MovementRule, waypoints: Sequence[str]) -> Path | None:
    """Return every place entered on the way through the waypoints; None if there is no such way.

    Neighbouring waypoints are one step apart; others are joined by the cheapest way, of equal ones the first in the
    chart's order.
    """
    path: list[str] = []
    for mark in waypoints:
        if max(len(path), len(waypoints)) > LONGEST or (path and path[-1] in chart.stops):
            return None
        if _lies_beside(chart, movement, path, mark):
            path.append(mark)
            continue
        leg = _leg(chart, movement, tuple(path), mark)
        if leg is None:
            return None
        path += leg
    return tuple(path)


def _lies_beside(chart: Chart, walk: MovementRule, path: Sequence[str], mark: str) -> bool:
    """Return True if the next waypoint is a neighbour and turns are free: a fast test for most complete paths."""
    beside = bool(mark) and not walk.turns and mark in chart.neighbours.get(path[-1] if path else walk.start, ())
    return beside and not (walk.no_revisits and (mark == walk.start or mark in path))


def fewest_waypoints(chart: Chart, movement: MovementRule, path: Path) -> Path:
    """Return the fewest waypoints from which `fill_path` restores the path; an impossible path stays unchanged."""
    if len(path) > LONGEST or fill_path(chart, movement, path) != path:
        return path
    costs = [price.cost if (price := path_cost(chart, movement, path[:at])) else 0 for at in range(len(path) + 1)]
    best: dict[int, tuple[int, Path]] = {len(path): (0, ())}
    for at in reversed(range(len(path))):
        found = _legs(chart, movement, path[:at], most=costs[-1] - costs[at])
        ends = [end for end in range(at + 1, len(path) + 1) if _way_to(found, path[end - 1]) == path[at:end]]
        count, end = min((best[end][0] + 1, -end) for end in ends)
        best[at] = (count, (path[-end - 1], *best[-end][1]))
    return best[0][1]


def reachable_places(chart: Chart, movement: MovementRule, path: Path) -> tuple[str, ...]:
    """Return the places that can extend a path within the movement rule, in the chart's order."""
    return _in_order(chart, _reached(chart, movement, path)) if path else _surveyed(_reached_first, chart, movement)


def _surveyed(survey: Survey, chart: Chart, walk: MovementRule) -> tuple[str, ...]:
    """Return the result of a survey, in the chart's order; cached."""
    found = chart.survey_cache.get((survey, walk))
    if found is None:
        if len(chart.survey_cache) >= MOST_SURVEYED:
            chart.survey_cache.clear()
        found = chart.survey_cache[survey, walk] = _in_order(chart, survey(chart, walk))
    return found


def _in_order(chart: Chart, places: Collection[str]) -> tuple[str, ...]:
    """Return places in the chart's order."""
    return tuple([place for place in chart.neighbours if place in places])


def _reached(chart: Chart, walk: MovementRule, path: Path) -> Collection[str]:
    return _even_reach(chart, walk, path) if _is_even(chart, walk) else _affordable(chart, walk, path)


def _reached_first(chart: Chart, walk: MovementRule) -> Collection[str]:
    return _reached(chart, walk, ())


def _even_reach(chart: Chart, walk: MovementRule, path: Path) -> Collection[str]:
    """Return the places of `_affordable`, without the ways there, if every step has the same cost."""
    price, (here, heading) = path_cost(chart, walk, path), path_end(chart, walk, path)
    if price is None or (path and here in chart.stops):
        return ()
    known = {walk.start, *path} if walk.no_revisits else set[str]()
    found, edge = set[str](), {here}
    for step in range(walk.most - price.cost):
        beyond = {there for one in edge for there in chart.neighbours.get(one, ()) if there and there not in known}
        if not step and not heading:
            known.add(here)
        known |= beyond
        found |= beyond
        edge = beyond.difference(chart.stops) if chart.stops else beyond
        if not edge:
            break
    return found


def enterable_places(chart: Chart, movement: MovementRule) -> tuple[str, ...]:
    """Return the places that a path may enter, in the chart's order.

    A direct path to some of them would turn too often.
    """
    return _surveyed(_entered, chart, movement)


def _entered(chart: Chart, walk: MovementRule) -> Collection[str]:
    return _first_legs(chart, walk)


def _first_legs(chart: Chart, walk: MovementRule) -> Mapping[str, PathNode]:
    """Return the possible first legs of a movement rule, within its length."""
    found = chart.start_cache.get(walk)
    if found is None:
        chart.start_cache.clear()
        found = chart.start_cache[walk] = _legs(chart, walk, (), most=walk.most)
    return found


def end_places(chart: Chart, movement: MovementRule) -> tuple[str, ...]:
    """Return the possible ends of a path with a single waypoint; a stop has no minimum distance."""
    return _surveyed(_ended, chart, movement)


def _ended(chart: Chart, walk: MovementRule) -> Collection[str]:
    legs, near = _affordable(chart, walk, ()), frozenset(chart.stops)
    return {place for place, leg in legs.items() if leg.cost >= walk.least or place in near}


def path_extensions(chart: Chart, movement: MovementRule, path: Path) -> dict[str, Path]:
    """Return the complete extended path to each reachable place, in the chart's order."""
    legs = _affordable(chart, movement, path)
    return {place: (*path, *legs[place].path) for place in chart.neighbours if place in legs}


def _affordable(chart: Chart, walk: MovementRule, path: Path) -> dict[str, PathNode]:
    """Return the cheapest leg to each place that can extend a path within the movement rule."""
    so_far = path_cost(chart, walk, path)
    if so_far is None or (path and path[-1] in chart.stops):
        return {}
    most, turns = walk.most - so_far.cost, walk.most_turns - so_far.turns
    legs = _legs(chart, walk, path, most=most) if path else _first_legs(chart, walk)
    return {place: leg for place, leg in legs.items() if leg.cost <= most and leg.turns <= turns}


def _is_even(chart: Chart, walk: MovementRule) -> bool:
    """Return True if the cost of a path is its number of steps, whatever its places and turns."""
    return not walk.turns and not chart.entry_costs


def is_affordable(movement: MovementRule, cost: PathCost | None) -> bool:
    """Return True if the cost is within the movement rule's limits."""
    return cost is not None and cost.cost <= movement.most and cost.turns <= movement.most_turns


def path_cost(chart: Chart, movement: MovementRule, path: Path) -> PathCost | None:
    """Return the cost of a path; None if it is impossible."""
    if not movement.turns:
        return _straight(chart, movement.start, path)
    spot, cost, turns = Position(movement.start, movement.heading), 0, 0
    for place in path:
        step = take_step(chart, movement, spot, place)
        if step is None:
            return None
        spot = step[0]
        cost, turns = cost + step[1].cost, turns + step[1].turns
    return PathCost(cost, turns)


def _straight(chart: Chart, start: str, path: Path) -> PathCost | None:
    """Return the cost of a path if turns are free."""
    cost = 0
    for place in path:
        if not place or place not in chart.neighbours.get(start, ()):
            return None
        cost, start = cost + chart.entry_costs.get(place, 1), place
    return PathCost(cost, 0)


def passed_stop(chart: Chart, path: Path) -> str:
    """Return the stop that a path passes illegally, or the empty string."""
    return next((place for place in path[:-1] if place in chart.stops), "")


def cost_band(movement: MovementRule, cost: int) -> CostBand | None:
    """Return the band of a cost; None beyond the last, or without bands."""
    return next((band for band in movement.bands if cost <= band.max_cost), None)


def path_end(chart: Chart, movement: MovementRule, path: Path) -> Position:
    """Return the end of a path, and the direction there."""
    spot = Position(movement.start, movement.heading)
    if not movement.turns:
        return Position(path[-1], 0) if path else spot
    for place in path:
        step = take_step(chart, movement, spot, place)
        spot = Position(place, 0) if step is None else step[0]
    return spot


def take_step(chart: Chart, movement: MovementRule, position: Position, place: str) -> tuple[Position, PathCost] | None:
    """Return the position after a step to a place, and the cost of the step. Return None if it is impossible."""
    if not place:
        return None
    for direction, one in enumerate(chart.neighbours.get(position.place, ()), start=1):
        if one == place and (step := _step(chart, movement, position, direction, place)) is not None:
            return step
    return None


def _step(
    chart: Chart, walk: MovementRule, spot: Position, direction: int, place: str
) -> tuple[Position, PathCost] | None:
    """Return the step in a direction; None if the turn is too sharp."""
    toll = chart.entry_costs.get(place, 1)
    if not walk.turns:
        return Position(place, 0), PathCost(toll, 0)
    turn = _turning(walk.turns)[spot.heading][direction - 1]
    return None if turn is None else (Position(place, direction), PathCost(toll + turn.cost, turn.turns))


@lru_cache(maxsize=64)
def _turning(turns: tuple[int, ...]) -> tuple[tuple[PathCost | None, ...], ...]:
    """Return the cost of leaving in a direction, by heading (0: any); None if the turn is too sharp."""

    def price(heading: int, direction: int) -> PathCost | None:
        sides = abs(direction - heading) % SIDES if heading else 0
        sides = min(sides, SIDES - sides)
        return PathCost(turns[sides], int(sides > 0)) if sides < len(turns) else None

    headings, directions = range(SIDES + 1), range(1, SIDES + 1)
    return tuple(tuple(price(heading, direction) for direction in directions) for heading in headings)


def _leg(chart: Chart, walk: MovementRule, path: Path, mark: str) -> Path | None:
    if _is_even(chart, walk):
        return _even_leg(chart, path_end(chart, walk, path), {walk.start, *path} if walk.no_revisits else (), mark)
    return _way_to(_legs(chart, walk, path, mark), mark)


def _even_leg(chart: Chart, start: Position, shut: Collection[str], mark: str) -> Path | None:
    """Return the way to one place as `_even_legs` finds it, without the ways to others."""
    if not mark or mark in shut:
        return None
    if start.heading:
        before: Mapping[str, str] = _led_from(chart, start.place, shut, mark)
    elif {start.place}.issuperset(shut):
        before = _searched(chart, start.place)
    else:
        before = _led_from(chart, start.place, (start.place, *shut), mark)
    way = [mark]
    while (came := before.get(way[-1], "")) and came != start.place:
        way.append(came)
    return tuple(reversed(way)) if came else None


def _searched(chart: Chart, start: str) -> Mapping[str, str]:
    """Return the result of `_led_from` for all places; cached."""
    before = chart.search_cache.get(start)
    if before is None:
        if len(chart.search_cache) >= MOST_SEARCHED:
            chart.search_cache.clear()
        before = chart.search_cache[start] = _led_from(chart, start, (start,))
    return before


def _led_from(chart: Chart, start: str, shut: Collection[str], wanted: str | None = None) -> dict[str, str]:
    """Return the predecessor of each place by breadth-first search, until `wanted` is found."""
    before = dict.fromkeys(("", *shut), "")
    edge, ways = [start], chart.neighbours
    while edge and wanted not in before:
        beyond: list[str] = []
        for place in edge:
            for after in ways.get(place, ()):
                if after not in before:
                    before[after] = place
                    beyond.append(after)
        edge = [place for place in beyond if place not in chart.stops] if chart.stops else beyond
    return before


def _way_to(legs: Mapping[str, PathNode], place: str) -> Path | None:
    leg = legs.get(place)
    return None if leg is None else leg.path


def _legs(
    chart: Chart, walk: MovementRule, path: Path, wanted: str = "", most: int | None = None
) -> Mapping[str, PathNode]:
    """Return the best leg from the end of a path to each place in reach.

    A leg is one step to a neighbour, else the cheapest path that costs at most `most`. With a place `wanted` the search
    ends there. Of equal costs, it prefers the fewest turns, then the fewest steps, then the chart's order.
    """
    start = PathNode(*path_end(chart, walk, path), 0, 0, None)
    shut: Collection[str] = {walk.start, *path} if walk.no_revisits else ()
    found: dict[str, PathNode] = {}
    for leg in _led_on(chart, walk, start):
        if leg.place not in shut:
            found.setdefault(leg.place, leg)
    if wanted in found:
        return found
    even = _is_even(chart, walk)
    search = _even_legs(chart, start, shut, most) if even else _priced_legs(chart, walk, start, shut, most)
    for leg in search:
        found.setdefault(leg.place, leg)
        if leg.place == wanted:
            break
    return found


def _led_on(chart: Chart, walk: MovementRule, leg: PathNode) -> Iterator[PathNode]:
    """Yield the legs one step longer, in the chart's order."""
    tolls, turning = chart.entry_costs, _turning(walk.turns)[leg.heading] if walk.turns else None
    for direction, place in enumerate(chart.neighbours.get(leg.place, ())):
        if not place:
            continue
        cost = leg.cost + tolls.get(place, 1)
        if turning is None:
            yield PathNode(place, 0, cost, leg.turns, leg)
        elif (turn := turning[direction]) is not None:
            yield PathNode(place, direction + 1, cost + turn.cost, leg.turns + turn.turns, leg)


def _priced_legs(
    chart: Chart, walk: MovementRule, start: PathNode, shut: Collection[str], most: int | None
) -> Iterator[PathNode]:
    """Yield the legs to any place and direction, the cheapest first, ties as in `_legs` (Dijkstra's algorithm).

    Most steps lead to places with a cheaper way: `_led_on` is inlined here to create no node for those.
    """
    ways, tolls, stops = chart.neighbours, chart.entry_costs, chart.stops
    turning = _turning(walk.turns) if walk.turns else None
    best: dict[tuple[str, int], tuple[int, int, int]] = {(start.place, start.heading): (0, 0, 0)}
    ahead: list[tuple[tuple[int, int, int], int, PathNode]] = [((0, 0, 0), 0, start)]
    order = 0
    while ahead:
        so_far, _, leg = heappop(ahead)
        place, heading, spent, turned, _ = leg
        if so_far > best[place, heading]:
            continue
        if leg is not start:
            yield leg
            if place in stops:
                continue
        steps = so_far[2] + 1
        for direction, after in enumerate(ways.get(place, ()), start=1):
            if not after or after in shut:
                continue
            turn = turning[heading][direction - 1] if turning is not None else _NO_TURN
            if turn is None:
                continue
            total = (spent + tolls.get(after, 1) + turn[0], turned + turn[1], steps)
            if most is not None and total[0] > most:
                continue
            berth = (after, direction if turning is not None else 0)
            known = best.get(berth)
            if known is not None and known <= total:
                continue
            best[berth], order = total, order + 1
            heappush(ahead, (total, order, PathNode(*berth, total[0], total[1], leg)))


def _even_legs(chart: Chart, start: PathNode, shut: Collection[str], most: int | None) -> Iterator[PathNode]:
    """Yield the legs to any place if turns are free and every step has the same cost (breadth-first search).

    Nearer places come first; of equal ways, the first in the chart's order is kept.
    """
    known = {*shut} if start.heading else {start.place, *shut}
    edge = deque([start])
    while edge:
        leg = edge.popleft()
        if leg is not start:
            yield leg
            if leg.place in chart.stops:
                continue
        cost = leg.cost + 1
        if most is not None and cost > most:
            continue
        for after in chart.neighbours.get(leg.place, ()):
            if after and after not in known:
                known.add(after)
                edge.append(PathNode(after, 0, cost, 0, leg))
