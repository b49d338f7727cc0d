"""7.0 The combat charts (`data/charts.toml`), as structs that name their rules.

`source` is the source of all cells except those in `rulebook`, which the examples of the rulebook show.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.titles.pq17.components.pieces import FLOATING, AircraftType, ShipClass, WeatherKind

Source = Literal["rulebook", "public", "reconstructed"]
Die = Annotated[int, Meta(ge=0, le=9)]
Modified = Annotated[int, Meta(ge=0, le=12)]
AirResult = Literal["-", "abort", "damaged", "hit"]
Fate = Literal["sunk", "dead_in_water", "crippled", "damaged"]
AIR_RESULTS: tuple[AirResult, ...] = ("-", "abort", "damaged", "hit")
"""7.2.3 The results of air combat, from none to the worst."""
ALL_BOATS = 4
"""1.2.2 The chart's "all": no wolfpack has more submarines than this."""
SURFACE: tuple[ShipClass, ...] = (
    "bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax", "mx",
)  # fmt: skip
"""The classes that guns, bombs and torpedoes may target."""


class Chart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields that every chart has."""

    source: Source
    rulebook: tuple[str, ...]


class Gunnery(Chart, frozen=True):
    """7.5.2i The chart of gunnery.

    `hits`: by class of the firer and class of the target, the lowest modified die on which a step of strength hits. A
    class without a row does not fire; it does not fire at classes that are missing from its row. All other fields are
    modifiers.
    """

    evading: int
    crippled: int
    dead_in_water: int
    critical_fuel: int
    hits: dict[ShipClass, dict[ShipClass, Modified]]

    def hits_from(self, firer: ShipClass, target: ShipClass) -> int | None:
        """Return the lowest modified die that hits; None if the firer cannot fire at the target."""
        return self.hits.get(firer, {}).get(target)


class Torpedo(Chart, frozen=True):
    """7.3.1 The chart of torpedo attacks.

    `succeeds`: the lowest modified die that hits. `targets`: by class of the target, a modifier; a class without one
    cannot be attacked. All other fields are modifiers.
    """

    succeeds: Die
    evading: int
    crippled: int
    dead_in_water: int
    targets: dict[ShipClass, int]


class TorpedoResult(Struct, frozen=True, gc=False):
    """7.3.1b–d The effect of a torpedo: `hits` are the steps that a single ship loses.

    The other fields count the steps that become Crippled, Dead in the Water or sunk. For a single ship they are 1 or 0.
    """

    hits: int = 0
    crippled: int = 0
    dead_in_water: int = 0
    sunk: int = 0


class TorpedoDamage(Chart, frozen=True):
    """7.3.1 The chart of torpedo damage.

    `columns`: a column for each class of target, with a cell for each die; merchants that are hit from the air or by
    mines have a column of their own. A cell is a number of steps, followed by "c" (Crippled), "d" (Dead in the Water)
    or "s" (sunk); "-" is no effect.
    """

    columns: dict[str, tuple[str, ...]]

    def result(self, target: ShipClass, die: int, *, from_air: bool = False) -> TorpedoResult:
        """Return the effect of a torpedo hit; `from_air` is for torpedoes of aircraft, and for mines."""
        cell = self.columns["mx_air" if target == "mx" and from_air else target][die]
        count, _, sign = cell.partition(" ")
        number = 0 if count == "-" else int(count)
        if target in FLOATING:
            return TorpedoResult(0 if sign == "s" else number, crippled=int(sign == "c"), sunk=int(sign == "s"))
        return TorpedoResult(
            crippled=number if sign == "c" else 0,
            dead_in_water=number if sign in ("d", "") else 0,
            sunk=number if sign == "s" else 0,
        )


class Submarine(Chart, frozen=True):
    """7.4 The chart of submarine combat.

    `before`, `after`: by modified die, the number of boats that attack before and after the escorts; the first entry is
    for a die of `lowest` or less. `cancels_refuelling`: the lowest modified die that cancels the target's refuelling.
    `limit`: the most that all modifiers may add or subtract. All other fields are modifiers.
    """

    lowest: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    cancels_refuelling: int
    limit: int
    night: int
    three_boats: int
    identified: int
    escort: int
    weather: dict[WeatherKind, int]
    shadowed: int
    air_radius: int

    def attacks(self, modified: int) -> tuple[int, int]:
        """Return the numbers of boats that attack before and after the escorts; ALL_BOATS stands for the whole pack."""
        place = min(max(modified - self.lowest, 0), len(self.before) - 1)
        return self.before[place], self.after[place]


class AntiSubmarine(Chart, frozen=True):
    """7.4.1 The chart of the dice that escorts and aircraft roll against submarines.

    `held_down`, `success`: the lowest modified first die with this result. `sunk`: the lowest second die that sinks a
    boat. `ships_per_die`: the light ships for one die. `dice_per_boat`: the most dice for each boat. All other fields
    are modifiers.
    """

    held_down: Die
    success: Die
    sunk: Die
    soviet: int
    storm: int
    air_radius: int
    offensive: int
    ships_per_die: Annotated[int, Meta(ge=1)]
    dice_per_boat: Annotated[int, Meta(ge=1)]

    def result(self, modified: int) -> Literal["-", "held_down", "success"]:
        """Return the result of a modified die."""
        if modified >= self.success:
            return "success"
        return "held_down" if modified >= self.held_down else "-"


class AirCombat(Chart, frozen=True):
    """7.2.3 The results of air combat by modified die; the first is for a die of `lowest` or less."""

    lowest: int
    results: tuple[AirResult, ...]

    def result(self, modified: int) -> AirResult:
        """Return the result of a modified die."""
        return self.results[min(max(modified - self.lowest, 0), len(self.results) - 1)]


class AntiAircraftColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """7.2.5 The results of anti-aircraft fire with a value up to `most`."""

    most: int
    results: tuple[AirResult, ...]


class AntiAircraft(Chart, frozen=True):
    """7.2.5 The chart of anti-aircraft fire: results by modified die.

    `columns`: a column for each range of values. `star`: the column of ships with only `*`. The first result of a
    column is for a die of `lowest` or less. `tirpitz_berth`: the value that the guns at Tirpitz' berth add. All other
    fields are modifiers; `cam` counts for each CAM ship.
    """

    lowest: int
    star: tuple[AirResult, ...]
    columns: tuple[AntiAircraftColumn, ...]
    torpedo_attack: int
    dive_bomber: int
    cam: int
    night: int
    tirpitz_berth: int

    def result(self, value: int, modified: int) -> AirResult:
        """Return the result of a modified die for a value; 0 is the value of a group of `*` alone."""
        results = next((one.results for one in self.columns if value <= one.most), ()) if value else self.star
        return results[min(max(modified - self.lowest, 0), len(results) - 1)]


class Bombing(Chart, frozen=True):
    """7.2.6 The chart of bombs on ships.

    `hits`: by type of aircraft and class of the target, the lowest modified die on which a step hits. `double`: the
    lowest modified die that counts as two hits. All other fields are modifiers.
    """

    double: int
    in_port: int
    crippled: int
    dead_in_water: int
    elusive: int
    hits: dict[AircraftType, dict[ShipClass, Modified]]

    def scored(self, bomber: AircraftType, target: ShipClass, modified: int) -> int:
        """Return the hits of one modified die. Raises LookupError for aircraft that do not bomb."""
        if modified < self.hits[bomber][target]:
            return 0
        return 2 if modified >= self.double else 1


class BaseBombing(Chart, frozen=True):
    """7.2.6d Bombing of an air base: the lowest modified die that damages (`hits`), and that destroys (`destroys`)."""

    hits: dict[AircraftType, Modified]
    destroys: int


class Surprise(Chart, frozen=True):
    """7.6 The chart of surprise: the lowest modified die that succeeds, and the modifiers."""

    succeeds: Die
    unidentified: int
    carrier_searches: int
    weather: dict[WeatherKind, int]


class Withdrawal(Chart, frozen=True):
    """7.5.2l The chart of withdrawal: the lowest modified die on which a unit leaves, and the modifiers."""

    succeeds: Die
    night: int
    warned: int
    slower: int
    weather: dict[WeatherKind, int]


class DestroyerFate(Chart, frozen=True):
    """7.9 The fate of a hit destroyer, by die; the first entry is for die 0."""

    results: tuple[Fate, ...]


class Mines(Chart, frozen=True):
    """13.5 The number of minefield attacks on a force, and the lowest die that hits."""

    attacks: int
    hits: Die
