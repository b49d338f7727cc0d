"""1.2 The Arctic in play: forces, the blocks that the enemy sees, and the common moves with them."""

from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import TypeVar

from games.kernel.events import EVERYBODY, Event, Told, ToldForm
from games.kernel.orders import Order
from games.kernel.table import Table
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.scenarios import Operation
from games.titles.pq17.box.turns import Turn, turn_of
from games.titles.pq17.table.reporting import opened
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.state import AirUnit, Force, Phase, Report, Source, State, Track

Written = TypeVar("Written", bound=Order)

MOST_AT_SEA = 3
"""6.1 The highest ID level of a block at sea."""


_SEEN = attrgetter("at", "port", "block")
"""1.2b What everybody can tell a block by."""


class Sea(Table[State]):
    """A state in play, with the box it is played with."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def operation(self) -> Operation:
        """The scenario; in a campaign the operation of the fortnight."""
        return self.state.composed or self.box.operations[self.state.scenario]

    @property
    def now(self) -> Turn:
        """8.1 The turn under way."""
        return turn_of(self.state.turn)

    @property
    def is_day(self) -> bool:
        """8.2 Whether the turn is day."""
        return self.box.charts.daylight.is_day(self.state.light, self.now)

    @property
    def phase(self) -> Phase:
        """3.2a The player phase under way. Raises LookupError between phases."""
        if self.state.phase is None:
            raise LookupError("no player phase is under way")
        return self.state.phase

    @property
    def roster(self) -> Roster:
        """15.0 The order of battle of a campaign. Raises LookupError in a single operation."""
        if self.state.roster is None:
            raise LookupError("this is no campaign")
        return self.state.roster

    def enemy(self, side: Side) -> Side:
        """The other side."""
        return "axis" if side == "allied" else "allied"

    def ordered(self, kind: type[Written]) -> list[Written]:
        """The orders of a kind that were written for this phase, as they were written."""
        orders = self.phase.orders
        return [order for order in orders if isinstance(order, kind)] if orders else []

    # --- forces

    def bring(self, force: Force) -> None:
        """Put a force on the map that comes into play."""
        self.state.brought += sum(one.strength for one in force.counters)
        self.place(force)

    def bring_aircraft(self, unit: AirUnit) -> None:
        """Put an air unit at its base that comes into play."""
        self.state.brought_air += unit.strength
        self.state.air.append(unit)

    def dismiss_aircraft(self, carriers: Collection[str]) -> None:
        """10.2.6 The air units of carriers that ice or weather put out leave the game with them, and are no losses."""
        gone = [unit for unit in self.state.air if unit.base in carriers]
        self.state.brought_air -= sum(unit.strength for unit in gone)
        self.state.air = [unit for unit in self.state.air if unit.base not in carriers]

    def called(self, force: Force) -> str:
        """What everybody can call a force, for keys of dice: the place and number of its block."""
        return f"{force.at}.{force.block}"

    def as_seen(self, forces: Iterable[Force]) -> list[Force]:
        """Forces in an order that depends on nothing hidden: by place and number."""
        return sorted(forces, key=_SEEN)

    def force(self, name: str) -> Force:
        """A force by its owner's word. Raises LookupError."""
        for force in self.state.forces:
            if force.id == name:
                return force
        raise LookupError(f"there is no force {name}")

    def forces_of(self, side: Side) -> list[Force]:
        """The forces and dummies of a side, in the order in which they came."""
        return [force for force in self.state.forces if force.side == side]

    def afloat(self, side: Side) -> list[Force]:
        """The blocks of a side that stand, or lie face up, at sea; everybody sees them."""
        return [force for force in self.state.forces if force.side == side and not force.port]

    def together(self, force: Force) -> list[Force]:
        """The forces of its side in the same place, itself among them: in the same port, or outside it in the hex."""
        side, at, port = force.side, force.at, force.port
        return [one for one in self.state.forces if one.at == at and one.side == side and one.port == port]

    def is_shadowed(self, force: Force) -> bool:
        """6.3 Whether the enemy shadows a force."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.target for one in shadows]

    def follows(self, force: Force) -> bool:
        """5.4, 6.3 Whether a force shadows another, and so goes where that goes and nowhere by itself."""
        shadows = self.state.shadows
        return bool(shadows) and force.id in [one.who for one in shadows if one.by in ("wolfpack", "task_force")]

    # --- blocks, as the enemy sees them

    def place(self, force: Force) -> None:
        """1.2b Put a new block on the map; it is mixed with those that stand there."""
        force.block = self._number(force.side)
        force.trail = [force.at]
        self.state.forces.append(force)
        self._log(force)
        self._mix(force)

    def remove(self, force: Force) -> None:
        """Take a block off the map, whatever for, and the radius that its carriers held (5.3.1a)."""
        self.state.forces.remove(force)
        self.state.declared = [name for name in self.state.declared if name != force.id]

    def step(self, force: Force, hex_: str) -> None:
        """1.2b Move a block by one hex, in sight of the enemy; where it stops it must be put to `rest`."""
        self._part(force)
        force.at = hex_
        force.port = ""
        force.trail.append(hex_)
        self._log(force)

    def leave(self, force: Force) -> None:
        """5.1.3 A block leaves its port, in sight of the enemy, and stands in the sea of the hex."""
        self._part(force)
        force.port, force.from_port = "", True

    def set_down(self, force: Force, at: str, port: str = "") -> None:
        """8.3 A block stands somewhere else than the enemy last knew, unidentified, and nobody saw it go."""
        force.at, force.port, force.level = at, port, None
        force.block, force.trail = self._number(force.side), [at]
        self._log(force)
        self._mix(force)

    def rest(self, force: Force, port: str = "") -> None:
        """1.2b, 5.1.2 A block stops where it is, or enters the port there, where it lies face down without an ID; from
        then on it cannot be told from others that stand, or lie, there.
        """
        if port:
            self._part(force)
            force.port, force.level = port, None
        self._mix(force)

    def identify(self, force: Force, level: int) -> None:
        """6.1 Turn a block face up at this level; it is now told from all others."""
        self._part(force)
        force.level = min(max(level, 0), MOST_AT_SEA)

    def stand(self, force: Force) -> None:
        """6.6a, 6.3.5b A block stands up unidentified, and is mixed with those that stand there."""
        force.level = None
        self._mix(force)

    def renew(self, side: Side, at: str, port: str = "") -> None:
        """1.2b After blocks of a side came apart or together in a place no number there outlives it: all get new ones,
        and those that look alike, standing or face up with one kind and ID, scattered or not, the same.
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
        """1.2b The next number for a block: given in the order of what everybody sees, and never again."""
        self.state.blocks[side] = self.state.blocks.get(side, 0) + 1
        return self.state.blocks[side]

    def _part(self, force: Force) -> None:
        """A block that could not be told from others becomes one that can; the others stay as they are."""
        side, block = force.side, force.block
        if [one for one in self.state.forces if one.block == block and one.side == side and one is not force]:
            force.block = self._number(side)
            force.trail = [force.at]

    def _mix(self, force: Force) -> None:
        """All blocks that stand, or lie in port, in the place of this one get one and the same new number."""
        if force.level is not None:
            return
        alike = [one for one in self.together(force) if one.level is None]
        if len({one.block for one in alike}) > 1:
            number = self._number(force.side)
            for one in alike:
                one.block = number
                one.trail = [one.at]

    def _log(self, force: Force) -> None:
        """Where a force came on this turn, for the record that lies open at the end."""
        track = self.state.tracks.setdefault(force.id, Track(force.side, force.kind))
        track.come_to(self.state.turn, force.at)

    # --- telling

    def tell(self, event: Event) -> None:
        """Announce to all."""
        self.emit(event, to=EVERYBODY)

    def tell_side(self, side: Side, event: Event) -> None:
        """Tell a side alone."""
        self.emit(event, to=(side,))

    def tell_of(self, side: Side, own: Event, seen: Event) -> None:
        """Tell a side what happened to its own, and everybody else what of it is seen."""
        self.emit(own, to=(side,), reduced=seen)

    def tell_both(self, side: Side, own: Event, theirs: Event, seen: Event) -> None:
        """Tell each side in its own words, and everybody else what all see."""
        forms = (ToldForm((side,), own), ToldForm((self.enemy(side),), theirs), ToldForm(EVERYBODY, seen))
        self.told.append(Told(forms))

    def tell_each(self, side: Side, own: Event, theirs: Event) -> None:
        """Tell each side in its own words, and nobody else."""
        self.told.append(Told((ToldForm((side,), own), ToldForm((self.enemy(side),), theirs))))

    # --- reports

    def report(self, force: Force, level: int, source: Source) -> Report:
        """6.2.1 Give the enemy the report of a level, 3 at most (6.1), on a block at sea, as it is now."""
        level = min(level, MOST_AT_SEA)
        report = Report(
            to="axis" if force.side == "allied" else "allied",
            turn=self.state.turn,
            source=source,
            at=force.at,
            block=force.block,
            **opened(self.box, force, level),
        )
        self.state.reports.append(report)
        return report
