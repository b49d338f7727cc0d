"""2.0 All that lies in the box, read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.kernel.craft.sheets import ComponentError, read_toml
from games.titles.battleships.box import battles, tables
from games.titles.battleships.box.battles import SIDES, Battle
from games.titles.battleships.box.ships import Counter, read_ships
from games.titles.battleships.box.tables import Tables

SHIPS, TABLES, BATTLES = "ships.tsv", "tables.toml", "scenarios.toml"


@dataclass(frozen=True)
class Box:
    """Counters, charts and scenarios' sheets."""

    counters: Mapping[str, Counter]
    tables: Tables
    battles: Mapping[str, Battle]

    def counter(self, scenario: str, name: str) -> Counter:
        """The counter of a ship or battery in a scenario. Raises KeyError."""
        if name in self.counters:
            return self.counters[name]
        battle = self.battles[scenario]
        for battery in battle.batteries:
            if battery.id == name:
                return Counter(name, SIDES[battery.side], "battery", battery.attack, battery.defence, battery.range, 0)
        raise KeyError(name)


def load(files: Mapping[str, bytes]) -> Box:
    """The box. Raises ComponentError for data that could not be played with."""
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
