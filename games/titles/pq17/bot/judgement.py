"""What the admiral makes of what he sees: which blocks may be convoys, where they go, and what they are worth."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from games.titles.pq17.box import hexes
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CAPITAL_SHIPS, HEAVY_SHIPS, Side
from games.titles.pq17.seen.view import BlockSeen, View

CONVOY, LIKELY, FORCE, FRESH, OTHER, PACK = 20, 9, 6, 5, 2, 1
"""What it is worth to find or attack a convoy, a block that moves like one, a task force, a block that nobody has seen
move yet, one that does not move like a convoy, a wolfpack.
"""
NEW = 2
"""5.1.5 Hexes of a trail that tell nothing: forces that met have new numbers."""
PACE, STOPPED = 3, 1
"""5.1 Hexes that any block goes in a turn at most; turns for which a gale or ice may stop a convoy (5.1.5)."""
KNOWN, BESIDE = 4, 2
"""What it is worth to search a convoy that is known already; and how many times more a hex where own forces lie."""
Prey = list[tuple[int, BlockSeen]]
"""Blocks with their worth."""


EAST, WEST = ("murmansk", "arkhangelsk"), ("reykjavik", "loch_ewe")
"""Ports that convoys are bound for, laden and in ballast."""
LADEN = 3
"""2.0, 2.1.1 Points for a laden merchant that is sunk and does not arrive; one in ballast brings one."""

GATHERING = ("reykjavik", "loch_ewe")
"""15.3.1 Where laden convoys are put together, until operation EV and after it."""
LIGHT = ("dd", "tb", "es", "ax")
"""15.2a Ships that go with convoys."""

PATROL_PORT = "reykjavik"
"""5.1.9a The port of Patrol White."""
COUNTED: dict[str, frozenset[str]] = {
    "capital_ships": frozenset(CAPITAL_SHIPS),
    "cruisers": frozenset(HEAVY_SHIPS - CAPITAL_SHIPS),
    "light": frozenset(("dd", "tb")),
}
"""5.1.2a What the Russian ports count."""


class Judgement:
    """The admiral's eyes."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self.east = [box.ports[port].hex for port in EAST]
        self.goals = [*self.east, *(box.ports[port].hex for port in WEST)]
        self.blocks = [block for block in view.blocks if not block.port and block.at in box.hexes]
        self.lanes: dict[int, Sequence[Mapping[str, int]]] = {}

    def worth(self, block: BlockSeen) -> int:
        """What a block is worth to be found or attacked."""
        if block.kind == "convoy":
            return CONVOY * self.cargo(block)
        if block.kind == "task_force":
            return FORCE
        if block.kind == "wolfpack":
            return PACK
        if block.kind == "dummy":
            return 0
        if self.stands(block):
            return OTHER
        if len(block.trail) <= NEW:
            return FRESH
        return LIKELY * self.cargo(block) if self.is_slow(block) else OTHER

    def cargo(self, block: BlockSeen) -> int:
        """2.1.1 How much more its merchants are worth if a convoy is laden, as all are that go east."""
        return LADEN if self.course(block) in ("", *self.east) else 1

    def stands(self, block: BlockSeen) -> bool:
        """5.1.5 Whether a block has gone less far since it got its number than a convoy, which goes a hex in each turn:
        boats that wait, dummies, ships without a task.
        """
        return self.age(block) > len(block.trail) - 1 + STOPPED

    def age(self, block: BlockSeen) -> int:
        """1.2b For how many turns at least a block has had its number. Numbers rise, so that it is as old as any above
        its own: that was told of in a turn gone by, or has come a long way since.
        """
        return max((turns for number, turns in self._ages if number >= block.block), default=0)

    @cached_property
    def _ages(self) -> list[tuple[int, int]]:
        """Numbers with the turns for which they have been known at least."""
        told = [(one.block, self.view.turn - one.turn) for one in self.view.reports if one.to == self.view.seat]
        gone = [(one.block, _turns(one)) for one in self.blocks]
        return [*told, *gone]

    def is_slow(self, block: BlockSeen) -> bool:
        """5.1.5, 5.1.5a Whether an unidentified block goes as a convoy does: never twice in a hex, and never more
        than a hex further from its port than it has been.
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
        """7.4 Whether a convoy lies in a hex, or what may be one."""
        return any(
            block.at == hex_ and self.worth(block) >= FRESH and block.kind != "task_force" for block in self.blocks
        )

    def is_covered(self, block: BlockSeen) -> bool:
        """7.5.1 Whether ships lie with a convoy, or what may be one, as the Home Fleet's do in a campaign."""
        return block.kind != "task_force" and self.faces_cover(block.at)

    def faces_cover(self, hex_: str) -> bool:
        """7.5.1 Whether a task force was identified in a hex of a campaign."""
        return self.view.roster is not None and any(
            block.at == hex_ and block.kind == "task_force" for block in self.blocks
        )

    def value(self, hex_: str, *, identified: bool) -> int:
        """What lies in a hex, of what is face up, or of what is not."""
        return sum(
            self.worth(block) for block in self.blocks if block.at == hex_ and (block.level is not None) == identified
        )

    def hope(self, hex_: str) -> int:
        """6.2a What a search of a hex may bring: more where own forces lie that search it too, and may attack."""
        found = self.value(hex_, identified=False)
        found += sum(KNOWN for block in self.blocks if block.at == hex_ and block.kind == "convoy")
        return found * (BESIDE if any(one.at == hex_ and not one.port for one in self.view.forces) else 1)

    @cached_property
    def covered(self) -> frozenset[str]:
        """6.4.1 The hexes that the printed air radius of the reader's side searches without an order."""
        areas = self.box.areas
        if self.view.seat == "axis":
            return areas.axis_radius.hexes
        return areas.british_radius.hexes | areas.soviet_radius.hexes

    def ahead(self, block: BlockSeen) -> str:
        """Where a block will be if it goes on as it went."""
        if len(block.trail) < 2:
            return block.at
        before, at = block.trail[-2], block.at
        for side, beside in hexes.beside(before).items():
            if beside == at:
                return hexes.beside(at).get(side, at)
        return at

    def course(self, block: BlockSeen) -> str:
        """Where a convoy is bound for, as far as its trail tells: the port that it has come nearer to by most, of two
        alike the nearer; "" if there is none.
        """
        if len(block.trail) < 2:
            return ""
        first, last = block.trail[0], block.at
        gained = [(self.far(first, goal) - self.far(last, goal), -self.far(last, goal), goal) for goal in self.goals]
        nearer, _, goal = max(gained)
        return goal if nearer > 0 else ""

    def lane(self, block: BlockSeen, turns: int) -> Sequence[str]:
        """5.1.5 The hexes that a convoy enters in so many turns, one in each, on the shortest way to its port."""
        goal = self.course(block)
        return self.way(block.at, goal, turns) if goal else ()

    def should_return(self, force: str) -> bool:
        """2.2a Whether Allied ships go home: those without a task at once, Patrol White when its fuel is Low, which
        lasts until it is there; its port lies in the waters that it may not leave (5.1.9a).
        """
        own = next((one for one in self.view.forces if one.id == force), None)
        if own is None or own.fuel is None:
            return False
        return own.fuel.state != "full" if self.patrols(force) else True

    def is_thirsty(self, convoy: str) -> bool:
        """11.3.2 Whether a convoy takes oil: once its fuel is Low, so that it lasts longest. Its destroyers come home
        on it, and it costs a convoy no way.
        """
        own = next(one for one in self.view.forces if one.id == convoy)
        return own.fuel is not None and own.fuel.state != "full"

    def homes(self, force: str, ports: Mapping[str, str]) -> dict[str, str]:
        """2.2a, 5.1.2a The ports that a force goes home to, with their hexes: Patrol White to Reykjavik, in a campaign
        light ships to where convoys are put together, and others not to Russia, whose ports take few ships, but those
        that belong there.
        """
        if self.patrols(force):
            return {port: hex_ for port, hex_ in ports.items() if port == PATROL_PORT}
        if self.gathering in ports and self.is_all_light(force):
            return {self.gathering: ports[self.gathering]}
        own = next(one for one in self.view.forces if one.id == force)
        soviet = any(self.box.ships[one.ship].nation == "soviet" for one in own.counters)
        russian = self.box.numbers.russian_ports.ports
        return {port: hex_ for port, hex_ in ports.items() if soviet or port not in russian}

    @cached_property
    def gathering(self) -> str:
        """15.2, 15.3.1 The port where the laden convoys of a campaign are put together; "" for the Axis, and where one
        operation is played by itself.
        """
        roster = self.view.roster
        if roster is None or self.view.seat != "allied":
            return ""
        return GATHERING[roster.ev == "done"]

    def is_light(self, ship: str) -> bool:
        """15.2a Whether a ship goes with convoys; Soviet ones keep to their own waters."""
        known = self.box.ships[ship]
        return known.type in LIGHT and known.nation != "soviet"

    def is_all_light(self, force: str) -> bool:
        """Whether a force has such ships alone."""
        own = next(one for one in self.view.forces if one.id == force)
        return all(self.is_light(one.ship) for one in own.counters)

    @cached_property
    def free_blocks(self) -> int:
        """1.2c The blocks that are left for task forces of the Allies."""
        used = sum(one.kind == "task_force" for one in self.view.forces)
        return self.box.numbers.blocks.allied.task_force - used

    def is_soviet(self, force: str) -> bool:
        """4.3.2 Whether all ships of a force are Soviet."""
        own = next(one for one in self.view.forces if one.id == force)
        return all(self.box.ships[one.ship].nation == "soviet" for one in own.counters)

    def patrols(self, force: str) -> bool:
        """5.1.9 Whether a force holds a ship of Patrol White."""
        return any(
            one.id == force and any(counter.ship in self.view.patrol for counter in one.counters)
            for one in self.view.forces
        )

    def way_home(self, force: str, here: str, port: str, most: int) -> Sequence[str]:
        """The first hexes of the way to a port; 5.1.9a Patrol White goes through its own waters alone."""
        area = self.box.areas.patrol_white.hexes
        shut = set(self.box.waters.hexes) - area if self.patrols(force) else self.shut
        return (self.box.waters.shortest(here, port, shut) or ())[:most]

    def prey(self, least: int = LIKELY) -> Prey:
        """The blocks that boats and ships make for, with their worth: convoys first."""
        found = [(self.worth(block), block) for block in self.blocks if self.worth(block) >= least]
        return sorted(found, key=lambda one: (-one[0], one[1].block))

    def fights(self, force: str) -> bool:
        """Whether a force has guns to speak of, and fuel: heavy ships, not Critical."""
        own = next((one for one in self.view.forces if one.id == force), None)
        if own is None or (own.fuel is not None and own.fuel.state != "full"):
            return False
        whole = [one for one in own.counters if self.box.ships[one.ship].is_heavy and not (one.crippled or one.dead)]
        return bool(whole)

    def left_outside(self, convoy: str) -> tuple[str, ...]:
        """5.1.2a The warships, each step of a class by name, that the Russian port a convoy lies off does not take."""
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
        """Hexes between two by sea; many where there is no way."""
        way = self.box.waters.distance(here, there)
        return 99 if way is None else way

    def way(self, here: str, there: str, most: int) -> Sequence[str]:
        """The first hexes of the shortest way that passes no enemy port (5.1.4)."""
        return (self.box.waters.shortest(here, there, self.shut) or ())[:most]

    @cached_property
    def shut(self) -> frozenset[str]:
        """5.1.4 The hexes of enemy ports, which ships do not enter."""
        operation = self.box.known(self.view.calendar)
        side: Side = "axis" if self.view.seat == "axis" else "allied"
        return self.box.enemy_ports(operation, side) if operation is not None else frozenset()


def _turns(block: BlockSeen) -> int:
    """5.1, 5.1.5 The turns that a block needed for its trail: a convoy one for each hex, others at high speed less."""
    steps = len(block.trail) - 1
    return steps if block.kind == "convoy" else -(-steps // PACE)
