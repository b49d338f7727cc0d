"""T.charts The charts of the map and of the weather, and the reader of all charts (`data/charts.toml`)."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from games.titles.pq17.components import combat_charts as combat
from games.titles.pq17.components.pieces import (
    ICE,
    PACK,
    SECTORS,
    SIDES,
    WEATHER,
    ZONES,
    HexZone,
    Ice,
    Sector,
    Side,
    WeatherKind,
)
from games.titles.pq17.components.turns import MONTHS, Month, Turn, read_turn
from games.toolkit.tables import ComponentError, read_toml

SIGNS: dict[str, Ice] = dict(zip(("c", "ld", "hd", "tp", "sp"), ICE, strict=True))
"""T.ice The signs for the states of ice in the chart of expected ice."""
EVENTS: dict[Side, tuple[str, ...]] = {
    "allied": (
        "collision", "grounding", "breakdown", "weather_damage", "minefield", "local_weather_britain",
        "local_weather_kola", "signals", "reinforcements", "chance_encounter", "superiors_warning", "air_raid_norway",
        "none",
    ),
    "axis": (
        "collision", "grounding", "breakdown", "weather_damage", "minefield", "local_weather_norway", "signals",
        "reinforcements", "chance_encounter", "elusive_target", "air_raid_russia", "fuhrer_directive", "none",
    ),
}  # fmt: skip
"""13.0 to 13.7 The events that may occur in each player's phase."""


class WeatherChart(combat.Chart, frozen=True):
    """9.1 The highest sum of two dice for each weather, by season; any higher sum is a gale.

    `now`: the modifier for the current weather. `dispersal`: pairs of a limit and a dispersal modifier (9.3.2). The
    first pair whose limit is above the natural sum applies.
    """

    summer: dict[WeatherKind, int]
    between: dict[WeatherKind, int]
    winter: dict[WeatherKind, int]
    now: dict[WeatherKind, int]
    dispersal: tuple[tuple[int, int], ...]

    def result(self, month: Month, total: int) -> WeatherKind:
        """Return the weather for a modified sum."""
        return next((weather for weather, most in self._season(month).items() if total <= most), "gale")

    def _season(self, month: Month) -> Mapping[WeatherKind, int]:
        if month in ("may", "jun", "jul", "aug", "sep"):
            return self.summer
        return self.between if month in ("apr", "oct") else self.winter

    def disperses(self, natural: int) -> int:
        """9.3.2 Return the dispersal modifier for a turn whose weather dice have this sum."""
        return next(modifier for below, modifier in self.dispersal if natural < below)


class Expected(Struct, frozen=True, gc=False):
    """10.1 The expected ice of a zone, and whether it is certain; certain ice needs no die."""

    ice: Ice
    certain: bool


class IceEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """10.2 The effect of a state of ice.

    `cards`: the damage cards for crossing it. `whole`: the figures after a plus sign on these cards count (10.2.6a).
    `stops`: the highest die that fails to cross; -1 if no die fails.
    """

    cards: int
    whole: bool = False
    stops: int = -1


_BY_SIGN = {sign + mark: Expected(ice, certain=bool(mark)) for sign, ice in SIGNS.items() for mark in ("", "!")}
"""T.ice The states by their sign in the chart of expected ice; `!` marks a certain state."""
_OPEN, _PACKED = _BY_SIGN["c!"], _BY_SIGN["sp!"]


class IceChart(combat.Chart, frozen=True):
    """10.1, 10.2 The chart of ice.

    `expected`: by month, the expected ice of each zone, in the order of ZONES. `steps`: by modified die, how many
    states the ice of a doubtful zone is worse than expected; the first entry is for a die of `lowest` or less.
    `modifiers`: by month, the modifier of this die. `effects`: the effect of each state of ice.
    """

    lowest: int
    steps: tuple[int, ...]
    modifiers: dict[Month, int]
    expected: dict[Month, tuple[str, ...]]
    effects: dict[Ice, IceEffect]

    def expects(self, month: Month, zone: HexZone, worse: int = 0) -> Expected:
        """Return the expected ice of a zone ("" outside the zones, "pack" for white hexes) in a month.

        `worse`: the number of steps that a special rule adds. Raises LookupError for an unknown zone.
        """
        if zone == "" or zone == PACK:
            return _PACKED if zone else _OPEN
        printed = _BY_SIGN[self.expected[month][ZONES.index(zone)]]
        if not worse:
            return printed
        return Expected(ICE[min(ICE.index(printed.ice) + worse, len(ICE) - 1)], certain=False)

    def actual(self, month: Month, expected: Ice, die: int) -> Ice:
        """10.1 Return the actual ice of a doubtful zone, by its expected ice, the month and the die."""
        place = die + self.modifiers.get(month, 0) - self.lowest
        steps = self.steps[min(max(place, 0), len(self.steps) - 1)]
        return ICE[min(max(ICE.index(expected) + steps, 0), len(ICE) - 1)]


class Daylight(combat.Chart, frozen=True):
    """8.2 The chart of daylight, by half month.

    `none`: those without day turns. `am`: those with day in AM turns. `both`: those with day in all turns.
    """

    none: tuple[str, ...]
    am: tuple[str, ...]
    both: tuple[str, ...]

    def is_day(self, light: str, turn: Turn) -> bool:
        """Return True if a turn is day in an operation of the half month `light`."""
        return light in self.both or (light in self.am and turn.is_morning)


class SectorLine(Struct, frozen=True, forbid_unknown_fields=True):
    """6.4.2 The number of hexes that each sector searches in a turn of these months."""

    months: tuple[Month, ...]
    british: int
    soviet: int
    stavanger: int
    trondheim: int
    barents: int


class SectorChart(combat.Chart, frozen=True):
    """6.4.2 Air search sectors by season."""

    winter: SectorLine
    spring: SectorLine
    summer: SectorLine
    autumn: SectorLine

    def searched(self, month: Month) -> dict[Sector, int]:
        """Return the number of hexes that each sector searches."""
        return {sector: self.hexes(month, sector) for sector in SECTORS}

    def hexes(self, month: Month, sector: Sector) -> int:
        """Return the number of hexes that a sector searches."""
        return int(getattr(next(one for one in self.lines if month in one.months), sector))

    @property
    def lines(self) -> tuple[SectorLine, ...]:
        """Return the lines of all seasons."""
        return self.winter, self.spring, self.summer, self.autumn


class Rejoining(combat.Chart, frozen=True):
    """9.3.3 The chart for a dispersed part that tries to rejoin its convoy.

    `all`, `half`: the lowest modified die on which all of it, or half of it, rejoins. `weather`: the modifiers.
    """

    all: int
    half: int
    weather: dict[WeatherKind, int]


class Dispersal(combat.Chart, frozen=True):
    """9.3.2 Dice for the merchants that leave a convoy in a gale.

    One die is rolled for every `ships` ships and divided by `divisor`, rounded down.
    """

    ships: int
    divisor: int


class VariableStart(combat.Chart, frozen=True):
    """8.3.1 The starting turn by die from 0: fixed turns first, then turns counted from the scenario's start."""

    fixed: tuple[str, ...]
    turns: tuple[int, ...]

    def begins(self, usual: Turn, die: int) -> Turn:
        """Return the turn on which play starts by a die. `usual`: the scenario's start."""
        if die < len(self.fixed):
            return read_turn(self.fixed[die])
        return Turn(max(usual.number + self.turns[die - len(self.fixed)], 1))


class FuelChart(combat.Chart, frozen=True):
    """15.1a The Command Points of a fuel chit. Each pair gives the points of all letters up to its letter."""

    highest: tuple[tuple[str, int], ...]

    def points(self, chit: str) -> int:
        """Return the Command Points that Gruppe Nord gets for a chit with this letter."""
        return next(points for letter, points in self.highest if chit <= letter)


class EventChart(combat.Chart, frozen=True):
    """13.0 The chart of random events.

    `allied`, `axis`: the event in this side's phase for each sum of two dice, 0 to 18. `lasting`: the number of turns
    that a warning lasts.
    """

    allied: tuple[str, ...]
    axis: tuple[str, ...]
    lasting: int

    def happens(self, side: Side, total: int) -> str:
        """Return the key of the event in a side's phase for this sum of two dice."""
        return (self.allied if side == "allied" else self.axis)[total]


class Charts(Struct, frozen=True, forbid_unknown_fields=True):
    """All the charts."""

    weather: WeatherChart
    ice: IceChart
    daylight: Daylight
    sectors: SectorChart
    gunnery: combat.Gunnery
    torpedo: combat.Torpedo
    torpedo_damage: combat.TorpedoDamage
    submarine: combat.Submarine
    anti_submarine: combat.AntiSubmarine
    air_combat: combat.AirCombat
    anti_aircraft: combat.AntiAircraft
    bombing: combat.Bombing
    base_bombing: combat.BaseBombing
    surprise: combat.Surprise
    withdrawal: combat.Withdrawal
    rejoining: Rejoining
    dispersal: Dispersal
    destroyer_fate: combat.DestroyerFate
    variable_start: VariableStart
    fuel: FuelChart
    mines: combat.Mines
    events: EventChart


def read_charts(file: str, content: bytes) -> Charts:
    """Read the charts and check that they cover every die. Raises ComponentError."""
    charts = read_toml(file, content, Charts)
    _check_weather(file, charts)
    _check_ice(file, charts.ice)
    _check_months(file, charts)
    _check_fire(file, charts)
    _check_results(file, charts)
    for side in SIDES:
        events = charts.events.allied if side == "allied" else charts.events.axis
        _expect(file, f"events.{side}", len(events), 19)
        if set(events) != set(EVENTS[side]):
            raise ComponentError("must name each event of chapter 13, and no other", file=file, column=f"events.{side}")
    return charts


def _expect(file: str, column: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise ComponentError(f"{wanted} expected, {found} found", file=file, column=column)


def _keys(file: str, column: str, found: Iterable[str], wanted: Iterable[str]) -> None:
    _expect(file, column, sorted(found), sorted(wanted))


def _check_weather(file: str, charts: Charts) -> None:
    for season in ("summer", "between", "winter"):
        most: dict[str, int] = getattr(charts.weather, season)
        _expect(file, f"weather.{season}", list(most), ["fair", "reduced", "fog", "storm"])
        if list(most.values()) != sorted(most.values()):
            raise ComponentError("must rise from fair to storm", file=file, column=f"weather.{season}")
    if charts.weather.dispersal[-1][0] != 19:
        raise ComponentError("must reach to a sum of 18", file=file, column="weather.dispersal")
    for column, weather in (("now", charts.weather.now), ("surprise", charts.surprise.weather)):
        if not set(weather) <= set(WEATHER):
            raise ComponentError("names a weather that is none", file=file, column=column)


def _check_ice(file: str, ice: IceChart) -> None:
    """T.ice Check that no zone is lighter than one further south in its sector, and every state has its effect."""
    _keys(file, "ice.effects", ice.effects, ICE)
    _keys(file, "ice.expected", ice.expected, MONTHS)
    _expect(file, "ice.steps", len(ice.steps), 10)
    for month, signs in ice.expected.items():
        column = f"ice.expected.{month}"
        _expect(file, column, len(signs), len(ZONES))
        states = [SIGNS.get(sign.rstrip("!"), "") for sign in signs]
        if "" in states:
            raise ComponentError(f"must be {', '.join(SIGNS)}, with ! where certain", file=file, column=column)
        worst = [ICE.index(state) for state in states if state]
        for sector in (worst[:5], worst[5:]):
            if sector != sorted(sector, reverse=True):
                raise ComponentError("must grow lighter from zone 1 to 5", file=file, column=column)


def _check_months(file: str, charts: Charts) -> None:
    light = charts.daylight
    halves = [f"{month}_{half}" for month in MONTHS for half in (1, 2)]
    _keys(file, "daylight", [*light.none, *light.am, *light.both], halves)
    _keys(file, "sectors", [month for line in charts.sectors.lines for month in line.months], MONTHS)


def _check_fire(file: str, charts: Charts) -> None:
    """7.5.2j Check the rows of the firers, and that every target has its column."""
    for firer, hits in charts.gunnery.hits.items():
        if not set(hits) <= set(combat.SURFACE) or firer in ("cv", "cve", "es", "ax", "mx", "ss"):
            raise ComponentError("these fire no guns, or at no such target", file=file, column=f"gunnery.hits.{firer}")
    for bomber in ("db", "lb", "mb", "hb"):
        _keys(file, f"bombing.hits.{bomber}", charts.bombing.hits.get(bomber, {}), combat.SURFACE)
    _keys(file, "torpedo.targets", charts.torpedo.targets, combat.SURFACE)
    columns = charts.torpedo_damage.columns
    _keys(file, "torpedo_damage", columns, (*combat.SURFACE, "mx_air"))
    for name, cells in columns.items():
        _expect(file, f"torpedo_damage.{name}", len(cells), 10)
        for cell in cells:
            count, _, sign = cell.partition(" ")
            if cell != "-" and (not count.isdecimal() or sign not in ("", "c", "d", "s")):
                raise ComponentError(f"{cell!r} is no result", file=file, column=f"torpedo_damage.{name}")


def _check_results(file: str, charts: Charts) -> None:
    """Every die has its result, and a better one is never worse."""
    _expect(file, "destroyer_fate.results", len(charts.destroyer_fate.results), 10)
    _expect(file, "variable_start", len(charts.variable_start.fixed) + len(charts.variable_start.turns), 10)
    _expect(file, "submarine", len(charts.submarine.before), len(charts.submarine.after))
    fire = charts.anti_aircraft
    rows = {"air_combat": charts.air_combat.results, "anti_aircraft.star": fire.star}
    rows |= {f"anti_aircraft.columns.{one.most}": one.results for one in fire.columns}
    for column, results in rows.items():
        if [combat.AIR_RESULTS.index(one) for one in results] != sorted(
            combat.AIR_RESULTS.index(one) for one in results
        ):
            raise ComponentError("must not grow lighter with the die", file=file, column=column)
    _expect(file, "fuel.highest", charts.fuel.highest[-1][0], "z")
