"""15.0 The campaign's order of battle: units on the map or away between operations, and merchants in the Soviet ports.

Fortnights are counted from 0, in the order of the schedule. Points are half points.
"""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import Side, Zone

Reason = Literal["repair", "operation", "leave", "ice_or_weather", "lost"]
NATIONS: dict[str, tuple[str, ...]] = {
    "british": ("dd_a_i", "tb_old"), "us": ("dd_us",), "german": ("tb_35_37",),
}  # fmt: skip
"""15.4.1, 15.4.2 The classes of emergency reinforcements, by the nation whose limit they count against."""
EvStage = Literal["", "declared", "crossed", "done"]
"""15.8.3 The stages of operation EV: not declared; declared; its task force has reached Murmansk; carried out."""


class Unit(Struct, omit_defaults=True, gc=False):
    """A named ship, strength of a class in one state, or an air unit, in the campaign's order of battle."""

    kind: str
    """The id of the ship or class, or the aircraft type."""
    strength: int
    """The strength without permanent losses."""
    place: str
    """The port or air base. The base of a carrier's aircraft is the carrier."""
    crippled: bool = False
    dead: bool = False
    damaged: int = 0
    """The steps of aircraft that will return (15.5.4)."""
    laden: bool = False
    """True for merchants with cargo."""
    green: bool = False
    """True if the crew is new."""
    due: int = 0
    """The fortnight in which the schedule brings a ship that has arrived early with a new crew (15.4.3b)."""
    inoperative: int = 0
    """The fortnight until which the ship is inoperative and stays in port (15.5.3)."""
    emergency: bool = False
    """True if the unit was called for this fortnight (15.4a)."""
    afloat: bool = False
    """True if the unit was at sea when the operation ended; its owner will name its port (15.8)."""

    def like(self, other: "Unit") -> bool:
        """Return True if another unit has the same class, place and state, so that both can merge."""
        return self.marks() == other.marks()

    def marks(self) -> tuple[object, ...]:
        """Return the class, place and states of the unit. Units with equal results can merge."""
        ship = (self.kind, self.place, self.crippled, self.dead, self.laden)
        return (*ship, self.green, self.due, self.inoperative, self.emergency, self.afloat)


class Away(Struct, omit_defaults=True, gc=False):
    """15.5, 15.7 A unit that has left the map, and the reason.

    `back`: the fortnight in whose order-of-battle phase it returns; -1 if no fortnight is set. `operation`: the name of
    the operation elsewhere for which it left.
    """

    unit: Unit
    why: Reason
    back: int = -1
    operation: str = ""


class Upgraded(Struct, frozen=True, gc=False):
    """15.6.5 An air unit that was replaced by one of a newer type.

    `old`: its old type. `strength`: its strength then. `new`: its new type. `place`: its base.
    """

    old: str
    strength: int
    new: str
    place: str


class Boxes(Struct, omit_defaults=True, gc=False):
    """15.2.2 The three boxes for merchants in a Soviet port.

    `unloading`: merchants that wait to be unloaded. `down`, `up`: merchants in ballast (empty), face down and face up;
    those that have been idle for a fortnight are turned face up.
    """

    unloading: list[Unit] = []
    down: list[Unit] = []
    up: list[Unit] = []


class Played(Struct, frozen=True, omit_defaults=True, gc=False):
    """15.9 The record of a past fortnight."""

    key: str
    """The key of the fortnight, such as ``jun_1``."""
    allied: int
    """The bid of the Allies for the initiative."""
    axis: int
    """The bid of the Axis for the initiative."""
    initiative: Side
    """The side that had the initiative."""
    operation: bool
    """True if an operation was played."""
    points: int
    """The score at the end of the fortnight, in half points."""
    arrived: int = 0
    """The strength of laden merchants that arrived."""
    unloaded: int = 0
    """The strength of merchants that were unloaded."""


class Roster(Struct, omit_defaults=True, kw_only=True, gc=False):
    """15.0 The order of battle of both sides between operations, with the records of the campaign."""

    fortnight: int = 0
    """The number of the current fortnight in the schedule, from 0."""
    months: int = 10
    """The agreed length of the campaign in months (15.9)."""
    units: list[Unit] = []
    """The units in ports and at bases."""
    away: list[Away] = []
    """The units that have left the map."""
    boxes: dict[str, Boxes] = {}
    """The boxes of merchants, by Soviet port."""
    severny_flot: int = 0
    """The half Command Points of Severny Flot."""
    gruppe_nord: int = 0
    """The half Command Points of Gruppe Nord."""
    raised: bool = False
    """True if the limit of Severny Flot's points has risen (15.1b)."""
    ev: EvStage = ""
    """The stage of operation EV."""
    unloaded: int = 0
    """The strength of merchants unloaded in this fortnight whose cargo brings aircraft: all but tankers (15.3.3)."""
    waiting: list[Unit] = []
    """Soviet air units that wait for cargo."""
    damaged_boats: int = 0
    """The strength of German submarines in dock."""
    bids: dict[Side, int] = {}
    """The bids for the initiative of the current fortnight, by side."""
    initiative: Side = "allied"
    """The side that has the initiative in the current fortnight."""
    played: bool = False
    """True if an operation is played in the current fortnight."""
    arrived: int = 0
    """The strength of laden merchants that arrived in the current fortnight (15.6.4)."""
    boats_lost: dict[str, int] = {}
    """The strength of submarines lost in the current fortnight, by class (15.6.2)."""
    early: dict[str, int] = {}
    """By unit, the strength that the reinforcements situation has already brought (15.3.2).

    This strength does not arrive again on its scheduled date.
    """
    sunk: list[str] = []
    """The CAM ships and oilers sunk in this month (15.6.1)."""
    interceptors: dict[str, int] = {}
    """By air unit, the strength that fighters printed at a base have lost permanently."""
    patrol: list[str] = []
    """The ships on Patrol White, first the ship that patrols the strait."""
    convoys: int = 0
    """The number of operations prepared so far, from which convoys get their numbers."""
    ledger: list[Played] = []
    """The records of the past fortnights in order."""
    noted: list[Unit] = []
    """Units as they were before the current operation.

    These are copies of all air units, and of units with a state that a counter on the map cannot show.
    """
    sailed: list[str] = []
    """The ships and classes with green crews that were at sea in the last operation (15.4.3b)."""
    relieved: bool = False
    """True if the owner has named the ships of Patrol White (15.8.1)."""
    unload_first: dict[str, dict[str, int]] = {}
    """By port and kind, the strength of merchants that the owner wants unloaded before others (15.2.2)."""
    offensive: bool = False
    """True if there was a ground offensive in this fortnight (12.6.1)."""
    called: dict[Side, dict[str, int]] = {}
    """By side and class, the emergency reinforcements that were called."""
    called_green: dict[Side, dict[str, int]] = {}
    """By side and class, the emergency reinforcements with green crews (15.4)."""
    early_green: list[Unit] = []
    """New ships that arrive before their scheduled date, with green crews."""
    taken: list[str] = []
    """All ships that have arrived early so far, written with their scheduled fortnight as ``jul_1.anson`` (15.4.3)."""
    markers: dict[Zone, Expected] = {}
    """The ice markers by zone, for the roll of the next fortnight (10.4)."""
    ev_declared: int = -1
    """The fortnight in which operation EV was declared, later the fortnight in which it was carried out."""
    cobweb: int = -1
    """The fortnight in which the chit of agent Cobweb was drawn (12.1)."""
    agent: str = ""
    """The letter of the agent's chit."""
    betrayed: list[str] = []
    """The convoys that the agent has betrayed (12.1)."""
    returning: str = ""
    """The letter of the chit that brings back ships that broke out, until they return."""
    return_shown: bool = False
    """True if the chit `returning` was shown (12.2.1)."""
    hurt: list[str] = []
    """Named ships that left the current operation damaged.

    They were Crippled when they left the map, or ice or weather put them out of the operation.
    """
    overdue: dict[str, int] = {}
    """German ships that should have been taken home, as strength by class; 1 for a named ship (15.7.5)."""
    known: list[str] = []
    """Soviet ports in which the enemy may know the kinds of merchants."""
    replaced: list[Unit] = []
    """The steps of aircraft that arrived as replacements since the last operation (15.6.3).

    Only their owner knows them until the next operation.
    """
    upgraded: list[Upgraded] = []
    """The air units that were replaced by a new type since the last operation (15.6.5)."""
    discharged: int = 0
    """The strength of all merchants unloaded in this fortnight."""
    admitted: dict[str, list[str]] = {}
    """By air unit that its owner chose to admit since the last operation, the units left waiting (15.3.3)."""
    chariots: bool = False
    """True if operation TITLE was tried (12.14.2)."""

    def at(self, place: str) -> list[Unit]:
        """Return the units in a port or at a base."""
        return [unit for unit in self.units if unit.place == place]

    def find(self, kind: str) -> Unit | None:
        """Return the unit of the named ship `kind`; None if the roster has no such unit."""
        return next((unit for unit in self.units if unit.kind == kind), None)

    def add(self, unit: Unit, *, single: bool) -> None:
        """Add a unit to the roster.

        If `single` is False, its strength joins a unit of the same class in the same place and state, if there is one.
        `single`: True for a named ship.
        """
        alike = None if single else next((one for one in self.units if one.like(unit)), None)
        if alike is None:
            self.units.append(unit)
        else:
            alike.strength += unit.strength

    def take(self, unit: Unit, strength: int) -> Unit:
        """Remove strength from a unit of the roster, and return that strength as a new unit.

        A unit with no strength left is removed. A wreck, which has no strength, is taken with a `strength` of 0. Raises
        ValueError if the unit has less than `strength`.
        """
        is_wreck = strength == unit.strength == 0
        if not is_wreck and not 0 < strength <= unit.strength:
            raise ValueError(f"{unit.kind} has no strength of {strength}")
        taken = Unit(unit.kind, strength, unit.place, unit.crippled, unit.dead, laden=unit.laden, green=unit.green)
        unit.strength -= strength
        if not unit.strength:
            self.units.remove(unit)
        return taken
