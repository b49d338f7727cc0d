"""4.2 Redraw the written plans of a side, which only their owner knows, from what the enemy sees of its blocks."""

from collections.abc import Collection, Container
from typing import NamedTuple

from games.kernel.forms import RandomSource
from games.kernel.random_source import is_redrawn
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.state.state import Convoy, Force, Plan, State

LONGEST = 6
"""4.2 The most hexes of a route without a destination in another world."""
LATEST = 8
"""4.2 The most turns until a convoy sails in another world."""
FAR = 999
"""More hexes than any way has."""
TO_PORT, ABOUT = 1, 2
"""4.2 The kinds of route: to a port, or some hexes; 0: none."""


def deal_plans(
    box: Box, world: State, side: Side, kept: Container[str], forced: Collection[str], pick: RandomSource
) -> None:
    """4.2 Redraw the plans of a side's forces, except the forces in `kept`.

    `forced`: forces that cannot keep their plan. Otherwise plans are redrawn only in a few of the worlds, so that in
    the other worlds the blocks move as in the real game.
    """
    operation = world.composed or box.operations.get(world.scenario)
    if operation is None or not (is_redrawn(pick) or forced):
        return
    sea = _Sea(box, world, operation, box.enemy_ports(operation, side))
    targets = {one.target for one in world.shadows}
    for force in world.forces:
        if force.side != side or force.id in kept or force.id in targets or not has_free_plan(box, force):
            continue
        if force.id in forced or is_redrawn(pick):
            sea.redraw(force, pick)


def has_free_plan(box: Box, force: Force) -> bool:
    """Return True if the plan of a force may be redrawn.

    False for forces beside the map, in training or broken down (4.3.4, 13.0b), for dispersed parts (5.6), and for
    convoys that call at two ports (15.2.1a). In port it is True only for convoys that wait to sail.
    """
    plan, voyage = force.plan, force.convoy
    if force.at not in box.waters.ways or force.home or (plan is not None and (plan.then or plan.training)):
        return False
    if force.counters and all(one.inoperative for one in force.counters):
        return False
    if voyage is not None:
        return not voyage.part_of and not voyage.arrived and (force.at_sea or plan is not None)
    return force.at_sea


class _Sea(NamedTuple):
    """The sea for the ships of a side. `shut`: the hexes of enemy ports (5.1.4)."""

    box: Box
    world: State
    operation: Operation
    shut: frozenset[str]

    def redraw(self, force: Force, pick: RandomSource) -> None:
        """4.2 Give a force other orders."""
        voyage = force.convoy
        force.plan = self._orders(force, pick) if voyage is None else self._voyage(force, voyage, pick)
        if voyage is not None and force.plan is not None:
            voyage.destination, voyage.nearest = force.plan.destination, None

    def _orders(self, force: Force, pick: RandomSource) -> Plan | None:
        """4.2 Return no plan, the shortest way to a port of the side, or a route of some hexes."""
        kind = pick(3)
        if kind == TO_PORT:
            ports = self.box.own_ports(self.operation, force.side)
            open_ = [
                one for one in sorted(ports) if force.kind == "wolfpack" or self.box.ports[one].use != "submarines"
            ]
            port = open_[pick(len(open_))]
            way = self.box.waters.shortest(force.at, ports[port], self.shut)
            return Plan(0, way, port) if way else None
        way = self._walk(force.at, 1 + pick(LONGEST), pick) if kind == ABOUT else ()
        return Plan(0, way) if way else None

    def _walk(self, at: str, steps: int, pick: RandomSource) -> tuple[str, ...]:
        """5.0 Return a route by sea that enters no hex twice."""
        way = [at]
        for _ in range(steps):
            open_ = [one for one in self.box.waters.ways[way[-1]] if one not in way and one not in self.shut]
            if not open_:
                break
            way.append(open_[pick(len(open_))])
        return tuple(way[1:])

    def _voyage(self, force: Force, voyage: Convoy, pick: RandomSource) -> Plan | None:
        """4.2, 5.1.5 Return a plan for a convoy: a port that it may go to, and a way that leads there.

        The way enters no hex in which the block was seen, unless no other way is left.
        """
        if not voyage.destinations:
            return None
        port = voyage.destinations[pick(len(voyage.destinations))]
        goal, gone = self.box.ports[port].hex, self.shut | (frozenset(force.trail) - {force.at})
        way = self._way(force.at, goal, gone, pick) or self._way(force.at, goal, self.shut, pick)
        return Plan(self._sails(force, voyage, pick), way, port) if way else None

    def _way(self, here: str, goal: str, shut: frozenset[str], pick: RandomSource) -> tuple[str, ...]:
        """5.1.5a Return a way whose first step leads no farther from the goal; empty if there is none."""
        waters = self.box.waters
        left = waters.distances(goal, shut)
        steps = [
            one
            for one in waters.ways[here]
            if one == goal or (one not in shut and left.get(one, FAR) <= left.get(here, 0))
        ]
        if not steps:
            return ()
        step = goal if goal in steps else steps[pick(len(steps))]
        way = waters.shortest(step, goal, shut | {here})
        return () if way is None else (step, *way)

    def _sails(self, force: Force, voyage: Convoy, pick: RandomSource) -> int:
        """4.2a, 15.2b Return the turn on which a convoy in port sails; 0 for one at sea."""
        if force.at_sea:
            return 0
        last = 2 * self.box.numbers.turns.days
        if self.world.roster is not None and not voyage.laden:
            last = self.box.campaign.rules.last_for_ballast.number
        return self.world.turn + 1 + pick(max(min(LATEST, last - self.world.turn), 1))
