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
"""T.ice The sign of each state of ice in the chart of expected ice."""
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
    """9.1 The chart of weather: by season, the highest sum of two dice for each kind of weather.

    A sum above all these limits is a gale.
    """

    summer: dict[WeatherKind, int]
    between: dict[WeatherKind, int]
    """The limits in April and October."""
    winter: dict[WeatherKind, int]
    now: dict[WeatherKind, int]
    """By kind of the current weather, the modifier of the sum."""
    dispersal: tuple[tuple[int, int], ...]
    """Pairs of a limit and a dispersal modifier (9.3.2).

    The first pair whose limit is above the unmodified sum applies.
    """

    def result(self, month: Month, total: int) -> WeatherKind:
        """9.1 Return the new weather in a month. `total`: the sum of the two dice with its modifier."""
        return next((weather for weather, most in self._season(month).items() if total <= most), "gale")

    def _season(self, month: Month) -> Mapping[WeatherKind, int]:
        if month in ("may", "jun", "jul", "aug", "sep"):
            return self.summer
        return self.between if month in ("apr", "oct") else self.winter

    def disperses(self, natural: int) -> int:
        """9.3.2 Return the dispersal modifier of a turn. `natural`: the unmodified sum of its two weather dice."""
        return next(modifier for below, modifier in self.dispersal if natural < below)


class Expected(Struct, frozen=True, gc=False):
    """10.1 The expected ice of a zone. If it is not `certain`, a die decides the actual ice."""

    ice: Ice
    certain: bool


class IceEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """10.2 The effect of a state of ice on a force that crosses it.

    `cards`: the number of damage cards to draw. `whole`: True if the figures after a plus sign on these cards count,
    too (10.2.6a). `stops`: the highest die on which the force fails to cross; -1 if every die lets it cross.
    """

    cards: int
    whole: bool = False
    stops: int = -1


_BY_SIGN = {sign + mark: Expected(ice, certain=bool(mark)) for sign, ice in SIGNS.items() for mark in ("", "!")}
"""T.ice The expected ice by the sign in the chart; a sign with `!` means that the ice is certain."""
_OPEN, _PACKED = _BY_SIGN["c!"], _BY_SIGN["sp!"]


class IceChart(combat.Chart, frozen=True):
    """10.1, 10.2 The chart of ice."""

    lowest: int
    """The modified die of the first entry of `steps`."""
    steps: tuple[int, ...]
    """If a zone's ice is not certain, the number of states by which it is worse than expected, by modified die.

    The first entry is for a die of `lowest` or less.
    """
    modifiers: dict[Month, int]
    """The modifier of this die by month."""
    expected: dict[Month, tuple[str, ...]]
    """By month, the signs of the expected ice of all zones, in the order of ZONES."""
    effects: dict[Ice, IceEffect]
    """The effect of each state of ice."""

    def expects(self, month: Month, zone: HexZone, worse: int = 0) -> Expected:
        """Return the expected ice of a zone ("" outside the zones, "pack" for white hexes) in a month.

        `worse`: the number of states by which a special rule makes the ice worse than the chart says. Raises
        LookupError for an unknown zone.
        """
        if zone == "" or zone == PACK:
            return _PACKED if zone else _OPEN
        printed = _BY_SIGN[self.expected[month][ZONES.index(zone)]]
        if not worse:
            return printed
        return Expected(ICE[min(ICE.index(printed.ice) + worse, len(ICE) - 1)], certain=False)

    def actual(self, month: Month, expected: Ice, die: int) -> Ice:
        """10.1 Return the actual ice of a zone whose ice is not certain, for an unmodified die."""
        place = die + self.modifiers.get(month, 0) - self.lowest
        steps = self.steps[min(max(place, 0), len(self.steps) - 1)]
        return ICE[min(max(ICE.index(expected) + steps, 0), len(ICE) - 1)]


class Daylight(combat.Chart, frozen=True):
    """8.2 The chart of daylight. Every half month is in one of the three fields.

    `none`: all turns are night. `am`: AM turns are day, PM turns night. `both`: all turns are day.
    """

    none: tuple[str, ...]
    am: tuple[str, ...]
    both: tuple[str, ...]

    def is_day(self, light: str, turn: Turn) -> bool:
        """Return True if a turn is day in the half month `light`."""
        return light in self.both or (light in self.am and turn.is_morning)


class SectorLine(Struct, frozen=True, forbid_unknown_fields=True):
    """6.4.2 One line of the chart of air search sectors: the number of hexes that each sector searches in a turn.

    `months`: the months to which the line applies.
    """

    months: tuple[Month, ...]
    british: int
    soviet: int
    stavanger: int
    trondheim: int
    barents: int


class SectorChart(combat.Chart, frozen=True):
    """6.4.2 The chart of air search sectors, one line for each season."""

    winter: SectorLine
    spring: SectorLine
    summer: SectorLine
    autumn: SectorLine

    def searched(self, month: Month) -> dict[Sector, int]:
        """Return, by sector, how many hexes are searched on each turn in this month."""
        return {sector: self.hexes(month, sector) for sector in SECTORS}

    def hexes(self, month: Month, sector: Sector) -> int:
        """Return how many hexes a sector searches on each turn in this month."""
        return int(getattr(next(one for one in self.lines if month in one.months), sector))

    @property
    def lines(self) -> tuple[SectorLine, ...]:
        """Return the lines of all seasons."""
        return self.winter, self.spring, self.summer, self.autumn


class Rejoining(combat.Chart, frozen=True):
    """9.3.3 The chart for the dispersed merchants of a convoy that try to rejoin the convoy.

    `all`, `half`: the lowest modified die on which all, or half, of the dispersed merchants rejoin. `weather`: the
    modifier of the die for the weather.
    """

    all: int
    half: int
    weather: dict[WeatherKind, int]


class Dispersal(combat.Chart, frozen=True):
    """9.3.2 The number of merchants that a gale separates from their convoy.

    One die is rolled for every `ships` merchants; the sum is divided by `divisor`, rounded down.
    """

    ships: int
    divisor: int


class VariableStart(combat.Chart, frozen=True):
    """8.3.1 The chart for the turn on which play starts, by a die from 0 to 9.

    `fixed`: the turns for the lowest dice, such as ``1 pm``. `turns`: for the higher dice, the number of turns after
    the usual start of the scenario; a negative number means before that start.
    """

    fixed: tuple[str, ...]
    turns: tuple[int, ...]

    def begins(self, usual: Turn, die: int) -> Turn:
        """Return the turn on which play starts for this `die`.

        `usual`: the first turn of the scenario without this option.
        """
        if die < len(self.fixed):
            return read_turn(self.fixed[die])
        return Turn(max(usual.number + self.turns[die - len(self.fixed)], 1))


class FuelChart(combat.Chart, frozen=True):
    """15.1a The Command Points of a German fuel chit.

    `highest`: pairs of a letter and points. A chit gets the points of the first pair whose letter is not before the
    chit's letter.
    """

    highest: tuple[tuple[str, int], ...]

    def points(self, chit: str) -> int:
        """Return the Command Points that Gruppe Nord gets for a chit with this letter."""
        return next(points for letter, points in self.highest if chit <= letter)


class EventChart(combat.Chart, frozen=True):
    """13.0 The chart of random events.

    `allied`, `axis`: the key of the event in this side's phase, by the sum of two dice (0 to 18). `lasting`: the number
    of turns for which a warning stays in force.
    """

    allied: tuple[str, ...]
    axis: tuple[str, ...]
    lasting: int

    def happens(self, side: Side, total: int) -> str:
        """Return the key of the event in a side's phase. `total`: the sum of the two dice."""
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
    """Read the charts and check that they cover every die.

    Raises ComponentError, which names `file`, if the file has a fault.
    """
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
    """T.ice Check that ice never gets worse from north to south in a sector, and that each state has an effect."""
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
    """7.5.2j Check that no class fires that has no guns, and that bombs and torpedoes have a cell for every target."""
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
    """Check that every die has a result, and that a higher die never gives a lighter result of air combat or flak."""
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
