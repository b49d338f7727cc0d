"""11.0 The data of a scenario: ships with their starting hexes, day or night, special rules and victory conditions."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import NAMES
from games.titles.battleships.components.ships import Counter, Nation
from games.toolkit.tables import ComponentError

Positive = Annotated[int, Meta(ge=1)]
Turn = Positive
Span = tuple[int, int]
Edge = Literal["north", "east", "south", "west"]
EventKind = Literal["sunk", "left", "all_left_whole", "bombarded"]
LAST = 99
"""A turn after the last turn of every scenario."""
SIDES: dict[str, Nation] = {
    "british": "gb", "american": "us", "japanese": "jp", "german": "de", "italian": "it", "french": "fr",
}  # fmt: skip
"""The nation of each side's ships."""


class Crew(Struct, frozen=True, forbid_unknown_fields=True):
    """10.3 The grade of crews, good (1) or poor (-1), and the first and last turn in which it applies.

    It is the grade of the crews of the ships in `ships` or, if `ships` is empty, of all ships of `side`.
    """

    grade: Literal[-1, 1]
    ships: tuple[str, ...] = ()
    side: str = ""
    from_turn: Turn = 1
    until_turn: Turn = LAST


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """9.2 The edges by which a side's ships may leave the map from a turn on.

    `kinds`: the kinds of ships that may do so; empty means all. A ship of a kind in `full` scores its full value for
    its owner when it leaves by one of these edges.
    """

    side: str
    edges: tuple[Edge, ...]
    from_turn: Turn = 1
    kinds: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


class Sides(Struct, frozen=True, forbid_unknown_fields=True):
    """9.3 The hexsides of a breakwater or net: all between two neighbouring rows, within a span of columns.

    `rows`: the upper row and the lower row. `columns`: the first and the last column. A hexside counts if both its
    hexes are in the span. If `touching` is True, one of its hexes in the span is enough.
    """

    rows: Span
    columns: Span
    touching: bool = False


class Minefield(Struct, frozen=True, forbid_unknown_fields=True):
    """10.6 The mines of a side: their number, and the first and last column and row in which they may lie."""

    side: str
    count: Positive
    columns: Span
    rows: Span


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    """10.7 A shore battery of a scenario: its id, side, hex (`at`), and printed values, with the range in hexes."""

    id: str
    side: str
    at: str
    attack: int
    defence: int
    range: int


class Still(Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of ships of a side that may not move in the first `turns` turns."""

    side: str
    turns: Turn
    kinds: tuple[str, ...]


class KeptOff(Struct, frozen=True, forbid_unknown_fields=True):
    """A side whose ships may not come within `hexes` hexes of the upper row of the breakwater."""

    side: str
    hexes: Positive


class PowerFirst(Struct, frozen=True, forbid_unknown_fields=True):
    """11.10 A ship whose first special damage is the loss of its power if the special roll is one of `rolls`."""

    ship: str
    rolls: tuple[int, ...]


class Bombardment(Struct, frozen=True, forbid_unknown_fields=True):
    """11.10 The bombardment of a place ashore.

    `ship`: the ship that may fire at it. `rows`: the first and last row from which it fires. `turns`: the number of
    turns in which it must fire. `place`: the id of the place.
    """

    ship: str
    rows: Span
    turns: Turn
    place: str


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """11.13 An event that decides a battle at once for the side `winner`.

    `event`: what must happen to one of `ships` (for "all_left_whole", to all). If a ship in `whole` is sunk at that
    time, or has three damage steps of weapons (W) or hull (S), the other side wins instead.
    """

    event: EventKind
    ships: tuple[str, ...]
    winner: str
    whole: tuple[str, ...] = ()


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """11.13 The victory conditions: events that decide the battle at once, and points after the last turn."""

    decisive: tuple[Decisive, ...] = ()
    """The events that decide the battle at once."""
    points: bool = True
    """False if points do not decide."""
    margin: Positive = 1
    """The number of points by which a side must be ahead to win by points."""
    favourite: str = ""
    """If not empty, the only side that can win by points."""
    silenced: tuple[str, ...] = ()
    """If not empty, the `favourite` wins by points only if one of these ships is sunk or has three weapon steps of
    damage.
    """
    otherwise: str = ""
    """The side that wins if points do not decide, or if the `favourite` does not win by points; if empty, it is a draw.
    """


class Unit(NamedTuple):
    """A ship at the start of a scenario: its id, the id of its counter, its hex (`at`), heading (A to F) and speed."""

    id: str
    counter: str
    at: str
    heading: str
    speed: int


class Battle(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """11.0, 11.1–11.13 The data of a scenario. A field without a description is explained by its type."""

    date: str
    """The year and month, such as "1942.11"."""
    turns: Turn
    """The number of turns."""
    sight: Positive
    """The base of the sighting distance, in hexes (4.1)."""
    first: str
    """The side that goes first on odd turns (3.2)."""
    units: dict[str, tuple[str, ...]]
    """By side, a line of text for each ship: id, hex, heading and speed."""
    victory: Victory
    source: Literal["rulebook", "public", "reconstructed"]
    """The source of the data."""
    night: bool = False
    historical: bool = True
    """False if the battle did not happen."""
    land: tuple[str, ...] = ()
    """The land hexes outside `land_rows`."""
    land_rows: Span = (0, -1)
    """The first and last row that consist of land only; the default is no row."""
    moles: Sides | None = None
    """The breakwater."""
    nets: Sides | None = None
    """The mine net."""
    mines: Minefield | None = None
    batteries: tuple[Battery, ...] = ()
    still: Still | None = None
    kept_off: KeptOff | None = None
    crews: tuple[Crew, ...] = ()
    exits: tuple[Exit, ...] = ()
    movement: dict[str, int] = {}
    """The movement of counters that differs from the printed movement."""
    no_torpedoes: tuple[str, ...] = ()
    """The counters that have no torpedoes in this battle."""
    radar_lost: tuple[str, ...] = ()
    """The ships whose radar is out of order from the start."""
    squalls: bool = False
    """11.8 True if squalls may reduce the sighting distance."""
    lasting_hull: dict[str, int] = {}
    """By ship, the number of hull steps that it has from the start and cannot repair."""
    most_turns: dict[str, int] = {}
    """By ship, the number of turns in a move, if it is limited."""
    sharpest_turn: dict[str, int] = {}
    """By ship, the largest turn in hexsides, if it is limited."""
    power_first: PowerFirst | None = None
    bombardment: Bombardment | None = None
    proposes: tuple[str, ...] = ()
    """The options that the scenario's own rules require."""

    @property
    def seats(self) -> tuple[str, str]:
        """3.2 The sides: the first player's (`first`), then the second player's."""
        first = self.first
        (second,) = (side for side in self.units if side != first)
        return first, second

    def fleet(self, side: str) -> list[Unit]:
        """Return the ships of a side in their starting places."""
        return [_unit(line) for line in self.units[side]]

    @cached_property
    def shores(self) -> frozenset[str]:
        """9.3 The land hexes, including the hexes of batteries."""
        low, high = self.land_rows
        columns = range(hexes.COLUMNS[0], hexes.COLUMNS[1] + 1)
        rows = {f"{column:02}{row:02}" for column in columns for row in range(low, high + 1)}
        return frozenset(rows | set(self.land) | {battery.at for battery in self.batteries})

    @property
    def open_sea(self) -> bool:
        """9.3b True if the scenario has no land: then the map shifts when ships cross an edge."""
        return not self.shores

    @cached_property
    def mole_sides(self) -> frozenset[tuple[str, str]]:
        """9.3c The hexsides of the breakwater, each as a pair of hexes with the upper row first."""
        return _sides_of(self.moles)

    @cached_property
    def net_sides(self) -> frozenset[tuple[str, str]]:
        """9.3d The hexsides of the mine net, each as a pair of hexes."""
        return _sides_of(self.nets)


def _sides_of(sides: Sides | None) -> frozenset[tuple[str, str]]:
    if sides is None:
        return frozenset()
    found: set[tuple[str, str]] = set()
    first, last = sides.columns
    for column in range(first - 1, last + 2):
        upper = f"{column:02}{sides.rows[0]:02}"
        for heading in hexes.HEADINGS:
            lower = hexes.neighbour(upper, heading)
            inside = [first <= one <= last for one in (column, int(lower[:2]))]
            if int(lower[2:]) == sides.rows[1] and (any(inside) if sides.touching else all(inside)):
                found.add((upper, lower))
    return frozenset(found)


def _unit(line: str) -> Unit:
    name, at, heading, speed = line.split()
    counter = name[:-2] if name[-2:-1] == "_" and name[-1:].isdecimal() else name
    return Unit(name, counter, at, heading, int(speed))


def check(file: str, key: str, battle: Battle, counters: Mapping[str, Counter]) -> None:
    """Check that the scenario with the key `key` can be played with these counters.

    Raises ComponentError, which names `file`, if it cannot.
    """
    problem = _wrong(battle, counters)
    if problem:
        raise ComponentError(f"{key}: {problem}", file=file)


def _wrong(battle: Battle, counters: Mapping[str, Counter]) -> str:
    """Return the problems of a scenario; empty if there are none."""
    if len(battle.units) != 2 or battle.first not in battle.units or not set(battle.units) <= set(SIDES):
        return "two sides fight, one of them first"
    if unknown := set(battle.proposes) - set(NAMES):
        return f"{', '.join(sorted(unknown))}: no such option"
    places: set[str] = set()
    for side in battle.units:
        for line in battle.units[side]:
            problem = _misplaced(battle, line, places, counters)
            if problem:
                return f"{line}: {problem}"
    return ""


def _misplaced(battle: Battle, line: str, taken: set[str], counters: Mapping[str, Counter]) -> str:
    """Return the problems of a scenario's line for a ship; empty if there are none. `taken` are the ids before it."""
    parts = line.split()
    if len(parts) != 4 or not parts[3].isdecimal():
        return "an id, a hex, a heading and a speed"
    unit = _unit(line)
    if unit.counter not in counters:
        return "no such counter"
    if unit.heading not in hexes.HEADINGS or not _hex(unit.at):
        return "no such hex or heading"
    moored = counters[unit.counter].movement == 0
    if unit.at in taken or (unit.at in battle.shores and not moored):
        return "the hex is taken, or land"
    taken.add(unit.at)
    most = battle.movement.get(unit.counter, counters[unit.counter].movement)
    return "" if unit.speed <= most else f"she makes {most} at most"


def _hex(name: str) -> bool:
    return len(name) == 4 and name.isdecimal() and hexes.on_map(hexes.hex_of(name))
