"""The complete state of a game: ships and their tracks, the place of every counter, and the day in progress.

No object refers back to the object that contains it, so the garbage collector need not track these objects
(`gc=False`).
"""

from typing import Literal

from msgspec import Struct, field

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import Battery
from games.titles.goeben.orders.orders import BattleOrder, DayOrder, DoctrineOrder

Nation = Literal["german", "allied"]
Visibility = Literal["clear", "secondary", "tertiary", "none"]
Fate = Literal["sunk", "damaged", "withdrawn", "used", "out_of_play", "destroyed"]


class Warship(Struct, omit_defaults=True, gc=False):
    """2.1, 6.2 A German ship with the present values of the tracks on its display.

    `seat`: the seat that commands it. `at`: its space, or "" once it is `sunk`. `cargo`: the contents of its hull
    boxes, beginning with the box that is damaged last (8.2).
    """

    id: str
    seat: str
    at: str = ""
    leadership: int = 0
    engines: int = 0
    hull: int = 0
    primary: int = 0
    secondary: int = 0
    tertiary: int = 0
    ammunition: int = 0
    torpedoes: int = 0
    coal: int = 0
    cargo: list[str] = []
    sunk: bool = False


class Damage(Struct, omit_defaults=True, gc=False):
    """14.13 The hits on an Allied or Austro-Hungarian ship, by the part of the ship.

    The ship sinks when the number of hits exceeds its armour.
    """

    hull: int = 0
    guns: int = 0
    engines: int = 0
    torpedoes: int = 0

    @property
    def total(self) -> int:
        """The number of hits that count against the ship's armour."""
        return self.hull + self.guns + self.engines + self.torpedoes


class Consort(Struct, omit_defaults=True, gc=False):
    """20.0 An Austro-Hungarian ship. `at`: its space, or "" before it comes out and after it is `gone`.

    `gone`: how it left the map; "left" if it was left behind after a mission (24.2).
    """

    id: str
    at: str = ""
    gone: Literal["", "sunk", "damaged", "withdrawn", "left"] = ""


class Marker(Struct, omit_defaults=True, gc=False):
    """A counter in a space. `up`: True if it is face up. `found`: True if intelligence turned it up (11.2)."""

    id: str
    up: bool = False
    found: bool = False

    @property
    def waits(self) -> bool:
        """True if the counter takes effect when ships arrive: it is face down, or intelligence turned it up."""
        return self.found or not self.up


class Gone(Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter that is out of the game, for this mission or for good: how and on which day it left."""

    id: str
    how: Fate
    turn: int = 0


class Report(Struct, frozen=True, omit_defaults=True, gc=False):
    """A report on counters in a space that `seats` received on the day `turn`; "*" means everybody.

    `how`: what happened to the counters.
    """

    turn: int
    space: str
    counters: tuple[str, ...]
    how: Literal["drawn", "revealed", "intelligence", "scouted", "returned", "sunk", "damaged", "withdrawn", "fort"]
    seats: tuple[str, ...] = ("*",)


class Note(Struct, frozen=True, omit_defaults=True, gc=False):
    """25.2 A seat's note on a space."""

    turn: int = 0
    """The day to which the note applies."""
    down: int = 0
    """The number of face-down counters."""
    up: tuple[str, ...] = ()
    """The ids of face-up counters."""
    forts_down: int = 0
    """The number of face-down coastal defences."""
    forts_up: tuple[str, ...] = ()
    """The ids of face-up coastal defences."""
    collier: int = 0
    """The number of colliers."""
    mined: int = 0
    """The number of minefields."""
    held: bool = False
    """True if it is a port that the players have captured."""
    friendly_ship: bool = False
    """True if a friendly ship waits there."""


class Log(Struct, omit_defaults=True, gc=False):
    """25.2 A captain's notes: each space as last seen, and each of the players' ships as last reported.

    `seen`: the day of the last report on each ship, by its id.
    """

    spaces: dict[str, Note] = {}
    ships: dict[str, Warship] = {}
    seen: dict[str, int] = {}


class Slip(Struct, omit_defaults=True, gc=False):
    """25.2 A letter that a captain (`seat`) left in a port on the day `turn`.

    `readers`: the seats that have read it.
    """

    space: str
    seat: str
    turn: int
    text: str
    readers: list[str] = []


class Weather(Struct, omit_defaults=True, gc=False):
    """13.chart The effects of markers in a space until the end of the day.

    `visibility`: the guns with which battles open, after Limited Visibility. `storm`: True after a Storm. `morale`: the
    dice that a Morale Check adds to German fire, or (negative) takes from it.
    """

    visibility: Visibility = "clear"
    storm: bool = False
    morale: int = 0


class Day(Struct, omit_defaults=True, gc=False):
    """4.1 The day in progress."""

    plans: dict[str, tuple[DayOrder, ...]] = {}
    """The sealed orders of each seat."""
    outfitted: list[str] = []
    """The ships that have outfitted, and so may not move."""
    tried: str = ""
    """The ship that attempted intelligence; "" if none did."""
    news: list[str] = []
    """The seats that may revise their plans."""
    routes: dict[str, tuple[str, ...]] = {}
    """The spaces through which each ship came, from its start to where it is."""
    order: list[str] = []
    """The spaces in the order that the players chose by their moves (6.1)."""
    queue: list[str] = []
    """The spaces that the current phase has yet to resolve."""
    drawn: dict[str, list[str]] = {}
    """By space, the markers that were drawn but not yet resolved (13.0(3c))."""
    arrived: list[str] = []
    """The Allied ships and merchants that were drawn today and are on the map."""
    weather: dict[str, Weather] = {}
    fought: list[str] = []
    """The spaces in which a battle has ended today."""
    occasions: int = 0
    """The number of questions and rolls so far, for unique keys."""


class Foe(Struct, omit_defaults=True, gc=False):
    """14.11 An Allied ship or coastal defence in a battle. It fires at its `target` until the target is gone."""

    id: str
    damage: Damage = field(default_factory=Damage)
    gone: Literal["", "sunk", "withdrawn"] = ""
    target: str = ""


class Battle(Struct, omit_defaults=True, gc=False):
    """14.0, 16.0 A battle in progress."""

    space: str
    shore: bool = False
    """True for a bombardment."""
    ships: list[str] = []
    """The German ships in it, also those that sank."""
    consorts: dict[str, Damage] = {}
    """The Austro-Hungarian ships in it, with their damage."""
    foes: list[Foe] = []
    first: Nation | Literal[""] = ""
    """The side that fires first; "" before contact is resolved."""
    salvo: int = 0
    """The number of the current salvo, 0 to 7."""
    opens: Battery = "primary"
    """The battery with which fire begins."""
    night: bool = False
    orders: dict[str, tuple[BattleOrder, ...]] = {}
    """The battle orders of each seat."""
    fired: list[str] = []
    """The German ships that have paid ammunition."""
    full: list[str] = []
    """The German ships that have paid for maximum fire (14.9)."""
    leaving: list[str] = []
    """The ships of both sides that withdraw when all hits are resolved (14.7)."""
    launched: dict[str, int] = {}
    """The number of torpedoes that each German ship has launched."""
    filmed: list[str] = []
    """The ships whose camera crew has filmed a sinking (15.crew)."""
    fire: bool = False
    """True if fire was opened, so that the battle changes the alert level."""
    vp: int = 0
    """The victory points before the battle."""


class Campaign(Struct, omit_defaults=True, gc=False):
    """24.0 The results of the earlier missions of a campaign."""

    left: list[str] = []
    """The missions that can still be drawn."""
    done: list[tuple[str, bool]] = []
    """Each mission played, and whether it was won."""
    friendly: list[str] = []
    """The powers that won missions have made friendly."""
    high_sea: list[str] = []
    """The patrol zones that won missions have made open sea."""
    starts: list[str] = []
    """Additional spaces where ships may start."""
    met: bool = False
    """True if the current mission is fulfilled and counts as won whatever happens (17.0)."""


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of Goeben, 1914."""

    options: Options = Options()
    scenario: str
    seats: list[str]
    """The keys of the seats, in the order of precedence."""
    mission: str = ""
    days: int = 0
    """The number of days of the mission."""
    turn: int = 0
    """The current day; 0 before the first day."""
    alert: int = 1
    vp: int = 0
    ships: list[Warship] = []
    """The German ships, in the order of precedence."""
    consorts: list[Consort] = []
    """The Austro-Hungarian ships."""
    pool: list[str] = []
    """The counters in the incident pool."""
    lying: dict[str, list[Marker]] = {}
    """The counters on the map, by space."""
    forts: dict[str, list[Marker]] = {}
    """The coastal defences, by port."""
    forts_aside: list[str] = []
    """The coastal defences that were set aside face down (3.0(4))."""
    gone: list[Gone] = []
    colliers: list[str] = []
    """The space of each collier."""
    mines: list[str] = []
    """The space of each minefield (23.0)."""
    visited: list[str] = []
    """The neutral ports that German ships have visited, which are closed to them (9.1)."""
    ashore: dict[str, str] = {}
    """The ports held by marines, each with the ship that landed them (9.2)."""
    friendly_ships: list[str] = []
    """The spaces where a friendly ship waits (13.chart/Friendly Ship)."""
    french_sortie: bool = False
    """True while the zones of a French Navy Sortie are closed."""
    available: dict[str, int] = {}
    """By kind of cargo, the number of counters that no ship carries (8.3)."""
    reports: list[Report] = []
    logs: dict[str, Log] = {}
    """The captains' notes, by seat (25.2)."""
    letters: list[Slip] = []
    """The letters left in ports (25.2)."""
    doctrines: dict[str, tuple[DoctrineOrder, ...]] = {}
    """The doctrine of each seat that has given one (14.0)."""
    day: Day | None = None
    battle: Battle | None = None
    campaign: Campaign | None = None
    verdict: str = ""
    """The key of the final result; "" before the end."""
    over: bool = False
