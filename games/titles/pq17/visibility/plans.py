"""4.2 Redraw the secret plans of a side's forces, so that they fit what the enemy has seen of its blocks."""

from collections.abc import Collection, Container
from typing import NamedTuple

from games.kernel.forms import RandomSource
from games.kernel.random_source import is_redrawn
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.state.state import Convoy, Force, Plan, State

LONGEST = 6
"""4.2 The most hexes of a redrawn route that leads to no port."""
LATEST = 8
"""4.2 The most turns until a convoy sails by a redrawn plan."""
FAR = 999
"""A distance in hexes that is longer than any way."""
TO_PORT, ABOUT = 1, 2
"""4.2 Kinds of redrawn plans: to a port, or a route of some hexes. 0 means no plan."""


def deal_plans(
    box: Box, world: State, side: Side, kept: Container[str], forced: Collection[str], pick: RandomSource
) -> None:
    """4.2 Redraw the plans of a side's forces, except the forces in `kept` and those that are shadowed.

    `forced`: forces that must get another plan, because they cannot carry out their own. The plans of all other forces
    are redrawn only in a few redeals, so that in most redeals the blocks move as in the real game.
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

    Return False for forces off the map, in training or broken down (4.3.4, 13.0b), for dispersed parts (5.6), and for
    convoys that call at two ports (15.2.1a). In port, only the plans of convoys that wait to sail may be redrawn.
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
    """The sea as it is for the ships of a side. `shut`: the hexes of enemy ports, which they never enter (5.1.4)."""

    box: Box
    world: State
    operation: Operation
    shut: frozenset[str]

    def redraw(self, force: Force, pick: RandomSource) -> None:
        """4.2 Give a force a random plan."""
        voyage = force.convoy
        force.plan = self._orders(force, pick) if voyage is None else self._voyage(force, voyage, pick)
        if voyage is not None and force.plan is not None:
            voyage.destination, voyage.nearest = force.plan.destination, None

    def _orders(self, force: Force, pick: RandomSource) -> Plan | None:
        """4.2 Return a random plan for a force that is no convoy.

        It is None, the shortest way to a port of the side, or a route of some hexes.
        """
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
        """5.0 Return a random route of up to `steps` hexes that enters no hex twice."""
        way = [at]
        for _ in range(steps):
            open_ = [one for one in self.box.waters.ways[way[-1]] if one not in way and one not in self.shut]
            if not open_:
                break
            way.append(open_[pick(len(open_))])
        return tuple(way[1:])

    def _voyage(self, force: Force, voyage: Convoy, pick: RandomSource) -> Plan | None:
        """4.2, 5.1.5 Return a random plan for a convoy: one of its destinations, and a way there; or None.

        The way enters no hex in which the block was seen, unless there is no other way.
        """
        if not voyage.destinations:
            return None
        port = voyage.destinations[pick(len(voyage.destinations))]
        goal, gone = self.box.ports[port].hex, self.shut | (frozenset(force.trail) - {force.at})
        way = self._way(force.at, goal, gone, pick) or self._way(force.at, goal, self.shut, pick)
        return Plan(self._sails(force, voyage, pick), way, port) if way else None

    def _way(self, here: str, goal: str, shut: frozenset[str], pick: RandomSource) -> tuple[str, ...]:
        """5.1.5a Return a way to `goal` whose random first hex is no farther from it, and which is shortest from there.

        Returns () if there is none.
        """
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
        """4.2a, 15.2b Return a random turn on which a convoy in port sails; 0 for a convoy at sea."""
        if force.at_sea:
            return 0
        last = 2 * self.box.numbers.turns.days
        if self.world.roster is not None and not voyage.laden:
            last = self.box.campaign.rules.last_for_ballast.number
        return self.world.turn + 1 + pick(max(min(LATEST, last - self.world.turn), 1))
