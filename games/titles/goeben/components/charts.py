"""2.1 The charts on the map (`data/charts.toml`), as structs that name the rules of their fields."""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from games.titles.goeben.components.pieces import CLASSES, ZONES, ShipClass
from games.toolkit.tables import ComponentError, read_toml

T = TypeVar("T")

Finding = Literal["si", "ir", "ib", "je", "jf", "je_ib", "none"]
Meeting = Literal["ac1", "ac2", "gc1", "gc2", "none"]
GermanHit = Literal[
    "guns_1", "guns_2", "hull_1", "hull_2", "engines_1", "engines_2", "bridge", "critical", "dud"
]  # fmt: skip
AlliedHit = Literal["guns", "hull", "engines", "torpedoes", "withdraws", "magazine", "dud"]
ShoreHit = Literal["outcry", "none", "morale", "fort", "magazine"]
Sides = tuple[T, T, T, T, T, T]
"""A tuple with one entry for each result of a six-sided die."""

Target = Literal["bb", "bc", "b", "ca", "cl", "dd"]
DieSide = Annotated[int, Meta(ge=1, le=6)]

TERRAINS = (
    "high_sea", "patrol_zone", "friendly_base", "friendly_port", "neutral_base", "neutral_port", "allied_base",
    "allied_port", "captured_port",
)  # fmt: skip


class IntelligenceChart(Struct, frozen=True, forbid_unknown_fields=True):
    """11.1, 11.2 The intelligence chart."""

    leadership: tuple[tuple[int, int], ...]
    """Pairs of a leadership and an intelligence value: a ship has the value of the highest leadership that it reaches.
    """
    wireless: int
    """The number that Wireless adds to the intelligence value."""
    table: Sides[tuple[Finding, Finding, Finding, Finding]]
    """The results: a row for each die, and in it an entry for each intelligence value from 0."""
    shown: int
    """The number of counters that the result IR reveals."""
    alert: dict[Finding, int]
    """The change of the alert level for each result that changes it."""

    def value(self, leadership: int, wireless: bool) -> int:
        """Return the intelligence value of a ship with this leadership, with or without Wireless."""
        best = max(value for least, value in self.leadership if leadership >= least)
        return best + (self.wireless if wireless else 0)

    def finding(self, die: int, value: int) -> Finding:
        """Return the result of an intelligence attempt with this die and intelligence value."""
        return self.table[die - 1][value]


class ContactChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.3 The contact chart. A total is a die plus the players' rating, less the Allied rating."""

    lowest: int
    """The total of the first of `results`; each further result belongs to the next higher total."""
    results: tuple[Meeting, ...]
    optics: int
    """The bonus of the players for optics."""
    wireless: int
    """The bonus of the players if at least `wireless_ships` of their ships have Wireless."""
    wireless_ships: int
    seaplane: int
    """The bonus of the players for a seaplane (20.1)."""
    allied_place: int
    """The bonus of the Allies in a patrol zone, base or port of theirs."""
    shore: int
    """16.0 The whole rating of coastal defences."""

    def meeting(self, total: int) -> Meeting:
        """Return the result for a total. A total off the chart has the result of the nearest total on the chart."""
        place = min(max(total - self.lowest, 0), len(self.results) - 1)
        return self.results[place]


class GunneryChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.5, 14.7, 14.tables The gunnery chart.

    `hits`: the lowest die that hits. `german`, `allied`: the effect of a hit on ships of each side, by die.
    """

    hits: DieSide
    german: Sides[GermanHit]
    allied: Sides[AlliedHit]


class TorpedoChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.6, 14.12 The torpedo chart.

    `hits`: the lowest die with which a torpedo hits. `netted`: the lowest die that hits a ship behind nets in port.
    `german`, `allied`: the effect of a hit on ships of each side, by die.
    """

    hits: DieSide
    netted: DieSide
    german: Sides[GermanHit]
    allied: Sides[AlliedHit]


class ShoreChart(Struct, frozen=True, forbid_unknown_fields=True):
    """16.0 The chart of shore bombardment.

    `hits`: the lowest die that hits. `port`, `base`: the effect of a hit on an Allied port or naval base, by die.
    """

    hits: DieSide
    port: Sides[ShoreHit]
    base: Sides[ShoreHit]


class RepairChart(Struct, frozen=True, forbid_unknown_fields=True):
    """10.1 The lowest die that repairs a box (`success`).

    The other fields are the repair dice that a ship gains (or, if negative, loses) in each kind of place.
    """

    success: DieSide
    sea: int
    captured: int
    neutral_port: int
    neutral_base: int
    friendly_port: int
    friendly_base: int


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """T.terrain The effects of one kind of space."""

    stop: bool
    """True if ships must stop there."""
    once: bool = False
    """True if ships may visit it only once."""
    draws: int | None = None
    """The number of incident markers drawn there in addition to the alert level; None if none are drawn."""
    draws_from: int = 1
    """The lowest alert level at which markers are drawn."""
    draws_outfitting: int | None = None
    """Replaces `draws` for ships that have outfitted there; None if it does not differ from `draws`."""
    coal: int = 0
    """The number of dice that decide how much coal ships find there (7.3)."""
    ammunition: int = 0
    """The number of dice that decide how much ammunition ships find there (7.1)."""
    cargo: bool = False
    """True if cargo can be bought there."""


class ZoneEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """T.terrain The effects of one of the seas.

    `open`: True if ships may enter it. `austrians`: True if Austro-Hungarian ships may enter it. `french`: True if
    French markers have an effect there. `draws`: True if incident markers are drawn there.
    """

    open: bool = True
    austrians: bool = True
    french: bool = True
    draws: bool = True


class FiringOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """14.11, T.priority The order in which Allied ships fire: by nation, then by class."""

    nations: tuple[str, ...]
    classes: tuple[ShipClass, ...]


class PointsChart(Struct, frozen=True, forbid_unknown_fields=True):
    """17.1, 17.1.2 The victory points for each event, by class of the ship; losses of the players are negative."""

    sunk: dict[ShipClass, int]
    """For sunk Allied ships."""
    damaged: dict[ShipClass, int]
    """For damaged Allied ships."""
    german_sunk: dict[Literal["bc", "cl"], int]
    german_crippled: int
    """For a German ship whose guns or engines the Allies reduce to 0."""
    austrian_sunk: dict[Target, int]
    austrian_damaged: dict[Target, int]
    collier_lost: int
    submarine_rammed: int
    """For a submarine that a ship of the players rams."""


class AlertChart(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1, 5.2, T.alert The Allied alert level."""

    start: int
    """Its value on the first day."""
    least: int
    """Its lowest value."""
    most: int
    """Its highest value."""
    battle: int
    """Its change after a battle."""
    bombardment: int
    """Its change after a bombardment."""


class LeadershipChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.14, 24.1 The change of leadership after a critical battle or mission.

    `critical`: the number of victory points, won or lost, that makes a battle or mission critical. `won`, `lost`: the
    change of leadership if that many points were won, or lost.
    """

    critical: int
    won: int
    lost: int


class StartChart(Struct, frozen=True, forbid_unknown_fields=True):
    """18.0 The start of the ships with the option `variable_start`.

    `variable`: the space where they start, for each result of the die.
    """

    variable: Sides[str]


class Charts(Struct, frozen=True, forbid_unknown_fields=True):
    """All charts of the game.

    `terrain`: the effects of spaces, by kind of space. `zones`: the effects of seas, by sea. `priority`: for each class
    of a firing ship, the classes at which it aims, the preferred class first (T.priority).
    """

    intelligence: IntelligenceChart
    contact: ContactChart
    gunnery: GunneryChart
    torpedo: TorpedoChart
    shore: ShoreChart
    repair: RepairChart
    terrain: dict[str, Terrain]
    zones: dict[str, ZoneEffects]
    priority: dict[str, tuple[Target, ...]]
    firing: FiringOrder
    points: PointsChart
    alert: AlertChart
    leadership: LeadershipChart
    start: StartChart


def read_charts(file: str, content: bytes) -> Charts:
    """Return the charts in `content`, the TOML text of a data file.

    Raises ComponentError, which names `file`, for invalid or incomplete data.
    """
    charts = read_toml(file, content, Charts)
    _check_keys(file, "terrain", charts.terrain, TERRAINS)
    _check_keys(file, "zones", charts.zones, ZONES)
    _check_keys(file, "priority", charts.priority, (*CLASSES, "fort"))
    _check_keys(file, "points.sunk", charts.points.sunk, [one for one in CLASSES if one != "b"])
    _check_keys(file, "points.damaged", charts.points.damaged, [one for one in CLASSES if one != "b"])
    _check_keys(file, "points.german_sunk", charts.points.german_sunk, ("bc", "cl"))
    _check_contact(file, charts.contact)
    _check_intelligence(file, charts.intelligence)
    _check_priority(file, charts)
    if not charts.alert.least <= charts.alert.start <= charts.alert.most:
        raise ComponentError("must start between least and most", file=file, column="alert")
    return charts


def _check_keys(file: str, name: str, found: Iterable[str], keys: Iterable[str]) -> None:
    if set(found) != set(keys):
        raise ComponentError(f"must have the keys {', '.join(sorted(keys))}", file=file, column=name)


def _check_contact(file: str, chart: ContactChart) -> None:
    """Check that the chart covers all totals, and that its results get better from the lowest total to the highest."""
    if len(chart.results) != 1 - 2 * chart.lowest:
        raise ComponentError(f"must reach from {chart.lowest} to {-chart.lowest}", file=file, column="contact")
    best = [("ac2", "ac1", "none", "gc1", "gc2").index(result) for result in chart.results]
    if best != sorted(best):
        raise ComponentError("must rise from ac2 to gc2", file=file, column="contact.results")


def _check_intelligence(file: str, chart: IntelligenceChart) -> None:
    values = [value for _, value in chart.leadership]
    least = [least for least, _ in chart.leadership]
    if least[:1] != [0] or least != sorted(least) or max(values) + chart.wireless >= len(chart.table[0]):
        raise ComponentError("must give every leadership a column", file=file, column="intelligence.leadership")


def _check_priority(file: str, charts: Charts) -> None:
    """Check that each firing class has ranked all classes of targets, and has its place in the order of firing."""
    for name, targets in charts.priority.items():
        if sorted(targets) != sorted(("bb", "bc", "b", "ca", "cl", "dd")):
            raise ComponentError("must rank each class once", file=file, column=f"priority.{name}")
    if sorted(charts.firing.classes) != sorted(CLASSES):
        raise ComponentError("must name each class once", file=file, column="firing.classes")
    for name in ("austrian_sunk", "austrian_damaged"):
        _check_keys(file, f"points.{name}", getattr(charts.points, name), ["bb", "b", "ca", "cl", "dd"])
