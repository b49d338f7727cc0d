"""The complete state of a game, which has every fact that a view shows.

New fields have defaults, so that stored games stay readable.
"""

from typing import Literal

from msgspec import Struct, field

from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan, Tries, Until

Fate = Literal["", "sunk", "left", "lost"]
"""The reason why a ship is gone: sunk or destroyed; left by an exit (9.2); out of the battle without one (10.10b)."""
Guns = Literal["main", "secondary"]
Sight = Literal["plain", "shell", "radar", "aircraft"]
"""4.1a How a target is sighted."""


class Ship(Struct, omit_defaults=True, gc=False):
    """A ship or shore battery.

    `at` is its hex, `heading` A to F, and `speed` the points that it spent last (7.1e). `weapons` and `hull` are its W
    and S steps, `mended` the steps that it has repaired. `torpedoes` is the number of launches left, and `reloaded` the
    turn from which it may launch again. `turned`: it turned in its last movement. `radar` is its set, which may be
    lost. `burning`, `shaken`, `unlit` and `jammed` are the last turns in which it is easier to hit, has a worse crew,
    has no power, and must keep its course (10.12); 0 for none.
    """

    id: str
    counter: str
    side: str
    at: str
    heading: str
    speed: int = 0
    weapons: int = 0
    hull: int = 0
    mended: int = 0
    torpedoes: int = 0
    reloaded: int = 0
    turned: bool = False
    radar: str = ""
    radar_lost: bool = False
    burning: int = 0
    shaken: int = 0
    unlit: int = 0
    jammed: int = 0
    struck: bool = False
    """10.12 She has had special damage before."""
    tries: Tries = "both"
    fate: Fate = ""
    full: bool = False
    """9.2 She has left, and counts in full for her owner."""

    @property
    def afloat(self) -> bool:
        """True if the ship is still in the battle."""
        return not self.fate


class Marker(Struct, omit_defaults=True, gc=False):
    """5.1 A target marker on an enemy ship. `distance` is in hexes."""

    firer: str
    target: str
    guns: Guns = "main"
    sight: Sight = "plain"
    distance: int = 0


class Light(Struct, omit_defaults=True, gc=False):
    """4.3 A star shell: the ship that fired it, and the hex that it lights."""

    ship: str
    at: str


class Shot(Struct, omit_defaults=True, gc=False):
    """A shot of the turn, for the picture: both hexes, and its result ("-", "1W", "2W1S", "X")."""

    firer: str
    target: str
    guns: Guns
    origin: str
    at: str
    distance: int = 0
    points: int = 0
    odds: str = ""
    result: str = "-"


class Track(Struct, omit_defaults=True, gc=False):
    """A torpedo's run this turn, for the picture: the hexes that it crosses, the ship hit, and the result."""

    launcher: str
    target: str
    origin: str
    way: tuple[str, ...] = ()
    struck: str = ""
    result: str = "-"


class Strike(Struct, omit_defaults=True, gc=False):
    """10.6 A mine strike of this turn, for the picture."""

    ship: str
    at: str
    result: str = "-"


class Laid(Struct, omit_defaults=True, gc=False):
    """7.1 A course in steps for later turns, and the events that end it.

    `within` is the distance of an enemy that ends it (0: none does).
    """

    by: str
    until: tuple[Until, ...] = ()
    within: int = 0


class Loss(Struct, omit_defaults=True, gc=False):
    """A ship that was lost this turn, with the reason and its hex."""

    ship: str
    fate: Fate
    at: str


class Record(Struct, omit_defaults=True, gc=False):
    """The events of the last `turn` that had events, for the picture.

    `ways` are the hexes of each ship's move from its start; `mended` the W and S steps repaired by each ship.
    """

    turn: int = 0
    shots: list[Shot] = []
    tracks: list[Track] = []
    mines: list[Strike] = []
    ways: dict[str, tuple[str, ...]] = {}
    lost: list[Loss] = []
    mended: dict[str, tuple[int, int]] = {}


class Hit(Struct, omit_defaults=True, gc=False):
    """Damage to a ship by fire or a torpedo, with the hexes of both ships."""

    by: str
    ship: str
    origin: str
    at: str
    torpedo: bool = False
    result: str = "-"


class PastTurn(Struct, omit_defaults=True, gc=False):
    """A turn that is over, for the diagram of the battle: the ways of the ships, the hits, and the losses."""

    turn: int
    ways: dict[str, tuple[str, ...]] = {}
    hits: list[Hit] = []
    lost: list[Loss] = []


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """The state of a battle.

    `sight` is the turn's sighting distance. `chits` are the command chits drawn by each side, `called` the ships in
    hexes that these chits name, and `astray` the ships that lost command by them. `spotting` are the sides whose
    aircraft fly. `flags` are the flagships and `mines` the mined hexes by side; only that side knows them.
    `disheartened` sides have lost a flagship (10.9a). `stacked` counts, for each pair of ships ("a+b"), the turns that
    they spent in one hex at low speed. `plans` are fire plans for the next targeting, `laid` the courses of ships for
    later turns. `bombarded` is the number of turns of the bombardment (11.10). `struck` are mined hexes that are public
    now, `swept` those through which a ship has passed unharmed. `shown` are flagships that are public, `suspects` the
    possible flagships of a side as far as the enemy has seen. The open map has `shifted` by this many columns and rows
    since the start (9.3b). `history` are the turns before that of the `record`.
    """

    scenario: str = ""
    options: Options = Options()
    turn: int = 0
    sight: int = 0
    ships: list[Ship] = []
    lights: list[Light] = []
    markers: list[Marker] = []
    bombarding: str = ""
    bombarded: int = 0
    chits: dict[str, list[str]] = {}
    called: list[str] = []
    astray: list[str] = []
    spotting: list[str] = []
    flags: dict[str, str] = {}
    mines: dict[str, tuple[str, ...]] = {}
    disheartened: dict[str, int] = {}
    stacked: dict[str, int] = {}
    plans: dict[str, tuple[FirePlan, ...]] = {}
    laid: dict[str, Laid] = {}
    struck: list[str] = []
    swept: list[str] = []
    shown: dict[str, str] = {}
    suspects: dict[str, list[str]] = {}
    columns_shifted: int = 0
    rows_shifted: int = 0
    record: Record = field(default_factory=Record)
    history: list[PastTurn] = []
    winner: str = ""
    verdict: str = ""
    over: bool = False

    @property
    def shifted(self) -> tuple[int, int]:
        """9.3b The columns and rows by which the open map has shifted since the start."""
        return self.columns_shifted, self.rows_shifted
