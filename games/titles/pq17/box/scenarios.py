"""T.scenarios, T.scenarios.a The operations: what each begins with (`data/scenario_*.toml`).

A ship is written `tirpitz`, ships of a class `dd_a_i 6` by their strength; a damaged one `trinidad 3` by what strength
is left, with `crippled` if she is.
"""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.kernel.craft.sheets import ComponentError, read_toml
from games.kernel.text import Text
from games.titles.pq17.box.pieces import SECTORS, Ice, Sector, Side, Zone
from games.titles.pq17.box.turns import Month, Turn, month_of, read_turn

Count = Annotated[int, Meta(ge=0)]


class Entry(Struct, frozen=True, gc=False):
    """A counter or strength of a class; `strength` 0 of a named ship: undamaged. `green`: a new crew (15.4.3)."""

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
    """4.1.3b `number` dummies, one in each of `ports` first; `limit` in play at a time (1.3). One in Tromso stands
    `instead` elsewhere, or nowhere, if an Axis convoy is there.
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
        """Those of one side."""
        return self.allied if side == "allied" else self.axis


class Laid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Ships that lie together, as they are written."""

    id: str
    ships: tuple[str, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The ships."""
        return tuple(read_entry(ship) for ship in self.ships)


class Convoy(Laid, frozen=True, kw_only=True):
    """An Allied convoy with its escorts, its port and where it may go (5.1.5). `way`: the hexes by which such convoys
    went to the first of its ports, clear of German aircraft as far as the ice allowed; what is proposed to its owner.
    """

    name: str
    laden: bool
    port: str
    destinations: tuple[str, ...]
    way: tuple[str, ...] = ()


class Sided(Laid, frozen=True, kw_only=True):
    """Ships of either side."""

    side: Side


class Group(Sided, frozen=True, kw_only=True):
    """A task force in one of its ports, as its owner likes. One that is `held` may not sail."""

    ports: tuple[str, ...]
    held: bool = False


class Arrival(Sided, frozen=True, kw_only=True):
    """A force that comes in the course of the operation, in a port or at sea with its Fuel Warning."""

    turn: str
    port: str = ""
    hex: str = ""
    held: bool = False
    fuel_warning: str = ""


class WorseIce(Struct, frozen=True, forbid_unknown_fields=True):
    """Zones whose ice is one step worse than expected, from one turn to another."""

    zones: tuple[Zone, ...]
    first: str
    last: str

    def steps(self, zone: str, turn: Turn) -> int:
        """How many steps worse a zone is."""
        return int(zone in self.zones and self.holds(turn))

    def holds(self, turn: Turn) -> bool:
        """Whether the ice is worse on a turn."""
        return read_turn(self.first) <= turn <= read_turn(self.last)


class Grounding(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship that runs aground as she leaves a port on a die below `least`."""

    ship: str
    port: str
    least: int


class Historical(Struct, frozen=True, forbid_unknown_fields=True):
    """14.0 A ship that may be bought, for so many half victory points."""

    side: Side
    ship: str
    cost: Count


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """12.13, 13.6 A group that comes when its turn is called; ships or aircraft, in a port or at an airfield. `beside`:
    what comes with it to another place (15.3.2).
    """

    side: Side
    place: str
    units: tuple[str, ...]
    beside: tuple["Reinforcement", ...] = ()

    @property
    def here(self) -> tuple[Entry, ...]:
        """What comes to its own place."""
        return tuple(read_entry(unit) for unit in self.units)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All that comes."""
        return (*self.here, *(entry for one in self.beside for entry in one.entries))


class Operation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A scenario: an operation of fifteen days.

    `month` as 1942-07; `light` the half month of the daylight chart; `start` the first turn that is played (8.3).
    `binding_carriers` keep Tirpitz in port until they are found (5.1.8). `patrol_white`: the ship in the strait, then
    that in port. `wolfpacks` are the strengths of the German ones, `british_submarines` the strength of those at sea.
    `sectors` are instead of the chart's, `ice` what was rolled for a fortnight of the campaign (10.4). `air`: aircraft
    by their base, an airfield or for float planes a port.
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
        """What players call it."""
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
        """1.1.1 The places that the scenario's forces name, which exist even if they are temporary ports."""
        named = {port for group in self.forces for port in group.ports}
        named |= {convoy.port for convoy in self.convoys} | {arrival.port for arrival in self.arrivals if arrival.port}
        named |= {port for convoy in self.convoys for port in convoy.destinations}
        return frozenset(named | set(self.air) | {*self.dummies.allied.ports, *self.dummies.axis.ports})

    def ice_is_worse(self, zone: str, turn: Turn) -> int:
        """By how many steps a zone's ice is worse than expected on a turn."""
        return self.worse_ice.steps(zone, turn) if self.worse_ice else 0

    def ice_rests_on(self, turn: Turn) -> tuple[object, ...]:
        """All that the expected ice of a turn rests on besides the charts, to find again what was worked out of it."""
        worse = self.worse_ice.zones if self.worse_ice and self.worse_ice.holds(turn) else ()
        return self.month, tuple(self.ice.items()), worse


def read_entry(text: str) -> Entry:
    """A ship or aircraft as a scenario writes it. Raises ValueError."""
    words = text.split()
    if not words or len(set(words[2:])) < len(words[2:]) or not set(words[2:]) <= {"crippled", "green"}:
        raise ValueError(f"{text!r} is no unit with its strength")
    if len(words) > 1 and not (words[1].isdecimal() and int(words[1])):
        raise ValueError(f"{text!r} has no strength")
    return Entry(words[0], int(words[1]) if len(words) > 1 else 0, "crippled" in words[2:], "green" in words[2:])


def read_operation(file: str, content: bytes) -> Operation:
    """An operation whose dates and units can be read. Raises ComponentError."""
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
