"""7.0, 7.1a, 7.1b, 7.1c, 7.1d, 7.1f Courses: the hexes that ships can reach, and the paths of ships without orders."""

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
    """7.0 A ship that may move, and the limits of its move."""

    ship: str
    at: str
    """The ship's hex."""
    heading: str
    """The ship's heading, A to F."""
    speed: int
    """The ship's speed of the last turn, in movement points."""
    least: int
    """The lowest number of movement points that it must spend."""
    most: int
    """The highest number of movement points that it may spend."""
    turns: int = 2
    """The number of turns that it may make."""
    sharpest: int = 3
    """The largest permitted turn, in hexsides."""
    room: int = 1
    """The room that it takes in a hex (7.2)."""
    exits: tuple[str, ...] = ()
    """The edges by which it may leave the map now."""
    held: bool = False
    """True if it must follow `line` (10.10, 10.12b)."""
    line: tuple[str, ...] = ()
    """The path that it must follow if `held`."""
    off: bool = False
    """True if it is out of the battle when it crosses an edge (10.10b)."""
    movement: int = 0
    """Its movement with its present damage; 0 in older questions."""


class Waters(Struct, frozen=True, omit_defaults=True):
    """9.3 The obstacles to ships."""

    open: bool = True
    """True if the edges of the map are no obstacles."""
    shut: tuple[str, ...] = ()
    """The hexes that no ship may enter."""
    walls: tuple[tuple[str, str], ...] = ()
    """The hexsides, as pairs of hexes, that no ship may cross."""
    prices: tuple[int, ...] = (0, 0, 2, 3)
    """The movement points for a turn by 0, 1, 2 and 3 hexsides."""
    columns_shifted: int = 0
    """9.3b The number of columns by which the open map has shifted; exits stay at the edges of the starting map."""
    rows_shifted: int = 0
    """9.3b The number of rows by which the open map has shifted."""

    @property
    def shifted(self) -> tuple[int, int]:
        """9.3b The number of columns and rows by which the open map has shifted since the start."""
        return self.columns_shifted, self.rows_shifted


class _Reach(NamedTuple):
    """The properties of a ship on which its chart depends."""

    at: str
    most: int
    exits: tuple[str, ...]
    off: bool


def chart_of(waters: Waters, ship: Sailing) -> Chart:
    """Return the chart of the hexes that a ship can reach.

    The hexes in which the ship leaves the map are stops of the chart.
    """
    return _charted(waters, _Reach(ship.at, ship.most, ship.exits, ship.off))


@lru_cache(maxsize=512)
def _charted(waters: Waters, ship: _Reach) -> Chart:
    """Return the chart of the hexes that a ship can reach; cached, because a move needs it often."""
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
    """9.2, 10.10b Return True if the ship leaves the map when it enters the hex `at`."""
    edges = hexes.EDGES if ship.off else ship.exits
    return bool(edges) and bool(exits_crossed(waters, edges, ship.at, at))


def exits_crossed(waters: Waters, exits: Sequence[str], start: str, at: str) -> tuple[str, ...]:
    """9.2 Return the edges in `exits` by which a ship that goes from the hex `start` to `at` leaves the map.

    If `start` lies beyond such an edge, `at` must lie farther beyond it.
    """
    place, here = hexes.hex_of(at), hexes.hex_of(start)
    return tuple(
        edge
        for edge in exits
        if hexes.beyond(place, edge, waters.shifted) > max(0, hexes.beyond(here, edge, waters.shifted))
    )


def _has_no_bar(waters: Waters, ship: _Reach) -> bool:
    """9.3, 10.10b Return True if the ship may cross every edge of the map."""
    return waters.open or ship.off


def _barred(waters: Waters, ship: _Reach, at: str) -> bool:
    """9.3a Return True if a hex lies beyond an edge that the ship may not cross."""
    if _has_no_bar(waters, ship) or len(at) == len("2512"):
        return False
    return not any(edge in ship.exits for edge in hexes.edges_crossed(hexes.hex_of(at)))


def movement_rule_of(waters: Waters, ship: Sailing, chart: str) -> MovementRule:
    """7.1 to 7.4 Return a ship's movement rule; `chart` is the key of its chart."""
    return MovementRule(
        chart=chart,
        start=ship.at,
        most=ship.most,
        least=max(ship.least, 1),
        heading=hexes.HEADINGS.index(ship.heading) + 1,
        turns=waters.prices[: ship.sharpest + 1],
        most_turns=ship.turns,
    )


def can_advance(chart: Chart, movement: MovementRule) -> bool:
    """7.1 Return True if a ship can enter any of the six hexes around its hex."""
    return any(
        one and is_affordable(movement, path_cost(chart, movement, (one,)))
        for one in chart.neighbours.get(movement.start, ())
    )


def courses(chart: Chart, movement: MovementRule) -> Iterator[tuple[Path, PathCost]]:
    """Yield every path that a movement rule allows on a chart, with its cost; the empty path comes first."""
    ahead: list[tuple[Path, Position, PathCost]] = [((), Position(movement.start, movement.heading), PathCost(0, 0))]
    while ahead:
        path, spot, price = ahead.pop()
        yield path, price
        if spot.place in chart.stops:
            continue
        for one in reversed(chart.neighbours.get(spot.place, ())):
            step = take_step(chart, movement, spot, one)
            if step is None:
                continue
            total = PathCost(price.cost + step[1].cost, price.turns + step[1].turns)
            if is_affordable(movement, total):
                ahead.append(((*path, one), step[0], total))


def straight(chart: Chart, movement: MovementRule, length: int, *, leaving: bool = False) -> Path:
    """Return the longest path straight ahead, up to `length` hexes, through hexes that the ship may enter.

    With `leaving`, the ship may leave the map in the last hex.
    """
    path: list[str] = []
    at = movement.start
    while len(path) < length:
        around = chart.neighbours.get(at, ())
        at = around[movement.heading - 1] if around else ""
        if not at or (at in chart.stops and not leaving):
            break
        path.append(at)
    return tuple(path)


@lru_cache(maxsize=4096)
def held_course(waters: Waters, ship: Sailing, wanted: int) -> Path:
    """10.10c, 7.3b Return the path of a ship without orders that spends `wanted` movement points.

    It is the path of `steady`, from a cache.
    """
    return steady(chart_of(waters, ship), movement_rule_of(waters, ship, ""), wanted)


def steady(chart: Chart, movement: MovementRule, wanted: int) -> Path:
    """10.10c, 7.3b Return the path that spends `wanted` movement points and keeps the course.

    It runs straight ahead if possible. If an obstacle is ahead, the path turns as late and as little as possible. Then
    it turns back to the old heading.
    """
    path = straight(chart, movement, wanted)
    if len(path) == wanted:
        return path
    found = [(path, price.cost) for path, price in courses(chart, movement) if price.cost <= wanted]
    held = [(path, cost) for path, cost in found if not _stops(chart, path)]
    farthest = max(cost for _, cost in held)
    return max((path for path, cost in held if cost == farthest), key=partial(_steadiness, chart, movement))


def _stops(chart: Chart, path: Path) -> bool:
    """Return True if a ship leaves the map on a path."""
    return bool(path) and path[-1] in chart.stops


def _steadiness(chart: Chart, movement: MovementRule, path: Path) -> tuple[int, ...]:
    """Return a sort key for paths: the greater, the less the path deviates from the old heading.

    Its parts are the number of hexes before the first turn, and, negative, the size of that turn, the sum of deviations
    from the old heading, the size of all turns, and the number of the last heading.
    """
    entered = (chart.neighbours[at].index(there) + 1 for at, there in pairwise((movement.start, *path)))
    headings = [movement.heading, *entered]
    bends = [min(abs(a - b), 6 - abs(a - b)) for a, b in pairwise(headings)]
    first = next((at for at, bend in enumerate(bends) if bend), len(bends))
    off = [min(abs(one - movement.heading), 6 - abs(one - movement.heading)) for one in headings]
    return first, -sum(bends[first : first + 1]), -sum(off), -sum(bends), -headings[-1]


def highest(chart: Chart, movement: MovementRule, wanted: int) -> int:
    """7.3b Return the highest number of movement points, up to `wanted`, that a ship can spend on the map."""
    if len(straight(chart, movement, wanted)) == wanted:
        return wanted
    best = 0
    for path, price in courses(chart, movement):
        if _stops(chart, path):
            continue
        best = max(best, price.cost)
        if best >= wanted:
            return wanted
    return best


class Berth(Struct, frozen=True, gc=False):
    """7.2 The end of a ship's move: its hex, heading and speed, and the room that the ship takes there."""

    ship: str
    at: str
    heading: str
    speed: int
    room: int


def fits(berth: Berth, others: Iterable[Berth], most: int) -> bool:
    """7.2 Return True if a ship may end its move (`berth`) in the same hex as `others` of its side.

    `most` is the room in a hex. There must be room for all these ships, and they must have the same speed and heading.
    """
    here = [other for other in others if other.at == berth.at and other.ship != berth.ship]
    alike = all((other.heading, other.speed) == (berth.heading, berth.speed) for other in here)
    return not here or (alike and berth.room + sum(other.room for other in here) <= most)


def berth_of(chart: Chart, movement: MovementRule, ship: Sailing, path: Sequence[str]) -> Berth:
    """Return the end of a path as a berth."""
    end, price = path_end(chart, movement, tuple(path)), path_cost(chart, movement, tuple(path))
    heading = hexes.HEADINGS[end.heading - 1] if path else ship.heading
    return Berth(ship.ship, end.place, heading, price.cost if price is not None else 0, ship.room)


def fit_unordered(
    unordered: Sequence[tuple[Sailing, Chart, MovementRule, Path]],
    placed: Collection[Berth],
    enemies: Collection[str],
    most: int,
    berth_at: Callable[[str, Path], Berth],
) -> Mapping[str, Path]:
    """7.2b Return, by ship, the paths of ships without orders, each shortened so that the ship may end in its last hex.

    `unordered`: the ships without orders, each with its chart, movement rule and full path. `placed`: the ends of the
    other ships' moves. `enemies`: the hexes with enemies. `most`: the room in a hex. `berth_at`: a function that
    returns the end of a ship's move on a path.
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
