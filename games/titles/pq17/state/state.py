"""The complete state of a game: every force with its contents, and the dated reports to each side.

Turns are counted from 1 (day 1 AM); points are half points. Objects hold no references back to their owners, so the
garbage collector can skip them (`gc=False`).
"""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct, field
from msgspec.json import schema

from games.kernel.codec import decode, encode
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Sector, ShipClass, Side, Speed, WeatherKind
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.orders.attacks import AttackOrder
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.moves import IceOrder
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.state.battle import AirAttack, Battle
from games.titles.pq17.state.counters import Counter, Squadron
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster

Kind = Literal["convoy", "task_force", "wolfpack", "dummy"]
Command = Literal["home_fleet", "severny_flot", "gruppe_nord"]
Group = Literal["capital", "carrier", "cruiser", "light", "submarine"]
Source = Literal[
    "search", "passing", "photo", "air_attack", "submarine_combat", "surface_combat", "refusal", "event", "situation"
]
Refusal = Literal["carrier", "cam", "wolfpack", ""]
Mission = Literal["", "attack", "escort", "search", "radius", "shadow", "photo"]
Shadower = Literal["aircraft", "radius", "sector", "wolfpack", "task_force"]
Aside = Literal["german", "kara_sea", "english_channel", "atlantic"]
"""5.7, 12.2 Boxes beside the map that a force may be in, instead of a hex."""
Fate = Literal[
    "sunk", "scuttled", "damaged", "raided", "weather", "ice", "event", "collided", "aground", "left", "shot_down"
]
"""2.0, 2.4b The reason why strength is gone.

Damage by a raid (`raided`) is never scored, nor are ships that `collided` or ran `aground` in a campaign (15.5.3a).
"""


class Plan(Struct, frozen=True, omit_defaults=True, gc=False):
    """4.2 The plan of a force.

    `sails`: the turn on which it sails. `route`: the hexes that it will still enter. `destination`: the port at their
    end, or "". `pace`: the speed for the next turn only. `ice`: the order for ice that is worse than expected (10.1a).
    `training`: the force sails for training (4.3.4). `then`: a second port to which a convoy goes on. `lands`: the
    merchants that it leaves in the first port (15.2.1a).
    """

    sails: int = 0
    route: tuple[str, ...] = ()
    destination: str = ""
    pace: Speed | Literal[""] = ""
    ice: IceOrder | Literal[""] = ""
    training: bool = False
    then: str = ""
    lands: tuple[str, ...] = ()


class Convoy(Struct, omit_defaults=True, gc=False):
    """The data on the display of a convoy.

    `laden`: it carries cargo, so it is not in ballast (2.1.1). `destinations`: the ports it may go to. `destination`:
    the port of its current route. `been`: the hexes it has left (5.1.5a). `nearest`: its smallest distance to its
    destination so far, in hexes. `arrived`: it is in a port of destination. `scattered`: it has scattered, which is
    permanent (5.5). `part_of`: the convoy from which this part was dispersed, or "".
    """

    laden: bool = False
    destinations: tuple[str, ...] = ()
    destination: str = ""
    been: list[str] = []
    nearest: int | None = None
    arrived: bool = False
    scattered: bool = False
    part_of: str = ""


class Force(Struct, omit_defaults=True, kw_only=True, gc=False):
    """1.2 A block, with the contents of its owner's display.

    Identity: `id` is the owner's id, which no other seat knows. `block`: the number that the enemy sees; blocks that
    the enemy cannot tell apart share one. `trail`: the hexes in which the enemy has seen the block with that number.
    `at`: a hex or a box; `port`: the port in which it lies face down. `level`: its ID level, None while it is
    unidentified (6.1). `told`: the number that its owner reports at ID 1 (6.2.1b), 0 if none was asked.

    Movement: `moved`: hexes moved this turn; `spent`: their cost in turns of fuel (11.1.3). `from_port`: it sailed this
    turn. `resting`: turns in port. `home`: the port to which it must return (4.3.4). `held`: it may not sail.
    `formation`: its owner's order for an attack (7.2.4).
    """

    id: str
    side: Side
    kind: Kind
    block: int
    at: str
    port: str = ""
    level: int | None = None
    counters: list[Counter] = []
    fuel: Fuel | None = None
    convoy: Convoy | None = None
    plan: Plan | None = None
    trail: list[str] = []
    told: int = 0
    moved: int = 0
    spent: int = 0
    from_port: bool = False
    refuelling: bool = False
    reloading: bool = False
    resting: int = 0
    home: str = ""
    held: bool = False
    formation: Formation | None = None

    @property
    def is_dummy(self) -> bool:
        """1.3 True for a block without contents."""
        return self.kind == "dummy"

    @property
    def at_sea(self) -> bool:
        """True if the block is at sea, face down or face up."""
        return not self.port


class AirUnit(Squadron, omit_defaults=True, kw_only=True, gc=False):
    """1.5 An air unit of a base or, by the ship's id, of a carrier.

    `interceptor`: the printed fighters of a base, whose losses only their owner knows (7.2.3d). `at`: the hex of its
    mission. `also`: further hexes in which its steps hold a radius (5.3.1).
    """

    id: str
    base: str
    interceptor: bool = False
    mission: Mission = ""
    at: str = ""
    also: tuple[str, ...] = ()

    @property
    def over(self) -> tuple[str, ...]:
        """5.3.1 Return the hexes over which the unit flies, at most as many as it has steps."""
        return (self.at, *self.also)[: max(self.flying, 1)] if self.at else ()

    def steps_over(self) -> tuple[tuple[str, int], ...]:
        """5.3.1 Return the hexes over which the unit flies, each with its steps.

        Every hex has one step, except the first, which has all other steps.
        """
        others = self.over[1:]
        return ((self.at, self.flying - len(others)), *((one, 1) for one in others))


class Shadow(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.3 The unit that shadows a force: an air unit or force by its id, a sector, or a radius.

    `prefers`: the part to follow if the target splits, described by facts that the shadowing side knows (6.3.4).
    """

    target: str
    by: Shadower
    who: str
    prefers: tuple[str, ...] = ()


class Strength(Struct, frozen=True, gc=False):
    """6.2.1d The counters of a group and their total strength."""

    group: Group
    counters: int
    strength: int


class Named(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.2.1e A ship by name, or strength of a class."""

    ship: str
    strength: int = 0


class Report(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """6.2.1 A report to a side on an enemy block on a turn. Reports are never updated.

    `block`: the number that the block had then; it identifies no block once blocks were mixed. Only the figures that
    `level` reveals are set: `about` warships and `large` at 1; `warships`, `heavy`, `carrier`, `ships` at 2;
    `strengths` at 3; `names` at 4, of all forces in a port (6.9a).
    """

    to: Side
    turn: int
    source: Source
    at: str
    block: int = 0
    port: str = ""
    kind: Kind | None = None
    level: int | None = None
    about: int | None = None
    large: bool | None = None
    warships: int | None = None
    heavy: int | None = None
    carrier: bool | None = None
    ships: int | None = None
    strengths: tuple[Strength, ...] = ()
    names: tuple[Named, ...] = ()
    refusal: Refusal = ""


_Written = Annotated[Raw, Meta(extra_json_schema=schema(list[tuple[int, str]]) | {"default": []})]
"""Turns and places in encoded form: the past of a force does not change, so steps need not decode and encode it.

The document of the API describes them.
"""


class Track(Struct, omit_defaults=True, gc=False):
    """The past route of a force with the turn of each place, for the record that is public at the end."""

    side: Side
    kind: Kind
    points: _Written = field(default_factory=lambda: Raw(b"[]"))

    @property
    def places(self) -> list[tuple[int, str]]:
        """Return the route in order: each turn with the place that was reached on it."""
        return decode(bytes(self.points), list[tuple[int, str]])

    def come_to(self, turn: int, at: str) -> None:
        """Record the place of the force on a turn; an unchanged place is not repeated."""
        before, place = bytes(self.points), encode((turn, at)) + b"]"
        if not before.endswith(place):
            self.points = Raw(before[:-1] + b"," * (len(before) > len(b"[]")) + place)


class Loss(Struct, frozen=True, omit_defaults=True, gc=False):
    """Units that are out of the game.

    `open`: both sides know of the loss (2.0b). `at`: its hex. `convoy`: the convoy whose merchants ice or weather
    removed, which only their owner knows (15.2.3).
    """

    side: Side
    unit: str
    strength: int
    turn: int
    how: Fate
    open: bool = True
    at: str = ""
    convoy: str = ""


class Chapter(Struct, frozen=True, omit_defaults=True, gc=False):
    """15.0 A past operation of a campaign: its fortnight, the tracks of all forces, and the losses."""

    key: str
    tracks: dict[str, Track] = {}
    losses: list[Loss] = []


def encode_chapter(chapter: Chapter) -> Raw:
    """Return a chapter in encoded form.

    A chapter never changes. In this form the steps of a campaign need not decode and encode it each time.
    """
    return Raw(encode(chapter))


@lru_cache(maxsize=256)
def _opened(written: bytes) -> Chapter:
    return decode(written, Chapter)


class Booking(Struct, frozen=True, omit_defaults=True, gc=False):
    """2.0b An entry of half victory points, positive for the Allies.

    `why`: the key of the reason, such as ``laden``. `on`: the side on whose sheet it is; "both": it is public.
    """

    turn: int
    points: int
    why: str
    on: Side | Literal["both"] = "both"


class Points(Struct, omit_defaults=True, gc=False):
    """4.3.2 The half Command Points of a command.

    `left`: still to spend; `spent`: spent so far; `over`: an unused half point; `until`: the last turn on which it may
    be used.
    """

    left: int = 0
    spent: int = 0
    over: int = 0
    until: int = 0


class Chit(Struct, omit_defaults=True, gc=False):
    """12.0 A chit with its situation. `target`, `turn`, `forces`: the plan of the side that holds it (4.2c).

    `done`: its condition was met and scored, which happens once (12.0d).
    """

    letter: str
    situation: str
    shown: bool = False
    done: bool = False
    target: str = ""
    turn: int = 0
    forces: list[str] = []


class Purchase(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.0 A ship that was bought; `group`: the number of the reinforcements with which she arrives, 0 at set-up."""

    ship: str
    group: int = 0


class Tally(Struct, omit_defaults=True, gc=False):
    """2.1.2 The merchants of a convoy, counted by strength.

    `began`: those that set out. `arrived`: those that arrived. `excepted`: those that weather or ice removed. `landed`:
    those that stayed in the first of two ports (15.2.1a).
    """

    convoy: str
    laden: bool
    began: int
    arrived: int = 0
    excepted: int = 0
    landed: int = 0


class Sky(Struct, omit_defaults=True, gc=False):
    """9.0, 13.4 The weather of the turn.

    `kind`: the weather of the map. `dispersal`: the modifier of each dispersal die. `local`: by coast, weather of its
    own, with its last turn. `stopped`, `dispersing`: the convoys that a gale stops or disperses (9.2.5a), which only
    their owner knows.
    """

    kind: WeatherKind = "fair"
    dispersal: int = 0
    local: dict[str, tuple[WeatherKind, int]] = {}
    stopped: list[str] = []
    dispersing: list[str] = []


class Lasting(Struct, frozen=True, omit_defaults=True, gc=False):
    """13.0e, 13.3, 12.9 Effects that last for several turns.

    `warning`: the last turn of a warning by superiors. `directive`: the last turn of a directive. `no_restrictions`:
    the German limits are permanently void (12.9).
    """

    warning: int = 0
    directive: int = 0
    no_restrictions: bool = False


class Phase(Struct, omit_defaults=True, gc=False):
    """3.2a The state of the current player phase.

    `side`: the phasing side; `event`: its random event (13.0); `orders`: its orders. `attacks`: the declared attacks of
    the combat segments. `stirred`: the hexes in which combat has changed the situation since the side was asked about
    attacks. `unforeseen`: the last block that moved was found while it passed, or was stopped by ice (6.6.1b).

    `sectors`: by sector, the hexes named for it (6.4.2a). `found`: the blocks that the search found (6.3). `moved`,
    `attacked`, `fought`: the forces that have moved, were attacked, or have fought.
    """

    side: Side
    sectors: dict[Sector, list[str]] = {}
    found: list[str] = field(default_factory=list, name="searched")
    moved: list[str] = []
    attacked: list[str] = []
    fought: list[str] = []
    event: str = ""
    orders: tuple[AnyOrder, ...] = ()
    attacks: tuple[AttackOrder, ...] = ()
    stirred: list[str] = []
    unforeseen: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of PQ-17.

    Play:

    - `start`: the turn on which play starts.
    - `due_start`: the turn on which it was due to start, if a gale has started it earlier (8.3, 12.3), otherwise 0.
    - `setting_up`: the side that is asked where its forces begin (4.1.3).
    - `cup`: the chits that can still be drawn (12.0).
    - `offensive`: the letters of Ground Offensive, shown at once (12.6).
    - `drawn`: the cards that each side has drawn from its deck this turn (1.7a).
    - `ice_seen`: the ice as it was last met in public, by hex (10.1).
    - `temporary`: ports opened by a situation, with the sides that know it (1.1.1).

    Forces and ships:

    - `blocks`: how many numbers have been given to blocks of each side.
    - `bought`: the purchases before the game (14.0).
    - `began`: the ports of named ships at set-up.
    - `struck`: the carriers that have attacked Norway (12.5).
    - `attacked`: the forces that were attacked in this turn (12.11a).
    - `declared`: the forces whose carriers hold an air radius, which is public (5.3.1a).
    - `unbound`, `sighted`: whether Tirpitz, and the Axis task forces, may leave port (5.1.8, 11.4).
    - `training_used`: whether a force has left port for training (4.3.4).
    - `patrol`: the ships of Patrol White that have not left (5.1.9a).
    - `russian`: the used part of the limits of 5.1.2a, by group.
    - `soviet_paid`: the last turn on which Soviet ships were paid for.
    - `come`: the forces that have arrived during the operation (T.scenarios).
    - `brought`: the total strength of the ships that have arrived since the game was opened.
    - `brought_air`: the same for aircraft, without those dismissed with their carriers (10.2.6).
    - `tracks`: the routes of all forces, dummies included, by their owner's ids.

    Combat:

    - `battle`: the current surface combat.
    - `unbooked`: the strength of ships lost in it so far, which is booked at its end.
    - `air_attack`: the air attack whose targets its owner is asked to assign (7.2.4).

    Only in a campaign (15):

    - `roster`: the units outside the current operation.
    - `composed`: the current operation, made from the other units.
    - `history`: the past operations in encoded form, which `chapters` decodes.
    """

    options: Options = Options()
    scenario: str
    turn: int = 0
    start: int = 0
    due_start: int = 0
    light: str = ""
    forces: list[Force] = []
    air: list[AirUnit] = []
    shadows: list[Shadow] = []
    reports: list[Report] = []
    losses: list[Loss] = []
    bookings: list[Booking] = []
    command: dict[Command, Points] = {}
    chits: dict[Side, Chit] = {}
    cup: list[str] = []
    drawn: dict[Side, list[str]] = {}
    blocks: dict[Side, int] = {}
    tallies: list[Tally] = []
    groups_placed: dict[Side, int] = {}
    offensive: dict[Side, str] = {}
    bought: dict[Side, list[Purchase]] = {}
    began: dict[str, str] = {}
    struck: list[str] = []
    attacked: list[str] = []
    temporary: dict[str, list[Side]] = {}
    russian: dict[str, int] = {}
    patrol: list[str] = []
    unbound: bool = False
    sighted: bool = False
    training_used: bool = False
    sky: Sky = field(default_factory=Sky)
    lasting: Lasting = Lasting()
    phase: Phase | None = None
    tracks: dict[str, Track] = {}
    come: list[str] = []
    soviet_paid: int = 0
    brought: int = 0
    brought_air: int = 0
    setting_up: Side | None = None
    ice_seen: dict[str, IceSeen] = {}
    instructions: dict[Side, Instructions] = {}
    declared: list[str] = []
    battle: Battle | None = None
    air_attack: AirAttack | None = None
    unbooked: int = 0
    roster: Roster | None = None
    composed: Operation | None = None
    history: list[Raw] = []
    verdict: str = ""
    over: bool = False

    @property
    def chapters(self) -> list[Chapter]:
        """15.0 Return the past operations of a campaign; cached, because they never change."""
        return [_opened(bytes(one)) for one in self.history]

    def instructed(self, side: Side) -> Instructions:
        """Return the standing instructions of a side."""
        return self.instructions.get(side, _USUAL)


_USUAL = Instructions()
GROUPS: dict[Group, frozenset[ShipClass]] = {
    "capital": frozenset(("bb", "bc", "cv")),
    "carrier": frozenset(("cv", "cve")),
    "cruiser": frozenset(("ca", "cl", "claa", "cm", "cb")),
    "light": frozenset(("dd", "tb", "es")),
    "submarine": frozenset(("ss",)),
}
"""6.2.1d The classes of each group in a report; a CV counts as capital ship and as carrier."""
