"""The complete state of a game.

New fields have defaults, so that stored games stay readable.
"""

from typing import Literal

from msgspec import Struct, field

from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan, Tries, Until

Fate = Literal["", "sunk", "left", "lost"]
"""The fate of a ship: sunk or destroyed; left by an exit (9.2); out of the battle without an exit (10.10b)."""
Guns = Literal["main", "secondary"]
Sight = Literal["plain", "shell", "radar", "aircraft"]
"""4.1a The ways to sight a target: in plain sight, lit by a star shell, by radar or by an aircraft."""


class Ship(Struct, omit_defaults=True, gc=False):
    """A ship or shore battery."""

    id: str
    counter: str
    side: str
    at: str
    """Its hex; "" once it is lost."""
    heading: str
    """Its heading, A to F."""
    speed: int = 0
    """The movement points that it spent last (7.1e)."""
    weapons: int = 0
    """Its damage steps of weapons (W)."""
    hull: int = 0
    """Its damage steps of the hull (S)."""
    mended: int = 0
    """The number of steps that it has repaired."""
    torpedoes: int = 0
    """The number of torpedo launches left."""
    reloaded: int = 0
    """The turn from which it may launch again."""
    turned: bool = False
    """True if it turned in its last movement."""
    radar: str = ""
    """Its radar set; "" if it has none."""
    radar_lost: bool = False
    """True if its radar set does not work any more."""
    burning: int = 0
    """The last turn in which it is on fire (10.12); 0 if it is not."""
    shaken: int = 0
    """The turn in which its crew is a grade worse (10.12); 0 if none."""
    unlit: int = 0
    """The turn in which it has no power (10.12); 0 if none."""
    jammed: int = 0
    """The turn in which it must keep its course (10.12); 0 if none."""
    struck: bool = False
    """10.12 True if the ship has had special damage."""
    tries: Tries = "both"
    """8.1a The damage that it tries to repair, by its owner's order."""
    fate: Fate = ""
    """How it was lost; "" while it is in the battle."""
    full: bool = False
    """9.2 True if the ship has left the map and scores its full value for its owner."""

    @property
    def afloat(self) -> bool:
        """True if the ship is still in the battle."""
        return not self.fate


class Marker(Struct, omit_defaults=True, gc=False):
    """5.1 A marker that the ship `firer` has placed on an enemy ship as the target of its guns.

    `distance` is in hexes.
    """

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
    """A shot of the turn, for the picture."""

    firer: str
    target: str
    guns: Guns
    origin: str
    """The hex of the firer."""
    at: str
    """The hex of the target."""
    distance: int = 0
    """The distance in hexes."""
    points: int = 0
    """The damage points."""
    odds: str = ""
    """The column of the combat results table; "" if there was no combat roll."""
    result: str = "-"
    """The combat result: "-", "1W", "2W1S", "X" and so on."""


class Track(Struct, omit_defaults=True, gc=False):
    """A torpedo's run this turn, for the picture.

    `origin`: the hex of the launcher. `way`: the hexes that the torpedo crosses. `struck`: the ship that it hit, or "".
    `result`: the combat result.
    """

    launcher: str
    target: str
    origin: str
    way: tuple[str, ...] = ()
    struck: str = ""
    result: str = "-"


class Strike(Struct, omit_defaults=True, gc=False):
    """10.6 A mine strike of this turn, for the picture: the ship, the hex, and the combat result."""

    ship: str
    at: str
    result: str = "-"


class Laid(Struct, omit_defaults=True, gc=False):
    """7.1 A course in steps (`by`) for later turns, and the events that end it.

    `within`: the course ends if an enemy comes within this distance in hexes; 0: no limit.
    """

    by: str
    until: tuple[Until, ...] = ()
    within: int = 0


class Loss(Struct, omit_defaults=True, gc=False):
    """A ship that was lost in a turn, how it was lost, and the hex where it was."""

    ship: str
    fate: Fate
    at: str


class Record(Struct, omit_defaults=True, gc=False):
    """The events of one turn, for the picture. It is the latest turn in which there was an event."""

    turn: int = 0
    shots: list[Shot] = []
    """The shots of guns."""
    tracks: list[Track] = []
    """The torpedo runs."""
    mines: list[Strike] = []
    """The mine strikes."""
    ways: dict[str, tuple[str, ...]] = {}
    """The hexes of each ship's move, beginning with the hex where the move began."""
    lost: list[Loss] = []
    """The ships lost."""
    mended: dict[str, tuple[int, int]] = {}
    """The numbers of weapon and hull steps that each ship repaired."""


class Hit(Struct, omit_defaults=True, gc=False):
    """Damage to a ship by fire or a torpedo, with the hexes of both ships.

    `by`: the ship that fired, in the hex `origin`. `at`: the hex of the damaged ship. `result`: the combat result.
    """

    by: str
    ship: str
    origin: str
    at: str
    torpedo: bool = False
    result: str = "-"


class PastTurn(Struct, omit_defaults=True, gc=False):
    """An earlier turn, for the diagram of the battle: the paths of the ships, the hits, and the losses."""

    turn: int
    ways: dict[str, tuple[str, ...]] = {}
    hits: list[Hit] = []
    lost: list[Loss] = []


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """The state of a battle."""

    scenario: str = ""
    options: Options = Options()
    turn: int = 0
    """The current turn; 0 before the first turn."""
    sight: int = 0
    """The turn's sighting distance, in hexes."""
    ships: list[Ship] = []
    """All ships and batteries, including lost ones."""
    lights: list[Light] = []
    """The star shells of this turn."""
    markers: list[Marker] = []
    """The target markers of this turn."""
    bombarding: str = ""
    """The ship that bombards the place ashore this turn (11.10); "" if none."""
    bombarded: int = 0
    """The number of turns of the bombardment so far (11.10)."""
    chits: dict[str, list[str]] = {}
    """The command chits drawn by each side this turn (10.10)."""
    called: list[str] = []
    """The ships in hexes that these chits name."""
    astray: list[str] = []
    """The ships that lost command because of these chits."""
    spotting: list[str] = []
    """The sides whose aircraft fly."""
    flags: dict[str, str] = {}
    """The flagship of each side; only the side itself knows it (10.9)."""
    mines: dict[str, tuple[str, ...]] = {}
    """The mined hexes of each side; only the side itself knows them (10.6)."""
    disheartened: dict[str, int] = {}
    """By side, the number of grades by which its crews are worse because of flagships (10.9a)."""
    stacked: dict[str, int] = {}
    """For each pair of ships ("a+b"), the number of turns that they have been in one hex at low speed (10.9b)."""
    plans: dict[str, tuple[FirePlan, ...]] = {}
    """The fire plans of each side for the next choice of targets (5.1)."""
    laid: dict[str, Laid] = {}
    """The courses of ships for later turns (7.1)."""
    struck: list[str] = []
    """The mined hexes that are public because a ship struck a mine."""
    swept: list[str] = []
    """The hexes through which a ship has passed unharmed."""
    shown: dict[str, str] = {}
    """The flagships that are public, by side."""
    suspects: dict[str, list[str]] = {}
    """By side, the ships that the enemy must consider as its flagship; all of them if the side is missing."""
    columns_shifted: int = 0
    """9.3b The number of columns by which the open map has shifted since the start."""
    rows_shifted: int = 0
    """9.3b The number of rows by which the open map has shifted since the start."""
    record: Record = field(default_factory=Record)
    """The events of the latest turn with events."""
    history: list[PastTurn] = []
    """The turns before that of the `record`."""
    winner: str = ""
    """The side that won; "" before the end, and for a draw."""
    verdict: str = ""
    """The key of the reason for the result."""
    over: bool = False

    @property
    def shifted(self) -> tuple[int, int]:
        """9.3b The columns and rows by which the open map has shifted since the start."""
        return self.columns_shifted, self.rows_shifted
