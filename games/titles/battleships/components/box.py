"""2.0 All components, read from files and checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.titles.battleships.components import battles, tables
from games.titles.battleships.components.battles import SIDES, Battle
from games.titles.battleships.components.ships import Counter, read_ships
from games.titles.battleships.components.tables import Tables
from games.toolkit.tables import ComponentError, read_toml

SHIPS, TABLES, BATTLES = "ships.tsv", "tables.toml", "scenarios.toml"


@dataclass(frozen=True, eq=False)
class Box:
    """All components: the counters by id, the charts (`tables`), and the data of the scenarios (`battles`) by key.

    Boxes are compared by identity, so that results which depend on a box alone can be cached.
    """

    counters: Mapping[str, Counter]
    tables: Tables
    battles: Mapping[str, Battle]

    def counter(self, scenario: str, name: str) -> Counter:
        """Return the counter of the ship or battery `name` in a scenario. Raise KeyError if there is none."""
        if name in self.counters:
            return self.counters[name]
        battle = self.battles[scenario]
        for battery in battle.batteries:
            if battery.id == name:
                return Counter(name, SIDES[battery.side], "battery", battery.attack, battery.defence, battery.range, 0)
        raise KeyError(name)


def load(files: Mapping[str, bytes]) -> Box:
    """Return the components in `files`, which maps file names to contents. Raise ComponentError for invalid data."""
    for name in (SHIPS, TABLES, BATTLES):
        if name not in files:
            raise ComponentError("this file is missing", file=name)
    charts = read_toml(TABLES, files[TABLES], Tables)
    tables.check(TABLES, charts)
    counters = read_ships(SHIPS, files[SHIPS], charts.radar)
    sheets = read_toml(BATTLES, files[BATTLES], dict[str, Battle])
    for key, battle in sheets.items():
        battles.check(BATTLES, key, battle, counters)
    return Box(counters, charts, sheets)
