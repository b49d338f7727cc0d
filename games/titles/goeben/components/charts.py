"""2.1 The charts on the map (`data/charts.toml`), as structs whose fields name the rules that use them."""

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
"""One entry for each side of the die."""

Target = Literal["bb", "bc", "b", "ca", "cl", "dd"]
DieSide = Annotated[int, Meta(ge=1, le=6)]

TERRAINS = (
    "high_sea", "patrol_zone", "friendly_base", "friendly_port", "neutral_base", "neutral_port", "allied_base",
    "allied_port", "captured_port",
)  # fmt: skip


class IntelligenceChart(Struct, frozen=True, forbid_unknown_fields=True):
    """11.1, 11.2 The intelligence chart.

    `leadership` pairs the lowest leadership with the value that it gives. `shown` is the number of units that the
    result IR reveals.
    """

    leadership: tuple[tuple[int, int], ...]
    wireless: int
    table: Sides[tuple[Finding, Finding, Finding, Finding]]
    shown: int
    alert: dict[Finding, int]

    def value(self, leadership: int, wireless: bool) -> int:
        """Return the intelligence value of a ship with this leadership, with or without Wireless."""
        best = max(value for least, value in self.leadership if leadership >= least)
        return best + (self.wireless if wireless else 0)

    def finding(self, die: int, value: int) -> Finding:
        """Return the result of an intelligence attempt: the entry for a die and an intelligence value."""
        return self.table[die - 1][value]


class ContactChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.3 The contact chart and its modifiers."""

    lowest: int
    results: tuple[Meeting, ...]
    optics: int
    wireless: int
    wireless_ships: int
    seaplane: int
    allied_place: int
    shore: int

    def meeting(self, total: int) -> Meeting:
        """Return the result for a total. A total beyond either end of the chart counts as that end."""
        place = min(max(total - self.lowest, 0), len(self.results) - 1)
        return self.results[place]


class GunneryChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.5, 14.7, 14.tables The lowest die that hits, and the tables with the effect of each hit."""

    hits: DieSide
    german: Sides[GermanHit]
    allied: Sides[AlliedHit]


class TorpedoChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.6, 14.12 The lowest die with which a torpedo hits; `netted`: for a ship behind nets in port."""

    hits: DieSide
    netted: DieSide
    german: Sides[GermanHit]
    allied: Sides[AlliedHit]


class ShoreChart(Struct, frozen=True, forbid_unknown_fields=True):
    """16.0 The effects of hits on an Allied port or base."""

    hits: DieSide
    port: Sides[ShoreHit]
    base: Sides[ShoreHit]


class RepairChart(Struct, frozen=True, forbid_unknown_fields=True):
    """10.1 The lowest die that repairs a box, and the number of dice that each place adds or subtracts."""

    success: DieSide
    sea: int
    captured: int
    neutral_port: int
    neutral_base: int
    friendly_port: int
    friendly_base: int


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """T.terrain The effects of one kind of space.

    `stop`: ships must stop. `once`: ships may visit it only once. `draws` is the number of markers drawn in addition to
    the alert level (None: no markers are drawn), from the alert level `draws_from` on; `draws_outfitting` replaces it
    for ships that have outfitted there (None: no difference). `coal` and `ammunition` are numbers of dice.
    """

    stop: bool
    once: bool = False
    draws: int | None = None
    draws_from: int = 1
    draws_outfitting: int | None = None
    coal: int = 0
    ammunition: int = 0
    cargo: bool = False


class ZoneEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """T.terrain The effects of a sea.

    `open`: ships may enter it. `austrians`: Austro-Hungarian ships may enter it. `draws`: markers are drawn there.
    `french`: French markers take effect there.
    """

    open: bool = True
    austrians: bool = True
    french: bool = True
    draws: bool = True


class FiringOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """14.11, T.priority The order in which ships fire, and the classes that each prefers as targets."""

    nations: tuple[str, ...]
    classes: tuple[ShipClass, ...]


class PointsChart(Struct, frozen=True, forbid_unknown_fields=True):
    """17.1, 17.1.2 Victory points for each event; losses are negative."""

    sunk: dict[ShipClass, int]
    damaged: dict[ShipClass, int]
    german_sunk: dict[Literal["bc", "cl"], int]
    german_crippled: int
    austrian_sunk: dict[Target, int]
    austrian_damaged: dict[Target, int]
    collier_lost: int
    submarine_rammed: int


class AlertChart(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1, 5.2, T.alert The ends and the start of the alert track, and the changes that combat makes."""

    start: int
    least: int
    most: int
    battle: int
    bombardment: int


class LeadershipChart(Struct, frozen=True, forbid_unknown_fields=True):
    """14.14, 24.1 The points won or lost that make a battle or a mission critical, and the changes of leadership."""

    critical: int
    won: int
    lost: int


class StartChart(Struct, frozen=True, forbid_unknown_fields=True):
    """18.0 The starting place of the task force for each die."""

    variable: Sides[str]


class Charts(Struct, frozen=True, forbid_unknown_fields=True):
    """All charts of the game."""

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
    """Return the charts in `content`. Raise ComponentError for invalid or incomplete data."""
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
    """Check that every total has a result and that a better total never has a worse result."""
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
    """Check that every firing class ranks every target and has its turn to fire."""
    for name, targets in charts.priority.items():
        if sorted(targets) != sorted(("bb", "bc", "b", "ca", "cl", "dd")):
            raise ComponentError("must rank each class once", file=file, column=f"priority.{name}")
    if sorted(charts.firing.classes) != sorted(CLASSES):
        raise ComponentError("must name each class once", file=file, column="firing.classes")
    for name in ("austrian_sunk", "austrian_damaged"):
        _check_keys(file, f"points.{name}", getattr(charts.points, name), ["bb", "b", "ca", "cl", "dd"])
