"""7.0, 7.1a, 7.1b, 7.1c, 7.1d, 7.1f Courses: hexes in range, the path without orders, the possible end hexes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from games.order_editor.paths import (
    Chart,
    MovementRule,
    Path,
    PathCost,
    Position,
    is_affordable,
    path_cost,
    path_end,
    take_step,
)
from games.titles.battleships.components import hexes


class Sailing(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.0 A ship that may move: its hex, its heading, and its last `speed`.

    `least` and `most` are the points that it must and may spend. `turns` is the number of turns that it may make, and
    `sharpest` the largest of them in hexsides. `room` is the space that it takes in a hex (7.2). `exits` are the edges
    by which it may leave now. A ship that must keep its course has a `line` (10.10). `off`: it is out of the battle if
    it passes an edge (10.10b). `movement` is the limit of any turn with its present damage; 0 in older questions.
    """

    ship: str
    at: str
    heading: str
    speed: int
    least: int
    most: int
    turns: int = 2
    sharpest: int = 3
    room: int = 1
    exits: tuple[str, ...] = ()
    held: bool = False
    line: tuple[str, ...] = ()
    off: bool = False
    movement: int = 0


class Waters(Struct, frozen=True, omit_defaults=True):
    """9.3 The obstacles to ships: hexes that are `shut`, and hexsides that are `walls` in both directions.

    If the sea is not `open`, the edges of the map are obstacles too. `prices` are those of turns, by hexsides. Exits
    stay at the edges of the starting map, even if the open map has `shifted` (9.3b).
    """

    open: bool = True
    shut: tuple[str, ...] = ()
    walls: tuple[tuple[str, str], ...] = ()
    prices: tuple[int, ...] = (0, 0, 2, 3)
    columns_shifted: int = 0
    rows_shifted: int = 0

    @property
    def shifted(self) -> tuple[int, int]:
        """9.3b The number of columns and rows by which the open map has shifted since the start."""
        return self.columns_shifted, self.rows_shifted


class _Reach(NamedTuple):
    """The inputs of a ship's chart beside the waters."""

    at: str
    most: int
    exits: tuple[str, ...]
    off: bool


def chart_of(waters: Waters, ship: Sailing) -> Chart:
    """Return the hexes in a ship's range. Hexes by which it leaves the map are stops."""
    return _charted(waters, _Reach(ship.at, ship.most, ship.exits, ship.off))


@lru_cache(maxsize=512)
def _charted(waters: Waters, ship: _Reach) -> Chart:
    """Return the chart of a ship's range; cached, because a move needs it often."""
    shut, walls = set(waters.shut), {*waters.walls, *((lower, upper) for upper, lower in waters.walls)}
    free = not shut and not walls and _has_no_bar(waters, ship)
    ways: dict[str, tuple[str, ...]] = {}
    stops: list[str] = []
    edge, last = [ship.at], dict[str, None]()
    for _ in range(ship.most + 1):
        found: list[str] = []
        last = dict.fromkeys(at for at in edge if at not in ways)
        for at in last:
            if leaves_at(waters, ship, at):
                stops.append(at)
                ways[at] = ()
                continue
            next_ = hexes.neighbours(at)
            ways[at] = (
                next_
                if free
                else tuple(
                    "" if one in shut or (at, one) in walls or _barred(waters, ship, one) else one for one in next_
                )
            )
            found += [one for one in ways[at] if one and one not in ways]
        edge = found
    for at in last:  # whatever lies about the others is in reach as well
        ways[at] = tuple(one if one in ways else "" for one in ways[at])
    return Chart(ways, tuple(stops))


def leaves_at(waters: Waters, ship: _Reach, at: str) -> bool:
    """9.2, 10.10b Return True if the ship leaves the map in this hex."""
    edges = hexes.EDGES if ship.off else ship.exits
    return bool(edges) and bool(exits_crossed(waters, edges, ship.at, at))


def exits_crossed(waters: Waters, exits: Sequence[str], start: str, at: str) -> tuple[str, ...]:
    """9.2 Return the exits beyond which a hex lies. A ship that starts beyond an exit must go farther out to use it."""
    place, here = hexes.hex_of(at), hexes.hex_of(start)
    return tuple(
        edge
        for edge in exits
        if hexes.beyond(place, edge, waters.shifted) > max(0, hexes.beyond(here, edge, waters.shifted))
    )


def _has_no_bar(waters: Waters, ship: _Reach) -> bool:
    """9.3, 10.10b Return True if no edge is a barrier to the ship."""
    return waters.open or ship.off


def _barred(waters: Waters, ship: _Reach, at: str) -> bool:
    """9.3a Return True if a hex lies beyond an edge that is a barrier to the ship."""
    if _has_no_bar(waters, ship) or len(at) == len("2512"):
        return False
    return not any(edge in ship.exits for edge in hexes.edges_crossed(hexes.hex_of(at)))


def walk_of(waters: Waters, ship: Sailing, chart: str) -> MovementRule:
    """7.1 to 7.4 Return a ship's movement rule, with headings."""
    return MovementRule(
        chart=chart,
        start=ship.at,
        most=ship.most,
        least=max(ship.least, 1),
        heading=hexes.HEADINGS.index(ship.heading) + 1,
        turns=waters.prices[: ship.sharpest + 1],
        most_turns=ship.turns,
    )


def can_advance(chart: Chart, walk: MovementRule) -> bool:
    """7.1 Return True if a ship can enter one of the hexes around it."""
    return any(
        one and is_affordable(walk, path_cost(chart, walk, (one,))) for one in chart.neighbours.get(walk.start, ())
    )


def courses(chart: Chart, walk: MovementRule) -> Iterator[tuple[Path, PathCost]]:
    """Yield every path that the rule's points and turns allow, the empty path first, with its cost."""
    ahead: list[tuple[Path, Position, PathCost]] = [((), Position(walk.start, walk.heading), PathCost(0, 0))]
    while ahead:
        path, spot, price = ahead.pop()
        yield path, price
        if spot.place in chart.stops:
            continue
        for one in reversed(chart.neighbours.get(spot.place, ())):
            step = take_step(chart, walk, spot, one)
            if step is None:
                continue
            total = PathCost(price.cost + step[1].cost, price.turns + step[1].turns)
            if is_affordable(walk, total):
                ahead.append(((*path, one), step[0], total))


def straight(chart: Chart, walk: MovementRule, length: int, *, leaving: bool = False) -> Path:
    """Return the path straight ahead through free hexes, at most `length` long.

    If `leaving`, its last hex may be off the map.
    """
    path: list[str] = []
    at = walk.start
    while len(path) < length:
        around = chart.neighbours.get(at, ())
        at = around[walk.heading - 1] if around else ""
        if not at or (at in chart.stops and not leaving):
            break
        path.append(at)
    return tuple(path)


@lru_cache(maxsize=4096)
def held_course(waters: Waters, ship: Sailing, wanted: int) -> Path:
    """10.10c, 7.3b Return the path of a ship without orders. It is cached, because a move needs it often."""
    return steady(chart_of(waters, ship), walk_of(waters, ship, ""), wanted)


def steady(chart: Chart, walk: MovementRule, wanted: int) -> Path:
    """10.10c, 7.3b Return the path that keeps the course for `wanted` points: straight ahead where the hexes are free.

    Otherwise it turns as little and as late as possible, and then back towards the old course.
    """
    path = straight(chart, walk, wanted)
    if len(path) == wanted:
        return path
    found = [(path, price.cost) for path, price in courses(chart, walk) if price.cost <= wanted]
    held = [(path, cost) for path, cost in found if not _stops(chart, path)]
    farthest = max(cost for _, cost in held)
    return max((path for path, cost in held if cost == farthest), key=partial(_steadiness, chart, walk))


def _stops(chart: Chart, path: Path) -> bool:
    """Return True if a course leads off the map."""
    return bool(path) and path[-1] in chart.stops


def _steadiness(chart: Chart, walk: MovementRule, path: Path) -> tuple[int, ...]:
    """Return a sort key for courses: the higher, the less the course deviates from the old heading.

    It compares the hexes before the first turn, the size of that turn, the total deviation, the size of all turns, and
    the end.
    """
    entered = (chart.neighbours[at].index(there) + 1 for at, there in pairwise((walk.start, *path)))
    headings = [walk.heading, *entered]
    bends = [min(abs(a - b), 6 - abs(a - b)) for a, b in pairwise(headings)]
    first = next((at for at, bend in enumerate(bends) if bend), len(bends))
    off = [min(abs(one - walk.heading), 6 - abs(one - walk.heading)) for one in headings]
    return first, -sum(bends[first : first + 1]), -sum(off), -sum(bends), -headings[-1]


def highest(chart: Chart, walk: MovementRule, wanted: int) -> int:
    """7.3b Return the highest number of points, up to `wanted`, that the ship can spend."""
    if len(straight(chart, walk, wanted)) == wanted:
        return wanted
    best = 0
    for path, price in courses(chart, walk):
        if _stops(chart, path):
            continue
        best = max(best, price.cost)
        if best >= wanted:
            return wanted
    return best


class Berth(Struct, frozen=True, gc=False):
    """7.2 The end of a ship's move: its hex, heading and speed, and the room that it takes."""

    ship: str
    at: str
    heading: str
    speed: int
    room: int


def fits(berth: Berth, others: Iterable[Berth], most: int) -> bool:
    """7.2 Return True if a ship may end beside others of its side: room for all, same speed, same heading."""
    here = [other for other in others if other.at == berth.at and other.ship != berth.ship]
    alike = all((other.heading, other.speed) == (berth.heading, berth.speed) for other in here)
    return not here or (alike and berth.room + sum(other.room for other in here) <= most)


def berth_of(chart: Chart, walk: MovementRule, ship: Sailing, path: Sequence[str]) -> Berth:
    """Return the end of a path as a berth."""
    end, price = path_end(chart, walk, tuple(path)), path_cost(chart, walk, tuple(path))
    heading = hexes.HEADINGS[end.heading - 1] if path else ship.heading
    return Berth(ship.ship, end.place, heading, price.cost if price is not None else 0, ship.room)


def fit_unordered(
    unordered: Sequence[tuple[Sailing, Chart, MovementRule, Path]],
    placed: Collection[Berth],
    enemies: Collection[str],
    most: int,
    berth_at: Callable[[str, Path], Berth],
) -> Mapping[str, Path]:
    """7.2b Return the paths of ships without orders. Each is cut back to the last hex in which the ship may end.

    `berth_at` returns the end of a ship's path.
    """
    cut = {ship.ship: len(path) for ship, _, _, path in unordered}
    while True:
        berths = [berth_at(ship.ship, path[: cut[ship.ship]]) for ship, _, _, path in unordered]
        for (ship, chart, _, path), berth in zip(unordered, berths, strict=True):
            left = _stops(chart, path[: cut[ship.ship]])
            free = left or (berth.at not in enemies and fits(berth, (*placed, *berths), most))
            if cut[ship.ship] and not free:
                cut[ship.ship] -= 1
                break
        else:
            return {ship.ship: path[: cut[ship.ship]] for ship, _, _, path in unordered}
