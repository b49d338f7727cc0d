"""Charts and paths: fill gaps by the cheapest way, find the fewest waypoints, compute costs.

A path is the sequence of places that a unit enters; it does not contain the start, which the movement rule names. Its
places are spaces of a chart. The *chart's order* is the sequence of its spaces in `Chart.neighbours`.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from games.kernel.text import Text

SIDES = 6
"""The number of sides of a hex, and of directions on a chart with directions."""
LONGEST = 200
"""The maximum number of places in a path, more than twice what any title allows; longer waypoint lists have no path."""
MOST_SURVEYED = 300
"""The maximum number of results of surveys that a chart caches."""
MOST_SEARCHED = 32
"""The maximum number of starts whose searches a chart caches: about as many as there are places with units."""
MOST_STARTS = 32
"""The maximum number of movement rules whose legs from the start a chart caches: about one for each unit."""


class Chart(Struct, frozen=True, omit_defaults=True, dict=True):
    """A map as a graph: its spaces, and which spaces are next to each other."""

    neighbours: dict[str, tuple[str, ...]] = {}
    """The spaces next to each space. On a chart with directions each space has six neighbours, in the order of the
    directions, with "" for a closed side.
    """
    stops: tuple[str, ...] = ()
    """The spaces where a path must end."""
    entry_costs: dict[str, int] = {}
    """The costs of entering spaces; 1 for a space that is not listed."""

    @cached_property
    def places(self) -> frozenset[str]:
        """All spaces of the chart; they include "" if a side is closed."""
        return frozenset(chain(self.neighbours, *self.neighbours.values()))

    @cached_property
    def survey_cache(self) -> "dict[tuple[Survey, MovementRule], tuple[str, ...]]":
        """A cache of the results of surveys, by survey function and movement rule: many forms need the same ones."""
        return {}

    @cached_property
    def waypoint_cache(self) -> "dict[tuple[MovementRule, Path], Path]":
        """The cached results of `fewest_waypoints`: each tap on a draft asks again about all its paths."""
        return {}

    @cached_property
    def search_cache(self) -> dict[str, Mapping[str, str]]:
        """A cache of shortest ways, because many paths have the same start.

        For each start, the dict maps each place to the place before it on the shortest way from the start.
        """
        return {}

    @cached_property
    def start_cache(self) -> "dict[MovementRule, Mapping[str, PathNode]]":
        """A cache of the cheapest way from the start of a movement rule to each place that costs at most `most`.

        It has at most `MOST_STARTS` movement rules. A tap asks about each unit, so the rules take turns.
        """
        return {}


class CostBand(Struct, frozen=True, gc=False):
    """A range of path costs with the same consequence, such as extra fuel.

    The range begins above the previous band of the movement rule and ends with `max_cost`.
    """

    max_cost: int
    """The highest path cost in the band."""
    tone: str
    """The kind of consequence: ``free``, ``spends`` or ``risk``."""
    cost: Text
    """The consequence as a text for players."""


class MovementRule(Struct, frozen=True, omit_defaults=True, gc=False):
    """The paths that a unit can take on a chart. The cost of a path is its entry costs and, with `turns`, its turns."""

    chart: str
    """The key of the chart in the form's `charts`."""
    start: str
    """The place where the unit is."""
    most: int
    """The highest cost of a path."""
    least: int = 1
    """The lowest cost of a path."""
    bands: tuple[CostBand, ...] = ()
    """The cost bands, the cheapest first."""
    heading: int = 0
    """The unit's direction at the start, 1 to 6 (0: any), on a chart with directions."""
    turns: tuple[int, ...] = ()
    """The costs of turning by 0, 1, 2 and 3 sides, as far as given; sharper turns are impossible. Empty: turning is
    free.
    """
    most_turns: int = 99
    """The highest number of turns."""
    no_revisits: bool = False
    """True if no place, including the start, may be entered twice."""


Survey = Callable[[Chart, MovementRule], Collection[str]]
"""A function that returns a set of places in the range of a movement rule, such as those where a path may end."""


class Position(NamedTuple):
    """The place at the end of a path, and the unit's direction there (1 to 6, 0: any)."""

    place: str
    heading: int


class PathCost(NamedTuple):
    """The cost of a path or a step, and its number of turns; the movement rule limits both."""

    cost: int
    turns: int


_NO_TURN = PathCost(0, 0)
Path = tuple[str, ...]


class PathNode(NamedTuple):
    """A node of a search from the end of a path: one possible way to extend the path, called a leg.

    The node has the place and the direction at the end of the leg, and the cost and the turns of the leg. `previous` is
    the node one place earlier; None for the node where the leg begins.
    """

    place: str
    heading: int
    cost: int
    turns: int
    previous: "PathNode | None"

    @property
    def path(self) -> Path:
        """Return the places that the leg enters, in order."""
        places: list[str] = []
        leg = self
        while leg.previous is not None:
            places.append(leg.place)
            leg = leg.previous
        return tuple(reversed(places))


def fill_path(chart: Chart, movement: MovementRule, waypoints: Sequence[str]) -> Path | None:
    """Return the path from the movement rule's start through the waypoints; None if there is no such path.

    The result lists all places entered. From a waypoint to one beside it, the path takes a single step. Between other
    waypoints the path takes the cheapest way; of equally cheap ways, the first in the chart's order. The limits on cost
    and number of turns do not apply.
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


def _lies_beside(chart: Chart, movement: MovementRule, path: Sequence[str], mark: str) -> bool:
    """Return True if turns are free and the next waypoint `mark` is next to the path's end: a fast test."""
    beside = (
        bool(mark) and not movement.turns and mark in chart.neighbours.get(path[-1] if path else movement.start, ())
    )
    return beside and not (movement.no_revisits and (mark == movement.start or mark in path))


def fewest_waypoints(chart: Chart, movement: MovementRule, path: Path) -> Path:
    """Return the fewest waypoints from which `fill_path` restores the path; an impossible path stays unchanged.

    The result is cached.
    """
    kept = chart.waypoint_cache
    found = kept.get((movement, path))
    if found is None:
        if len(kept) >= MOST_SURVEYED:
            kept.clear()
        found = kept[movement, path] = _fewest_waypoints(chart, movement, path)
    return found


def _fewest_waypoints(chart: Chart, movement: MovementRule, path: Path) -> Path:
    if len(path) > LONGEST or fill_path(chart, movement, path) != path:
        return path
    costs = [price.cost if (price := path_cost(chart, movement, path[:at])) else 0 for at in range(len(path) + 1)]
    best: dict[int, tuple[int, Path]] = {len(path): (0, ())}
    for at in reversed(range(len(path))):
        found = _legs(chart, movement, path[:at], most=costs[-1] - costs[at])
        ends = [end for end in range(at + 1, len(path) + 1) if _leg_path(found, path[end - 1]) == path[at:end]]
        count, end = min((best[end][0] + 1, -end) for end in ends)
        best[at] = (count, (path[-end - 1], *best[-end][1]))
    return best[0][1]


def reachable_places(chart: Chart, movement: MovementRule, path: Path) -> tuple[str, ...]:
    """Return the places to which a path can be extended within the movement rule, in the chart's order.

    They are the keys of `path_extensions`, computed faster. The minimum cost does not apply.
    """
    return _in_order(chart, _reached(chart, movement, path)) if path else _surveyed(_reached_first, chart, movement)


def _surveyed(survey: Survey, chart: Chart, movement: MovementRule) -> tuple[str, ...]:
    """Return the places that a survey finds, in the chart's order; cached."""
    found = chart.survey_cache.get((survey, movement))
    if found is None:
        if len(chart.survey_cache) >= MOST_SURVEYED:
            chart.survey_cache.clear()
        found = chart.survey_cache[survey, movement] = _in_order(chart, survey(chart, movement))
    return found


def _in_order(chart: Chart, places: Collection[str]) -> tuple[str, ...]:
    """Return the given places in the chart's order."""
    return tuple([place for place in chart.neighbours if place in places])


def _reached(chart: Chart, movement: MovementRule, path: Path) -> Collection[str]:
    return _uniform_reach(chart, movement, path) if _is_uniform(chart, movement) else _affordable(chart, movement, path)


def _reached_first(chart: Chart, movement: MovementRule) -> Collection[str]:
    return _reached(chart, movement, ())


def _uniform_reach(chart: Chart, movement: MovementRule, path: Path) -> Collection[str]:
    """Return the places that `_affordable` returns, but not the ways there, if every step has the same cost."""
    price, (here, heading) = path_cost(chart, movement, path), path_end(chart, movement, path)
    if price is None or (path and here in chart.stops):
        return ()
    known = {movement.start, *path} if movement.no_revisits else set[str]()
    found, frontier = set[str](), {here}
    for step in range(movement.most - price.cost):
        next_frontier = {
            there for one in frontier for there in chart.neighbours.get(one, ()) if there and there not in known
        }
        if not step and not heading:
            known.add(here)
        known |= next_frontier
        found |= next_frontier
        frontier = next_frontier.difference(chart.stops) if chart.stops else next_frontier
        if not frontier:
            break
    return found


def enterable_places(chart: Chart, movement: MovementRule) -> tuple[str, ...]:
    """Return the places that a path from the start can enter within the movement rule's highest cost (`most`).

    They are in the chart's order. The limit on turns is ignored: a path with several waypoints may reach a place that
    the cheapest path cannot.
    """
    return _surveyed(_entered, chart, movement)


def _entered(chart: Chart, movement: MovementRule) -> Collection[str]:
    return _first_legs(chart, movement)


def _first_legs(chart: Chart, movement: MovementRule) -> Mapping[str, PathNode]:
    """Return the leg from the start of a movement rule to each place that costs at most `most`; cached."""
    found = chart.start_cache.get(movement)
    if found is None:
        if len(chart.start_cache) >= MOST_STARTS:
            chart.start_cache.clear()
        found = chart.start_cache[movement] = _legs(chart, movement, (), most=movement.most)
    return found


def end_places(chart: Chart, movement: MovementRule) -> tuple[str, ...]:
    """Return the places where a path with a single waypoint may end, in the chart's order.

    The minimum cost of a path (`least`) does not apply to paths that end at a stop of the chart.
    """
    return _surveyed(_ended, chart, movement)


def _ended(chart: Chart, movement: MovementRule) -> Collection[str]:
    legs, near = _affordable(chart, movement, ()), frozenset(chart.stops)
    return {place for place, leg in legs.items() if leg.cost >= movement.least or place in near}


def path_extensions(chart: Chart, movement: MovementRule, path: Path) -> dict[str, Path]:
    """Return the whole extended path by each place to which a path can be extended within the movement rule.

    The places are in the chart's order. The minimum cost does not apply, because the path can be extended further.
    """
    legs = _affordable(chart, movement, path)
    return {place: (*path, *legs[place].path) for place in chart.neighbours if place in legs}


def path_extension(chart: Chart, movement: MovementRule, path: Path, place: str) -> Path | None:
    """Return a path extended to one place within the movement rule; None if it cannot be extended to the place.

    The result is that of `path_extensions` for the place, computed faster.
    """
    leg = _affordable(chart, movement, path, place).get(place) if place in chart.neighbours else None
    return None if leg is None else (*path, *leg.path)


def _affordable(chart: Chart, movement: MovementRule, path: Path, wanted: str = "") -> dict[str, PathNode]:
    """Return the best leg to each place to which a path can be extended within the movement rule.

    If `wanted` is given, only the leg to that place is sure to be in the result.
    """
    so_far = path_cost(chart, movement, path)
    if so_far is None or (path and path[-1] in chart.stops):
        return {}
    most, turns = movement.most - so_far.cost, movement.most_turns - so_far.turns
    legs = _legs(chart, movement, path, wanted, most) if path else _first_legs(chart, movement)
    if wanted:
        legs = {wanted: legs[wanted]} if wanted in legs else {}
    return {place: leg for place, leg in legs.items() if leg.cost <= most and leg.turns <= turns}


def _is_uniform(chart: Chart, movement: MovementRule) -> bool:
    """Return True if the cost of a path is its number of steps, whatever its places and turns."""
    return not movement.turns and not chart.entry_costs


def is_affordable(movement: MovementRule, cost: PathCost | None) -> bool:
    """Return True if a cost is within the movement rule's upper limits on cost and turns; False for None."""
    return cost is not None and cost.cost <= movement.most and cost.turns <= movement.most_turns


def path_cost(chart: Chart, movement: MovementRule, path: Path) -> PathCost | None:
    """Return the cost and the turns of a path; None if it has a gap, or a turn that the movement rule does not list.

    The limits on cost, turns and revisits are not checked.
    """
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
    """Return the first stop of the chart that a path enters without ending there; "" if there is none."""
    return next((place for place in path[:-1] if place in chart.stops), "")


def cost_band(movement: MovementRule, cost: int) -> CostBand | None:
    """Return the band that a cost belongs to; None if the rule has no bands, or the cost is above the last one."""
    return next((band for band in movement.bands if cost <= band.max_cost), None)


def path_end(chart: Chart, movement: MovementRule, path: Path) -> Position:
    """Return the position at the end of a path: the place, and the direction, which is 0 if turning is free."""
    spot = Position(movement.start, movement.heading)
    if not movement.turns:
        return Position(path[-1], 0) if path else spot
    for place in path:
        step = take_step(chart, movement, spot, place)
        spot = Position(place, 0) if step is None else step[0]
    return spot


def take_step(chart: Chart, movement: MovementRule, position: Position, place: str) -> tuple[Position, PathCost] | None:
    """Return the position after a step to a neighbouring place, with the cost of the step and its turn.

    Return None if the place is no neighbour, or if the turn is impossible.
    """
    if not place:
        return None
    for direction, one in enumerate(chart.neighbours.get(position.place, ()), start=1):
        if one == place and (step := _step(chart, movement, position, direction, place)) is not None:
            return step
    return None


def _step(
    chart: Chart, movement: MovementRule, spot: Position, direction: int, place: str
) -> tuple[Position, PathCost] | None:
    """Return the position after a step in a direction (1 to 6), and the step's cost; None if the turn is too sharp."""
    toll = chart.entry_costs.get(place, 1)
    if not movement.turns:
        return Position(place, 0), PathCost(toll, 0)
    turn = _turning(movement.turns)[spot.heading][direction - 1]
    return None if turn is None else (Position(place, direction), PathCost(toll + turn.cost, turn.turns))


@lru_cache(maxsize=64)
def _turning(turns: tuple[int, ...]) -> tuple[tuple[PathCost | None, ...], ...]:
    """Return the costs of turning by heading (0: any) and new direction (counted from 0); None if it is too sharp."""

    def price(heading: int, direction: int) -> PathCost | None:
        sides = abs(direction - heading) % SIDES if heading else 0
        sides = min(sides, SIDES - sides)
        return PathCost(turns[sides], int(sides > 0)) if sides < len(turns) else None

    headings, directions = range(SIDES + 1), range(1, SIDES + 1)
    return tuple(tuple(price(heading, direction) for direction in directions) for heading in headings)


def _leg(chart: Chart, movement: MovementRule, path: Path, mark: str) -> Path | None:
    if _is_uniform(chart, movement):
        return _uniform_leg(
            chart, path_end(chart, movement, path), {movement.start, *path} if movement.no_revisits else (), mark
        )
    return _leg_path(_legs(chart, movement, path, mark), mark)


def _uniform_leg(chart: Chart, start: Position, blocked: Collection[str], mark: str) -> Path | None:
    """Return the way to the place `mark` that `_uniform_legs` finds without a search for others, or None.

    `blocked` are places that must not be entered.
    """
    if not mark or mark in blocked:
        return None
    if start.heading:
        predecessors: Mapping[str, str] = _predecessors(chart, start.place, blocked, mark)
    elif {start.place}.issuperset(blocked):
        predecessors = _cached_predecessors(chart, start.place)
    else:
        predecessors = _predecessors(chart, start.place, (start.place, *blocked), mark)
    way = [mark]
    while (previous := predecessors.get(way[-1], "")) and previous != start.place:
        way.append(previous)
    return tuple(reversed(way)) if previous else None


def _cached_predecessors(chart: Chart, start: str) -> Mapping[str, str]:
    """Return the predecessor of each place on the shortest way from `start`; cached."""
    predecessors = chart.search_cache.get(start)
    if predecessors is None:
        if len(chart.search_cache) >= MOST_SEARCHED:
            chart.search_cache.clear()
        predecessors = chart.search_cache[start] = _predecessors(chart, start, (start,))
    return predecessors


def _predecessors(chart: Chart, start: str, blocked: Collection[str], wanted: str | None = None) -> dict[str, str]:
    """Return the predecessor of each place on the shortest way from `start`, by breadth-first search.

    The search ends when it finds `wanted`, if given. `blocked` are places that must not be entered.
    """
    predecessors = dict.fromkeys(("", *blocked), "")
    frontier, neighbours = [start], chart.neighbours
    while frontier and wanted not in predecessors:
        next_frontier: list[str] = []
        for place in frontier:
            for after in neighbours.get(place, ()):
                if after not in predecessors:
                    predecessors[after] = place
                    next_frontier.append(after)
        frontier = [place for place in next_frontier if place not in chart.stops] if chart.stops else next_frontier
    return predecessors


def _leg_path(legs: Mapping[str, PathNode], place: str) -> Path | None:
    leg = legs.get(place)
    return None if leg is None else leg.path


def _legs(
    chart: Chart, movement: MovementRule, path: Path, wanted: str = "", most: int | None = None
) -> Mapping[str, PathNode]:
    """Return the best leg from the end of a path to each place that it can be extended to.

    To a neighbour, the best leg is one step; to other places, the cheapest leg that costs at most `most` (None: any).
    Of equally cheap legs, the one with the fewest turns, then the fewest steps, then the first in the chart's order is
    best. The search ends when it finds `wanted`, if given.
    """
    start = PathNode(*path_end(chart, movement, path), 0, 0, None)
    blocked: Collection[str] = {movement.start, *path} if movement.no_revisits else ()
    found: dict[str, PathNode] = {}
    for leg in _next_legs(chart, movement, start):
        if leg.place not in blocked:
            found.setdefault(leg.place, leg)
    if wanted in found:
        return found
    is_uniform = _is_uniform(chart, movement)
    search = (
        _uniform_legs(chart, start, blocked, most)
        if is_uniform
        else _priced_legs(chart, movement, start, blocked, most)
    )
    for leg in search:
        found.setdefault(leg.place, leg)
        if leg.place == wanted:
            break
    return found


def _next_legs(chart: Chart, movement: MovementRule, leg: PathNode) -> Iterator[PathNode]:
    """Yield the legs that are one step longer than `leg`, in the chart's order."""
    entry_costs, turning = chart.entry_costs, _turning(movement.turns)[leg.heading] if movement.turns else None
    for direction, place in enumerate(chart.neighbours.get(leg.place, ())):
        if not place:
            continue
        cost = leg.cost + entry_costs.get(place, 1)
        if turning is None:
            yield PathNode(place, 0, cost, leg.turns, leg)
        elif (turn := turning[direction]) is not None:
            yield PathNode(place, direction + 1, cost + turn.cost, leg.turns + turn.turns, leg)


def _priced_legs(
    chart: Chart, movement: MovementRule, start: PathNode, blocked: Collection[str], most: int | None
) -> Iterator[PathNode]:
    """Yield the best leg to each place and direction, the cheapest first, by Dijkstra's algorithm.

    Equally cheap legs are ordered as `_legs` says. `_next_legs` is inlined here, so that no node is created for the
    many steps to places with a cheaper leg.
    """
    neighbours, entry_costs, stops = chart.neighbours, chart.entry_costs, chart.stops
    turning = _turning(movement.turns) if movement.turns else None
    best: dict[tuple[str, int], tuple[int, int, int]] = {(start.place, start.heading): (0, 0, 0)}
    queue: list[tuple[tuple[int, int, int], int, PathNode]] = [((0, 0, 0), 0, start)]
    order = 0
    while queue:
        so_far, _, leg = heappop(queue)
        place, heading, spent, turned, _ = leg
        if so_far > best[place, heading]:
            continue
        if leg is not start:
            yield leg
            if place in stops:
                continue
        steps = so_far[2] + 1
        for direction, after in enumerate(neighbours.get(place, ()), start=1):
            if not after or after in blocked:
                continue
            turn = turning[heading][direction - 1] if turning is not None else _NO_TURN
            if turn is None:
                continue
            total = (spent + entry_costs.get(after, 1) + turn[0], turned + turn[1], steps)
            if most is not None and total[0] > most:
                continue
            node = (after, direction if turning is not None else 0)
            known = best.get(node)
            if known is not None and known <= total:
                continue
            best[node], order = total, order + 1
            heappush(queue, (total, order, PathNode(*node, total[0], total[1], leg)))


def _uniform_legs(chart: Chart, start: PathNode, blocked: Collection[str], most: int | None) -> Iterator[PathNode]:
    """Yield the best leg to each place, by breadth-first search, if turns are free and all steps cost the same.

    Nearer places come first; of equally long legs, the first in the chart's order is best. `blocked` are places that
    must not be entered, `most` is the maximum cost.
    """
    known = {*blocked} if start.heading else {start.place, *blocked}
    frontier = deque([start])
    while frontier:
        leg = frontier.popleft()
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
                frontier.append(PathNode(after, 0, cost, 0, leg))
