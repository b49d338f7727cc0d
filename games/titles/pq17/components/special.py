"""12.0 The conditions and effects of the special situations (`data/special.toml`). Points are half victory points."""

from typing import Literal, TypeVar

from msgspec import Struct

from games.titles.pq17.components.pieces import Zone
from games.titles.pq17.components.scenarios import Entry, read_entry
from games.titles.pq17.components.turns import Month, Turn, read_turn
from games.toolkit.tables import ComponentError, read_toml

Source = Literal["rulebook", "reconstructed"]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The figures of one situation, and their source."""

    source: Source


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """12.3 The contents of the Axis convoy by the letter of the chit."""

    letters: str
    escorts: int
    merchants: int


class AxisConvoy(Part, frozen=True, kw_only=True):
    """12.3 The Axis convoy and its score.

    `last`: the turn by whose end it must reach its `goal`. `merchant`: the half points for each merchant. They count
    for the Allies if the convoy is late, and for the Axis by merchants in the goal at the end.
    """

    port: str
    goal: str
    last: str
    merchant: int
    contents: tuple[Contents, ...]

    @property
    def last_turn(self) -> Turn:
        """12.3a The last turn on which it is in time."""
        return read_turn(self.last)

    def holds(self, letter: str) -> Contents:
        """Return the contents of the convoy. Raises LookupError for a letter that gives no convoy."""
        return _by_letter(self.contents, letter)


class Returning(Struct, frozen=True, forbid_unknown_fields=True):
    """12.2.1 The turn on which the chit of returning ships is shown, and their Fuel Warning.

    Both are "" if the ships never return.
    """

    letters: str
    turn: str = ""
    warning: str = ""


class BreakOut(Part, frozen=True, kw_only=True):
    """12.2 The break-out into the Atlantic.

    `turns`: how many turns before its Fuel Warning a force must leave the map to score. `capital_ship`, `cruiser`: the
    points for each. `returns`: the return of the ships by the letter of a chit.
    """

    turns: int
    capital_ship: int
    cruiser: int
    returns: tuple[Returning, ...]

    def returning(self, letter: str) -> Returning:
        """12.2.1 Return the return of the ships by the letter of a chit. Raises LookupError if there is none."""
        return _by_letter(self.returns, letter)


class BombingOrder(Part, frozen=True, kw_only=True):
    """12.4 The bombers that arrive, and the ship that they may attack."""

    base: str
    aircraft: str
    strength: int
    target: str


class FleetAirStrike(Part, frozen=True, kw_only=True):
    """12.5 The duty of each carrier that began in the `port` to attack Norway.

    `owed`: the half points that a carrier costs if she has not done so.
    """

    port: str
    owed: int


class Helper(Struct, frozen=True, forbid_unknown_fields=True):
    """12.7a Aircraft that join by day against one port."""

    aircraft: str
    strength: int
    port: str


class PortRaid(Part, frozen=True, kw_only=True):
    """12.7 The ports that may be raided, how often, and the hits that sink a merchant there."""

    ports: tuple[str, ...]
    raids: int
    helper: Helper
    hits_for_a_merchant: int


class Minelaying(Part, frozen=True, kw_only=True):
    """12.8 The zones in which mines may be laid, and the points for each ship that takes part.

    `hexes`: the most hexes that a force may move in the turn in which it lays mines. `cruiser`, `destroyer`: the points
    for each. `most`: the limit of the points.
    """

    zones: tuple[Zone, ...]
    hexes: int
    cruiser: int
    destroyer: int
    most: int


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """12.10 The ships that GEARBOX requires, by the letter of the chit; destroyers by strength."""

    letters: str
    ca: int
    cl: int
    dd: int


class Gearbox(Part, frozen=True, kw_only=True, rename={"origins": "from"}):
    """12.10 GEARBOX, the relief of Barentsburg.

    `zone`: the ice zone in which pack ice prevents it. `origins`: the ports where the cruisers must begin. `port`: the
    goal of the ships. `cruiser`, `destroyer`: the points for each. `needs`: the required ships.
    """

    zone: Zone
    origins: tuple[str, ...]
    port: str
    cruiser: int
    destroyer: int
    needs: tuple[Needs, ...]

    def needed(self, letter: str) -> Needs:
        """Return the ships that must take part. Raises LookupError for a letter that does not give GEARBOX."""
        return _by_letter(self.needs, letter)


class Sizilien(Part, frozen=True, kw_only=True):
    """12.11 The hex in which a force spends a day, and the score of its ships."""

    hex: str
    capital_ship: int
    cruiser: int


class Wunderland(Part, frozen=True, kw_only=True):
    """12.12 The raid into the Kara Sea.

    `zone`: the ice zone that must be open. `raider`: the score of a raider there. `convoy`: the ships of the convoy
    there.
    """

    zone: Zone
    raider: int
    convoy: tuple[str, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The convoy."""
        return tuple(read_entry(ship) for ship in self.convoy)


class Archery(Part, frozen=True, kw_only=True):
    """12.14.1 ARCHERY, a landing in Norway.

    `months`: when it may take place. `port`: where its force begins. `cruisers`: the cruisers that the force needs.
    `light`: the strength of destroyers and torpedo boats that it needs. `hexes`: the most hexes that it may move in the
    turn of the landing. `points`: the score. `given`: the ships that join the force. `oilers`: the first free one joins
    it too.
    """

    months: tuple[Month, ...]
    port: str
    cruisers: int
    light: int
    hexes: int
    points: int
    given: tuple[str, ...]
    oilers: tuple[str, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The extra ships, without the oiler."""
        return tuple(read_entry(ship) for ship in self.given)


class TitleAttack(Part, frozen=True, kw_only=True):
    """12.14.2 The attack of Operation Title.

    `months`: when it may take place. `target`: the attacked ship. `most`: the highest die that hits; a die from 1 to
    `most` causes as many hits as its number.
    """

    months: tuple[Month, ...]
    target: str
    most: int


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of all special situations."""

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
    """Read the figures of the situations. Raises ComponentError."""
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
