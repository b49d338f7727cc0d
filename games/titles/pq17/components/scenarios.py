"""T.scenarios, T.scenarios.a The operations with their starting positions (`data/scenario_*.toml`).

The notation of units: a named ship is ``tirpitz``; ships of a class, and aircraft, have their strength: ``dd_a_i 6``. A
damaged named ship has her remaining strength: ``trinidad 3``. The words ``crippled`` and ``green`` may follow.
"""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.kernel.text import Text
from games.titles.pq17.components.pieces import SECTORS, Ice, Sector, Side, Zone
from games.titles.pq17.components.turns import Month, Turn, month_of, read_turn
from games.toolkit.tables import ComponentError, read_toml

Count = Annotated[int, Meta(ge=0)]


class Entry(Struct, frozen=True, gc=False):
    """A named ship, or ships or aircraft of a kind with their total `strength`.

    `kind`: the id of the ship or aircraft. A named ship with `strength` 0 is undamaged. `green`: True if she has a new
    crew (15.4.3).
    """

    kind: str
    strength: int = 0
    crippled: bool = False
    green: bool = False


class CommandPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """4.3.1 The Command Points of each command at the start of an operation."""

    home_fleet: Count
    severny_flot: Count
    gruppe_nord: Count


class Dummies(Struct, frozen=True, forbid_unknown_fields=True):
    """4.1.3b The dummies of a side at the start: a dummy in each of `ports`, but at most `number`.

    `limit`: the most dummies in play at a time (1.3). If an Axis convoy is in Tromso, the dummy of Tromso is placed in
    the port `instead`; if `instead` is "", it is not placed.
    """

    ports: tuple[str, ...]
    number: Count
    limit: Count
    instead: str = ""


class BothDummies(Struct, frozen=True, forbid_unknown_fields=True):
    """The dummies of both sides."""

    allied: Dummies
    axis: Dummies

    def of(self, side: Side) -> Dummies:
        """Return the dummies of one side."""
        return self.allied if side == "allied" else self.axis


class Laid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Ships of a scenario that are placed together; `ships` lists them in the notation of this module."""

    id: str
    ships: tuple[str, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Return the ships, as read from `ships`."""
        return tuple(read_entry(ship) for ship in self.ships)


class Convoy(Laid, frozen=True, kw_only=True):
    """An Allied convoy with its escorts, its port of departure, and its possible ports of destination (5.1.5).

    `way`: its default route to the first destination, hex by hex. This is the historical route of such convoys, as far
    from German aircraft as the ice allowed.
    """

    name: str
    laden: bool
    port: str
    destinations: tuple[str, ...]
    way: tuple[str, ...] = ()


class Sided(Laid, frozen=True, kw_only=True):
    """Ships that are placed together, with the `side` that owns them."""

    side: Side


class Group(Sided, frozen=True, kw_only=True):
    """A task force that begins in one of `ports`, at its owner's choice. `held`: True if it may not sail."""

    ports: tuple[str, ...]
    held: bool = False


class Arrival(Sided, frozen=True, kw_only=True):
    """A force that arrives on the turn `turn` of the operation, in a `port` or at sea in a `hex`.

    At sea, it has its Fuel Warning on the turn `fuel_warning`. `held`: True if it may not sail.
    """

    turn: str
    port: str = ""
    hex: str = ""
    held: bool = False
    fuel_warning: str = ""


class WorseIce(Struct, frozen=True, forbid_unknown_fields=True):
    """A special rule of a scenario: from the turn `first` to the turn `last`, ice is one state worse than in the chart.

    The rule holds in the ice zones `zones`.
    """

    zones: tuple[Zone, ...]
    first: str
    last: str

    def steps(self, zone: str, turn: Turn) -> int:
        """Return the number of states (0 or 1) by which this rule makes the ice of a zone worse on a turn."""
        return int(zone in self.zones and self.holds(turn))

    def holds(self, turn: Turn) -> bool:
        """Return True if this rule is in force on a turn."""
        return read_turn(self.first) <= turn <= read_turn(self.last)


class Grounding(Struct, frozen=True, forbid_unknown_fields=True):
    """A special rule of a scenario: a ship that leaves `port` runs aground if a die shows less than `least`."""

    ship: str
    port: str
    least: int


class Historical(Struct, frozen=True, forbid_unknown_fields=True):
    """14.0 A ship that may be bought, with her price in half victory points."""

    side: Side
    ship: str
    cost: Count


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """12.13, 13.6 A group of ships or aircraft that a situation or a random event brings to a port or an airfield.

    `place`: the port or airfield. `beside`: units of the same group that arrive elsewhere (15.3.2).
    """

    side: Side
    place: str
    units: tuple[str, ...]
    beside: tuple["Reinforcement", ...] = ()

    @property
    def here(self) -> tuple[Entry, ...]:
        """The units that arrive at `place`."""
        return tuple(read_entry(unit) for unit in self.units)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All units of the group, including units that arrive elsewhere."""
        return (*self.here, *(entry for one in self.beside for entry in one.entries))


class Operation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A scenario: an operation of fifteen days."""

    source: Literal["reconstructed"]
    number: int
    name: str
    name_ja: str
    month: str
    """The year and month, such as ``1942-07``."""
    light: str
    """The half month in the daylight chart."""
    start: str
    """The first turn that is played (8.3)."""
    patrol_white: tuple[str, str]
    """The two cruisers of Patrol White, first the cruiser at sea, then the cruiser in port (5.1.9)."""
    british_submarines: Count
    """The total strength of British submarines at sea."""
    wolfpacks: tuple[int, ...]
    """The strength of each German wolfpack."""
    soviet: tuple[str, ...]
    """The Soviet ships and submarines."""
    command_points: CommandPoints
    dummies: BothDummies
    convoys: tuple[Convoy, ...]
    """The Allied convoys."""
    forces: tuple[Group, ...]
    """The task forces that begin in port."""
    air: dict[str, tuple[str, ...]]
    """By base, the aircraft. A base is an airfield or, for float planes, a port."""
    reinforcements: tuple[Reinforcement, ...]
    """The groups that a situation or a random event brings (12.13, 13.6)."""
    binding_carriers: tuple[str, ...] = ()
    """The carriers that keep Tirpitz in port until they are found (5.1.8)."""
    sectors: dict[Sector, Count] = {}
    """The number of hexes that a sector searches, where it differs from the chart (6.4.2)."""
    arrivals: tuple[Arrival, ...] = ()
    """The forces that arrive during the operation."""
    historical: tuple[Historical, ...] = ()
    """The ships that may be bought (14.0)."""
    worse_ice: WorseIce | None = None
    """The special rule by which ice is worse, if there is one."""
    grounding: Grounding | None = None
    """The special rule by which a ship may run aground, if there is one."""
    ice: dict[Zone, Ice] = {}
    """By zone, the ice rolled for a fortnight of the campaign (10.4)."""

    @property
    def title(self) -> Text:
        """Return the scenario's title in English and Japanese."""
        return Text(self.name, self.name_ja)

    @cached_property
    def calendar_month(self) -> Month:
        """The month, as the charts name it."""
        return month_of(self.month)

    @property
    def first_turn(self) -> Turn:
        """8.3 The first turn that is played."""
        return read_turn(self.start)

    @property
    def soviet_entries(self) -> tuple[Entry, ...]:
        """The Soviet ships and submarines, as read from `soviet`."""
        return tuple(read_entry(ship) for ship in self.soviet)

    @cached_property
    def ports(self) -> frozenset[str]:
        """1.1.1 Return the ports and airfields that the scenario's forces name.

        Of the temporary ports, only these exist in the scenario.
        """
        named = {port for group in self.forces for port in group.ports}
        named |= {convoy.port for convoy in self.convoys} | {arrival.port for arrival in self.arrivals if arrival.port}
        named |= {port for convoy in self.convoys for port in convoy.destinations}
        return frozenset(named | set(self.air) | {*self.dummies.allied.ports, *self.dummies.axis.ports})

    def ice_is_worse(self, zone: str, turn: Turn) -> int:
        """Return the number of states by which a special rule makes the ice of a zone worse on a turn."""
        return self.worse_ice.steps(zone, turn) if self.worse_ice else 0

    def ice_rests_on(self, turn: Turn) -> tuple[object, ...]:
        """Return a cache key for the expected ice on a turn: all data on which the ice depends, except the charts."""
        worse = self.worse_ice.zones if self.worse_ice and self.worse_ice.holds(turn) else ()
        return self.month, tuple(self.ice.items()), worse


def read_entry(text: str) -> Entry:
    """Return the unit written as `text` in the notation of this module, such as ``trinidad 3 crippled``.

    Raises ValueError if `text` is not in this notation.
    """
    words = text.split()
    if not words or len(set(words[2:])) < len(words[2:]) or not set(words[2:]) <= {"crippled", "green"}:
        raise ValueError(f"{text!r} is no unit with its strength")
    if len(words) > 1 and not (words[1].isdecimal() and int(words[1])):
        raise ValueError(f"{text!r} has no strength")
    return Entry(words[0], int(words[1]) if len(words) > 1 else 0, "crippled" in words[2:], "green" in words[2:])


def read_operation(file: str, content: bytes) -> Operation:
    """Read an operation from its file and check its dates and units.

    Raises ComponentError, which names `file`, if the file has a fault.
    """
    operation = read_toml(file, content, Operation)
    turns = [operation.start, *(one.turn for one in operation.arrivals)]
    turns += [one.fuel_warning for one in operation.arrivals if one.fuel_warning]
    turns += [operation.worse_ice.first, operation.worse_ice.last] if operation.worse_ice else []
    units = [*operation.soviet, *(unit for group in operation.reinforcements for unit in group.units)]
    laid: tuple[Laid, ...] = (*operation.forces, *operation.convoys, *operation.arrivals)
    units += [ship for group in laid for ship in group.ships]
    units += [unit for base in operation.air.values() for unit in base]
    try:
        month_of(operation.month)
        for turn in turns:
            read_turn(turn)
        for unit in units:
            read_entry(unit)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None
    ids = [group.id for group in laid]
    if len(ids) != len(set(ids)):
        raise ComponentError("two groups bear the same id", file=file)
    if not set(operation.sectors) <= set(SECTORS):
        raise ComponentError("names a sector that is none", file=file, column="sectors")
    return operation
