"""1.2 The state in play: forces, the blocks that the enemy sees, and the common operations on them."""

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
"""1.2b The visible traits that distinguish blocks."""


class Board(Table[State]):
    """A game state with the components of the game, and the operations that all rules share."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def operation(self) -> Operation:
        """Return the scenario; in a campaign, the operation of the fortnight."""
        return self.state.composed or self.box.operations[self.state.scenario]

    @property
    def now(self) -> Turn:
        """8.1 Return the current turn."""
        return turn_of(self.state.turn)

    @property
    def is_day(self) -> bool:
        """8.2 True if the current turn is day."""
        return self.box.charts.daylight.is_day(self.state.light, self.now)

    @property
    def phase(self) -> Phase:
        """3.2a Return the current player phase. Raises LookupError between phases."""
        if self.state.phase is None:
            raise LookupError("no player phase is under way")
        return self.state.phase

    @property
    def roster(self) -> Roster:
        """15.0 Return the order of battle of a campaign. Raises LookupError in a single operation."""
        if self.state.roster is None:
            raise LookupError("this is no campaign")
        return self.state.roster

    def enemy(self, side: Side) -> Side:
        """Return the other side."""
        return "axis" if side == "allied" else "allied"

    def ordered(self, kind: type[Written]) -> list[Written]:
        """Return the orders of a kind for this phase, in the order in which they were written."""
        orders = self.phase.orders
        return [order for order in orders if isinstance(order, kind)] if orders else []

    # --- forces

    def bring(self, force: Force) -> None:
        """Add a new force to the map."""
        self.state.brought += sum(one.strength for one in force.counters)
        self.place(force)

    def bring_aircraft(self, unit: AirUnit) -> None:
        """Add a new air unit at its base."""
        self.state.brought_air += unit.strength
        self.state.air.append(unit)

    def dismiss_aircraft(self, carriers: Collection[str]) -> None:
        """10.2.6 Remove the air units of carriers that leave because of ice or weather; they do not count as losses."""
        gone = [unit for unit in self.state.air if unit.base in carriers]
        self.state.brought_air -= sum(unit.strength for unit in gone)
        self.state.air = [unit for unit in self.state.air if unit.base not in carriers]

    def called(self, force: Force) -> str:
        """Return a public identifier of a force, for the keys of dice: the place and number of its block."""
        return f"{force.at}.{force.block}"

    def as_seen(self, forces: Iterable[Force]) -> list[Force]:
        """Return forces in an order that depends on public facts only: place and number."""
        return sorted(forces, key=_SEEN)

    def force(self, name: str) -> Force:
        """Return a force by its owner's id. Raises LookupError."""
        for force in self.state.forces:
            if force.id == name:
                return force
        raise LookupError(f"there is no force {name}")

    def forces_of(self, side: Side) -> list[Force]:
        """Return the forces and dummies of a side, in the order in which they came into play."""
        return [force for force in self.state.forces if force.side == side]

    def afloat(self, side: Side) -> list[Force]:
        """Return the blocks of a side at sea, face down or face up; everybody sees them."""
        return [force for force in self.state.forces if force.side == side and not force.port]

    def together(self, force: Force) -> list[Force]:
        """Return the forces of a force's side in its place, itself included.

        The place is the port, or the hex outside the port.
        """
        side, at, port = force.side, force.at, force.port
        return [one for one in self.state.forces if one.at == at and one.side == side and one.port == port]

    def is_shadowed(self, force: Force) -> bool:
        """6.3 Return True if the enemy shadows a force."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.target for one in shadows]

    def follows(self, force: Force) -> bool:
        """5.4, 6.3 Return True if a force shadows another, and so moves only with its target."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.who for one in shadows if one.by in ("wolfpack", "task_force")]

    # --- blocks, as the enemy sees them

    def place(self, force: Force) -> None:
        """1.2b Put a new block on the map, mixed with the face-down blocks of its side there."""
        force.block = self._number(force.side)
        force.trail = [force.at]
        self.state.forces.append(force)
        self._log(force)
        self._mix(force)

    def remove(self, force: Force) -> None:
        """5.3.1a Remove a block from the map, and end the air radius that its carriers held."""
        self.state.forces.remove(force)
        self.state.declared = [name for name in self.state.declared if name != force.id]

    def step(self, force: Force, hex_: str) -> None:
        """1.2b Move a block by one hex, visible to the enemy; call `rest` where it stops."""
        self._part(force)
        force.at = hex_
        force.port = ""
        force.trail.append(hex_)
        self._log(force)

    def leave(self, force: Force) -> None:
        """5.1.3 Let a block leave its port, visible to the enemy, and stand in the sea of the hex."""
        self._part(force)
        force.port, force.from_port = "", True

    def set_down(self, force: Force, at: str, port: str = "") -> None:
        """8.3 Put a block at another place, unidentified and under a new number, so that the enemy cannot follow it."""
        force.at, force.port, force.level = at, port, None
        force.block, force.trail = self._number(force.side), [at]
        self._log(force)
        self._mix(force)

    def rest(self, force: Force, port: str = "") -> None:
        """1.2b, 5.1.2 End a block's move: at sea, or in `port`, where it becomes unidentified.

        If it is unidentified, it gets the same number as the other unidentified blocks of its side there.
        """
        if port:
            self._part(force)
            force.port, force.level = port, None
        self._mix(force)

    def identify(self, force: Force, level: int) -> None:
        """6.1 Turn a block face up at this level; it is now distinct from all others."""
        self._part(force)
        force.level = min(max(level, 0), MOST_AT_SEA)

    def stand(self, force: Force) -> None:
        """6.6a, 6.3.5b Make a block unidentified.

        It cannot be told from the other unidentified blocks of its side in its place.
        """
        force.level = None
        self._mix(force)

    def renew(self, side: Side, at: str, port: str = "") -> None:
        """1.2b Renumber the blocks of a side in a place after some split or combined; no old number remains.

        Blocks that look alike get the same number: face down, or face up with the same kind, ID and scattering.
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
        """1.2b Return a new number for a block.

        No number is used twice, and the order of numbers depends on public facts only.
        """
        self.state.blocks[side] = self.state.blocks.get(side, 0) + 1
        return self.state.blocks[side]

    def _part(self, force: Force) -> None:
        """Give a block that shares its number with others a number of its own; the others keep theirs."""
        side, block = force.side, force.block
        if [one for one in self.state.forces if one.block == block and one.side == side and one is not force]:
            force.block = self._number(side)
            force.trail = [force.at]

    def _mix(self, force: Force) -> None:
        """Give an unidentified block and all other unidentified blocks of its side in its place one new number."""
        if force.level is not None:
            return
        alike = [one for one in self.together(force) if one.level is None]
        if len({one.block for one in alike}) > 1:
            number = self._number(force.side)
            for one in alike:
                one.block = number
                one.trail = [one.at]

    def _log(self, force: Force) -> None:
        """Record the place of a force on this turn; the record becomes public at the end."""
        track = self.state.tracks.setdefault(force.id, Track(force.side, force.kind))
        track.come_to(self.state.turn, force.at)

    # --- announcing

    def tell(self, event: Event) -> None:
        """Announce an event to everybody."""
        self.emit(event, to=EVERYBODY)

    def tell_side(self, side: Side, event: Event) -> None:
        """Announce an event to one side."""
        self.emit(event, to=(side,))

    def tell_of(self, side: Side, own: Event, seen: Event) -> None:
        """Announce an event to the owner `side` in full (`own`), and to everybody else its visible part (`seen`)."""
        self.emit(own, to=(side,), reduced=seen)

    def tell_both(self, side: Side, own: Event, theirs: Event, seen: Event) -> None:
        """Announce an event to `side` as `own`, to its enemy as `theirs`, and to everybody else as `seen`."""
        forms = (EventVariant((side,), own), EventVariant((self.enemy(side),), theirs), EventVariant(EVERYBODY, seen))
        self.told.append(EventVariants(forms))

    def tell_each(self, side: Side, own: Event, theirs: Event) -> None:
        """Announce an event to `side` as `own`, to its enemy as `theirs`, and to no other seat."""
        self.told.append(EventVariants((EventVariant((side,), own), EventVariant((self.enemy(side),), theirs))))

    # --- reports

    def report(self, force: Force, level: int, source: Source) -> Report:
        """6.2.1, 6.1 Record a report for the enemy on a block at sea, as it is now, and return it.

        `level`: the ID level of the report, limited to 3.
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
