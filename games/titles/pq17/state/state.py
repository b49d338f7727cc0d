"""The complete state of a game: all forces with their contents, and the dated reports to each side.

Turns are counted from 1 (day 1 AM); points are half points. Objects hold no references back to the objects that contain
them, so the garbage collector can skip them (`gc=False`).
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
from games.titles.pq17.orders.move_orders import IceOrder
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
"""5.7, 12.2 The boxes beside the map. A force may be in a box instead of a hex."""
Fate = Literal[
    "sunk", "scuttled", "damaged", "raided", "weather", "ice", "event", "collided", "aground", "left", "shot_down"
]
"""2.0, 2.4b The cause of a loss of strength.

Damage by a raid (`raided`) never scores. Ships that `collided` or ran `aground` in a campaign do not score either
(15.5.3a).
"""


class Plan(Struct, frozen=True, omit_defaults=True, gc=False):
    """4.2 The plan of a force for its movement."""

    sails: int = 0
    """The turn on which the force sails."""
    route: tuple[str, ...] = ()
    """The hexes that the force will still enter."""
    destination: str = ""
    """The port that the force enters at the end of its route, or ""."""
    pace: Speed | Literal[""] = ""
    """The speed of the force in the next turn only; "" for the usual speed."""
    ice: IceOrder | Literal[""] = ""
    """What the force does if ice is worse than expected (10.1a)."""
    training: bool = False
    """True if the force sails for training (4.3.4)."""
    then: str = ""
    """The second port of a convoy, or ""."""
    lands: tuple[str, ...] = ()
    """The merchants that the convoy leaves in its first port (15.2.1a)."""


class Convoy(Struct, omit_defaults=True, gc=False):
    """The state of a convoy that other forces do not have."""

    laden: bool = False
    """True if the convoy carries cargo, False if it is in ballast (2.1.1)."""
    destinations: tuple[str, ...] = ()
    """The ports to which the convoy may sail."""
    destination: str = ""
    """The port of the current route."""
    been: list[str] = []
    """The hexes that the convoy has left (5.1.5a)."""
    nearest: int | None = None
    """The smallest distance to `destination` so far, in hexes; None if no distance is recorded."""
    arrived: bool = False
    """True if the convoy has arrived in a port of destination."""
    scattered: bool = False
    """True if the convoy has scattered, which is permanent (5.5)."""
    part_of: str = ""
    """For the dispersed part of a convoy, the id of that convoy, otherwise ""."""


class Force(Struct, omit_defaults=True, kw_only=True, gc=False):
    """1.2 A force: the ships, or the dummy, for which a block stands on the map."""

    id: str
    """The id of the force, which only its owner knows."""
    side: Side
    kind: Kind
    block: int
    """The number of the force's block, which the enemy sees.

    Blocks that the enemy cannot tell apart share one number.
    """
    at: str
    """The hex of the force, or a box beside the map."""
    port: str = ""
    """The port in which the force lies face down; "" at sea."""
    level: int | None = None
    """The ID level; None while the block is unidentified (6.1)."""
    counters: list[Counter] = []
    """The ships of the force; empty for a dummy."""
    fuel: Fuel | None = None
    """The fuel marker; None if the force needs no fuel marker."""
    convoy: Convoy | None = None
    """The state that only convoys have."""
    plan: Plan | None = None
    """The plan of the force for its movement."""
    trail: list[str] = []
    """The hexes in which the enemy has seen the block under its present number."""
    told: int = 0
    """The number of warships that the owner reports at ID 1 (6.2.1b); 0 if it is not decided yet."""
    moved: int = 0
    """The hexes moved this turn."""
    spent: int = 0
    """The turns of extra fuel burned this turn (11.1.3)."""
    from_port: bool = False
    """True if the force left port this turn."""
    refuelling: bool = False
    """True if the force refuels at sea this turn."""
    reloading: bool = False
    """Always False: `resting` decides when a force in port has reloaded its torpedoes."""
    resting: int = 0
    """The number of turns that the force has been in port."""
    home: str = ""
    """The port to which a force in training must return (4.3.4)."""
    held: bool = False
    """True if the force may not leave port in this operation."""
    formation: Formation | None = None
    """The owner's order for the force's row in attacks (7.2.4); None for the default."""

    @property
    def is_dummy(self) -> bool:
        """1.3 True if the force is a dummy: a block without ships."""
        return self.kind == "dummy"

    @property
    def at_sea(self) -> bool:
        """True if the force is not in a port. Its block may be face down or face up."""
        return not self.port


class AirUnit(Squadron, omit_defaults=True, kw_only=True, gc=False):
    """1.5 An air unit."""

    id: str
    base: str
    """The id of the air base, or of the carrier that carries the unit."""
    interceptor: bool = False
    """True for fighters printed at a base; only the owner knows their losses (7.2.3d)."""
    mission: Mission = ""
    """The mission that the unit flies; "" if none."""
    at: str = ""
    """The hex of the mission."""
    also: tuple[str, ...] = ()
    """Further hexes over which steps of the unit hold an air radius (5.3.1)."""

    @property
    def over(self) -> tuple[str, ...]:
        """5.3.1 Return the hexes over which the unit flies, at most one for each flying step; () without a mission."""
        return (self.at, *self.also)[: max(self.flying, 1)] if self.at else ()

    def steps_over(self) -> tuple[tuple[str, int], ...]:
        """5.3.1 Return each hex over which the unit flies, with the number of its steps there.

        Every hex has one step, except the first, which has all other steps.
        """
        others = self.over[1:]
        return ((self.at, self.flying - len(others)), *((one, 1) for one in others))


class Shadow(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.3 A unit that shadows a force (`target`), given by its kind (`by`) and its id (`who`).

    `who`: the id of the air unit or force, the name of the sector, or "radius" for an air radius. `prefers`: the parts
    to follow if the target splits, the preferred part first. They are described only by facts that the shadowing side
    knows (6.3.4).
    """

    target: str
    by: Shadower
    who: str
    prefers: tuple[str, ...] = ()


class Strength(Struct, frozen=True, gc=False):
    """6.2.1d An entry of a report: the number of counters in a group of ship types, and their total strength."""

    group: Group
    counters: int
    strength: int


class Named(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.2.1e An entry of a report that names ships: a named ship (strength 0), or a class with its strength."""

    ship: str
    strength: int = 0


class Report(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """6.2.1 A report to the side `to` on an enemy block on a turn. Reports are never updated.

    A report contains only the facts that its ID level discloses; the other fields are None or empty.
    """

    to: Side
    """The side that receives the report."""
    turn: int
    source: Source
    """How the facts became known."""
    at: str
    block: int = 0
    """The number that the block had then. Once blocks have been mixed, this number identifies no block."""
    port: str = ""
    kind: Kind | None = None
    level: int | None = None
    """The ID level of the report."""
    about: int | None = None
    """At ID 1, the reported number of warships."""
    large: bool | None = None
    """At ID 1, True if the convoy is large."""
    warships: int | None = None
    """At ID 2, the number of warship counters."""
    heavy: int | None = None
    """At ID 2, the number of heavy ships."""
    carrier: bool | None = None
    """At ID 2, True if a carrier is in the force."""
    ships: int | None = None
    """At ID 2, the number of convoy ships."""
    strengths: tuple[Strength, ...] = ()
    """At ID 3, the counters and strength of each group of ships."""
    names: tuple[Named, ...] = ()
    """At ID 4, the names of the ships of all forces in a port (6.9a)."""
    refusal: Refusal = ""
    """The ground on which a search was refused."""


_Written = Annotated[Raw, Meta(extra_json_schema=schema(list[tuple[int, str]]) | {"default": []})]
"""A list of turns with the hex reached on each turn, as encoded JSON, with its JSON Schema for the API's document.

The past of a force does not change, so steps need not decode and encode it.
"""


class Track(Struct, omit_defaults=True, gc=False):
    """The past route of a force, which becomes public at the end.

    `points`: the route as encoded JSON: pairs of a turn and the hex reached on it (`places` decodes them).
    """

    side: Side
    kind: Kind
    points: _Written = field(default_factory=lambda: Raw(b"[]"))

    @property
    def places(self) -> list[tuple[int, str]]:
        """Return the route in order, as pairs of a turn and the hex or box reached on it."""
        return decode(bytes(self.points), list[tuple[int, str]])

    def come_to(self, turn: int, at: str) -> None:
        """Record the hex of the force on a turn; if turn and hex equal the last entry, nothing is added."""
        before, place = bytes(self.points), encode((turn, at)) + b"]"
        if not before.endswith(place):
            self.points = Raw(before[:-1] + b"," * (len(before) > len(b"[]")) + place)


class Loss(Struct, frozen=True, omit_defaults=True, gc=False):
    """Strength of a unit that was lost or damaged, or that left the game."""

    side: Side
    unit: str
    strength: int
    turn: int
    how: Fate
    """The cause."""
    open: bool = True
    """True if both sides know the loss (2.0b)."""
    at: str = ""
    """The hex of the loss."""
    convoy: str = ""
    """The id of the convoy, if ice or weather removed its merchants in secret (15.2.3)."""


class Chapter(Struct, frozen=True, omit_defaults=True, gc=False):
    """15.0 The record of a campaign's past operation: its fortnight (`key`), all forces' tracks, and the losses."""

    key: str
    tracks: dict[str, Track] = {}
    losses: list[Loss] = []


def encode_chapter(chapter: Chapter) -> Raw:
    """Return a chapter in encoded form.

    A chapter never changes. The encoded form saves work: a state with it is stored and loaded without decoding the
    chapter.
    """
    return Raw(encode(chapter))


@lru_cache(maxsize=256)
def _opened(written: bytes) -> Chapter:
    return decode(written, Chapter)


class Booking(Struct, frozen=True, omit_defaults=True, gc=False):
    """2.0b An entry of half victory points in the score. They are positive for the Allies.

    `why`: the reason, such as ``laden`` or ``sunk``. `on`: the side on whose secret sheet the entry is; "both" if it is
    public.
    """

    turn: int
    points: int
    why: str
    on: Side | Literal["both"] = "both"


class Points(Struct, omit_defaults=True, gc=False):
    """4.3.2 The half Command Points of a command.

    `left`: the half points still to spend; `spent`: the half points spent so far. If only half of a whole point was
    spent, `over` is 1, and `until` is the last turn on which the other half may be used; otherwise `over` is 0.
    """

    left: int = 0
    spent: int = 0
    over: int = 0
    until: int = 0


class Chit(Struct, omit_defaults=True, gc=False):
    """12.0 A side's chit: its letter, and the situation that it gives."""

    letter: str
    situation: str
    shown: bool = False
    """True if the enemy has seen the chit."""
    done: bool = False
    """True if the condition of the situation was met and scored, which happens once (12.0d)."""
    target: str = ""
    """The hex or port of the owner's plan for the situation (4.2c)."""
    turn: int = 0
    """The turn of the owner's plan for the situation."""
    forces: list[str] = []
    """The ids of the forces in the owner's plan."""


class Purchase(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.0 A ship that was bought before the game.

    `group`: the number of the reinforcement group with which she arrives; 0 if she is on the map from the start.
    """

    ship: str
    group: int = 0


class Tally(Struct, omit_defaults=True, gc=False):
    """2.1.2 The strength of a convoy's merchants, counted for the victory points.

    `began`: the strength that set out. `arrived`: the strength that has arrived. `excepted`: the strength that weather
    or ice removed. `landed`: the strength that stayed in the first of two ports (15.2.1a).
    """

    convoy: str
    laden: bool
    began: int
    arrived: int = 0
    excepted: int = 0
    landed: int = 0


class Sky(Struct, omit_defaults=True, gc=False):
    """9.0, 13.4 The weather of the turn."""

    kind: WeatherKind = "fair"
    """The weather of the whole map."""
    dispersal: int = 0
    """The modifier of each dispersal die."""
    local: dict[str, tuple[WeatherKind, int]] = {}
    """Coasts with weather of their own, each with that weather and its last turn."""
    stopped: list[str] = []
    """The ids of the convoys that a gale stops (9.2.5a); only their owner knows them."""
    dispersing: list[str] = []
    """The ids of the convoys that a gale disperses (9.2.5a); only their owner knows them."""


class Lasting(Struct, frozen=True, omit_defaults=True, gc=False):
    """13.0e, 13.3, 12.9 Effects of events and situations that last for several turns.

    `warning`: the last turn of a warning by superiors. `directive`: the last turn of a directive. `no_restrictions`:
    True if the limits of German task forces (7.5.7) no longer apply (12.9).
    """

    warning: int = 0
    directive: int = 0
    no_restrictions: bool = False


class Phase(Struct, omit_defaults=True, gc=False):
    """3.2a The state of the current player phase."""

    side: Side
    """The side whose phase it is."""
    sectors: dict[Sector, list[str]] = {}
    """By sector, the hexes that the side named for its search (6.4.2a)."""
    found: list[str] = field(default_factory=list, name="searched")
    """The ids of the enemy forces that the search found (6.3)."""
    moved: list[str] = []
    """The ids of the forces that have moved in this phase."""
    attacked: list[str] = []
    """The ids of the forces that were attacked in this phase."""
    fought: list[str] = []
    """The ids of the forces that have fought in this phase."""
    event: str = ""
    """The random event of the phase (13.0)."""
    orders: tuple[AnyOrder, ...] = ()
    """The side's orders."""
    attacks: tuple[AttackOrder, ...] = ()
    """The attacks that the side has declared for the combat segments."""
    stirred: list[str] = []
    """Hexes in which combat has changed the situation since the side was last asked about attacks."""
    unforeseen: bool = False
    """True if the block that moved last was found in passing, or was stopped by ice (6.6.1b)."""


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """The state of a game of PQ-17."""

    options: Options = Options()
    """The agreed options."""
    scenario: str
    """The key of the scenario."""
    turn: int = 0
    """The current turn."""
    start: int = 0
    """The turn on which player phases begin."""
    due_start: int = 0
    """The turn on which they were due to begin, if a gale made them begin earlier (8.3, 12.3); otherwise 0."""
    light: str = ""
    """The half month on the daylight chart, which decides whether a turn is day or night (8.2)."""
    forces: list[Force] = []
    """All forces of both sides on the map, dummies included."""
    air: list[AirUnit] = []
    """All air units of both sides."""
    shadows: list[Shadow] = []
    """The units that shadow enemy forces."""
    reports: list[Report] = []
    """The reports to both sides."""
    losses: list[Loss] = []
    """The losses of both sides."""
    bookings: list[Booking] = []
    """The entries of the score."""
    command: dict[Command, Points] = {}
    """By command, its Command Points."""
    chits: dict[Side, Chit] = {}
    """By side, its chit."""
    cup: list[str] = []
    """The letters of the chits that can still be drawn (12.0)."""
    drawn: dict[Side, list[str]] = {}
    """By side, the cards that it has drawn from its deck this turn (1.7a)."""
    blocks: dict[Side, int] = {}
    """By side, how many numbers its blocks have been given so far."""
    tallies: list[Tally] = []
    """The strength of each convoy, counted for the victory points."""
    groups_placed: dict[Side, int] = {}
    """By side, how many of its reinforcement groups have arrived (12.13, 13.6)."""
    offensive: dict[Side, str] = {}
    """By side, the letter of its chit Ground Offensive, which is shown at once (12.6)."""
    bought: dict[Side, list[Purchase]] = {}
    """By side, the ships that it bought before the game (14.0)."""
    began: dict[str, str] = {}
    """Named ships, each with the port in which it began."""
    struck: list[str] = []
    """The carriers that have attacked Norway (12.5)."""
    attacked: list[str] = []
    """The ids of the forces that were attacked in this turn (12.11a)."""
    temporary: dict[str, list[Side]] = {}
    """Ports opened by a situation, each with the sides that know of it (1.1.1)."""
    russian: dict[str, int] = {}
    """By group of ships, the strength counted against the limits of the Russian ports (5.1.2a)."""
    patrol: list[str] = []
    """The ships of Patrol White that have not left their patrol (5.1.9a)."""
    unbound: bool = False
    """True if Tirpitz may leave port (5.1.8)."""
    sighted: bool = False
    """True if the Axis task forces may leave port (11.4)."""
    training_used: bool = False
    """True if a force has left port for training (4.3.4)."""
    sky: Sky = field(default_factory=Sky)
    """The weather of the turn."""
    lasting: Lasting = Lasting()
    """Effects that last for several turns."""
    phase: Phase | None = None
    """The current player phase; None between phases."""
    tracks: dict[str, Track] = {}
    """The routes of all forces, dummies included, by the ids of the forces."""
    come: list[str] = []
    """The ids of the forces that have arrived during the operation (T.scenarios)."""
    soviet_paid: int = 0
    """The last turn for which the Command Point for Soviet ships was paid."""
    brought: int = 0
    """The total strength of all ships that have entered the game."""
    brought_air: int = 0
    """The total strength of all aircraft that have entered, without those of carriers that left (10.2.6)."""
    setting_up: Side | None = None
    """The side that is asked where its forces begin (4.1.3)."""
    ice_seen: dict[str, IceSeen] = {}
    """By hex, the ice that a block last met there in public (10.1)."""
    instructions: dict[Side, Instructions] = {}
    """By side, its standing instructions."""
    declared: list[str] = []
    """The ids of the forces whose carriers hold an air radius, which is public (5.3.1a)."""
    battle: Battle | None = None
    """The current surface battle."""
    air_attack: AirAttack | None = None
    """The air attack whose targets the attacker is asked to assign (7.2.4)."""
    unbooked: int = 0
    """The strength of ships lost in the current battle, whose loss is recorded at its end."""
    roster: Roster | None = None
    """In a campaign (15), the order of battle, without the units of the current operation."""
    composed: Operation | None = None
    """In a campaign, the current operation, made from units of the roster."""
    history: list[Raw] = []
    """In a campaign, the past operations in encoded form, which `chapters` decodes."""
    verdict: str = ""
    """The winner, or "" before the end."""
    over: bool = False
    """True if the game is over."""

    @property
    def chapters(self) -> list[Chapter]:
        """15.0 Return the past operations of a campaign; cached, because they never change."""
        return [_opened(bytes(one)) for one in self.history]

    def instructed(self, side: Side) -> Instructions:
        """Return the standing instructions of a side. If it has given none, return the default instructions."""
        return self.instructions.get(side, _USUAL)


_USUAL = Instructions()
GROUPS: dict[Group, frozenset[ShipClass]] = {
    "capital": frozenset(("bb", "bc", "cv")),
    "carrier": frozenset(("cv", "cve")),
    "cruiser": frozenset(("ca", "cl", "claa", "cm", "cb")),
    "light": frozenset(("dd", "tb", "es")),
    "submarine": frozenset(("ss",)),
}
"""6.2.1d The classes of each group in a report. A CV counts as capital ship and as carrier."""
