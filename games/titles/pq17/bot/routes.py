"""4.2 The captain's routes for convoys: those with the least expected cost by ice, aircraft and distance."""

import heapq
from collections.abc import Mapping, Sequence

from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import OVERLOOKED, Judgement
from games.titles.pq17.bot.perils import Perils
from games.titles.pq17.orders.move_orders import FARTHEST
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.planning import PlanOrder, PlansForm, Schedule
from games.titles.pq17.orders.waters import chart_of, steps_to

Berth = tuple[str, int]
"""A hex, and the least distance to the port of destination on the way so far."""


def plan_convoys(judge: Judgement, form: PlansForm) -> tuple[PlanOrder, ...]:
    """4.2 Return the default plans, with a cheaper route for each convoy that has one (costs: see the class Perils)."""
    operation = judge.box.known(judge.view.calendar)
    usual = form.default()
    if operation is None or judge.view.seat != "allied" or judge.lapses.overlooks(OVERLOOKED, "routes"):
        judge.reasons.say(words.USUAL_PLANS)
        return usual
    perils = Perils(judge, operation)
    return tuple(_rerouted(judge, form, one, perils) if isinstance(one, Schedule) else one for one in usual)


def _rerouted(judge: Judgement, form: PlansForm, order: Schedule, perils: Perils) -> Schedule:
    mover = form.by_force[order.convoy]
    found = safest_way(form, mover, order.to, perils)
    usual = order.way or form.shortest(order.convoy, order.to)
    cheaper = found and sum(map(perils.of, found)) < sum(map(perils.of, usual))
    if not cheaper:
        return judge.reasons.note(order, words.SHORTEST, who=order.convoy)
    rerouted = Schedule(order.convoy, order.to, order.sails, found, order.ice)
    return judge.reasons.note(rerouted, words.ROUND, who=order.convoy)


def safest_way(form: PlansForm, mover: Mover, port: str, perils: Perils) -> tuple[str, ...]:
    """5.1.5, 5.1.5a Return the way of a convoy to a port with the least cost (`perils`); empty if there is none.

    On the way, the convoy is never more than a hex farther from the port than it was at its nearest.
    """
    waters, goal = form.waters[mover.chart], form.ports[port]
    ways, left = chart_of(waters).neighbours, steps_to(waters, goal)
    start: Berth = (mover.at, left.get(mover.at, FARTHEST))
    return _cheapest(start, goal, ways, left, perils)


def _cheapest(
    start: Berth, goal: str, ways: Mapping[str, Sequence[str]], left: Mapping[str, int], perils: Perils
) -> tuple[str, ...]:
    """Return the cheapest way to the hex `goal`, by Dijkstra's algorithm; empty if there is none.

    `left`: the distance to the goal from each hex. `ways`: the neighbours of each hex by sea.
    """
    open_: list[tuple[int, int, str, int, tuple[str, ...]]] = [(0, 0, *start, ())]
    done: set[Berth] = set()
    while open_:
        cost, steps, at, nearest, way = heapq.heappop(open_)
        if at == goal:
            return way
        if (at, nearest) in done or steps >= FARTHEST:
            continue
        done.add((at, nearest))
        for there in ways.get(at, ()):
            far = left.get(there, FARTHEST)
            if far <= nearest + 1 and there not in way and there != start[0]:
                onward = (cost + perils.of(there), steps + 1, there, min(nearest, far), (*way, there))
                heapq.heappush(open_, onward)
    return ()
