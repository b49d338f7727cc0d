"""The numbers that the rules name (`data/fixed.toml`), and the areas of the map (`data/areas.toml`)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Hex, Nation, Side
from games.titles.pq17.components.turns import month_of
from games.toolkit.tables import ComponentError, read_toml


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    """8.1 The length of the turn track. `days`: the number of days on it."""

    days: int


class ForceNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """1.2.1, 1.2.2, 7.2.4 The most strength of the kinds of ships in a force, and in a stack in a fight."""

    submarines_in_convoy: int
    """The most strength of submarines in a convoy."""
    escorts_in_convoy: int
    """The most strength of escorts (ES) in a convoy."""
    wolfpack: int
    """The most submarines in a wolfpack."""
    large_convoy: int
    """The number of merchants from which a convoy is large."""
    stacked_convoy_ships: int
    """The most strength of convoy ships in a stack."""
    stacked_light_ships: int
    """The most strength of light ships in a stack."""


class Stock(Struct, frozen=True, forbid_unknown_fields=True):
    """1.2c The number of blocks of each kind that a side owns. Not more can be on the map at a time."""

    task_force: int
    convoy: int
    wolfpack: int
    dummy: int


class Blocks(Struct, frozen=True, forbid_unknown_fields=True):
    """1.2c The blocks of both sides."""

    source: str
    allied: Stock
    axis: Stock

    def of(self, side: Side) -> Stock:
        """Return the blocks of one side."""
        return self.allied if side == "allied" else self.axis


class SpeedNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1 Speeds in hexes a turn."""

    high: int
    cruise: int
    slow: int


class CommandNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """4.3.2 The cost of sailing in half Command Points, by kind of ship."""

    capital_ship: int
    cruiser: int
    soviet_ships: int
    """The cost of all Soviet ships that sail in a turn."""
    soviet_hex: int
    """The cost of each hex that a force with Soviet ships enters outside the Soviet air radius and sector."""
    points: int
    """The number of half Command Points in one Command Point."""
    half_points_each: int
    """The number of whole Command Points that cost one victory point (2.3)."""


class RussianLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1.2a The most undamaged ships in the Russian ports, from the month `since` on.

    `capital_ships` and `cruisers` count ships; `light` is the strength of destroyers and torpedo boats.
    """

    since: str
    capital_ships: int
    cruisers: int
    light: int


class RussianPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1.2a The Russian ports (`ports`) that together take a limited number of ships in an operation."""

    ports: tuple[str, ...]
    limits: tuple[RussianLimit, ...]

    def limit(self, date: str) -> RussianLimit:
        """Return the limit in a month such as 1942-07."""
        return [one for one in self.limits if one.since <= date][-1]


class FuelNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """11.1, 11.3.2 The numbers of the fuel rules, in turns; the oil of oilers in strength of ships."""

    warning: int
    """The turns from sailing to the Fuel Warning."""
    warning_heavy: int
    """The turns from sailing to the Fuel Warning for a force of heavy ships."""
    danger: int
    """The turns from the Warning to the Fuel Danger."""
    heavy_split: int
    """The turns by which the Warning is later for heavy ships that leave a mixed force."""
    soviet_warning: int
    """The turns from sailing to the Fuel Warning for a force with Soviet ships."""
    training_danger: int
    """The turns from sailing for training to the Danger."""
    high_speed: int
    """The turns by which the marker comes earlier after a turn at high speed."""
    surface_combat: int
    """The turns by which the marker comes earlier after a surface battle."""
    air_attack: int
    """The turns by which the marker comes earlier after an air attack on the force."""
    offensive_anti_submarine: int
    """The turns by which the marker comes earlier after the force has attacked a wolfpack."""
    oiler: int
    """The oil for each strength of an oiler."""
    oiler_steps: int
    """Oil is taken in multiples of this number."""


class BaseNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """1.5.1 The most steps of aircraft at a base."""

    steps: int


class PointNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.1 to 2.4, 5.1.9a The half victory points for losses, damage, arriving merchants and Patrol White."""

    laden_arrives: int
    """For each laden merchant that arrives."""
    laden_sunk: int
    """For each laden merchant that is sunk."""
    unarrived: int
    """For each merchant that does not arrive."""
    patrol_white: int
    """For each ship that leaves Patrol White without excuse."""
    critical_capital: int
    """For a capital ship in Critical fuel."""
    critical_cruiser: int
    """For a cruiser in Critical fuel."""
    critical_light: int
    """For each strength of destroyers and torpedo boats in Critical fuel."""
    german_capital_step: int
    """For each step that a German capital ship has lost."""
    allied_capital_step: int
    """For each step that an Allied capital ship has lost."""
    air_step: int
    """For each step of aircraft that is lost."""


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the rules."""

    turns: Turns
    forces: ForceNumbers
    blocks: Blocks
    speed: SpeedNumbers
    command: CommandNumbers
    russian_ports: RussianPorts
    fuel: FuelNumbers
    bases: BaseNumbers
    points: PointNumbers


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes of the map that a rule treats as one area."""

    source: Literal["rulebook", "public", "reconstructed"]
    hexes: frozenset[str]


class Areas(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The areas of the map: sets of hexes that rules name."""

    british_radius: Area
    """The printed British air radius (6.4.1)."""
    soviet_radius: Area
    """The printed Soviet air radius (6.4.1)."""
    axis_radius: Area
    """The printed Axis air radius (6.4.1)."""
    icebreaker_lane: Area
    """The lane that icebreakers keep open to Arkhangelsk (10.3)."""
    patrol_white: Area
    """The hexes that Patrol White may not leave (5.1.9)."""
    patrol_start: Area
    """The hexes in which Patrol White begins (5.1.9)."""
    north_norway: Area
    """The coast of North Norway (9.5, 12.14.2)."""
    south_norway: Area
    """The coast of South Norway (9.5, 12.14.2)."""
    soviet_submarines: Area
    """The hexes in which Soviet submarines may be (5.2.1)."""
    wolfpacks: Area
    """The hexes in which wolfpacks begin (5.2.1)."""
    british_submarines: Area
    """The hexes in which British submarines begin (5.2.1)."""
    allied_mines: Area
    """The waters that the Allies have mined (13.5)."""
    axis_mines: Area
    """The waters that the Axis has mined (13.5)."""

    def radius(self, side: Side) -> frozenset[str]:
        """6.4.1 Return the hexes in the printed air radii of a side."""
        return self._radius[side]

    @cached_property
    def _radius(self) -> dict[Side, frozenset[str]]:
        return {side: frozenset().union(*radii.values()) for side, radii in self.radii.items()}

    @cached_property
    def radii(self) -> dict[Side, dict[Nation, frozenset[str]]]:
        """6.4.1 Return the hexes in the printed air radii of each side, by the nation whose aircraft fly there."""
        allied: dict[Nation, frozenset[str]] = {
            "britain": self.british_radius.hexes,
            "soviet": self.soviet_radius.hexes,
        }
        return {"allied": allied, "axis": {"germany": self.axis_radius.hexes}}


def read_numbers(file: str, content: bytes) -> Numbers:
    """Read the numbers and check that they are complete.

    Raises ComponentError, which names `file`, if the file has a fault.
    """
    numbers = read_toml(file, content, Numbers)
    since = [one.since for one in numbers.russian_ports.limits]
    try:
        for date in since:
            month_of(date)
    except ValueError as error:
        raise ComponentError(str(error), file=file, column="russian_ports.limits") from None
    if not since or since != sorted(set(since)):
        raise ComponentError("must rise by date", file=file, column="russian_ports.limits")
    speed = numbers.speed
    if not speed.high > speed.cruise > speed.slow > 0:
        raise ComponentError("must fall from high to slow", file=file, column="speed")
    return numbers


def read_areas(file: str, content: bytes, charted: Mapping[str, Hex]) -> Areas:
    """Read the areas of the map. All hexes must be at sea, and no hex may be in the radii of two sides or nations.

    `charted`: the hexes of the map. Raises ComponentError, which names `file`, if the file has a fault.
    """
    areas = read_toml(file, content, Areas)
    for name in areas.__struct_fields__:
        for hex_ in sorted(getattr(areas, name).hexes):
            if hex_ not in charted or not charted[hex_].is_sea:
                raise ComponentError(f"{hex_} is no sea or coast hex", file=file, column=name)
    radii = (areas.british_radius, areas.soviet_radius, areas.axis_radius)
    if sum(len(one.hexes) for one in radii) != len(frozenset().union(*(one.hexes for one in radii))):
        raise ComponentError("no hex lies in two air radii (6.4.1)", file=file, column="axis_radius")
    return areas
