"""7.0 The charts of combat (`data/charts.toml`), in structs that say by which rule each of them works.

`source` is that of all cells but those that `rulebook` names, which a worked example shows.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.titles.pq17.box.pieces import FLOATING, AircraftType, ShipClass, WeatherKind

Source = Literal["rulebook", "public", "reconstructed"]
Die = Annotated[int, Meta(ge=0, le=9)]
Modified = Annotated[int, Meta(ge=0, le=12)]
AirResult = Literal["-", "abort", "damaged", "hit"]
Fate = Literal["sunk", "dead_in_water", "crippled", "damaged"]
AIR_RESULTS: tuple[AirResult, ...] = ("-", "abort", "damaged", "hit")
"""7.2.3 From nothing to the worst."""
ALL_BOATS = 4
"""1.2.2 More submarines than these are in no wolfpack: the chart's "all"."""
SURFACE: tuple[ShipClass, ...] = (
    "bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax", "mx",
)  # fmt: skip
"""What guns, bombs and torpedoes may be aimed at."""


class Chart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every chart says of itself."""

    source: Source
    rulebook: tuple[str, ...]


class Gunnery(Chart, frozen=True):
    """7.5.2i From which modified die on a step of strength hits; who has no row fires not, and at what is not in it."""

    evading: int
    crippled: int
    dead_in_water: int
    critical_fuel: int
    hits: dict[ShipClass, dict[ShipClass, Modified]]

    def hits_from(self, firer: ShipClass, target: ShipClass) -> int | None:
        """The lowest modified die that hits; None where the firer cannot fire at the target."""
        return self.hits.get(firer, {}).get(target)


class Torpedo(Chart, frozen=True):
    """7.3.1 From which modified die on a torpedo attack succeeds, and its modifiers."""

    succeeds: Die
    evading: int
    crippled: int
    dead_in_water: int
    targets: dict[ShipClass, int]


class TorpedoResult(Struct, frozen=True, gc=False):
    """7.3.1b–d What a torpedo does: `hits` steps of a single ship lost; of a counter of several, so many steps
    Crippled, Dead in the Water or sunk.
    """

    hits: int = 0
    crippled: int = 0
    dead_in_water: int = 0
    sunk: int = 0


class TorpedoDamage(Chart, frozen=True):
    """7.3.1 By class of the target, and for merchants hit from the air or by mines: a cell for each die, as "2", "1 c",
    "2 s" or "-".
    """

    columns: dict[str, tuple[str, ...]]

    def result(self, target: ShipClass, die: int, *, from_air: bool = False) -> TorpedoResult:
        """What a torpedo that hit does, `from_air` those of aircraft and mines too."""
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
    """7.4 Submarine combat: how many steps attack before and after the escorts, by modified die from `lowest`."""

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
        """Steps before and after the escorts; ALL_BOATS is the whole pack."""
        place = min(max(modified - self.lowest, 0), len(self.before) - 1)
        return self.before[place], self.after[place]


class AntiSubmarine(Chart, frozen=True):
    """7.4.1 The dice of escorts and aircraft against submarines."""

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
        """What a modified die brings."""
        if modified >= self.success:
            return "success"
        return "held_down" if modified >= self.held_down else "-"


class AirCombat(Chart, frozen=True):
    """7.2.3 Air combat by the modified die from `lowest` on."""

    lowest: int
    results: tuple[AirResult, ...]

    def result(self, modified: int) -> AirResult:
        """What a modified die brings."""
        return self.results[min(max(modified - self.lowest, 0), len(self.results) - 1)]


class AntiAircraftColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """7.2.5 The column for values up to `most`."""

    most: int
    results: tuple[AirResult, ...]


class AntiAircraft(Chart, frozen=True):
    """7.2.5 Anti-aircraft fire by the modified die from `lowest` on."""

    lowest: int
    star: tuple[AirResult, ...]
    columns: tuple[AntiAircraftColumn, ...]
    torpedo_attack: int
    dive_bomber: int
    cam: int
    night: int
    tirpitz_berth: int

    def result(self, value: int, modified: int) -> AirResult:
        """What a modified die brings for a value; 0 is that of a group of `*` alone."""
        results = next((one.results for one in self.columns if value <= one.most), ()) if value else self.star
        return results[min(max(modified - self.lowest, 0), len(results) - 1)]


class Bombing(Chart, frozen=True):
    """7.2.6 Naval bombing: from which modified die on a step hits, and from which on twice."""

    double: int
    in_port: int
    crippled: int
    dead_in_water: int
    elusive: int
    hits: dict[AircraftType, dict[ShipClass, Modified]]

    def scored(self, bomber: AircraftType, target: ShipClass, modified: int) -> int:
        """The hits of one modified die. Raises LookupError for aircraft that do not bomb."""
        if modified < self.hits[bomber][target]:
            return 0
        return 2 if modified >= self.double else 1


class BaseBombing(Chart, frozen=True):
    """7.2.6d Bombing of an air base: damaged from a modified die on, destroyed from `destroys` on."""

    hits: dict[AircraftType, Modified]
    destroys: int


class Surprise(Chart, frozen=True):
    """7.6 Surprise."""

    succeeds: Die
    unidentified: int
    carrier_searches: int
    weather: dict[WeatherKind, int]


class Withdrawal(Chart, frozen=True):
    """7.5.2l Withdrawal from surface combat."""

    succeeds: Die
    night: int
    warned: int
    slower: int
    weather: dict[WeatherKind, int]


class DestroyerFate(Chart, frozen=True):
    """7.9 What becomes of a destroyer that is hit, by die from 0."""

    results: tuple[Fate, ...]


class Mines(Chart, frozen=True):
    """13.5 How often a minefield strikes at a force, and from which die on it hits."""

    attacks: int
    hits: Die
