"""11.0 The sheet of a scenario: forces, places, light, special rules and victory conditions."""

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
"""A turn that never comes."""
SIDES: dict[str, Nation] = {
    "british": "gb", "american": "us", "japanese": "jp", "german": "de", "italian": "it", "french": "fr",
}  # fmt: skip
"""The sides by the nation whose ships they have."""


class Crew(Struct, frozen=True, forbid_unknown_fields=True):
    """10.3 The grade of a side's crews, good (1) or poor (-1), and the turns in which it applies."""

    grade: Literal[-1, 1]
    ships: tuple[str, ...] = ()
    side: str = ""
    from_turn: Turn = 1
    until_turn: Turn = LAST


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """9.2 The edges by which a side's ships of these kinds (none named: all) may leave the map, from a turn on.

    `full` are the kinds that then score their full value for their owner.
    """

    side: str
    edges: tuple[Edge, ...]
    from_turn: Turn = 1
    kinds: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


class Sides(Struct, frozen=True, forbid_unknown_fields=True):
    """9.3 The hexsides between the upper and the lower of two rows.

    Both hexes of a hexside are in a span of columns; if `touching`, one of them is enough.
    """

    rows: Span
    columns: Span
    touching: bool = False


class Minefield(Struct, frozen=True, forbid_unknown_fields=True):
    """10.6 A side that lays mines, the number of mines, and the waters where they may lie."""

    side: str
    count: Positive
    columns: Span
    rows: Span


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    """10.7 A shore battery at the start."""

    id: str
    side: str
    at: str
    attack: int
    defence: int
    range: int


class Still(Struct, frozen=True, forbid_unknown_fields=True):
    """The ships of a side that may not move in the first turns. `kinds` are the kinds of ship that are bound."""

    side: str
    turns: Turn
    kinds: tuple[str, ...]


class KeptOff(Struct, frozen=True, forbid_unknown_fields=True):
    """A side that must keep at least this number of hexes away from the breakwater's upper row."""

    side: str
    hexes: Positive


class PowerFirst(Struct, frozen=True, forbid_unknown_fields=True):
    """11.10 A ship that loses its power by its first special damage, on certain rolls of the special table."""

    ship: str
    rolls: tuple[int, ...]


class Bombardment(Struct, frozen=True, forbid_unknown_fields=True):
    """11.10 A bombardment: the ship, the place and its rows, and the number of turns required."""

    ship: str
    rows: Span
    turns: Turn
    place: str


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """11.13 An event that decides a battle at once.

    If a ship of `whole` is sunk or at 3W or 3S, the battle is lost instead.
    """

    event: EventKind
    ships: tuple[str, ...]
    winner: str
    whole: tuple[str, ...] = ()


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """11.13 The victory conditions: deciding events first, then points with a margin.

    If there is a `favourite`, only that side can win by points, and only if one of `silenced` is silenced. Otherwise
    the side `otherwise` wins; if it is empty, the battle is a draw.
    """

    decisive: tuple[Decisive, ...] = ()
    points: bool = True
    margin: Positive = 1
    favourite: str = ""
    silenced: tuple[str, ...] = ()
    otherwise: str = ""


class Unit(NamedTuple):
    """A ship at the start: its id, counter, hex, heading and speed."""

    id: str
    counter: str
    at: str
    heading: str
    speed: int


class Battle(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """11.0, 11.1–11.13 The sheet of a scenario.

    `units` holds, by side, a line for each ship: id, hex, heading and speed. `land_rows` and `land` are the land hexes.
    `proposes` are the options that the scenario's own rules require. `lasting_hull` is the number of hull steps of a
    ship that cannot be repaired.
    """

    date: str
    turns: Turn
    sight: Positive
    first: str
    units: dict[str, tuple[str, ...]]
    victory: Victory
    source: Literal["rulebook", "public", "reconstructed"]
    night: bool = False
    historical: bool = True
    land: tuple[str, ...] = ()
    land_rows: Span = (0, -1)
    moles: Sides | None = None
    nets: Sides | None = None
    mines: Minefield | None = None
    batteries: tuple[Battery, ...] = ()
    still: Still | None = None
    kept_off: KeptOff | None = None
    crews: tuple[Crew, ...] = ()
    exits: tuple[Exit, ...] = ()
    movement: dict[str, int] = {}
    no_torpedoes: tuple[str, ...] = ()
    radar_lost: tuple[str, ...] = ()
    squalls: bool = False
    lasting_hull: dict[str, int] = {}
    most_turns: dict[str, int] = {}
    sharpest_turn: dict[str, int] = {}
    power_first: PowerFirst | None = None
    bombardment: Bombardment | None = None
    proposes: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[str, str]:
        """3.2 The sides in the order of play: the first player, then the second."""
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
        """9.3b True if there is no land, so that the map may shift."""
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
    """Check that a scenario can be played. Raise ComponentError if not."""
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
    """Return the problems of a unit; empty if there are none."""
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
