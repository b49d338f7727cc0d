"""2.0 All components: the map, the counters, the charts, and the numbers of the rules.

`load` builds them from the bytes of the files in `data/` and rejects data that the rules cannot be played with.
The figures are in those files alone, each marked with its source; an owner of the printed game may replace any file.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from games.titles.goeben.components.charts import Charts, read_charts
from games.titles.goeben.components.numbers import Numbers, read_numbers
from games.titles.goeben.components.pieces import (
    CARGO_KINDS,
    INCIDENT_KINDS,
    CargoKind,
    Coast,
    GermanShip,
    IncidentKind,
    Mission,
    Readout,
    Space,
)
from games.titles.goeben.components.reading import (
    Sources,
    read_allied,
    read_austrian,
    read_cargo,
    read_coast,
    read_forts,
    read_german,
    read_incidents,
    read_lines,
    read_missions,
    read_spaces,
)
from games.titles.goeben.components.waters import Waters, reach
from games.toolkit.rule_texts import without_rule_texts
from games.toolkit.tables import ComponentError, check_equal

__all__ = ["FILES", "Box", "ComponentError", "load"]

FILES = (
    "allied.tsv", "austrian.tsv", "cargo.tsv", "charts.toml", "coast.json", "fixed.toml", "forts.tsv", "german.tsv",
    "incidents.tsv", "lines.tsv", "missions.toml", "spaces.tsv",
)  # fmt: skip

_BRITISH = {"bc": 3, "ca": 4, "cl": 4, "dd": 4}
_FORTS = {
    "gibraltar": 2, "toulon": 2, "marseilles": 1, "algiers": 1, "philippeville": 1, "bone": 1, "bizerte": 1,
    "mers_el_kebir": 2, "malta": 1, "alexandria": 2, "port_said": 1,
}  # fmt: skip


class Box(Struct, frozen=True, dict=True):
    """All components of the game; each mapping is in the order of its file."""

    waters: Waters
    german: dict[str, GermanShip]
    """The German ship displays, by ship."""
    allied: dict[str, Readout]
    """The counters of Allied ships, by ship."""
    austrian: dict[str, Readout]
    """The counters of Austro-Hungarian ships, by ship."""
    incidents: dict[str, IncidentKind]
    """The kinds of incident markers that are no ships."""
    forts: dict[str, int]
    """The strength of each coastal defence."""
    cargo: dict[str, CargoKind]
    missions: dict[str, Mission]
    charts: Charts
    numbers: Numbers
    coast: Coast
    sources: Sources
    """The source of each figure."""

    @property
    def spaces(self) -> Mapping[str, Space]:
        """The spaces of the map, by id."""
        return self.waters.spaces

    @cached_property
    def markers(self) -> dict[str, str]:
        """The kind of each incident marker that is no ship, by marker id: ``storm_2`` is of the kind ``storm``."""
        return {f"{kind.id}_{n}": kind.id for kind in self.incidents.values() for n in range(1, kind.count + 1)}

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """3.0(3) By navy ("british", "french"), the counters shuffled together at the start: ships and markers."""
        found: dict[str, tuple[str, ...]] = {}
        taken = Counter[str]()
        for group in ("british", "french"):
            members = [ship.id for ship in self.allied.values() if ship.group == group]
            for kind in self.incidents.values():
                count = kind.british if group == "british" else kind.french
                members += [f"{kind.id}_{taken[kind.id] + n}" for n in range(1, count + 1)]
                taken[kind.id] += count
            found[group] = tuple(members)
        return found

    def counter(self, counter: str) -> Readout | None:
        """Return the printed values of an Allied ship; None if the counter is no ship."""
        return self.allied.get(counter)

    def halts(self, counter: str) -> bool:
        """4.1.3 Return True if ships must stop in a space with this counter, and may not break off to it (14.4).

        This holds for all counters except a Friendly Ship that waits for ships (13.chart/Friendly Ship).
        """
        return self.markers.get(counter) != "friendly_ship"

    def source(self, item: str, figure: str) -> str:
        """Return the source of a piece's or chart's value: "rulebook", "public" or "reconstructed".

        `item`: the id of the piece or chart. `figure`: the name of the value. Return "" if there is no such value.
        """
        return self.sources.get(item, {}).get(figure, "")


def load(files: Mapping[str, bytes]) -> Box:
    """Return the components, read from `files`, which maps file names to contents.

    Raise ComponentError for invalid data; the error names the fault, the file, and the column or row.
    """
    for name in FILES:
        if name not in files:
            raise ComponentError("this file is missing", file=name)
    for name in sorted(without_rule_texts(files)):
        if name not in FILES:
            raise ComponentError("nobody knows this file", file=name)
    sources: Sources = {}
    spaces = read_spaces(files["spaces.tsv"], sources)
    box = Box(
        waters=Waters(spaces, read_lines(files["lines.tsv"], spaces)),
        german=read_german(files["german.tsv"], sources),
        allied=read_allied(files["allied.tsv"], sources),
        austrian=read_austrian(files["austrian.tsv"], sources),
        incidents=read_incidents(files["incidents.tsv"], sources),
        forts=read_forts(files["forts.tsv"], sources),
        cargo=read_cargo(files["cargo.tsv"], sources),
        missions=read_missions(files["missions.toml"], spaces),
        charts=read_charts("charts.toml", files["charts.toml"]),
        numbers=read_numbers("fixed.toml", files["fixed.toml"]),
        coast=read_coast(files["coast.json"]),
        sources=sources,
    )
    _check_map(box)
    _check_ships(box)
    _check_markers(box)
    _check_forts(box)
    _check_names(box)
    return box


def _check_map(box: Box) -> None:
    """2.1 Check that all spaces are connected, and that the Black Sea is connected only through Constantinople.

    Patrol zones and the Sea of Marmara must be as the rules name them.
    """
    spaces, waters = box.spaces, box.waters
    start = next(iter(spaces))
    adrift = sorted(set(spaces) - set(reach(waters.ways, start, len(spaces))))
    if adrift:
        raise ComponentError(f"no line leads to {', '.join(adrift)}", file="lines.tsv")
    zones = [space for space in spaces.values() if space.kind == "patrol_zone"]
    setup = box.numbers.setup
    check_equal("spaces.tsv", "patrol zones (3.0(3))", {zone.id for zone in zones}, {*setup.british, *setup.french})
    check_equal("spaces.tsv", "Sea of Marmara (2.1)", set(waters.within("marmara")), {"constantinople", "dardanelles"})
    check_equal("spaces.tsv", "Atlantic exits (12.5)", sum(one.kind == "atlantic_exit" for one in spaces.values()), 1)
    for place in waters.within("black_sea"):
        for other in waters.neighbours(place):
            if waters.zone(other) != "black_sea" and other != "constantinople":
                raise ComponentError(f"{place} must lie behind Constantinople (2.1)", file="lines.tsv")


def _check_ships(box: Box) -> None:
    """2.2, 3.0(3) Check that the ships that the set-up names exist, and no others."""
    check_equal("german.tsv", "German ships (2.2)", sorted(box.german), ["breslau", "goeben", "moltke", "stralsund"])
    british = [ship for ship in box.allied.values() if ship.group == "british"]
    check_equal("allied.tsv", "British ships (3.0(3))", dict(Counter(ship.type for ship in british)), _BRITISH)
    french = [ship for ship in box.allied.values() if ship.group == "french"]
    check_equal("allied.tsv", "French warships (3.0(3))", len(french), 7)
    if any(ship.type not in ("ca", "cp", "dd") for ship in french):
        raise ComponentError("French warships are ca, cp or dd (3.0(3))", file="allied.tsv")
    apart = sorted(ship.type for ship in box.allied.values() if not ship.group and ship.type != "convoy")
    check_equal("allied.tsv", "ships kept apart (3.0(3))", apart, ["bc"])
    if not any(ship.type == "convoy" for ship in box.allied.values()):
        raise ComponentError("there is no troop convoy (1.2)", file="allied.tsv")
    classes = {ship.type for ship in box.austrian.values()}
    if not {"ca", "cl"} <= classes:
        raise ComponentError("a CA and a CL are needed (24.orders)", file="austrian.tsv")


def _check_markers(box: Box) -> None:
    """3.0(3), 13.0 Check that each kind of incident exists, and that only Quiet Seas are shuffled with the ships."""
    check_equal("incidents.tsv", "kinds of incident (13.0)", set(box.incidents), set(INCIDENT_KINDS))
    for group, wanted in (("british", 3), ("french", 2)):
        mixed = {kind.id: getattr(kind, group) for kind in box.incidents.values() if getattr(kind, group)}
        check_equal("incidents.tsv", f"mixed with the {group} ships (3.0(3))", mixed, {"quiet_seas": wanted})
    setup = box.numbers.setup
    for group, zones in (("british", setup.british), ("french", setup.french)):
        if sum(zones.values()) > len(box.groups[group]):
            raise ComponentError(f"more {group} counters are laid out than there are", file="fixed.toml")


def _check_forts(box: Box) -> None:
    """3.0(4) Check that each of the eleven defended ports has its number of coastal defences."""
    found = {space.id: space.forts for space in box.spaces.values() if space.forts}
    check_equal("spaces.tsv", "coastal defences (3.0(4))", found, _FORTS)
    if sum(found.values()) > len(box.forts):
        raise ComponentError(f"{sum(found.values())} coastal defences are needed", file="forts.tsv")


def _check_names(box: Box) -> None:
    """Check the references between files, and that no id is used twice."""
    check_equal("cargo.tsv", "kinds of cargo (8.0)", set(box.cargo), set(CARGO_KINDS))
    setup, consorts = box.numbers.setup, box.numbers.consorts
    for place in (setup.start, setup.home, consorts.home, *box.charts.start.variable):
        if place not in box.spaces:
            raise ComponentError(f"{place!r} is not on the map", file="fixed.toml")
    ids = [*box.spaces, *box.german, *box.allied, *box.austrian, *box.markers, *box.forts, *box.cargo, *box.missions]
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise ComponentError(f"{twice[0]!r} is the id of two things", file="incidents.tsv")
