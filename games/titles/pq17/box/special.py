"""12.0 What the special situations ask for and give (`data/special.toml`). Points are half victory points."""

from typing import Literal, TypeVar

from msgspec import Struct

from games.kernel.craft.sheets import ComponentError, read_toml
from games.titles.pq17.box.pieces import Zone
from games.titles.pq17.box.scenarios import Entry, read_entry
from games.titles.pq17.box.turns import Month, Turn, read_turn

Source = Literal["rulebook", "reconstructed"]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation, and where its figures come from."""

    source: Source


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """12.3 What the Axis convoy holds by the letter of the chit."""

    letters: str
    escorts: int
    merchants: int


class AxisConvoy(Part, frozen=True, kw_only=True):
    """12.3 `last`: the turn by whose end it must be in its `goal`; `merchant`: points for each, twice over."""

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
        """Raises LookupError for a letter that gives no convoy."""
        return _by_letter(self.contents, letter)


class Returning(Struct, frozen=True, forbid_unknown_fields=True):
    """12.2.1 When the chit of ships that broke out is shown, and their Fuel Warning, "" if they never come."""

    letters: str
    turn: str = ""
    warning: str = ""


class BreakOut(Part, frozen=True, kw_only=True):
    """12.2 How many turns before its Fuel Warning a force must leave, what its ships score, and when they return."""

    turns: int
    capital_ship: int
    cruiser: int
    returns: tuple[Returning, ...]

    def returning(self, letter: str) -> Returning:
        """12.2.1 By the letter of a chit. Raises LookupError for none."""
        return _by_letter(self.returns, letter)


class BombingOrder(Part, frozen=True, kw_only=True):
    """12.4 The bombers that come, and the ship that they may attack."""

    base: str
    aircraft: str
    strength: int
    target: str


class FleetAirStrike(Part, frozen=True, kw_only=True):
    """12.5 What each carrier that began in the port owes."""

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
    """12.8 Zones in which mines may be laid, the most hexes on that turn, and what each ship scores."""

    zones: tuple[Zone, ...]
    hexes: int
    cruiser: int
    destroyer: int
    most: int


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """12.10 Ships that must go, by the letter of the chit; destroyers by strength."""

    letters: str
    ca: int
    cl: int
    dd: int


class Gearbox(Part, frozen=True, kw_only=True, rename={"origins": "from"}):
    """12.10 From where ships go to which port, unless the ice of a zone is too thick, and what they score there."""

    zone: Zone
    origins: tuple[str, ...]
    port: str
    cruiser: int
    destroyer: int
    needs: tuple[Needs, ...]

    def needed(self, letter: str) -> Needs:
        """Raises LookupError for a letter that does not give GEARBOX."""
        return _by_letter(self.needs, letter)


class Sizilien(Part, frozen=True, kw_only=True):
    """12.11 The hex in which a force spends a day, and what its ships score."""

    hex: str
    capital_ship: int
    cruiser: int


class Wunderland(Part, frozen=True, kw_only=True):
    """12.12 The zone that must be open, what a raider scores in the Kara Sea, and the convoy that is there."""

    zone: Zone
    raider: int
    convoy: tuple[str, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The convoy."""
        return tuple(read_entry(ship) for ship in self.convoy)


class Archery(Part, frozen=True, kw_only=True):
    """12.14.1 When, from where, with what ships in play and which that are given, the first oiler that is not there."""

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
        """The ships that are given, but the oiler."""
        return tuple(read_entry(ship) for ship in self.given)


class TitleAttack(Part, frozen=True, kw_only=True):
    """12.14.2 When, at which ship, and up to which die it hits, so many times as the die says."""

    months: tuple[Month, ...]
    target: str
    most: int


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """All of them."""

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
    """The situations' figures. Raises ComponentError."""
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
