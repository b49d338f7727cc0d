"""Charts, and the ways across them: gaps filled by the cheapest way, the fewest marks that say a path, its price."""

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
"""Places of a path. No walk of any title is half as long; whoever writes more marks than that names no way."""
MOST_SURVEYED = 300
"""Findings that a chart keeps."""
MOST_SEARCHED = 32
"""Places from which a chart keeps how one comes to all others: as many as forces stand in at one time, or so."""


class Chart(Struct, frozen=True, omit_defaults=True, dict=True):
    """Spaces and the ways between them.

    `ways` are the neighbours of each space; on a compass always six by direction, "" where it is closed. At a stop a
    way ends. `tolls` are the prices of entering, where they are not 1.
    """

    ways: dict[str, tuple[str, ...]] = {}
    stops: tuple[str, ...] = ()
    tolls: dict[str, int] = {}

    @cached_property
    def surveyed(self) -> "dict[tuple[Survey, Walk], tuple[str, ...]]":
        """What was found out of walks that have not begun: each is asked after by many forms, and again and again."""
        return {}

    @cached_property
    def searched(self) -> dict[str, Mapping[str, str]]:
        """From places where walks begin, by which place one comes to each: many walks begin in one place."""
        return {}

    @cached_property
    def begun(self) -> "dict[Walk, Mapping[str, Leg]]":
        """How the walk that was asked after last may begin: several surveys of it come one after the other."""
        return {}


class Band(Struct, frozen=True, gc=False):
    """What a way costs beside its steps, up to a price: its tone is ``free``, ``spends`` or ``risk``."""

    upto: int
    tone: str
    cost: Text


class Walk(Struct, frozen=True, omit_defaults=True, gc=False):
    """Who may go where: from `start` over the chart of that name, for `least` to `most` steps' price.

    On a compass `turns` are the prices of a turn by 0 to 3 sides, `most_turns` how often a path may turn, and `heading`
    the direction at the start, 1 to 6 (0: any). `once`: no place is entered twice.
    """

    chart: str
    start: str
    most: int
    least: int = 1
    bands: tuple[Band, ...] = ()
    heading: int = 0
    turns: tuple[int, ...] = ()
    most_turns: int = 99
    once: bool = False


Survey = Callable[[Chart, Walk], Collection[str]]
"""The places that are asked for of a walk."""


class Here(NamedTuple):
    """Where a path has come to, and in which direction (0: none)."""

    place: str
    heading: int


class Price(NamedTuple):
    """The price of a path: what counts against the walk's length, and how often it turned."""

    cost: int
    turns: int


_NO_TURN = Price(0, 0)
Path = tuple[str, ...]


class Leg(NamedTuple):
    """How to go on from the end of a path: to a place and a direction, what that costs more, and the leg before."""

    place: str
    heading: int
    cost: int
    turns: int
    before: "Leg | None"

    @property
    def way(self) -> Path:
        """The places entered, the end of the path that is led on not among them."""
        places: list[str] = []
        leg = self
        while leg.before is not None:
            places.append(leg.place)
            leg = leg.before
        return tuple(reversed(places))


def fill(chart: Chart, walk: Walk, marks: Sequence[str]) -> Path | None:
    """Every place entered on the way through the marks; None where there is no such way.

    Neighbouring marks are one step; between others lies the cheapest way, of equal ones the first in the chart's order.
    """
    path: list[str] = []
    for mark in marks:
        if max(len(path), len(marks)) > LONGEST or (path and path[-1] in chart.stops):
            return None
        if _lies_beside(chart, walk, path, mark):
            path.append(mark)
            continue
        leg = _leg(chart, walk, tuple(path), mark)
        if leg is None:
            return None
        path += leg
    return tuple(path)


def _lies_beside(chart: Chart, walk: Walk, path: Sequence[str], mark: str) -> bool:
    """Whether the next mark is one step away where turns are free, as nearly all are of a path that is written out."""
    beside = bool(mark) and not walk.turns and mark in chart.ways.get(path[-1] if path else walk.start, ())
    return beside and not (walk.once and (mark == walk.start or mark in path))


def fewest_marks(chart: Chart, walk: Walk, path: Path) -> Path:
    """The fewest marks that `fill` makes this path of; a path that leads nowhere, or too far, is its own marks."""
    if len(path) > LONGEST or fill(chart, walk, path) != path:
        return path
    costs = [price.cost if (price := price_of(chart, walk, path[:at])) else 0 for at in range(len(path) + 1)]
    best: dict[int, tuple[int, Path]] = {len(path): (0, ())}
    for at in reversed(range(len(path))):
        found = _legs(chart, walk, path[:at], most=costs[-1] - costs[at])
        ends = [end for end in range(at + 1, len(path) + 1) if _way_to(found, path[end - 1]) == path[at:end]]
        count, end = min((best[end][0] + 1, -end) for end in ends)
        best[at] = (count, (path[-end - 1], *best[-end][1]))
    return best[0][1]


def within_reach(chart: Chart, walk: Walk, path: Path) -> tuple[str, ...]:
    """The places that a path can be led on to within the walk, in the chart's order."""
    return _in_order(chart, _reached(chart, walk, path)) if path else _surveyed(_reached_first, chart, walk)


def _surveyed(survey: Survey, chart: Chart, walk: Walk) -> tuple[str, ...]:
    """The places that a survey finds of a walk, in the chart's order; worked out once for each."""
    found = chart.surveyed.get((survey, walk))
    if found is None:
        if len(chart.surveyed) >= MOST_SURVEYED:
            chart.surveyed.clear()
        found = chart.surveyed[survey, walk] = _in_order(chart, survey(chart, walk))
    return found


def _in_order(chart: Chart, places: Collection[str]) -> tuple[str, ...]:
    """Places as the chart lists them."""
    return tuple([place for place in chart.ways if place in places])


def _reached(chart: Chart, walk: Walk, path: Path) -> Collection[str]:
    return _even_reach(chart, walk, path) if _is_even(chart, walk) else _affordable(chart, walk, path)


def _reached_first(chart: Chart, walk: Walk) -> Collection[str]:
    return _reached(chart, walk, ())


def _even_reach(chart: Chart, walk: Walk, path: Path) -> Collection[str]:
    """The places that `_affordable` finds where every step has the same price, without the ways there."""
    price, (here, heading) = price_of(chart, walk, path), end_of(chart, walk, path)
    if price is None or (path and here in chart.stops):
        return ()
    known = {walk.start, *path} if walk.once else set[str]()
    found, edge = set[str](), {here}
    for step in range(walk.most - price.cost):
        beyond = {there for one in edge for there in chart.ways.get(one, ()) if there and there not in known}
        if not step and not heading:
            known.add(here)
        known |= beyond
        found |= beyond
        edge = beyond.difference(chart.stops) if chart.stops else beyond
        if not edge:
            break
    return found


def on_the_way(chart: Chart, walk: Walk) -> tuple[str, ...]:
    """The places that a path may enter, in the chart's order: to some of them no path leads straight that turns little
    enough.
    """
    return _surveyed(_entered, chart, walk)


def _entered(chart: Chart, walk: Walk) -> Collection[str]:
    return _first_legs(chart, walk)


def _first_legs(chart: Chart, walk: Walk) -> Mapping[str, Leg]:
    """How a walk may begin that leads nowhere yet, as far as its length lets it."""
    found = chart.begun.get(walk)
    if found is None:
        chart.begun.clear()
        found = chart.begun[walk] = _legs(chart, walk, (), most=walk.most)
    return found


def ends_of(chart: Chart, walk: Walk) -> tuple[str, ...]:
    """The places where a path may end that names no other, in the chart's order; at a stop it may, however near."""
    return _surveyed(_ended, chart, walk)


def _ended(chart: Chart, walk: Walk) -> Collection[str]:
    legs, near = _affordable(chart, walk, ()), frozenset(chart.stops)
    return {place for place, leg in legs.items() if leg.cost >= walk.least or place in near}


def onward(chart: Chart, walk: Walk, path: Path) -> dict[str, Path]:
    """The places that a path can be led on to within the walk, each with the whole path, in the chart's order."""
    legs = _affordable(chart, walk, path)
    return {place: (*path, *legs[place].way) for place in chart.ways if place in legs}


def _affordable(chart: Chart, walk: Walk, path: Path) -> dict[str, Leg]:
    """How a path can be led on to each place within the walk."""
    so_far = price_of(chart, walk, path)
    if so_far is None or (path and path[-1] in chart.stops):
        return {}
    most, turns = walk.most - so_far.cost, walk.most_turns - so_far.turns
    legs = _legs(chart, walk, path, most=most) if path else _first_legs(chart, walk)
    return {place: leg for place, leg in legs.items() if leg.cost <= most and leg.turns <= turns}


def _is_even(chart: Chart, walk: Walk) -> bool:
    """Whether a path costs its steps, wherever it goes and however it turns."""
    return not walk.turns and not chart.tolls


def within(walk: Walk, price: Price | None) -> bool:
    """Whether a walk affords that."""
    return price is not None and price.cost <= walk.most and price.turns <= walk.most_turns


def price_of(chart: Chart, walk: Walk, path: Path) -> Price | None:
    """What a path costs; None where it goes where no way leads."""
    if not walk.turns:
        return _straight(chart, walk.start, path)
    spot, cost, turns = Here(walk.start, walk.heading), 0, 0
    for place in path:
        step = step_to(chart, walk, spot, place)
        if step is None:
            return None
        spot = step[0]
        cost, turns = cost + step[1].cost, turns + step[1].turns
    return Price(cost, turns)


def _straight(chart: Chart, start: str, path: Path) -> Price | None:
    """What a path costs where turns are free."""
    cost = 0
    for place in path:
        if not place or place not in chart.ways.get(start, ()):
            return None
        cost, start = cost + chart.tolls.get(place, 1), place
    return Price(cost, 0)


def stopped_at(chart: Chart, path: Path) -> str:
    """The stop that a path passes, which it may not; empty where it passes none."""
    return next((place for place in path[:-1] if place in chart.stops), "")


def band_of(walk: Walk, cost: int) -> Band | None:
    """The band that a price falls into; None beyond the last, or without bands."""
    return next((band for band in walk.bands if cost <= band.upto), None)


def end_of(chart: Chart, walk: Walk, path: Path) -> Here:
    """Where a path ends, and in which direction."""
    spot = Here(walk.start, walk.heading)
    if not walk.turns:
        return Here(path[-1], 0) if path else spot
    for place in path:
        step = step_to(chart, walk, spot, place)
        spot = Here(place, 0) if step is None else step[0]
    return spot


def step_to(chart: Chart, walk: Walk, spot: Here, place: str) -> tuple[Here, Price] | None:
    """The step to a place; None where none leads there."""
    if not place:
        return None
    for direction, one in enumerate(chart.ways.get(spot.place, ()), start=1):
        if one == place and (step := _step(chart, walk, spot, direction, place)) is not None:
            return step
    return None


def _step(chart: Chart, walk: Walk, spot: Here, direction: int, place: str) -> tuple[Here, Price] | None:
    """The step in a direction; None where it takes a sharper turn than any."""
    toll = chart.tolls.get(place, 1)
    if not walk.turns:
        return Here(place, 0), Price(toll, 0)
    turn = _turning(walk.turns)[spot.heading][direction - 1]
    return None if turn is None else (Here(place, direction), Price(toll + turn.cost, turn.turns))


@lru_cache(maxsize=64)
def _turning(turns: tuple[int, ...]) -> tuple[tuple[Price | None, ...], ...]:
    """What it costs by heading (0: any) to leave in a direction; None where that turn is sharper than any priced."""

    def price(heading: int, direction: int) -> Price | None:
        sides = abs(direction - heading) % SIDES if heading else 0
        sides = min(sides, SIDES - sides)
        return Price(turns[sides], int(sides > 0)) if sides < len(turns) else None

    headings, directions = range(SIDES + 1), range(1, SIDES + 1)
    return tuple(tuple(price(heading, direction) for direction in directions) for heading in headings)


def _leg(chart: Chart, walk: Walk, path: Path, mark: str) -> Path | None:
    if _is_even(chart, walk):
        return _even_leg(chart, end_of(chart, walk, path), {walk.start, *path} if walk.once else (), mark)
    return _way_to(_legs(chart, walk, path, mark), mark)


def _even_leg(chart: Chart, start: Here, shut: Collection[str], mark: str) -> Path | None:
    """The way that `_even_legs` finds to one place, without those to others."""
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
    """`_led_from` a place to all others; worked out once for each."""
    before = chart.searched.get(start)
    if before is None:
        if len(chart.searched) >= MOST_SEARCHED:
            chart.searched.clear()
        before = chart.searched[start] = _led_from(chart, start, (start,))
    return before


def _led_from(chart: Chart, start: str, shut: Collection[str], wanted: str | None = None) -> dict[str, str]:
    """By which place one comes to each from the start, nearer ones first; until the one that is `wanted` is found."""
    before = dict.fromkeys(("", *shut), "")
    edge, ways = [start], chart.ways
    while edge and wanted not in before:
        beyond: list[str] = []
        for place in edge:
            for after in ways.get(place, ()):
                if after not in before:
                    before[after] = place
                    beyond.append(after)
        edge = [place for place in beyond if place not in chart.stops] if chart.stops else beyond
    return before


def _way_to(legs: Mapping[str, Leg], place: str) -> Path | None:
    leg = legs.get(place)
    return None if leg is None else leg.way


def _legs(chart: Chart, walk: Walk, path: Path, wanted: str = "", most: int | None = None) -> Mapping[str, Leg]:
    """How to go on from the end of a path to any place: one step to neighbours, else the cheapest way, within `most`.

    With one place `wanted` the search ends there. Of equal prices the fewest turns, then steps, then the way that the
    chart lists first.
    """
    start = Leg(*end_of(chart, walk, path), 0, 0, None)
    shut: Collection[str] = {walk.start, *path} if walk.once else ()
    found: dict[str, Leg] = {}
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


def _led_on(chart: Chart, walk: Walk, leg: Leg) -> Iterator[Leg]:
    """A leg led on by one step, to the next places in the chart's order."""
    tolls, turning = chart.tolls, _turning(walk.turns)[leg.heading] if walk.turns else None
    for direction, place in enumerate(chart.ways.get(leg.place, ())):
        if not place:
            continue
        cost = leg.cost + tolls.get(place, 1)
        if turning is None:
            yield Leg(place, 0, cost, leg.turns, leg)
        elif (turn := turning[direction]) is not None:
            yield Leg(place, direction + 1, cost + turn.cost, leg.turns + turn.turns, leg)


def _priced_legs(chart: Chart, walk: Walk, start: Leg, shut: Collection[str], most: int | None) -> Iterator[Leg]:
    """How to go on to any place and direction, the cheapest first, of equal prices as `_legs` says.

    Most steps lead where a cheaper way has led: `_led_on` is written out here, so that no leg is made for those.
    """
    ways, tolls, stops = chart.ways, chart.tolls, chart.stops
    turning = _turning(walk.turns) if walk.turns else None
    best: dict[tuple[str, int], tuple[int, int, int]] = {(start.place, start.heading): (0, 0, 0)}
    ahead: list[tuple[tuple[int, int, int], int, Leg]] = [((0, 0, 0), 0, start)]
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
            heappush(ahead, (total, order, Leg(*berth, total[0], total[1], leg)))


def _even_legs(chart: Chart, start: Leg, shut: Collection[str], most: int | None) -> Iterator[Leg]:
    """How to go on to any place where turns are free and every step has the same price: nearer places come first, and
    of equal ways the one that the chart lists first is kept.
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
        for after in chart.ways.get(leg.place, ()):
            if after and after not in known:
                known.add(after)
                edge.append(Leg(after, 0, cost, 0, leg))
