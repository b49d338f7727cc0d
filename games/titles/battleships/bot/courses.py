"""7 The captain's choice of courses: the most damage to the enemy for the least damage in return."""

from collections.abc import Callable, Iterator
from math import isqrt
from typing import NamedTuple

from games.order_editor.paths import Path
from games.titles.battleships.bot.judgement import CAPITAL, Judgement
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.courses import CourseForm, Plot
from games.titles.battleships.orders.orders import Course, CourseOrder, Stop
from games.titles.battleships.visibility.view import ShipView

FEAR = 40
"""The weight of the enemy's expected damage, in hundredths of one's own, because he cannot fire at all ships at once.
"""
CLOSE = 2000
"""The worth of a hex nearer to the enemy while out of range."""
HOMEWARD = 9000
"""The worth of a hex nearer to an edge that gives victory or full points."""
LEAVE = 400_000
"""The worth of leaving the map."""
SHIELD = 1500
"""The cost of each hex by which a ship is farther from the exit edge than an enemy who wins by leaving."""
ASHORE = 8000
"""The worth of a row nearer to the place to be bombarded."""
NEAR = 5
"""The distance within which a ship need not come nearer."""


class End(NamedTuple):
    """The end of a course: the hexes entered, the final heading and the points spent."""

    path: Path
    at: str
    heading: str
    cost: int


def courses(judge: Judgement, form: CourseForm) -> tuple[CourseOrder, ...]:
    """7.0 Return a course for each ship, the most valuable ship first. No two courses end in one place."""
    answer: list[CourseOrder] = []
    taken = set(form.enemies)
    order = sorted(form.ships, key=lambda one: (-judge.ship(one.ship).value, one.ship))
    for sailing in order:
        plot = form.plots[sailing.ship]
        if sailing.held or not sailing.most:
            taken.add((*form.steady(sailing.ship), sailing.at)[-1] if not sailing.held else sailing.at)
            continue
        known = judge.ship(sailing.ship)
        ends = [end for end in reachable(plot, judge.is_mined) if end.at not in taken]
        ends = ends or [end for end in reachable(plot) if end.at not in taken]
        best = max(ends, key=lambda end: (_worth(judge, known, plot, end), end.path), default=None)
        if best is None:
            continue
        longer: CourseOrder = Course((sailing.ship,), best.path) if best.path else Stop((sailing.ship,))
        if next(form.problems((*answer, longer)), None) is None:
            answer.append(longer)
            taken.add(best.at)
    return tuple(answer)


def reachable(plot: Plot, is_shut: Callable[[str, str], bool] = lambda here, there: False) -> Iterator[End]:
    """7.1 to 7.4 Yield the ends of all courses of a ship. Each combination of hex, heading and points appears once.

    `is_shut`: whether the step from one hex to the next is out of the question.
    """
    ship, walk = plot.ship, plot.walk
    seen = {(ship.at, walk.heading - 1, 0, 0)}
    edge: list[tuple[str, int, int, int, Path]] = [(ship.at, walk.heading - 1, 0, 0, ())]
    if not ship.least:
        yield End((), ship.at, ship.heading, 0)
    while edge:
        at, heading, turns, cost, path = edge.pop()
        if path and at in plot.chart.stops:
            continue
        for way, there in enumerate(plot.chart.neighbours.get(at, ())):
            sides = min((way - heading) % 6, (heading - way) % 6)
            if not there or sides >= len(walk.turns) or is_shut(at, there):
                continue
            spent, turned = cost + 1 + walk.turns[sides], turns + bool(sides)
            key = (there, way, turned, spent)
            if spent > walk.most or turned > walk.most_turns or key in seen:
                continue
            seen.add(key)
            edge.append((there, way, turned, spent, (*path, there)))
            if spent >= max(ship.least, 1):
                yield End((*path, there), there, hexes.HEADINGS[way], spent)


def _worth(judge: Judgement, known: ShipView, plot: Plot, end: End) -> int:
    """Return the worth of a course's end."""
    if end.path and end.at in plot.chart.stops:
        return LEAVE if judge.goal(known) else -LEAVE
    worth = _battle(judge, known, end) - _open_edge(judge, known, end)
    if edges := judge.goal(known):
        worth -= HOMEWARD * judge.to_edge(end.at, edges)
    return worth + _ashore(judge, known, end)


def _battle(judge: Judgement, known: ShipView, end: End) -> int:
    """Return the value of a ship's position at the end of a course.

    It is the damage that the ship may do there, less the damage that it may suffer, less the cost of being out of
    range. It is 0 without enemies in sight.
    """
    if not judge.foes:
        return 0
    ours = torpedoes = theirs = 0
    for foe in judge.foes:
        at, heading, speed = judge.berths[foe.ship.id]
        weight = judge.weight(foe)
        ours = max(ours, weight * judge.gunfire(known, end.at, end.heading, foe, at, speed) // 100)
        torpedoes = max(torpedoes, weight * judge.torpedo_from(known, end.at, end.heading, foe, at) // 100)
        theirs += judge.gunfire(foe, at, heading, known, end.at, end.cost)
        theirs += judge.torpedo_from(foe, at, heading, known, end.at)
    theirs = theirs * judge.weight(known) // 100
    return ours + torpedoes - FEAR * theirs // isqrt(100 * 100 * max(len(judge.own), 1)) - _far(judge, known, end)


def _far(judge: Judgement, known: ShipView, end: End) -> int:
    """Return the cost of a position out of range of every suitable target. Damaged targets count as nearer.

    If an enemy ship decides the battle, she alone counts.
    """
    suited = [foe for foe in judge.foes if judge.matches(known, foe)]
    prey = [foe for foe in suited if foe.ship.id in judge.prizes] or suited
    if not prey:
        return 0
    ways = ((hexes.distance(end.at, judge.berths[foe.ship.id][0]), foe.ship) for foe in prey)
    return CLOSE * max(min(way - ship.weapons - ship.hull for way, ship in ways) - NEAR, 0)


def _open_edge(judge: Judgement, known: ShipView, end: End) -> int:
    """9.2 Return the cost of leaving the edge open to a ship that wins by leaving: we should be as near to it."""
    if known.kind not in CAPITAL:
        return 0
    gaps = (
        judge.to_edge(end.at, edges) - judge.to_edge(judge.berths[foe][0], edges)
        for foe, edges in judge.escapes.items()
    )
    return SHIELD * max(max(gaps, default=0), 0)


def _ashore(judge: Judgement, known: ShipView, end: End) -> int:
    """11.10 Return the penalty of the ship that must bombard a place, for each row outside the firing rows.

    It is 0 for every other ship.
    """
    task = judge.box.battles[judge.view.scenario].bombardment
    if task is None or known.ship.id != task.ship:
        return 0
    row = hexes.column_row(hexes.hex_of(end.at))[1]
    low, high = task.rows
    return -ASHORE * max(low - row, row - high, 0)
