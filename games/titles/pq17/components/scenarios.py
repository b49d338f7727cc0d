"""T.scenarios, T.scenarios.a The operations with their starting positions (`data/scenario_*.toml`).

A ship is written ``tirpitz``, ships of a class with their strength: ``dd_a_i 6``. A damaged ship is written ``trinidad
3`` with her remaining strength; ``crippled`` is added if she is Crippled.
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
    """A named ship, or strength of a class; a named ship with `strength` 0 is undamaged.

    `green`: a new crew (15.4.3).
    """

    kind: str
    strength: int = 0
    crippled: bool = False
    green: bool = False


class CommandPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """4.3.1 Whole Command Points at the start."""

    home_fleet: Count
    severny_flot: Count
    gruppe_nord: Count


class Dummies(Struct, frozen=True, forbid_unknown_fields=True):
    """4.1.3b The dummies of a side: one in each of `ports`, up to `number`; `limit`: the most in play at a time (1.3).

    If an Axis convoy is in Tromso, the dummy of Tromso is placed in the port `instead`, or not at all.
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
    """Ships that are placed together, as text in the scenario's notation."""

    id: str
    ships: tuple[str, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Return the ships."""
        return tuple(read_entry(ship) for ship in self.ships)


class Convoy(Laid, frozen=True, kw_only=True):
    """An Allied convoy with its escorts, its port, and its possible ports of destination (5.1.5).

    `way`: the historical route of such convoys to the first destination, as far from German aircraft as the ice
    allowed. It is the default route.
    """

    name: str
    laden: bool
    port: str
    destinations: tuple[str, ...]
    way: tuple[str, ...] = ()


class Sided(Laid, frozen=True, kw_only=True):
    """Ships of one side that are placed together."""

    side: Side


class Group(Sided, frozen=True, kw_only=True):
    """A task force that begins in one of several ports; its owner chooses. A `held` group may not sail."""

    ports: tuple[str, ...]
    held: bool = False


class Arrival(Sided, frozen=True, kw_only=True):
    """A force that arrives during the operation.

    It arrives in a `port`, or at sea in a `hex` with its Fuel Warning on the turn `fuel_warning`. `turn`: when it
    arrives. `held`: it may not sail.
    """

    turn: str
    port: str = ""
    hex: str = ""
    held: bool = False
    fuel_warning: str = ""


class WorseIce(Struct, frozen=True, forbid_unknown_fields=True):
    """Zones whose ice is one step worse than expected during a range of turns."""

    zones: tuple[Zone, ...]
    first: str
    last: str

    def steps(self, zone: str, turn: Turn) -> int:
        """Return the number of steps by which a zone is worse."""
        return int(zone in self.zones and self.holds(turn))

    def holds(self, turn: Turn) -> bool:
        """Return True if the ice is worse on a turn."""
        return read_turn(self.first) <= turn <= read_turn(self.last)


class Grounding(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship that runs aground as she leaves a port on a die below `least`."""

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

    `beside`: the units that arrive at another place (15.3.2).
    """

    side: Side
    place: str
    units: tuple[str, ...]
    beside: tuple["Reinforcement", ...] = ()

    @property
    def here(self) -> tuple[Entry, ...]:
        """The units that arrive at the group's own place."""
        return tuple(read_entry(unit) for unit in self.units)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All units that arrive."""
        return (*self.here, *(entry for one in self.beside for entry in one.entries))


class Operation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A scenario: an operation of fifteen days.

    `month`: such as 1942-07. `light`: the half month of the daylight chart. `start`: the first turn that is played
    (8.3). `binding_carriers`: the carriers that keep Tirpitz in port until they are found (5.1.8). `patrol_white`: the
    ship in the strait, then the one in port.

    `wolfpacks`: the strengths of the German packs. `british_submarines`: the strengths of the packs at sea. `sectors`:
    search sectors that replace those of the chart. `ice`: the ice rolled for a fortnight of the campaign (10.4). `air`:
    aircraft by base, which is an airfield, or a port for float planes.
    """

    source: Literal["reconstructed"]
    number: int
    name: str
    name_ja: str
    month: str
    light: str
    start: str
    patrol_white: tuple[str, str]
    british_submarines: Count
    wolfpacks: tuple[int, ...]
    soviet: tuple[str, ...]
    command_points: CommandPoints
    dummies: BothDummies
    convoys: tuple[Convoy, ...]
    forces: tuple[Group, ...]
    air: dict[str, tuple[str, ...]]
    reinforcements: tuple[Reinforcement, ...]
    binding_carriers: tuple[str, ...] = ()
    sectors: dict[Sector, Count] = {}
    arrivals: tuple[Arrival, ...] = ()
    historical: tuple[Historical, ...] = ()
    worse_ice: WorseIce | None = None
    grounding: Grounding | None = None
    ice: dict[Zone, Ice] = {}

    @property
    def title(self) -> Text:
        """Return the title for players."""
        return Text(self.name, self.name_ja)

    @cached_property
    def calendar_month(self) -> Month:
        """The month, for the charts."""
        return month_of(self.month)

    @property
    def first_turn(self) -> Turn:
        """8.3 The first turn that is played."""
        return read_turn(self.start)

    @property
    def soviet_entries(self) -> tuple[Entry, ...]:
        """The Soviet ships and submarines."""
        return tuple(read_entry(ship) for ship in self.soviet)

    @cached_property
    def ports(self) -> frozenset[str]:
        """1.1.1 Return the places that the scenario's forces name. A temporary port exists only if it is among them."""
        named = {port for group in self.forces for port in group.ports}
        named |= {convoy.port for convoy in self.convoys} | {arrival.port for arrival in self.arrivals if arrival.port}
        named |= {port for convoy in self.convoys for port in convoy.destinations}
        return frozenset(named | set(self.air) | {*self.dummies.allied.ports, *self.dummies.axis.ports})

    def ice_is_worse(self, zone: str, turn: Turn) -> int:
        """Return the number of steps by which a zone's ice is worse than expected on a turn."""
        return self.worse_ice.steps(zone, turn) if self.worse_ice else 0

    def ice_rests_on(self, turn: Turn) -> tuple[object, ...]:
        """Return a cache key for the expected ice of a turn: all inputs besides the charts."""
        worse = self.worse_ice.zones if self.worse_ice and self.worse_ice.holds(turn) else ()
        return self.month, tuple(self.ice.items()), worse


def read_entry(text: str) -> Entry:
    """Read a ship or aircraft in a scenario's notation. Raises ValueError."""
    words = text.split()
    if not words or len(set(words[2:])) < len(words[2:]) or not set(words[2:]) <= {"crippled", "green"}:
        raise ValueError(f"{text!r} is no unit with its strength")
    if len(words) > 1 and not (words[1].isdecimal() and int(words[1])):
        raise ValueError(f"{text!r} has no strength")
    return Entry(words[0], int(words[1]) if len(words) > 1 else 0, "crippled" in words[2:], "green" in words[2:])


def read_operation(file: str, content: bytes) -> Operation:
    """Read an operation and check its dates and units. Raises ComponentError."""
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
