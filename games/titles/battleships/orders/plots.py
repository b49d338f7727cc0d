"""7.0, 7.1a, 7.1b, 7.1c, 7.1d, 7.1f Courses.

What lies in a ship's reach, the course that she holds without orders, and where ships may end.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from games.kernel.byhand.chart import Chart, Here, Path, Price, Walk, end_of, price_of, step_to, within
from games.titles.battleships.box import hexes


class Sailing(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.0 A ship that may move: her hex and heading, her last `speed`, the points that she must (`least`) and may
    (`most`) spend, the turns that she may make and the sharpest of them in hexsides, and the `room` that she takes in a
    hex (7.2). `exits` are the edges by which she may leave now; a ship that must hold her course has a `line` (10.10).
    `off`: past an edge she is out of the battle (10.10b).
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


class Waters(Struct, frozen=True, omit_defaults=True):
    """9.3 What keeps ships from going where they like: hexes that are `shut`, hexsides that are `walls` (both ways);
    and, where the sea is not `open`, the edges of the map. `prices` are those of turns by hexsides.
    """

    open: bool = True
    shut: tuple[str, ...] = ()
    walls: tuple[tuple[str, str], ...] = ()
    prices: tuple[int, ...] = (0, 0, 2, 3)


class _Reach(NamedTuple):
    """What a ship's chart rests on beside the waters."""

    at: str
    most: int
    exits: tuple[str, ...]
    off: bool


def chart_of(waters: Waters, ship: Sailing) -> Chart:
    """The hexes in a ship's reach; those by which she leaves are stops."""
    return _charted(waters, _Reach(ship.at, ship.most, ship.exits, ship.off))


@lru_cache(maxsize=512)
def _charted(waters: Waters, ship: _Reach) -> Chart:
    """The chart; it is wanted again and again while a move is made."""
    shut, walls = set(waters.shut), {*waters.walls, *((lower, upper) for upper, lower in waters.walls)}
    free = not shut and not walls and _has_no_bar(waters, ship)
    ways: dict[str, tuple[str, ...]] = {}
    stops: list[str] = []
    edge, last = [ship.at], dict[str, None]()
    for _ in range(ship.most + 1):
        found: list[str] = []
        last = dict.fromkeys(at for at in edge if at not in ways)
        for at in last:
            if _leaves(ship, at):
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


def _leaves(ship: _Reach, at: str) -> bool:
    """9.2, 10.10b Whether a hex lies beyond an edge by which she leaves the map; of a ship that was pushed beyond it
    before (9.3b), farther out than she is.
    """
    if len(at) == len("2512"):
        return False  # on the map
    place, here = hexes.hex_of(at), hexes.hex_of(ship.at)
    edges = hexes.EDGES if ship.off else ship.exits
    return any(hexes.beyond(place, edge) > max(0, hexes.beyond(here, edge)) for edge in edges)


def _has_no_bar(waters: Waters, ship: _Reach) -> bool:
    """9.3, 10.10b Whether no edge is a barrier to her."""
    return waters.open or ship.off


def _barred(waters: Waters, ship: _Reach, at: str) -> bool:
    """9.3a Whether a hex lies beyond an edge that is a barrier to her."""
    if _has_no_bar(waters, ship) or len(at) == len("2512"):
        return False
    return not any(edge in ship.exits for edge in hexes.edges_crossed(hexes.hex_of(at)))


def walk_of(waters: Waters, ship: Sailing, chart: str) -> Walk:
    """7.1 to 7.4 Her walk on a compass."""
    return Walk(
        chart=chart,
        start=ship.at,
        most=ship.most,
        least=max(ship.least, 1),
        heading=hexes.HEADINGS.index(ship.heading) + 1,
        turns=waters.prices[: ship.sharpest + 1],
        most_turns=ship.turns,
    )


def can_advance(chart: Chart, walk: Walk) -> bool:
    """7.1 Whether a ship can go anywhere at all: into one of the hexes about her."""
    return any(one and within(walk, price_of(chart, walk, (one,))) for one in chart.ways.get(walk.start, ()))


def courses(chart: Chart, walk: Walk) -> Iterator[tuple[Path, Price]]:
    """Every course within the walk's length and turns, the empty one first."""
    ahead: list[tuple[Path, Here, Price]] = [((), Here(walk.start, walk.heading), Price(0, 0))]
    while ahead:
        path, spot, price = ahead.pop()
        yield path, price
        if spot.place in chart.stops:
            continue
        for one in reversed(chart.ways.get(spot.place, ())):
            step = step_to(chart, walk, spot, one)
            if step is None:
                continue
            total = Price(price.cost + step[1].cost, price.turns + step[1].turns)
            if within(walk, total):
                ahead.append(((*path, one), step[0], total))


def straight(chart: Chart, walk: Walk, length: int, *, leaving: bool = False) -> Path:
    """The hexes right ahead, as far as they are free, at most so many; the last may lead off the map if `leaving`."""
    path: list[str] = []
    at = walk.start
    while len(path) < length:
        around = chart.ways.get(at, ())
        at = around[walk.heading - 1] if around else ""
        if not at or (at in chart.stops and not leaving):
            break
        path.append(at)
    return tuple(path)


@lru_cache(maxsize=4096)
def held_course(waters: Waters, ship: Sailing, wanted: int) -> Path:
    """10.10c, 7.3b The course that a ship holds without orders; it is wanted again and again while a move is made."""
    return steady(chart_of(waters, ship), walk_of(waters, ship, ""), wanted)


def steady(chart: Chart, walk: Walk, wanted: int) -> Path:
    """10.10c, 7.3b The course that is held for so many points: straight on; where that is not free, with as little a
    turn as possible, made as late as possible, and back towards the old course.
    """
    path = straight(chart, walk, wanted)
    if len(path) == wanted:
        return path
    found = [(path, price.cost) for path, price in courses(chart, walk) if price.cost <= wanted]
    held = [(path, cost) for path, cost in found if not _stops(chart, path)]
    farthest = max(cost for _, cost in held)
    return max((path for path, cost in held if cost == farthest), key=partial(_steadiness, chart, walk))


def _stops(chart: Chart, path: Path) -> bool:
    """Whether a course leads off the map."""
    return bool(path) and path[-1] in chart.stops


def _steadiness(chart: Chart, walk: Walk, path: Path) -> tuple[int, ...]:
    """How little a course deviates: hexes before its first turn, how slight that is, how far off the old heading it is
    in all, how slight its turns are, and where it ends.
    """
    entered = (chart.ways[at].index(there) + 1 for at, there in pairwise((walk.start, *path)))
    headings = [walk.heading, *entered]
    bends = [min(abs(a - b), 6 - abs(a - b)) for a, b in pairwise(headings)]
    first = next((at for at, bend in enumerate(bends) if bend), len(bends))
    off = [min(abs(one - walk.heading), 6 - abs(one - walk.heading)) for one in headings]
    return first, -sum(bends[first : first + 1]), -sum(off), -sum(bends), -headings[-1]


def highest(chart: Chart, walk: Walk, wanted: int) -> int:
    """7.3b The points, up to `wanted`, that can be spent at all."""
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
    """7.2 Where a ship would end: her hex, heading and speed, and the room that she takes."""

    ship: str
    at: str
    heading: str
    speed: int
    room: int


def fits(berth: Berth, others: Iterable[Berth], most: int) -> bool:
    """7.2 Whether a ship may end beside others of her side: room for all, the same speed and heading."""
    here = [other for other in others if other.at == berth.at and other.ship != berth.ship]
    alike = all((other.heading, other.speed) == (berth.heading, berth.speed) for other in here)
    return not here or (alike and berth.room + sum(other.room for other in here) <= most)


def berth_of(chart: Chart, walk: Walk, ship: Sailing, path: Sequence[str]) -> Berth:
    """Where a course ends."""
    end, price = end_of(chart, walk, tuple(path)), price_of(chart, walk, tuple(path))
    heading = hexes.HEADINGS[end.heading - 1] if path else ship.heading
    return Berth(ship.ship, end.place, heading, price.cost if price is not None else 0, ship.room)


def settled(
    unordered: Sequence[tuple[Sailing, Chart, Walk, Path]],
    placed: Collection[Berth],
    enemies: Collection[str],
    most: int,
    berth_at: Callable[[str, Path], Berth],
) -> Mapping[str, Path]:
    """7.2b The courses of ships without orders, each cut back to the last hex in which she may end. `berth_at` tells
    where a ship's course ends.
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
