"""2.0 The counters: ships and shore batteries with their printed values."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from games.toolkit.tables import Row, read_table

Nation = Literal["gb", "us", "jp", "de", "it", "fr"]
Kind = Literal["bb", "bc", "pb", "ca", "cl", "dd", "battery"]
Bearing = Literal["all", "not_aft", "ahead"]
"""10.4 The arcs in which main guns fire: all arcs; all but aft; all but aft, with full strength ahead."""

NATIONS: tuple[Nation, ...] = ("gb", "us", "jp", "de", "it", "fr")
KINDS: tuple[Kind, ...] = ("bb", "bc", "pb", "ca", "cl", "dd")
CAPITAL: tuple[Kind, ...] = ("bb", "bc", "pb")
BEARINGS: tuple[Bearing, ...] = ("all", "not_aft", "ahead")
COLUMNS = (
    "id", "nation", "kind", "attack", "defence", "range", "movement", "torpedoes", "guns_bear", "radar", "source",
)  # fmt: skip


class Fitting(Struct, frozen=True, gc=False):
    """10.1c A radar set of a ship, with the year and month from which it has the set ("1941.05")."""

    radar: str
    since: str


class Counter(Struct, frozen=True, gc=False):
    """2.4, 2.5, 2.6 The printed values of a counter."""

    id: str
    nation: Nation
    kind: Kind
    attack: int
    """The attack of the main guns, in points."""
    defence: int
    """The defence, in points."""
    range: int
    """The range of the main guns, in hexes."""
    movement: int
    """The greatest number of movement points in a turn."""
    torpedoes: bool = False
    """True if it has torpedoes."""
    guns_bear: Bearing = "all"
    """The arcs into which its main guns fire (10.4)."""
    radar: tuple[Fitting, ...] = ()
    """Its radar sets, with their dates (10.1c)."""
    source: str = "reconstructed"
    """The source of the values."""

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
        """9.1 The victory points that the enemy gets if the ship or battery is sunk."""
        return self.attack + self.defence + self.movement

    def radar_in(self, date: str) -> str:
        """10.1c Return the newest radar set that the ship has in a month ("1942.11"); "" if it has none."""
        aboard = [fitting.radar for fitting in self.radar if fitting.since <= date]
        return aboard[-1] if aboard else ""


def read_ships(file: str, content: bytes, sets: Mapping[str, object]) -> dict[str, Counter]:
    """Return the counters by id. `sets` are the known radar sets, by name.

    Raises ComponentError, which names `file`, for invalid data.
    """
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
