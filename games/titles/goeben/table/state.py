"""The whole truth of a game: the ships and their tracks, every counter and where it lies, and the day in progress.

Nothing here refers back to what contains it, so the collector of cycles need not look at any of it (`gc=False`).
"""

from typing import Literal

from msgspec import Struct, field

from games.titles.goeben.box.options import Options
from games.titles.goeben.box.pieces import Battery
from games.titles.goeben.orders.orders import BattleOrder, DayOrder, DoctrineOrder

Nation = Literal["german", "allied"]
Visibility = Literal["clear", "secondary", "tertiary", "none"]
Fate = Literal["sunk", "damaged", "withdrawn", "used", "out_of_play", "destroyed"]


class Warship(Struct, omit_defaults=True, gc=False):
    """A German ship with the tracks of its display (2.1, 6.2). `seat` commands it; `cargo` fills the hull boxes from
    the safest one on (8.2). A ship that is `sunk` is nowhere.
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
    """14.13 The hits on an Allied or Austro-Hungarian ship, by what they did; more than her armour sink her."""

    hull: int = 0
    guns: int = 0
    engines: int = 0
    torpedoes: int = 0

    @property
    def total(self) -> int:
        """All hits that count."""
        return self.hull + self.guns + self.engines + self.torpedoes


class Consort(Struct, omit_defaults=True, gc=False):
    """20.0 An Austro-Hungarian ship; nowhere until she comes out, or when she is `gone`."""

    id: str
    at: str = ""
    gone: Literal["", "sunk", "damaged", "withdrawn", "left"] = ""


class Marker(Struct, omit_defaults=True, gc=False):
    """A counter that lies in a space: face down, or `up`. `found`: intelligence turned it up (11.2)."""

    id: str
    up: bool = False
    found: bool = False

    @property
    def waits(self) -> bool:
        """Whether it is still to be resolved: face down, or turned up from afar."""
        return self.found or not self.up


class Gone(Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter that is out of the game, for this mission or for good, and why."""

    id: str
    how: Fate
    turn: int = 0


class Report(Struct, frozen=True, omit_defaults=True, gc=False):
    """What `seats` ("*" is everybody) learned on that day: counters that were in a space, and what became of them."""

    turn: int
    space: str
    counters: tuple[str, ...]
    how: Literal["drawn", "revealed", "intelligence", "scouted", "returned", "sunk", "damaged", "withdrawn", "fort"]
    seats: tuple[str, ...] = ("*",)


class Note(Struct, frozen=True, omit_defaults=True, gc=False):
    """25.2 What somebody saw in a space on that day: counters and coastal defences, face down or up, and the rest."""

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
    """25.2 A captain's notes: spaces as he last saw them, ships as he last heard of them, and on which turn."""

    spaces: dict[str, Note] = {}
    ships: dict[str, Warship] = {}
    seen: dict[str, int] = {}


class Slip(Struct, omit_defaults=True, gc=False):
    """25.2 A letter that a captain left in a port on that day, and who has read it since."""

    space: str
    seat: str
    turn: int
    text: str
    readers: list[str] = []


class Weather(Struct, omit_defaults=True, gc=False):
    """13.chart What Limited Visibility, Storm and Morale Check do in a space for the rest of the day."""

    visibility: Visibility = "clear"
    storm: bool = False
    morale: int = 0


class Day(Struct, omit_defaults=True, gc=False):
    """4.1 The turn in progress.

    `plans` are the orders of each seat, sealed; `outfitted` ships may not move. `tried` is the ship that made the
    attempt at intelligence; seats with `news` may revise their plans. `routes` are the spaces that ships came through;
    `order` the spaces with ships as the players want them treated (6.1), `queue` those left in this phase. `drawn` are
    the markers that lie open in a space until they are resolved (13.0(3c)), `arrived` the ships and merchants that were
    drawn and lie on the map.
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
    """An Allied ship or coastal defence in a battle. She keeps her `target` until it is gone (14.11)."""

    id: str
    damage: Damage = field(default_factory=Damage)
    gone: Literal["", "sunk", "withdrawn"] = ""
    target: str = ""


class Battle(Struct, omit_defaults=True, gc=False):
    """14.0, 16.0 A battle in progress. `ships` and `consorts` are those engaged; `salvo` counts the eight salvos from
    0; `opens` is the battery at which fire begins; `vp` what the players had before it. `fired` are the German ships
    that have paid for their ammunition, `full` those that pay for maximum fire (14.9), `leaving` the ships of either
    side that withdraw once all hits are resolved (14.7).
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
    """24.0 What earlier missions have left. `done` are missions with whether they were won; `met`: the present one has
    been fulfilled, and is won whatever comes (17.0).
    """

    left: list[str] = []
    done: list[tuple[str, bool]] = []
    friendly: list[str] = []
    high_sea: list[str] = []
    starts: list[str] = []
    met: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of Goeben, 1914.

    `pool` is the Incident Pool, `lying` the counters on the map by space, face down or up, `forts` the coastal defences
    by port and `forts_aside` those that nobody looked at (3.0(4)). `seen` are the counters that a seat ("*": everybody)
    has seen since they were shuffled, which therefore lie nowhere unseen. `friendly_ships` are spaces where one waits
    (13.chart/Friendly Ship). `ashore` are spaces held by a Seebataillon, with the ship that it came from (9.2).
    `available` counts the cargo that is in no ship (8.3). `logs` are the captains' notes, `letters` those that
    they left in ports (25.2).
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
