"""1.2 The board: the state of a game with the operations that all rules share, such as moving blocks."""

from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import TypeVar

from games.kernel.events import EVERYBODY, Event, EventVariant, EventVariants
from games.kernel.table import Table
from games.orders.order_set import Order
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.components.turns import Turn, turn_of
from games.titles.pq17.state.reporting import report_fields
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import AirUnit, Force, Phase, Report, Source, State, Track

Written = TypeVar("Written", bound=Order)

MOST_AT_SEA = 3
"""6.1 The highest ID level of a block at sea."""


_SEEN = attrgetter("at", "port", "block")
"""1.2b The sort key of a block by what all players see: its hex, its port, and its number."""


class Board(Table[State]):
    """The state of a game together with its components (`box`), and the operations that all rules share.

    A *force* is a group of ships or a dummy, as its owner knows it. The *block* of a force is its piece on the map. The
    enemy sees only the block with its number.
    """

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def operation(self) -> Operation:
        """Return the operation that is played: the scenario or, in a campaign, the operation of the fortnight."""
        return self.state.composed or self.box.operations[self.state.scenario]

    @property
    def now(self) -> Turn:
        """8.1 Return the current turn."""
        return turn_of(self.state.turn)

    @property
    def is_day(self) -> bool:
        """8.2 True if the current turn is a day turn."""
        return self.box.charts.daylight.is_day(self.state.light, self.now)

    @property
    def phase(self) -> Phase:
        """3.2a Return the state of the current player phase. Raises LookupError between phases."""
        if self.state.phase is None:
            raise LookupError("no player phase is under way")
        return self.state.phase

    @property
    def roster(self) -> Roster:
        """15.0 Return the campaign's order of battle. Raises LookupError if the game is a single operation."""
        if self.state.roster is None:
            raise LookupError("this is no campaign")
        return self.state.roster

    def enemy(self, side: Side) -> Side:
        """Return the enemy of a side."""
        return "axis" if side == "allied" else "allied"

    def ordered(self, kind: type[Written]) -> list[Written]:
        """Return this phase's orders of the type `kind`, in the order in which the player wrote them."""
        orders = self.phase.orders
        return [order for order in orders if isinstance(order, kind)] if orders else []

    # --- forces

    def bring(self, force: Force) -> None:
        """Put the block of a new force on the map, and add its strength to `State.brought`."""
        self.state.brought += sum(one.strength for one in force.counters)
        self.place(force)

    def bring_aircraft(self, unit: AirUnit) -> None:
        """Add a new air unit at its base, and add its strength to `State.brought_air`."""
        self.state.brought_air += unit.strength
        self.state.air.append(unit)

    def dismiss_aircraft(self, carriers: Collection[str]) -> None:
        """10.2.6 Remove the air units of carriers that leave because of ice or weather. They do not count as losses."""
        gone = [unit for unit in self.state.air if unit.base in carriers]
        self.state.brought_air -= sum(unit.strength for unit in gone)
        self.state.air = [unit for unit in self.state.air if unit.base not in carriers]

    def called(self, force: Force) -> str:
        """Return a public name of a force for the journal keys of rolls: its hex and block number, as ``0411.7``."""
        return f"{force.at}.{force.block}"

    def as_seen(self, forces: Iterable[Force]) -> list[Force]:
        """Return forces sorted by public facts only: hex, port, and block number.

        Rules that treat forces one by one use this order, so that the order discloses nothing.
        """
        return sorted(forces, key=_SEEN)

    def force(self, name: str) -> Force:
        """Return the force with this id. Raises LookupError if there is no such force."""
        for force in self.state.forces:
            if force.id == name:
                return force
        raise LookupError(f"there is no force {name}")

    def forces_of(self, side: Side) -> list[Force]:
        """Return the forces of a side, dummies included, in the order in which they entered the game."""
        return [force for force in self.state.forces if force.side == side]

    def afloat(self, side: Side) -> list[Force]:
        """Return the forces of a side that are at sea. Everybody sees their blocks, face down or face up."""
        return [force for force in self.state.forces if force.side == side and not force.port]

    def forces_with(self, force: Force) -> list[Force]:
        """Return the forces of the same side in the same place as a force, the force itself included.

        The place is the port for a force in port, otherwise the sea of its hex.
        """
        side, at, port = force.side, force.at, force.port
        return [one for one in self.state.forces if one.at == at and one.side == side and one.port == port]

    def is_shadowed(self, force: Force) -> bool:
        """6.3 Return True if the enemy shadows a force."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.target for one in shadows]

    def follows(self, force: Force) -> bool:
        """5.4, 6.3 Return True if a force shadows an enemy force. Such a force moves only together with its target."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.who for one in shadows if one.by in ("wolfpack", "task_force")]

    # --- blocks, as the enemy sees them

    def place(self, force: Force) -> None:
        """1.2b Put the block of a force on the map, as a new block.

        The enemy cannot tell it from the other face-down blocks of its side in the same place.
        """
        force.block = self._number(force.side)
        force.trail = [force.at]
        self.state.forces.append(force)
        self._log(force)
        self._mix(force)

    def remove(self, force: Force) -> None:
        """5.3.1a Remove a force and its block from the map, and end the air radius that its carriers hold."""
        self.state.forces.remove(force)
        self.state.declared = [name for name in self.state.declared if name != force.id]

    def step(self, force: Force, hex_: str) -> None:
        """1.2b Move a block by one hex in view of the enemy. Call `rest` when the move ends."""
        self._part(force)
        force.at = hex_
        force.port = ""
        force.trail.append(hex_)
        self._log(force)

    def leave(self, force: Force) -> None:
        """5.1.3 Move a block out of its port into the sea of the same hex, in view of the enemy."""
        self._part(force)
        force.port, force.from_port = "", True

    def set_down(self, force: Force, at: str, port: str = "") -> None:
        """8.3 Put a block in another place, unidentified and with a new number. The enemy cannot follow its move.

        `at`: the hex. `port`: the port in the hex; "" for the sea.
        """
        force.at, force.port, force.level = at, port, None
        force.block, force.trail = self._number(force.side), [at]
        self._log(force)
        self._mix(force)

    def rest(self, force: Force, port: str = "") -> None:
        """1.2b, 5.1.2 End the move of a block at sea or, if `port` is given, in that port.

        In a port the block becomes unidentified. An unidentified block gets a new number, shared with all unidentified
        blocks of its side in the same place.
        """
        if port:
            self._part(force)
            force.port, force.level = port, None
        self._mix(force)

    def identify(self, force: Force, level: int) -> None:
        """6.1 Turn a block face up at an ID level. The block gets a number that no other block has.

        `level`: the ID level; a value below 0 counts as 0, a value above 3 as 3.
        """
        self._part(force)
        force.level = min(max(level, 0), MOST_AT_SEA)

    def stand(self, force: Force) -> None:
        """6.6a, 6.3.5b Stand a block up again, so that it becomes unidentified.

        The enemy cannot tell the block from the other unidentified blocks of its side in the same place.
        """
        force.level = None
        self._mix(force)

    def renew(self, side: Side, at: str, port: str = "") -> None:
        """1.2b Renumber all blocks of a side in a place after a split or combination.

        No old number remains in use there. Blocks that look alike get the same number: blocks that are face down, and
        blocks that are face up with the same kind, ID level and scattered state. `at`: the hex. `port`: the port in the
        hex; "" for the sea.
        """
        alike: dict[tuple[int, str, bool], list[Force]] = {}
        for one in self.forces_of(side):
            if (one.at, one.port) == (at, port):
                scattered = one.convoy is not None and one.convoy.scattered
                face = (-1, "", False) if one.level is None else (one.level, one.kind, scattered)
                alike.setdefault(face, []).append(one)
        for face in sorted(alike):
            number = self._number(side)
            for one in alike[face]:
                one.block, one.trail = number, [at]

    def _number(self, side: Side) -> int:
        """1.2b Return a number that no block of the side has had.

        Callers ask for numbers in an order that depends on public facts only, so that numbers disclose nothing.
        """
        self.state.blocks[side] = self.state.blocks.get(side, 0) + 1
        return self.state.blocks[side]

    def _part(self, force: Force) -> None:
        """If a block shares its number with others, give it a number of its own; the others keep the old number."""
        side, block = force.side, force.block
        if [one for one in self.state.forces if one.block == block and one.side == side and one is not force]:
            force.block = self._number(side)
            force.trail = [force.at]

    def _mix(self, force: Force) -> None:
        """Give an unidentified block and the other unidentified blocks of its side in the same place one new number.

        A face-up block is left as it is. No number changes if all these blocks share one already.
        """
        if force.level is not None:
            return
        alike = [one for one in self.forces_with(force) if one.level is None]
        if len({one.block for one in alike}) > 1:
            number = self._number(force.side)
            for one in alike:
                one.block = number
                one.trail = [one.at]

    def _log(self, force: Force) -> None:
        """Add the hex of a force on this turn to its track, which becomes public at the end of the game."""
        track = self.state.tracks.setdefault(force.id, Track(force.side, force.kind))
        track.come_to(self.state.turn, force.at)

    # --- announcing

    def tell(self, event: Event) -> None:
        """Announce an event to all players and spectators."""
        self.emit(event, to=EVERYBODY)

    def tell_side(self, side: Side, event: Event) -> None:
        """Announce an event to one side."""
        self.emit(event, to=(side,))

    def tell_of(self, side: Side, own: Event, seen: Event) -> None:
        """Announce an event: as `own` to its owner `side`, and as `seen`, without secret fields, to everybody else."""
        self.emit(own, to=(side,), reduced=seen)

    def tell_both(self, side: Side, own: Event, theirs: Event, seen: Event) -> None:
        """Announce an event in three forms: `own` for `side`, `theirs` for its enemy, and `seen` for everybody else."""
        forms = (EventVariant((side,), own), EventVariant((self.enemy(side),), theirs), EventVariant(EVERYBODY, seen))
        self.told.append(EventVariants(forms))

    def tell_each(self, side: Side, own: Event, theirs: Event) -> None:
        """Announce an event in two forms: to `side` as `own`, and to its enemy as `theirs`. Nobody else reads it."""
        self.told.append(EventVariants((EventVariant((side,), own), EventVariant((self.enemy(side),), theirs))))

    # --- reports

    def report(self, force: Force, level: int, source: Source) -> Report:
        """6.2.1, 6.1 Store a report for the enemy on a block at sea, with the facts of this moment, and return it.

        `force`: the force of the block. `level`: the ID level of the report, limited to 3. `source`: the rule or action
        that discloses the facts.
        """
        level = min(level, MOST_AT_SEA)
        report = Report(
            to="axis" if force.side == "allied" else "allied",
            turn=self.state.turn,
            source=source,
            at=force.at,
            block=force.block,
            **report_fields(self.box, force, level),
        )
        self.state.reports.append(report)
        return report
