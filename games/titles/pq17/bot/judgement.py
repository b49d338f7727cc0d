"""The captain's estimates from its view: which blocks may be convoys, where they go, and their worth as targets."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from games.kernel.advice import Reasons
from games.kernel.lapses import NO_LAPSES, Lapses
from games.titles.pq17.bot.ice import icy_hexes
from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, HEAVY_SHIPS, Side
from games.titles.pq17.visibility.view import BlockSeen, View

CONVOY, LIKELY, FORCE, FRESH, OTHER, PACK = 20, 9, 6, 5, 2, 1
"""The worth of finding or attacking each kind of block; only the ratios count.

In order: a convoy; a face-down block that moves as a convoy does; a task force; a block that has hardly moved yet; a
face-down block that moves as no convoy does; a wolfpack.
"""
NEW = 2
"""5.1.5 A trail of up to this many hexes shows nothing, because blocks that met have new numbers and new trails."""
PACE, STOPPED = 3, 1
"""5.1 The most hexes that a block moves in a turn; and the turns for which a gale or ice may stop a convoy (5.1.5)."""
KNOWN, BESIDE = 4, 2
"""The worth of searching a convoy that is face up; and the factor of that worth for a hex with own forces."""
Prey = list[tuple[int, BlockSeen]]
"""Blocks as targets, each with its worth."""


EAST, WEST = ("murmansk", "arkhangelsk"), ("reykjavik", "loch_ewe")
"""The possible destinations of convoys: of laden convoys, and of those that return empty."""
LADEN = 3
"""2.0, 2.1.1 How many times as many points a sunk laden merchant scores as an empty one."""

GATHERING = ("reykjavik", "loch_ewe")
"""15.3.1 The port where laden convoys are put together, before and after operation EV."""
LIGHT = ("dd", "tb", "es", "ax")
"""15.2a The classes of ships that escort convoys."""

PATROL_PORT = "reykjavik"
"""5.1.9a The port of Patrol White."""
COUNTED: dict[str, frozenset[str]] = {
    "capital_ships": frozenset(CAPITAL_SHIPS),
    "cruisers": frozenset(HEAVY_SHIPS - CAPITAL_SHIPS),
    "light": frozenset(("dd", "tb")),
}
"""5.1.2a The classes of ships in each category that the Russian ports limit."""


OVERLOOKED, MISJUDGED = 2, 90
"""A beginner's mistakes.

The first: a beginner overlooks one of so many blocks, routes and escorts. The second: the most percent by which a
beginner misjudges the gain of a search.
"""


class Judgement:
    """The captain's estimates, made from the view of its seat alone.

    `lapses`: the mistakes of a beginner that the bot makes; none for the captain. `reasons`: collects the reasons for
    the orders. `blocks`: the enemy blocks at sea that the captain takes into account.
    """

    def __init__(self, box: Box, view: View, lapses: Lapses = NO_LAPSES) -> None:
        self.box, self.view, self.lapses = box, view, lapses
        self.reasons = Reasons()
        self.east = [box.ports[port].hex for port in EAST]
        self.goals = [*self.east, *(box.ports[port].hex for port in WEST)]
        seen = [block for block in view.blocks if not block.port and block.at in box.hexes]
        self.blocks = [block for block in seen if not lapses.overlooks(OVERLOOKED, "block", block.block)]
        self.lanes: dict[int, Sequence[Mapping[str, int]]] = {}

    def worth(self, block: BlockSeen) -> int:
        """Return the worth of finding or attacking a block, one of the constants of this module."""
        if block.kind == "convoy":
            return CONVOY * self.cargo_factor(block)
        if block.kind == "task_force":
            return FORCE
        if block.kind == "wolfpack":
            return PACK
        if block.kind == "dummy":
            return 0
        if self.is_too_slow(block):
            return OTHER
        if len(block.trail) <= NEW:
            return FRESH
        return LIKELY * self.cargo_factor(block) if self.moves_like_convoy(block) else OTHER

    def cargo_factor(self, block: BlockSeen) -> int:
        """2.1.1 Return the factor by which a possible convoy's cargo raises its worth.

        It is LADEN for a block that goes to Russia or whose course is unknown, otherwise 1.
        """
        return LADEN if self.course(block) in ("", *self.east) else 1

    def is_too_slow(self, block: BlockSeen) -> bool:
        """5.1.5 Return True if a block is too slow for a convoy, which moves a hex in each turn.

        Slower blocks are submarines that wait, dummies, and ships without a task.
        """
        return self.age(block) > len(block.trail) - 1 + STOPPED

    def age(self, block: BlockSeen) -> int:
        """1.2b Return the least number of turns for which a block has had its block number.

        Block numbers rise with time. So a block is at least as old as any block with a higher number, whose age is
        known from a report on it or from its trail.
        """
        return max((turns for number, turns in self._ages if number >= block.block), default=0)

    @cached_property
    def _ages(self) -> list[tuple[int, int]]:
        """Return pairs of a block number and the least number of turns for which that block has existed."""
        told = [(one.block, self.view.turn - one.turn) for one in self.view.reports if one.to == self.view.seat]
        gone = [(one.block, _turns(one)) for one in self.blocks]
        return [*told, *gone]

    def moves_like_convoy(self, block: BlockSeen) -> bool:
        """5.1.5, 5.1.5a Return True if a face-down block has moved as only a convoy must.

        A convoy never enters a hex twice, and is never more than a hex farther from its port than it was at its
        nearest.
        """
        if len(block.trail) <= NEW or len(set(block.trail)) < len(block.trail):
            return False
        goal = self.course(block)
        if not goal:
            return False
        nearest = self.far(block.trail[0], goal)
        for hex_ in block.trail[1:]:
            far = self.far(hex_, goal)
            if far > nearest + 1:
                return False
            nearest = min(nearest, far)
        return True

    def lies_in_wait(self, hex_: str) -> bool:
        """7.4 Return True if a submarine or ship should stay in a hex, because a convoy or possible convoy is in it."""
        return any(
            block.at == hex_ and self.worth(block) >= FRESH and block.kind != "task_force" for block in self.blocks
        )

    def is_covered(self, block: BlockSeen) -> bool:
        """7.5.1 Return True if a face-up enemy task force is in the hex of a convoy or possible convoy.

        Always False in a single operation, where no Home Fleet covers convoys.
        """
        return block.kind != "task_force" and self.faces_cover(block.at)

    def faces_cover(self, hex_: str) -> bool:
        """7.5.1 Return True if a face-up enemy task force is in a hex. Always False in a single operation."""
        return self.view.roster is not None and any(
            block.at == hex_ and block.kind == "task_force" for block in self.blocks
        )

    def value(self, hex_: str, *, identified: bool) -> int:
        """Return the total worth of the face-up (`identified`) or face-down blocks in a hex."""
        return sum(
            self.worth(block) for block in self.blocks if block.at == hex_ and (block.level is not None) == identified
        )

    def search_gain(self, hex_: str) -> int:
        """6.2a Return the expected gain of an air search of a hex, as worth of blocks.

        The gain is doubled if own forces are in the hex, because they search too, and may attack.
        """
        found = self.value(hex_, identified=False)
        found += sum(KNOWN for block in self.blocks if block.at == hex_ and block.kind == "convoy")
        found = self.lapses.misjudge(found, MISJUDGED, "hex", hex_)
        return found * (BESIDE if any(one.at == hex_ and not one.port for one in self.view.forces) else 1)

    @cached_property
    def covered(self) -> frozenset[str]:
        """6.4.1 Return the hexes in the printed air radii of the own side, which are searched without an order."""
        areas = self.box.areas
        if self.view.seat == "axis":
            return areas.axis_radius.hexes
        return areas.british_radius.hexes | areas.soviet_radius.hexes

    def next_hex(self, block: BlockSeen) -> str:
        """Return the next hex of a block that keeps its direction; its own hex if the direction is unknown."""
        if len(block.trail) < 2:
            return block.at
        before, at = block.trail[-2], block.at
        for side, beside in hexes.neighbours(before).items():
            if beside == at:
                return hexes.neighbours(at).get(side, at)
        return at

    def course(self, block: BlockSeen) -> str:
        """Return the hex of the port to which a block's trail leads, or "" if it leads to none.

        It is the port to which the distance has fallen most; of two equal ones, the nearer port.
        """
        if len(block.trail) < 2:
            return ""
        first, last = block.trail[0], block.at
        gained = [(self.far(first, goal) - self.far(last, goal), -self.far(last, goal), goal) for goal in self.goals]
        nearer, _, goal = max(gained)
        return goal if nearer > 0 else ""

    def lane(self, block: BlockSeen, turns: int) -> Sequence[str]:
        """5.1.5 Return the hexes that a possible convoy enters in the next turns, one a turn, on the shortest way.

        The way leads to the port of the block's course.
        """
        goal = self.course(block)
        return self.way(block.at, goal, turns) if goal else ()

    def should_return(self, force: str) -> bool:
        """2.2a Return True if an Allied force without a task should return to port now.

        Patrol White returns when its fuel is Low, all other forces at once. The port of Patrol White is inside the area
        that it may not leave (5.1.9a), so Low fuel is enough for the way.
        """
        own = next((one for one in self.view.forces if one.id == force), None)
        if own is None or own.fuel is None:
            return False
        return own.fuel.state != "full" if self.patrols(force) else True

    def is_thirsty(self, convoy: str) -> bool:
        """11.3.2 Return True if a convoy should refuel: if its fuel is Low or Critical.

        The oil lasts longest if the convoy refuels as late as possible. The destroyers need it for the way back, and
        refuelling does not slow a convoy.
        """
        own = next(one for one in self.view.forces if one.id == convoy)
        return own.fuel is not None and own.fuel.state != "full"

    def homes(self, force: str, ports: Mapping[str, str]) -> dict[str, str]:
        """2.2a, 5.1.2a Return those of the `ports` to which a force should return, each with its hex.

        Patrol White returns to Reykjavik. In a campaign light ships return to the port where laden convoys are put
        together. Only Soviet ships return to Russian ports, which take few ships.
        """
        if self.patrols(force):
            return {port: hex_ for port, hex_ in ports.items() if port == PATROL_PORT}
        if self.gathering in ports and self.is_all_light(force):
            return {self.gathering: ports[self.gathering]}
        own = next(one for one in self.view.forces if one.id == force)
        soviet = any(self.box.ships[one.ship].nation == "soviet" for one in own.counters)
        russian = self.box.numbers.russian_ports.ports
        fit = {port: hex_ for port, hex_ in ports.items() if soviet or port not in russian}
        return {port: hex_ for port, hex_ in fit.items() if hex_ not in self.icy} or fit

    @cached_property
    def gathering(self) -> str:
        """15.2, 15.3.1 Return the id of the port where the laden convoys of a campaign are put together.

        It is "" for the Axis, and in a single operation.
        """
        roster = self.view.roster
        if roster is None or self.view.seat != "allied":
            return ""
        return GATHERING[roster.ev == "done"]

    def is_light(self, ship: str) -> bool:
        """15.2a Return True if a ship escorts convoys. Soviet ships do not, because they stay in their own waters."""
        known = self.box.ships[ship]
        return known.type in LIGHT and known.nation != "soviet"

    def is_all_light(self, force: str) -> bool:
        """Return True if all ships of a force escort convoys (see `is_light`)."""
        own = next(one for one in self.view.forces if one.id == force)
        return all(self.is_light(one.ship) for one in own.counters)

    @cached_property
    def free_blocks(self) -> int:
        """1.2c Return the number of blocks for Allied task forces that are not in use."""
        used = sum(one.kind == "task_force" for one in self.view.forces)
        return self.box.numbers.blocks.allied.task_force - used

    def is_soviet(self, force: str) -> bool:
        """4.3.2 Return True if all ships of a force are Soviet."""
        own = next(one for one in self.view.forces if one.id == force)
        return all(self.box.ships[one.ship].nation == "soviet" for one in own.counters)

    def patrols(self, force: str) -> bool:
        """5.1.9 Return True if a force contains a ship of Patrol White."""
        return any(
            one.id == force and any(counter.ship in self.view.patrol for counter in one.counters)
            for one in self.view.forces
        )

    def way_home(self, force: str, here: str, port: str, most: int) -> Sequence[str]:
        """Return the first `most` hexes of a force's way to the hex `port`. Patrol White stays in its area (5.1.9a)."""
        if not self.patrols(force):
            return self.way(here, port, most)
        shut = set(self.box.waters.hexes) - self.box.areas.patrol_white.hexes
        return (self.box.waters.shortest(here, port, shut) or ())[:most]

    def prey(self, least: int = LIKELY) -> Prey:
        """Return the blocks that submarines and ships approach, each with its worth, the most valuable first.

        `least`: blocks of a lower worth are left out.
        """
        found = [(self.worth(block), block) for block in self.blocks if self.worth(block) >= least]
        return sorted(found, key=lambda one: (-one[0], one[1].block))

    def fights(self, force: str) -> bool:
        """Return True if a force can seek a surface battle: it has full fuel, and a heavy ship that can fight."""
        own = next((one for one in self.view.forces if one.id == force), None)
        if own is None or (own.fuel is not None and own.fuel.state != "full"):
            return False
        whole = [one for one in own.counters if self.box.ships[one.ship].is_heavy and not (one.crippled or one.dead)]
        return bool(whole)

    def left_outside(self, convoy: str) -> tuple[str, ...]:
        """5.1.2a Return the ids of a convoy's warships for which its Russian port has no room.

        Empty if the convoy is not in the hex of such a port. A class appears once for each point of strength.
        """
        own = next(one for one in self.view.forces if one.id == convoy)
        russian, operation = self.box.numbers.russian_ports, self.box.known(self.view.calendar)
        off = {self.box.ports[port].hex for port in russian.ports}
        if (
            operation is None
            or own.at not in off
            or own.convoy is None
            or own.convoy.destination not in ("", *russian.ports)
        ):
            return ()
        limit = russian.limit(operation.month)
        room = {name: getattr(limit, name) - self.view.russian.get(name, 0) for name in COUNTED}
        found: list[str] = []
        for one in own.counters:
            ship = self.box.ships[one.ship]
            name = next((name for name, types in COUNTED.items() if ship.type in types), "")
            for _ in range(1 if ship.is_single else one.strength):
                if name and ship.nation != "soviet" and not (one.crippled or one.dead):
                    room[name] -= 1
                    found += [one.ship] * (room[name] < 0)
        return tuple(found)

    def far(self, here: str, there: str) -> int:
        """Return the distance by sea between two hexes, in hexes; 99 if there is no way."""
        way = self.box.waters.distance(here, there)
        return 99 if way is None else way

    def way(self, here: str, there: str, most: int) -> Sequence[str]:
        """Return the first `most` hexes of the shortest way from `here` to `there`; empty if there is none.

        The way avoids enemy ports (5.1.4); it avoids ice if any such way exists.
        """
        round_ = self.box.waters.shortest(here, there, self._avoided)
        return (round_ or self.box.waters.shortest(here, there, self.shut) or ())[:most]

    @cached_property
    def icy(self) -> frozenset[str]:
        """10.1 Return the hexes with drift ice or worse, which ships avoid."""
        operation = self.box.known(self.view.calendar)
        return icy_hexes(self.box, operation) if operation is not None else frozenset()

    @cached_property
    def _avoided(self) -> frozenset[str]:
        return self.shut | self.icy

    @cached_property
    def shut(self) -> frozenset[str]:
        """5.1.4 Return the hexes of enemy ports, which ships do not enter."""
        operation = self.box.known(self.view.calendar)
        side: Side = "axis" if self.view.seat == "axis" else "allied"
        return self.box.enemy_ports(operation, side) if operation is not None else frozenset()


def _turns(block: BlockSeen) -> int:
    """5.1, 5.1.5 Return the least number of turns in which a block can have moved along its trail.

    A convoy moves one hex a turn, other blocks up to PACE hexes.
    """
    steps = len(block.trail) - 1
    return steps if block.kind == "convoy" else -(-steps // PACE)
