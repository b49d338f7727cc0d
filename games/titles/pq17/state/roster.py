"""15.0 The campaign between operations: units on the map or away, and the merchants in the Soviet ports.

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
"""15.4.1, 15.4.2 The classes of emergency reinforcements, by kind."""
EvStage = Literal["", "declared", "crossed", "done"]
"""15.8.3 The stages of operation EV: not yet, under way, its task force has reached Murmansk, carried out."""


class Unit(Struct, omit_defaults=True, gc=False):
    """A named ship, strength of a class in one state, or an air unit, at a port or air base.

    The base of a carrier's aircraft is the carrier. `strength` is permanent; `damaged`: steps of aircraft that will
    return (15.5.4). `laden`: merchants with cargo. `green`: the crew is new; `due`: the scheduled fortnight of such a
    ship (15.4.3b). `inoperative`: the fortnight until which the ship is Inop (15.5.3). `emergency`: the unit was called
    for this fortnight (15.4a). `afloat`: the unit was at sea when the operation ended, and its owner will name its port
    (15.8).
    """

    kind: str
    strength: int
    place: str
    crippled: bool = False
    dead: bool = False
    damaged: int = 0
    laden: bool = False
    green: bool = False
    due: int = 0
    inoperative: int = 0
    emergency: bool = False
    afloat: bool = False

    def like(self, other: "Unit") -> bool:
        """Return True if another unit has the same class, place and state, so that both can merge."""
        return self.marks() == other.marks()

    def marks(self) -> tuple[object, ...]:
        """Return the class, place and states of the unit; units with equal results can merge."""
        ship = (self.kind, self.place, self.crippled, self.dead, self.laden)
        return (*ship, self.green, self.due, self.inoperative, self.emergency, self.afloat)


class Away(Struct, omit_defaults=True, gc=False):
    """15.5, 15.7 A unit that has left the map.

    `back`: the fortnight in whose order-of-battle phase it returns; -1: it does not return automatically. `operation`:
    the named operation for which it left.
    """

    unit: Unit
    why: Reason
    back: int = -1
    operation: str = ""


class Upgraded(Struct, frozen=True, gc=False):
    """15.6.5 A unit of an `old` type, with its strength, that a unit of a `new` type has replaced at an air base."""

    old: str
    strength: int
    new: str
    place: str


class Boxes(Struct, omit_defaults=True, gc=False):
    """15.2.2 The merchants in a Soviet port by kind: to be unloaded, in ballast face down, and in ballast face up.

    Merchants that have been idle for a fortnight are turned face up.
    """

    unloading: list[Unit] = []
    down: list[Unit] = []
    up: list[Unit] = []


class Played(Struct, frozen=True, omit_defaults=True, gc=False):
    """15.9 The record of a past fortnight.

    `key`: the fortnight. `allied`, `axis`: both bids. `initiative`: the side that had the initiative. `operation`: an
    operation was played. `points`: the total of half points at its end. `arrived`: the laden merchants that arrived.
    `unloaded`: the merchants that were unloaded.
    """

    key: str
    allied: int
    axis: int
    initiative: Side
    operation: bool
    points: int
    arrived: int = 0
    unloaded: int = 0


class Roster(Struct, omit_defaults=True, kw_only=True, gc=False):
    """The order of battle of both sides.

    `months`: the agreed number (15.9). `severny_flot` and `gruppe_nord`: half Command Points in stock. `raised`: the
    higher stock limit of Severny Flot holds (15.1b). `discharged`: the merchants unloaded in this fortnight;
    `unloaded`: those among them that carry supplies for aircraft (15.3.3). `waiting`: Soviet air units that wait for
    cargo. `damaged_boats`: strength of German submarines in dock.

    Of the current fortnight: the `bids`, the side with the `initiative`, and whether an operation is `played`; the
    laden merchants that `arrived` (15.6.4); strength of submarines lost by class (`boats_lost`, 15.6.2); `early`:
    strength that has arrived by the reinforcements situation and does not arrive again (15.3.2). `sunk`: CAM ships and
    oilers sunk in this month (15.6.1). `interceptors`: strength that printed fighters have lost permanently, by air
    unit. `patrol`: the ships on Patrol White, the one in the strait first. `convoys`: the number put together so far.

    `noted`: units of the current operation with marks that a counter cannot carry, and the air units as they were
    before. `sailed`: the ships and classes with green crews that were at sea in it (15.4.3b). `relieved`: the owner has
    named the ships of Patrol White himself (15.8.1). `unload_first`: strength of merchants that he wants unloaded
    before others, by port and kind (15.2.2). `offensive`: there was a ground offensive in this fortnight (12.6.1).
    `called`: emergency reinforcements by class; `called_green`: those with green crews (15.4). `early_green`: new ships
    that arrive before their scheduled time; `taken`: all ships that have done so, as `jul_1.anson` (15.4.3).

    `known`: Soviet ports where the enemy may know the kinds of merchants. `replaced`: steps of aircraft that arrived as
    replacements since the last operation, which only their owner knows until the next (15.6.3). `upgraded`: units that
    replaced others since then (15.6.5). `admitted`: each air unit that its owner chose to admit since the last
    operation, with the units that he left waiting (15.3.3).

    `markers`: the ice markers, for the roll of the next fortnight (10.4). `ev_declared`: the fortnight in which
    operation EV was declared, later that in which it was carried out. `cobweb`: the fortnight in which agent Cobweb was
    drawn; `agent`: his chit; `betrayed`: the convoys that he has betrayed (12.1). `chariots`: operation TITLE was tried
    (12.14.2). `returning`: the chit that brings back ships that broke out, until they return; `return_shown`: it was
    shown (12.2.1). `hurt`: named ships that were Crippled when they left the map, or that ice or weather put out, in
    the current operation. `overdue`: German ships that should have been taken home, as strength by class; 1 for a named
    ship (15.7.5).
    """

    fortnight: int = 0
    months: int = 10
    units: list[Unit] = []
    away: list[Away] = []
    boxes: dict[str, Boxes] = {}
    severny_flot: int = 0
    gruppe_nord: int = 0
    raised: bool = False
    ev: EvStage = ""
    unloaded: int = 0
    waiting: list[Unit] = []
    damaged_boats: int = 0
    bids: dict[Side, int] = {}
    initiative: Side = "allied"
    played: bool = False
    arrived: int = 0
    boats_lost: dict[str, int] = {}
    early: dict[str, int] = {}
    sunk: list[str] = []
    interceptors: dict[str, int] = {}
    patrol: list[str] = []
    convoys: int = 0
    ledger: list[Played] = []
    noted: list[Unit] = []
    sailed: list[str] = []
    relieved: bool = False
    unload_first: dict[str, dict[str, int]] = {}
    offensive: bool = False
    called: dict[Side, dict[str, int]] = {}
    called_green: dict[Side, dict[str, int]] = {}
    early_green: list[Unit] = []
    taken: list[str] = []
    markers: dict[Zone, Expected] = {}
    ev_declared: int = -1
    cobweb: int = -1
    agent: str = ""
    betrayed: list[str] = []
    returning: str = ""
    return_shown: bool = False
    hurt: list[str] = []
    overdue: dict[str, int] = {}
    known: list[str] = []
    replaced: list[Unit] = []
    upgraded: list[Upgraded] = []
    discharged: int = 0
    admitted: dict[str, list[str]] = {}
    chariots: bool = False

    def at(self, place: str) -> list[Unit]:
        """Return the units at a place."""
        return [unit for unit in self.units if unit.place == place]

    def find(self, kind: str) -> Unit | None:
        """Return a named ship that is on the map, or None."""
        return next((unit for unit in self.units if unit.kind == kind), None)

    def add(self, unit: Unit, *, single: bool) -> None:
        """Add a unit to the roster; strength of a class joins a unit in the same place and state."""
        alike = None if single else next((one for one in self.units if one.like(unit)), None)
        if alike is None:
            self.units.append(unit)
        else:
            alike.strength += unit.strength

    def take(self, unit: Unit, strength: int) -> Unit:
        """Take strength of a unit off the map, and return it as a unit. A wreck without strength is removed.

        Raises ValueError if the unit has less strength.
        """
        is_wreck = strength == unit.strength == 0
        if not is_wreck and not 0 < strength <= unit.strength:
            raise ValueError(f"{unit.kind} has no strength of {strength}")
        taken = Unit(unit.kind, strength, unit.place, unit.crippled, unit.dead, laden=unit.laden, green=unit.green)
        unit.strength -= strength
        if not unit.strength:
            self.units.remove(unit)
        return taken
