"""7.0 The combat charts (`data/charts.toml`), as structs; each names its rule.

Each chart has a `source`, which is the source of all its cells except the cells in `rulebook`. Examples in the rulebook
show these.
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
"""7.2.3 The results of air combat and anti-aircraft fire, from no effect to the heaviest."""
ALL_BOATS = 4
"""1.2.2 The number that stands for "all" in the chart of submarine combat: the largest possible wolfpack."""
SURFACE: tuple[ShipClass, ...] = (
    "bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax", "mx",
)  # fmt: skip
"""The classes of ships that guns, bombs and torpedoes may attack."""


class Chart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chart with the source of its cells; the base class of all charts.

    `source`: the source of all cells except the cells in `rulebook`, which the rulebook shows.
    """

    source: Source
    rulebook: tuple[str, ...]


class Gunnery(Chart, frozen=True):
    """7.5.2i The chart of gunnery.

    All fields except `hits` are modifiers of the die for the state of the target or of the firer.
    """

    evading: int
    crippled: int
    dead_in_water: int
    critical_fuel: int
    hits: dict[ShipClass, dict[ShipClass, Modified]]
    """By class of the firer and class of the target, the lowest modified die on which a step of strength hits.

    A class without a row has no guns. A class cannot fire at a class that is missing from its row.
    """

    def hits_from(self, firer: ShipClass, target: ShipClass) -> int | None:
        """Return the lowest modified die that hits; None if the firer cannot fire at the target."""
        return self.hits.get(firer, {}).get(target)


class Torpedo(Chart, frozen=True):
    """7.3.1 The chart of torpedo attacks.

    All fields except `succeeds` and `targets` are modifiers of the die.
    """

    succeeds: Die
    """The lowest modified die that hits."""
    evading: int
    crippled: int
    dead_in_water: int
    targets: dict[ShipClass, int]
    """By class of the target, a modifier; a class without a modifier cannot be attacked."""


class TorpedoResult(Struct, frozen=True, gc=False):
    """7.3.1b–d The effect of a torpedo hit.

    `hits`: the steps that a named ship loses. All other fields are the numbers of steps that become Crippled, Dead in
    the Water or sunk; 1 or 0 for a named ship.
    """

    hits: int = 0
    crippled: int = 0
    dead_in_water: int = 0
    sunk: int = 0


class TorpedoDamage(Chart, frozen=True):
    """7.3.1 The chart of torpedo damage.

    `columns`: ten cells, one for each die, by class of the target; "mx_air" is for merchants that are hit from the air
    or by mines. A cell is a number of steps, followed by "c" (Crippled), "d" (Dead in the Water) or "s" (sunk); "-" is
    no effect.
    """

    columns: dict[str, tuple[str, ...]]

    def result(self, target: ShipClass, die: int, *, from_air: bool = False) -> TorpedoResult:
        """Return the effect of a torpedo hit on a ship of the class `target` for this `die`.

        `from_air`: True for torpedoes of aircraft, and for mines.
        """
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

    The fields after `limit` are modifiers of the die.
    """

    lowest: int
    """The modified die of the first entries of `before` and `after`."""
    before: tuple[int, ...]
    """By modified die, the number of submarines that attack before the escorts attack."""
    after: tuple[int, ...]
    """By modified die, the number of submarines that attack after the escorts attack."""
    cancels_refuelling: int
    """The lowest modified die that cancels the target's refuelling."""
    limit: int
    """The most that all modifiers together may add or subtract."""
    night: int
    three_boats: int
    identified: int
    escort: int
    weather: dict[WeatherKind, int]
    shadowed: int
    air_radius: int

    def attacks(self, modified: int) -> tuple[int, int]:
        """Return the numbers of submarines that attack before and after the escorts attack.

        ALL_BOATS means the whole wolfpack.
        """
        place = min(max(modified - self.lowest, 0), len(self.before) - 1)
        return self.before[place], self.after[place]


class AntiSubmarine(Chart, frozen=True):
    """7.4.1 The chart of anti-submarine attacks by escorts and aircraft: two dice for each attack.

    The fields from `soviet` to `offensive` are modifiers of the first die.
    """

    held_down: Die
    """The lowest modified first die that holds the submarines down."""
    success: Die
    """The lowest modified first die that succeeds."""
    sunk: Die
    """The lowest second die that sinks a submarine."""
    soviet: int
    storm: int
    air_radius: int
    offensive: int
    ships_per_die: Annotated[int, Meta(ge=1)]
    """The strength of light ships for each attack."""
    dice_per_boat: Annotated[int, Meta(ge=1)]
    """The most attacks for each submarine."""

    def result(self, modified: int) -> Literal["-", "held_down", "success"]:
        """Return the result of a modified first die."""
        if modified >= self.success:
            return "success"
        return "held_down" if modified >= self.held_down else "-"


class AirCombat(Chart, frozen=True):
    """7.2.3 The chart of air combat.

    `results`: the results by modified die; the first result is for a die of `lowest` or less.
    """

    lowest: int
    results: tuple[AirResult, ...]

    def result(self, modified: int) -> AirResult:
        """Return the result of a modified die."""
        return self.results[min(max(modified - self.lowest, 0), len(self.results) - 1)]


class AntiAircraftColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """7.2.5 A column of the chart of anti-aircraft fire, for the values up to `most`: its results by modified die."""

    most: int
    results: tuple[AirResult, ...]


class AntiAircraft(Chart, frozen=True):
    """7.2.5 The chart of anti-aircraft fire: results by modified die.

    The first result of a column is for a die of `lowest` or less. The fields from `torpedo_attack` to `night` are
    modifiers of the die.
    """

    lowest: int
    star: tuple[AirResult, ...]
    """The column for ships whose only value is `*`."""
    columns: tuple[AntiAircraftColumn, ...]
    """A column for each range of anti-aircraft values."""
    torpedo_attack: int
    dive_bomber: int
    cam: int
    """The modifier for each CAM ship."""
    night: int
    tirpitz_berth: int
    """The anti-aircraft value that guns ashore add at Tirpitz' berth."""

    def result(self, value: int, modified: int) -> AirResult:
        """Return the result of a modified die for an anti-aircraft value; 0 means that all ships have the value `*`."""
        results = next((one.results for one in self.columns if value <= one.most), ()) if value else self.star
        return results[min(max(modified - self.lowest, 0), len(results) - 1)]


class Bombing(Chart, frozen=True):
    """7.2.6 The chart of bombs on ships.

    The fields from `in_port` to `elusive` are modifiers of the die.
    """

    double: int
    """The lowest modified die that counts as two hits."""
    in_port: int
    crippled: int
    dead_in_water: int
    elusive: int
    hits: dict[AircraftType, dict[ShipClass, Modified]]
    """By type of aircraft and class of the target, the lowest modified die on which a step of aircraft hits."""

    def scored(self, bomber: AircraftType, target: ShipClass, modified: int) -> int:
        """Return the number of hits (0 to 2) of one modified die. Raises LookupError for aircraft that do not bomb."""
        if modified < self.hits[bomber][target]:
            return 0
        return 2 if modified >= self.double else 1


class BaseBombing(Chart, frozen=True):
    """7.2.6d The chart of bombs on aircraft on the ground.

    `hits`: by type of aircraft, the lowest die that damages a step. `destroys`: the lowest die that destroys it.
    """

    hits: dict[AircraftType, Modified]
    destroys: int


class Surprise(Chart, frozen=True):
    """7.6 The chart of surprise.

    `succeeds`: the lowest modified die on which surprise succeeds. All other fields are modifiers of the die.
    """

    succeeds: Die
    unidentified: int
    carrier_searches: int
    weather: dict[WeatherKind, int]


class Withdrawal(Chart, frozen=True):
    """7.5.2l The chart of withdrawal.

    `succeeds`: the lowest modified die on which a unit leaves the battle. All other fields are modifiers of the die.
    """

    succeeds: Die
    night: int
    warned: int
    slower: int
    weather: dict[WeatherKind, int]


class DestroyerFate(Chart, frozen=True):
    """7.9 The chart for the optional fates of destroyers that are hit: the fate for each face of a die, from 0 on."""

    results: tuple[Fate, ...]


class Mines(Chart, frozen=True):
    """13.5 The number of minefield attacks on a force (`attacks`), and the lowest die that hits (`hits`)."""

    attacks: int
    hits: Die
