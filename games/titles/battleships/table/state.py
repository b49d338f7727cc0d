"""The whole truth. Whatever a view shows stands here; new fields get defaults, so that stored games go on."""

from typing import Literal

from msgspec import Struct, field

from games.titles.battleships.box.options import Options
from games.titles.battleships.orders.orders import FirePlan, Tries, Until

Fate = Literal["", "sunk", "left", "lost"]
"""How a ship has gone: sunk or destroyed; left by an exit (9.2); out of the battle without one (10.10b)."""
Guns = Literal["main", "secondary"]
Sight = Literal["plain", "shell", "radar", "aircraft"]
"""4.1a How a target is sighted."""


class Ship(Struct, omit_defaults=True, gc=False):
    """A ship or shore battery. `at` is her hex and `heading` A to F; `speed` the points that she spent last (7.1e).

    `weapons` and `hull` are her W and S steps; `mended` the steps that she has repaired. `torpedoes` are the launches
    left, `reloaded` the turn from which the next may be launched. `turned`: in her last movement. `radar` is her set,
    which may be lost. `burning`, `shaken`, `unlit` and `jammed` are the turns in which she is easier to hit, has a
    worse crew, is without power, and must hold her course (10.12); 0 for none.
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
    """10.12 Whether special damage has come to her before."""
    tries: Tries = "both"
    fate: Fate = ""
    full: bool = False
    """9.2 She has left, and counts in full for her owner."""

    @property
    def afloat(self) -> bool:
        """Whether she is still in the battle."""
        return not self.fate


class Marker(Struct, omit_defaults=True, gc=False):
    """5.1 A gunnery target marker that lies on an enemy ship; `distance` in hexes."""

    firer: str
    target: str
    guns: Guns = "main"
    sight: Sight = "plain"
    distance: int = 0


class Light(Struct, omit_defaults=True, gc=False):
    """4.3 A star shell: who fired it, and the hex that it lights."""

    ship: str
    at: str


class Shot(Struct, omit_defaults=True, gc=False):
    """A shot of the turn, for the picture: from hex to hex, and what came of it ("-", "1W", "2W1S", "X")."""

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
    """A torpedo's run of the turn: the hexes that its line crosses, the ship that it struck, and what came of it."""

    launcher: str
    target: str
    origin: str
    way: tuple[str, ...] = ()
    struck: str = ""
    result: str = "-"


class Strike(Struct, omit_defaults=True, gc=False):
    """10.6 A mine that was struck this turn."""

    ship: str
    at: str
    result: str = "-"


class Laid(Struct, omit_defaults=True, gc=False):
    """7.1 A course laid for turns to come, by steps; what ends it, and at how many hexes an enemy does (0: at none)."""

    by: str
    until: tuple[Until, ...] = ()
    within: int = 0


class Loss(Struct, omit_defaults=True, gc=False):
    """A ship that went this turn, how, and where."""

    ship: str
    fate: Fate
    at: str


class Record(Struct, omit_defaults=True, gc=False):
    """What happened on the last `turn` on which something did, for the picture of it. `ways` are hexes from where a
    ship began her move; `mended` the steps by ship, W and S.
    """

    turn: int = 0
    shots: list[Shot] = []
    tracks: list[Track] = []
    mines: list[Strike] = []
    ways: dict[str, tuple[str, ...]] = {}
    lost: list[Loss] = []
    mended: dict[str, tuple[int, int]] = {}


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """The battle.

    `sight` is the turn's sighting distance. `chits` are the figures drawn by each side, `astray` the ships that
    lost command by them, `spotting` the sides whose aircraft are up. `flags` are the flagships by side and `mines`
    the mined hexes by side, both known to that side alone; `disheartened` sides have lost a flagship (10.9a).
    `stacked` counts for each pair of ships ("a+b") the turns for which they lay in one hex slowly. `plans` are fire
    plans for the next targeting, `laid` the courses of ships for turns to come. `called` are the ships that lay in
    hexes of the chits drawn. `bombarded` are the turns on which the place of 11.10 was. `struck` are mined
    hexes that all know by now, `swept` those that a ship
    has passed unharmed; `shown` are flagships that all know, and `suspects` the ships of a side of which each may be
    its flagship for all that the enemy has seen.
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
    record: Record = field(default_factory=Record)
    winner: str = ""
    verdict: str = ""
    over: bool = False
