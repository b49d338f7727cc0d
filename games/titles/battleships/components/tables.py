"""The charts of the rulebook, read from `data/tables.toml`, and their lookups."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from games.toolkit.tables import ComponentError

LOWEST, HIGHEST = 2, 12
"""The lowest and the highest roll of two dice. A modified roll outside this range counts as the nearer limit (5.3a)."""
DIE = 6
"""The number of sides of a die."""
TWO_DICE = {total: DIE - abs(DIE + 1 - total) for total in range(LOWEST, HIGHEST + 1)}
"""The number of throws of two dice with each total, among `THROWS`."""
THROWS = DIE * DIE
"""The number of possible throws of two dice."""

_STEPS = re.compile("([0-9][WS])+")
"""Matches a combat result as the table prints it, such as "2W1S"."""
Count = Annotated[int, Meta(ge=0)]
Roll = Annotated[int, Meta(ge=1, le=6)]


class Harm(Struct, frozen=True, omit_defaults=True, gc=False):
    """5.12 The result of a combat roll: steps of damage to weapons (W) and hull (S), or True for `sinks` (X)."""

    weapons: int = 0
    hull: int = 0
    sinks: bool = False

    def __bool__(self) -> bool:
        return bool(self.weapons or self.hull or self.sinks)

    def __str__(self) -> str:
        steps = (f"{self.weapons}W" if self.weapons else "") + (f"{self.hull}S" if self.hull else "")
        return "X" if self.sinks else steps or "-"


def harm_of(written: str) -> Harm:
    """Return the result with this printed form: "-", "1W", "2W1S" or "X". Raise ValueError for any other text."""
    if written in ("-", "X"):
        return Harm(sinks=written == "X")
    if not _STEPS.fullmatch(written):
        raise ValueError(f"{written!r} is no result")
    steps = {letter: sum(map(int, re.findall(rf"(.){letter}", written))) for letter in "WS"}
    return Harm(steps["W"], steps["S"])


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """T.dpt, 5.3 The damage point table.

    `columns`: the lowest attack of each column. `rows`: for each roll from 2 to 12, the damage points by column.
    """

    columns: tuple[Count, ...]
    rows: tuple[tuple[Count, ...], ...]
    source: str

    def points(self, attack: int, roll: int) -> int:
        """Return the damage points for an attack and a modified roll.

        A roll off the table counts as the nearest roll on it.
        """
        column = max(place for place, least in enumerate(self.columns) if least <= max(attack, 0))
        return self.rows[min(max(roll, LOWEST), HIGHEST) - LOWEST][column]


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """T.crt, 5.12 The combat results table."""

    odds: tuple[str, ...]
    """The names of the columns, such as "2:1"."""
    rows: tuple[tuple[str, ...], ...]
    """For each roll from 2 to 12, the printed results by column."""
    battleship_sinks_on: Roll
    """The lowest die with which a battleship sinks after the result X (sunk)."""
    battleship_damage: str
    """The printed result for a battleship that does not sink."""
    source: str

    def result(self, odds: str, roll: int) -> Harm:
        """Return the result for a total of two dice in the column `odds`, such as "2:1".

        Raise ValueError if there is no such column.
        """
        return harm_of(self.rows[min(max(roll, LOWEST), HIGHEST) - LOWEST][self.odds.index(odds)])

    @staticmethod
    def needs_die(harm: Harm, kind: str) -> bool:
        """5.12a Return True if the result `harm` requires another die: a battleship rolls one before it sinks.

        `kind`: the kind of the ship.
        """
        return harm.sinks and kind == "bb"

    def after_die(self, harm: Harm, die: int) -> Harm:
        """5.12a Return the final result of a battleship that has rolled `die` because `harm` would sink it."""
        return harm if die >= self.battleship_sinks_on else harm_of(self.battleship_damage)

    def odds_of(self, points: int, defence: int) -> str:
        """5.3b Return the column for damage points against a defence, such as "2:1", rounded in the defender's favour.

        Return "" if the odds are below the lowest column of the table.
        """
        best = ""
        for odds in self.odds:
            gained, lost = map(int, odds.split(":"))
            if points * lost >= gained * defence:
                best = odds
        return best


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """5.10 A band of distances that begins at `from_` hexes.

    The attack is multiplied by `times`, divided by `by`, and rounded down.
    """

    from_: Annotated[int, Meta(ge=1)]
    times: Annotated[int, Meta(ge=1)]
    by: Annotated[int, Meta(ge=1)]


class Distance(Struct, frozen=True, forbid_unknown_fields=True):
    """T.range, 5.10 The effect of distance on an attack, by bands of distances, the nearest first."""

    bands: tuple[Band, ...]
    source: str

    def band(self, hexes: int) -> Band:
        """Return the band that contains a distance in hexes."""
        return [band for band in self.bands if band.from_ <= max(hexes, 1)][-1]


class Modifiers(Struct, frozen=True, forbid_unknown_fields=True):
    """5.4 The modifiers of the roll on the damage point table, and the highest speed of a slow target (`slow`, 5.8)."""

    slow_target: int
    concentration: int
    fore_or_aft: int
    under_fire: int
    good_crew: int
    poor_crew: int
    star_shell: int
    aircraft: int
    turned: int
    burning: int
    slow: Count
    source: str


class Gunnery(Struct, frozen=True, forbid_unknown_fields=True):
    """5.1, 5.11 The numbers of gunnery.

    `most_markers`: the highest number of markers on a target. `secondary_range`: the range in hexes of the secondary
    batteries of capital ships. `secondary_odds`: their column in the combat results table.
    """

    most_markers: Annotated[int, Meta(ge=1)]
    secondary_range: Annotated[int, Meta(ge=1)]
    secondary_odds: str
    source: str


class StarShell(Struct, frozen=True, forbid_unknown_fields=True):
    """4.3 The numbers of star shells.

    `range`: the greatest distance, in hexes, of the lit hex. `lights`: the distance at which a lit ship is seen.
    `per_ship`: the number of shells that a ship fires in a turn.
    """

    range: Annotated[int, Meta(ge=1)]
    lights: Annotated[int, Meta(ge=1)]
    per_ship: Annotated[int, Meta(ge=1)]
    source: str


class Torpedoes(Struct, frozen=True, forbid_unknown_fields=True):
    """T.torp, 6.1 The numbers to hit of torpedoes, and their modifiers.

    `hits`: for each speed of the target from 0, the numbers to hit by distance from 1 hex. `end_on`: the modifier of
    the combat roll for a hit from ahead or astern. `reload`: the number of turns until a ship may launch again (10.5).
    """

    hits: tuple[tuple[int, ...], ...]
    end_on: int
    good_crew: int
    poor_crew: int
    reload: Annotated[int, Meta(ge=1)]
    source: str

    @property
    def range(self) -> int:
        """6.2 The range of a torpedo in hexes."""
        return len(self.hits[0])

    def number(self, speed: int, hexes: int) -> int:
        """Return the highest total of two dice that hits a ship of this speed at a distance of `hexes` hexes."""
        return self.hits[min(speed, len(self.hits) - 1)][max(hexes, 1) - 1]


class TorpedoOdds(Struct, frozen=True, forbid_unknown_fields=True):
    """6.1a The column of the combat results table for a torpedo hit, by kind and nation of the ship that launches."""

    default: str
    destroyers: str
    japanese: str
    japanese_destroyers: str
    source: str

    def of(self, kind: str, nation: str) -> str:
        """Return the column of the combat results table for torpedoes of a ship of this kind and nation."""
        if nation == "jp":
            return self.japanese_destroyers if kind == "dd" else self.japanese
        return self.destroyers if kind == "dd" else self.default


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """T.speed, 5.13, 7.1 to 7.4 The numbers of the movement rules."""

    turns: tuple[Count, Count, Count, Count]
    """The movement points for a turn by 0, 1, 2 and 3 hexsides."""
    capital_turns: Count
    """The number of turns in a move of a capital ship."""
    small_turns: Count
    """The number of turns in a move of a small ship."""
    from_rest: Count
    """7.3 The most movement points of a ship whose speed was 0 or 1."""
    stack: Count
    """The room in a hex."""
    cruiser_pair: Count
    """The room that a light cruiser takes in a hex."""
    loss: dict[int, tuple[Count, Count, Count]]
    """For each printed movement, the movement that remains after one, two and three hull steps (S)."""
    source: str

    def left(self, movement: int, hull: int) -> int:
        """5.13 Return the movement left to a ship with this printed movement and `hull` hull steps (S) of damage."""
        return movement if not hull or movement not in self.loss else self.loss[movement][min(hull, 3) - 1]


class Repair(Struct, frozen=True, forbid_unknown_fields=True):
    """T.dc, 8.1 The highest die that repairs a step of `guns` or `hull`.

    10.7 `battery_tries`: the number of attempts of a battery each turn.
    """

    guns: Roll
    hull: Roll
    battery_tries: Count
    source: str


class Radar(Struct, frozen=True, forbid_unknown_fields=True):
    """T.radar, 10.1, 10.1a A radar set. `advanced`: True if it is of the later generation.

    Fire has no penalty up to `acquisition` hexes. Farther away, up to `detection` hexes, it has the modifier `beyond`.
    """

    nation: str
    advanced: bool
    acquisition: Count
    detection: Count
    beyond: int

    def penalty(self, hexes: int) -> int | None:
        """Return the modifier of fire by radar at a distance in hexes, 0 or negative; None beyond the set's range."""
        if hexes > self.detection:
            return None
        return 0 if hexes <= self.acquisition else self.beyond


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """T.special, 10.12 The special damage for each total of two dice, and the combat rolls that cause it.

    `rolls`: the totals of combat rolls that cause it; `rolls_at_one_to_two`: those at the odds 1:2.
    """

    hits: dict[int, str]
    rolls: tuple[int, ...]
    rolls_at_one_to_two: tuple[int, ...]
    source: str

    def is_caused_by(self, odds: str, roll: int) -> bool:
        """Return True if a combat roll causes special damage. `odds`: its column, such as "1:2". `roll`: its total."""
        return roll in (self.rolls_at_one_to_two if odds == "1:2" else self.rolls)


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """10.10 The command level of each nation: the number of chits that it draws each turn."""

    levels: dict[str, Count]
    source: str


class Flag(Struct, frozen=True, forbid_unknown_fields=True):
    """10.9b The conditions for moving the flag to another ship.

    The flagship and the other ship must have been in the same hex for `turns` turns, at a speed of at most `speed`.
    """

    turns: Count
    speed: Count
    source: str


class Mines(Struct, frozen=True, forbid_unknown_fields=True):
    """10.6 The column of the combat results table for an attack by a mine."""

    odds: str
    source: str


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """All charts of the game, each in its own struct; `radar` has the radar sets by name."""

    damage: Damage
    combat: Combat
    distance: Distance
    modifiers: Modifiers
    gunnery: Gunnery
    star_shell: StarShell
    torpedoes: Torpedoes
    torpedo_odds: TorpedoOdds
    movement: Movement
    repair: Repair
    radar: dict[str, Radar]
    special: Special
    command: Command
    flag: Flag
    mines: Mines


def check(file: str, tables: Tables) -> None:
    """Check that the charts are complete. Raises ComponentError, which names `file`, if they are not."""
    rolls = HIGHEST - LOWEST + 1
    charts = {
        "damage": (tables.damage.rows, rolls, len(tables.damage.columns)),
        "combat": (tables.combat.rows, rolls, len(tables.combat.odds)),
        "torpedoes": (tables.torpedoes.hits, len(tables.torpedoes.hits), tables.torpedoes.range),
    }
    for name, (rows, high, wide) in charts.items():
        if len(rows) != high or any(len(row) != wide for row in rows):
            raise ComponentError(f"{name} must have {high} rows of {wide} cells", file=file)
    try:
        for row in tables.combat.rows:
            for cell in row:
                harm_of(cell)
        harm_of(tables.combat.battleship_damage)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None
    first = [tables.damage.columns[0], tables.distance.bands[0].from_]
    if first != [0, 1]:
        raise ComponentError("the first columns must begin at an attack of 0 and at one hex", file=file)
