"""The numbers that the rules name (`data/fixed.toml`), and the areas of the map (`data/areas.toml`)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Hex, Nation, Side
from games.titles.pq17.components.turns import month_of
from games.toolkit.tables import ComponentError, read_toml


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    """8.1 The number of days on the track."""

    days: int


class ForceNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """1.2.1, 1.2.2, 7.2.4 The maximum strength of forces, and of stacks in a fight."""

    submarines_in_convoy: int
    escorts_in_convoy: int
    wolfpack: int
    large_convoy: int
    stacked_convoy_ships: int
    stacked_light_ships: int


class Stock(Struct, frozen=True, forbid_unknown_fields=True):
    """1.2c The number of blocks of each kind that a side has."""

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
    """4.3.2 The cost of sailing in half Command Points, by kind of ship.

    `half_points_each`: how many whole Command Points cost one victory point (2.3).
    """

    capital_ship: int
    cruiser: int
    soviet_ships: int
    soviet_hex: int
    points: int
    half_points_each: int


class RussianLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1.2a The undamaged ships that the Russian ports take from a month on: ships, and strength of DD and TB."""

    since: str
    capital_ships: int
    cruisers: int
    light: int


class RussianPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1.2a The ports that take a limited number of ships in an operation."""

    ports: tuple[str, ...]
    limits: tuple[RussianLimit, ...]

    def limit(self, date: str) -> RussianLimit:
        """Return the limit in a month such as 1942-07."""
        return [one for one in self.limits if one.since <= date][-1]


class FuelNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """11.1, 11.3.2 The numbers of fuel, in turns; for oil, in strength.

    `warning`: from sailing to the Warning; `warning_heavy`, `soviet_warning`: the same for a force of heavy ships, and
    for a force with Soviet ships. `danger`: from the Warning to the Danger; `training_danger`: from sailing for
    training. `heavy_split`: how much later the Warning is for heavy ships that leave a mixed force. `high_speed`,
    `surface_combat`, `air_attack`, `offensive_anti_submarine`: the extra costs. `oiler`: the oil for each strength of
    an oiler. `oiler_steps`: oil is taken in multiples of this number.
    """

    warning: int
    warning_heavy: int
    danger: int
    heavy_split: int
    soviet_warning: int
    training_danger: int
    high_speed: int
    surface_combat: int
    air_attack: int
    offensive_anti_submarine: int
    oiler: int
    oiler_steps: int


class BaseNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """1.5.1 Steps of aircraft at a base."""

    steps: int


class PointNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.1 to 2.4, 5.1.9a The half victory points for losses, damage and other facts."""

    laden_arrives: int
    laden_sunk: int
    unarrived: int
    patrol_white: int
    critical_capital: int
    critical_cruiser: int
    critical_light: int
    german_capital_step: int
    allied_capital_step: int
    air_step: int


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
    """6.4.1 The printed air radii; 10.3 the lane to Arkhangelsk; 5.1.9 the patrol; 9.5, 12.14.2 the coasts of Norway.

    5.2.1 The area of Soviet submarines, and the area where other submarines begin; 13.5 mined waters of each side.
    """

    british_radius: Area
    soviet_radius: Area
    axis_radius: Area
    icebreaker_lane: Area
    patrol_white: Area
    patrol_start: Area
    north_norway: Area
    south_norway: Area
    soviet_submarines: Area
    wolfpacks: Area
    british_submarines: Area
    allied_mines: Area
    axis_mines: Area

    def radius(self, side: Side) -> frozenset[str]:
        """6.4.1 Return the printed radii of a side."""
        return self._radius[side]

    @cached_property
    def _radius(self) -> dict[Side, frozenset[str]]:
        return {side: frozenset().union(*radii.values()) for side, radii in self.radii.items()}

    @cached_property
    def radii(self) -> dict[Side, dict[Nation, frozenset[str]]]:
        """6.4.1 Return the printed radii of each side, by the nation whose aircraft fly there."""
        allied: dict[Nation, frozenset[str]] = {
            "britain": self.british_radius.hexes,
            "soviet": self.soviet_radius.hexes,
        }
        return {"allied": allied, "axis": {"germany": self.axis_radius.hexes}}


def read_numbers(file: str, content: bytes) -> Numbers:
    """Read the numbers and check that they are complete. Raises ComponentError."""
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
    """Read the areas and check them. Raises ComponentError.

    All hexes are at sea, and no hex is in the radii of two sides or nations.
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
