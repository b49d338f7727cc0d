"""12.0 The conditions and effects of the special situations (`data/special.toml`). Points are half victory points."""

from typing import Literal, TypeVar

from msgspec import Struct

from games.titles.pq17.components.pieces import Zone
from games.titles.pq17.components.scenarios import Entry, read_entry
from games.titles.pq17.components.turns import Month, Turn, read_turn
from games.toolkit.tables import ComponentError, read_toml

Source = Literal["rulebook", "reconstructed"]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The figures of one situation. `source`: the source of all its figures."""

    source: Source


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """12.3 The contents of the Axis convoy under a chit with one of `letters`: strength of escorts and merchants."""

    letters: str
    escorts: int
    merchants: int


class AxisConvoy(Part, frozen=True, kw_only=True):
    """12.3 The Axis convoy: its port of departure, its destination (`goal`), its ships and its score.

    `last`: the last turn on which it may reach the destination in time. `merchant`: the half victory points for each
    merchant. The Allies get these points if the convoy is late. The Axis gets them for merchants that are in the
    destination at the end.
    """

    port: str
    goal: str
    last: str
    merchant: int
    contents: tuple[Contents, ...]

    @property
    def last_turn(self) -> Turn:
        """12.3a The last turn on which the convoy arrives in time."""
        return read_turn(self.last)

    def holds(self, letter: str) -> Contents:
        """Return the convoy's ships under the chit `letter`. Raises LookupError for a chit that gives no convoy."""
        return _by_letter(self.contents, letter)


class Returning(Struct, frozen=True, forbid_unknown_fields=True):
    """12.2.1 The return of ships from the Atlantic under a chit with one of `letters`.

    `turn`: the turn on which the chit is shown. `warning`: the turn of the ships' Fuel Warning. Both are "" if the
    ships never return.
    """

    letters: str
    turn: str = ""
    warning: str = ""


class BreakOut(Part, frozen=True, kw_only=True):
    """12.2 The break-out into the Atlantic.

    `turns`: to score, a force must leave the map at least this many turns before its Fuel Warning. `capital_ship`,
    `cruiser`: the half victory points for each. `returns`: how the ships return, by the letter of a chit.
    """

    turns: int
    capital_ship: int
    cruiser: int
    returns: tuple[Returning, ...]

    def returning(self, letter: str) -> Returning:
        """12.2.1 Return the ships' return under the chit `letter`. Raises LookupError if no ships return under it."""
        return _by_letter(self.returns, letter)


class BombingOrder(Part, frozen=True, kw_only=True):
    """12.4 The bombers that arrive at the airfield `base`, and the ship that they may attack."""

    base: str
    aircraft: str
    strength: int
    target: str


class FleetAirStrike(Part, frozen=True, kw_only=True):
    """12.5 The duty to attack Norway of each carrier that began in `port`.

    `owed`: the half victory points that a carrier costs if she has not attacked.
    """

    port: str
    owed: int


class Helper(Struct, frozen=True, forbid_unknown_fields=True):
    """12.7a Aircraft that take part by day in raids on one port."""

    aircraft: str
    strength: int
    port: str


class PortRaid(Part, frozen=True, kw_only=True):
    """12.7 The ports that may be raided, the number of `raids`, and the hits that sink a merchant in port."""

    ports: tuple[str, ...]
    raids: int
    helper: Helper
    hits_for_a_merchant: int


class Minelaying(Part, frozen=True, kw_only=True):
    """12.8 The zones in which mines may be laid, and the half victory points for each ship that takes part.

    `hexes`: the most hexes that a force may move in the turn in which it lays mines. `most`: the limit of all half
    points together.
    """

    zones: tuple[Zone, ...]
    hexes: int
    cruiser: int
    destroyer: int
    most: int


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """12.10 The ships that GEARBOX requires under a chit with one of `letters`.

    `ca`, `cl`: heavy and light cruisers. `dd`: the strength of destroyers.
    """

    letters: str
    ca: int
    cl: int
    dd: int


class Gearbox(Part, frozen=True, kw_only=True, rename={"origins": "from"}):
    """12.10 GEARBOX, the relief of Barentsburg."""

    zone: Zone
    """The ice zone in which pack ice prevents it."""
    origins: tuple[str, ...]
    """The ports where the cruisers must begin."""
    port: str
    """The destination of the ships."""
    cruiser: int
    """The half victory points for each cruiser."""
    destroyer: int
    """The half victory points for each destroyer strength."""
    needs: tuple[Needs, ...]
    """The required ships, by the letters of chits."""

    def needed(self, letter: str) -> Needs:
        """Return the ships that must take part under the chit with this letter.

        Raises LookupError for a chit that does not order GEARBOX.
        """
        return _by_letter(self.needs, letter)


class Sizilien(Part, frozen=True, kw_only=True):
    """12.11 The hex in which a force must spend a day, and the half victory points for each of its ships."""

    hex: str
    capital_ship: int
    cruiser: int


class Wunderland(Part, frozen=True, kw_only=True):
    """12.12 The raid into the Kara Sea.

    `zone`: the ice zone whose ice must let ships pass. `raider`: the half victory points for each raider there.
    `convoy`: the ships of the Allied convoy there.
    """

    zone: Zone
    raider: int
    convoy: tuple[str, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ships of the convoy, as read from `convoy`."""
        return tuple(read_entry(ship) for ship in self.convoy)


class Archery(Part, frozen=True, kw_only=True):
    """12.14.1 ARCHERY, a landing in Norway."""

    months: tuple[Month, ...]
    """The months in which it may take place."""
    port: str
    """The port where its force begins."""
    cruisers: int
    """The number of cruisers that the force needs."""
    light: int
    """The strength of destroyers and torpedo boats that the force needs."""
    hexes: int
    """The most hexes that the force may move in the turn of the landing."""
    points: int
    """The half victory points for the landing."""
    given: tuple[str, ...]
    """The ships that join the force."""
    oilers: tuple[str, ...]
    """Oilers in the order of choice: the first one that no other force uses joins the force, too."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The extra ships without the oiler, as read from `given`."""
        return tuple(read_entry(ship) for ship in self.given)


class TitleAttack(Part, frozen=True, kw_only=True):
    """12.14.2 TITLE, the attack of manned torpedoes.

    `months`: the months in which it may take place. `target`: the attacked ship. `most`: the highest die that hits; a
    die from 1 to `most` causes as many hits as its face shows.
    """

    months: tuple[Month, ...]
    target: str
    most: int


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of all special situations, one struct for each."""

    axis_convoy: AxisConvoy
    break_out: BreakOut
    bombing_order: BombingOrder
    fleet_air_strike: FleetAirStrike
    port_raid: PortRaid
    minelaying: Minelaying
    gearbox: Gearbox
    sizilien: Sizilien
    wunderland: Wunderland
    archery: Archery
    title: TitleAttack


Line = TypeVar("Line", Contents, Needs, Returning)


def _by_letter(lines: tuple[Line, ...], letter: str) -> Line:
    for line in lines:
        if letter in line.letters:
            return line
    raise LookupError(letter)


def read_special(file: str, content: bytes) -> Special:
    """Read the figures of the special situations.

    Raises ComponentError, which names `file`, if the file has a fault.
    """
    special = read_toml(file, content, Special)
    try:
        read_turn(special.axis_convoy.last)
        for line in special.break_out.returns:
            for turn in (line.turn, line.warning):
                read_turn(turn or "1 am")
        for entry in (*special.wunderland.convoy, *special.archery.given):
            read_entry(entry)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None
    return special
