"""2.0 The counters: ships and shore batteries with their printed values."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from games.kernel.craft.sheets import Row, read_sheet

Nation = Literal["gb", "us", "jp", "de", "it", "fr"]
Kind = Literal["bb", "bc", "pb", "ca", "cl", "dd", "battery"]
Bearing = Literal["all", "not_aft", "ahead"]
"""10.4 Where main guns bear: everywhere; not aft; not aft, and forward without loss."""

NATIONS: tuple[Nation, ...] = ("gb", "us", "jp", "de", "it", "fr")
KINDS: tuple[Kind, ...] = ("bb", "bc", "pb", "ca", "cl", "dd")
CAPITAL: tuple[Kind, ...] = ("bb", "bc", "pb")
BEARINGS: tuple[Bearing, ...] = ("all", "not_aft", "ahead")
COLUMNS = (
    "id", "nation", "kind", "attack", "defence", "range", "movement", "torpedoes", "guns_bear", "radar", "source",
)  # fmt: skip


class Fitting(Struct, frozen=True, gc=False):
    """10.1c A radar set and the year and month ("1941.05") from which it is aboard."""

    radar: str
    since: str


class Counter(Struct, frozen=True, gc=False):
    """2.4, 2.5, 2.6 A counter as printed: `attack` and `defence` in points, `range` in hexes, `movement` in points."""

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
        """2.3 A capital ship, as against a small one (and a battery, 10.7b)."""
        return self.kind in CAPITAL

    @property
    def battery(self) -> bool:
        """10.7 A shore battery."""
        return self.kind == "battery"

    @property
    def value(self) -> int:
        """9.1 What she is worth when sunk."""
        return self.attack + self.defence + self.movement

    def radar_in(self, date: str) -> str:
        """10.1c The last set that is aboard in a month ("1942.11"); empty for none."""
        aboard = [fitting.radar for fitting in self.radar if fitting.since <= date]
        return aboard[-1] if aboard else ""


def read_ships(file: str, content: bytes, sets: Mapping[str, object]) -> dict[str, Counter]:
    """The counters by id. Raises ComponentError."""
    found: dict[str, Counter] = {}
    for row in read_sheet(file, content, COLUMNS, Row):
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
