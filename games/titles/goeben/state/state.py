"""The complete state of a game: the ships and their tracks, the place of every counter, and the day in progress.

No object here refers back to its container, so the garbage collector need not track any of them (`gc=False`).
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
    """A German ship with the tracks of its display (2.1, 6.2).

    `seat` commands it. `cargo` fills the hull boxes, the safest first (8.2). A ship that is `sunk` is in no space.
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
    """14.13 The hits on an Allied or Austro-Hungarian ship, by effect. The ship sinks when they exceed its armour."""

    hull: int = 0
    guns: int = 0
    engines: int = 0
    torpedoes: int = 0

    @property
    def total(self) -> int:
        """The number of hits that count against the ship's armour."""
        return self.hull + self.guns + self.engines + self.torpedoes


class Consort(Struct, omit_defaults=True, gc=False):
    """20.0 An Austro-Hungarian ship. It is in no space before it comes out and after it is `gone`."""

    id: str
    at: str = ""
    gone: Literal["", "sunk", "damaged", "withdrawn", "left"] = ""


class Marker(Struct, omit_defaults=True, gc=False):
    """A counter in a space: face down, or face up if `up`. `found`: intelligence turned it up (11.2)."""

    id: str
    up: bool = False
    found: bool = False

    @property
    def waits(self) -> bool:
        """Return True if the marker must still be resolved: it is face down, or intelligence turned it up."""
        return self.found or not self.up


class Gone(Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter that is out of the game, for this mission or for good, with the reason."""

    id: str
    how: Fate
    turn: int = 0


class Report(Struct, frozen=True, omit_defaults=True, gc=False):
    """A report that `seats` received on a day ("*": everybody): the counters in a space, and their fate."""

    turn: int
    space: str
    counters: tuple[str, ...]
    how: Literal["drawn", "revealed", "intelligence", "scouted", "returned", "sunk", "damaged", "withdrawn", "fort"]
    seats: tuple[str, ...] = ("*",)


class Note(Struct, frozen=True, omit_defaults=True, gc=False):
    """25.2 A note of the contents of a space on a day: counters and coastal defences, face down or up, and the rest."""

    turn: int = 0
    down: int = 0
    up: tuple[str, ...] = ()
    forts_down: int = 0
    forts_up: tuple[str, ...] = ()
    collier: int = 0
    mined: int = 0
    held: bool = False
    friendly_ship: bool = False


class Log(Struct, omit_defaults=True, gc=False):
    """25.2 A captain's notes: each space as last seen and each ship as last reported, with the turn."""

    spaces: dict[str, Note] = {}
    ships: dict[str, Warship] = {}
    seen: dict[str, int] = {}


class Slip(Struct, omit_defaults=True, gc=False):
    """25.2 A letter that a captain left in a port on a day, with the seats that have read it."""

    space: str
    seat: str
    turn: int
    text: str
    readers: list[str] = []


class Weather(Struct, omit_defaults=True, gc=False):
    """13.chart The effects of Limited Visibility, Storm and Morale Check in a space, until the end of the day."""

    visibility: Visibility = "clear"
    storm: bool = False
    morale: int = 0


class Day(Struct, omit_defaults=True, gc=False):
    """4.1 The turn in progress.

    `plans` are the sealed orders of each seat. Ships in `outfitted` may not move. `tried` is the ship that attempted
    intelligence. Seats in `news` may revise their plans. `routes` are the spaces through which each ship came. `order`
    lists the spaces in the order that the players want (6.1), and `queue` the spaces that remain in this phase. `drawn`
    are the markers that lie open in a space until they are resolved (13.0(3c)); `arrived` are the ships and merchants
    that were drawn and lie on the map.
    """

    plans: dict[str, tuple[DayOrder, ...]] = {}
    outfitted: list[str] = []
    tried: str = ""
    news: list[str] = []
    routes: dict[str, tuple[str, ...]] = {}
    order: list[str] = []
    queue: list[str] = []
    drawn: dict[str, list[str]] = {}
    arrived: list[str] = []
    weather: dict[str, Weather] = {}
    fought: list[str] = []
    occasions: int = 0


class Foe(Struct, omit_defaults=True, gc=False):
    """An Allied ship or coastal defence in a battle. It keeps its `target` until the target is gone (14.11)."""

    id: str
    damage: Damage = field(default_factory=Damage)
    gone: Literal["", "sunk", "withdrawn"] = ""
    target: str = ""


class Battle(Struct, omit_defaults=True, gc=False):
    """14.0, 16.0 A battle in progress.

    `ships` and `consorts` are the ships engaged. `salvo` counts the eight salvos from 0, and `opens` is the battery at
    which fire opens. `vp` are the players' points before the battle. `fired` are the German ships that have paid for
    ammunition, `full` those that pay for maximum fire (14.9). `leaving` are the ships of both sides that withdraw when
    all hits are resolved (14.7).
    """

    space: str
    shore: bool = False
    ships: list[str] = []
    consorts: dict[str, Damage] = {}
    foes: list[Foe] = []
    first: Nation | Literal[""] = ""
    salvo: int = 0
    opens: Battery = "primary"
    night: bool = False
    orders: dict[str, tuple[BattleOrder, ...]] = {}
    fired: list[str] = []
    full: list[str] = []
    leaving: list[str] = []
    launched: dict[str, int] = {}
    filmed: list[str] = []
    fire: bool = False
    vp: int = 0


class Campaign(Struct, omit_defaults=True, gc=False):
    """24.0 The results of earlier missions.

    `left` are the missions that are still to be drawn. `done` pairs each mission with True if it was won. The bonuses
    of missions won are `friendly` nations, patrol zones that became `high_sea`, and additional starting spaces
    (`starts`). `met`: the present mission has been fulfilled and counts as won in any case (17.0).
    """

    left: list[str] = []
    done: list[tuple[str, bool]] = []
    friendly: list[str] = []
    high_sea: list[str] = []
    starts: list[str] = []
    met: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of Goeben, 1914.

    `pool` is the incident pool and `lying` the counters on the map by space. `forts` are the coastal defences by port;
    those in `forts_aside` were set aside face down (3.0(4)). `seen` are the counters that each seat ("*": everybody)
    has seen since they were shuffled; none of them lies face down. `friendly_ships` are the spaces where a friendly
    ship waits (13.chart/Friendly Ship). `ashore` are the spaces held by a landing party, each with the ship that it
    came from (9.2). `available` is the number of cargo counters of each kind that no ship carries (8.3). `logs` are the
    captains' notes, `letters` those left in ports (25.2).
    """

    options: Options = Options()
    scenario: str
    seats: list[str]
    mission: str = ""
    days: int = 0
    turn: int = 0
    alert: int = 1
    vp: int = 0
    ships: list[Warship] = []
    consorts: list[Consort] = []
    pool: list[str] = []
    lying: dict[str, list[Marker]] = {}
    forts: dict[str, list[Marker]] = {}
    forts_aside: list[str] = []
    gone: list[Gone] = []
    colliers: list[str] = []
    mines: list[str] = []
    visited: list[str] = []
    ashore: dict[str, str] = {}
    friendly_ships: list[str] = []
    french_sortie: bool = False
    available: dict[str, int] = {}
    seen: dict[str, list[str]] = {}
    reports: list[Report] = []
    logs: dict[str, Log] = {}
    letters: list[Slip] = []
    doctrines: dict[str, tuple[DoctrineOrder, ...]] = {}
    day: Day | None = None
    battle: Battle | None = None
    campaign: Campaign | None = None
    verdict: str = ""
    over: bool = False
