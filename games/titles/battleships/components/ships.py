"""2.0 The counters: ships and shore batteries with their printed values."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from games.toolkit.tables import Row, read_table

Nation = Literal["gb", "us", "jp", "de", "it", "fr"]
Kind = Literal["bb", "bc", "pb", "ca", "cl", "dd", "battery"]
Bearing = Literal["all", "not_aft", "ahead"]
"""10.4 The arcs of main guns: all; not aft; not aft, with full strength forward."""

NATIONS: tuple[Nation, ...] = ("gb", "us", "jp", "de", "it", "fr")
KINDS: tuple[Kind, ...] = ("bb", "bc", "pb", "ca", "cl", "dd")
CAPITAL: tuple[Kind, ...] = ("bb", "bc", "pb")
BEARINGS: tuple[Bearing, ...] = ("all", "not_aft", "ahead")
COLUMNS = (
    "id", "nation", "kind", "attack", "defence", "range", "movement", "torpedoes", "guns_bear", "radar", "source",
)  # fmt: skip


class Fitting(Struct, frozen=True, gc=False):
    """10.1c A radar set of a ship, with the year and month of its installation ("1941.05")."""

    radar: str
    since: str


class Counter(Struct, frozen=True, gc=False):
    """2.4, 2.5, 2.6 The printed values of a counter.

    `attack` and `defence` in points, `range` in hexes, `movement` in points.
    """

    id: str
    nation: Nation
    kind: Kind
    attack: int
    defence: int
    range: int
    movement: int
    torpedoes: bool = False
    guns_bear: Bearing = "all"
    radar: tuple[Fitting, ...] = ()
    source: str = "reconstructed"

    @property
    def capital(self) -> bool:
        """2.3 True for a capital ship; False for a small ship and for a battery (10.7b)."""
        return self.kind in CAPITAL

    @property
    def battery(self) -> bool:
        """10.7 True for a shore battery."""
        return self.kind == "battery"

    @property
    def value(self) -> int:
        """9.1 The value of the ship or battery when it is sunk."""
        return self.attack + self.defence + self.movement

    def radar_in(self, date: str) -> str:
        """10.1c Return the latest radar set aboard in a month ("1942.11"). Return "" if there is none."""
        aboard = [fitting.radar for fitting in self.radar if fitting.since <= date]
        return aboard[-1] if aboard else ""


def read_ships(file: str, content: bytes, sets: Mapping[str, object]) -> dict[str, Counter]:
    """Return the counters by id. Raise ComponentError for invalid data."""
    found: dict[str, Counter] = {}
    for row in read_table(file, content, COLUMNS, Row):
        name = row.new_id(found)
        found[name] = Counter(
            id=name,
            nation=row.choice("nation", NATIONS),
            kind=row.choice("kind", KINDS),
            attack=row.number("attack", least=1),
            defence=row.number("defence", least=1),
            range=row.number("range", least=1),
            movement=row.number("movement"),
            torpedoes=row.flag("torpedoes"),
            guns_bear=row.choice("guns_bear", BEARINGS),
            radar=_fittings(row, sets),
            source=row.choice("source", ("rulebook", "public", "reconstructed")),
        )
    return found


def _fittings(row: Row, sets: Mapping[str, object]) -> tuple[Fitting, ...]:
    found: list[Fitting] = []
    for part in filter(None, row.optional("radar").split(",")):
        radar, _, since = part.partition(":")
        if radar not in sets:
            row.fail("radar", f"{radar!r} is no radar set")
        if len(since) != len("1941.05"):
            row.fail("radar", f"{since!r} is no year and month (1941.05)")
        found.append(Fitting(radar, since))
    return tuple(found)
