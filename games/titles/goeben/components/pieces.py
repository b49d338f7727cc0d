"""2.0 The pieces: the spaces and lines of the map, and the counters."""

from typing import Literal

from msgspec import Struct

from games.kernel.text import Text

SpaceKind = Literal["high_sea", "transit", "patrol_zone", "atlantic_exit", "port", "naval_base"]
Zone = Literal["atlantic", "western", "eastern", "adriatic", "marmara", "black_sea"]
Side = Literal["allied", "neutral", "central", ""]
Power = Literal["austria", "britain", "france", "greece", "italy", "ottoman", "russia", "spain", ""]
ShipClass = Literal["bb", "bc", "b", "ca", "cp", "cl", "dd", "convoy"]

SPACE_KINDS: tuple[SpaceKind, ...] = ("high_sea", "transit", "patrol_zone", "atlantic_exit", "port", "naval_base")
HARBOURS: tuple[SpaceKind, ...] = ("port", "naval_base")
ZONES: tuple[Zone, ...] = ("atlantic", "western", "eastern", "adriatic", "marmara", "black_sea")
SIDES: tuple[Side, ...] = ("allied", "neutral", "central")
POWERS: tuple[Power, ...] = ("austria", "britain", "france", "greece", "italy", "ottoman", "russia", "spain")
CLASSES: tuple[ShipClass, ...] = ("bb", "bc", "b", "ca", "cp", "cl", "dd", "convoy")
Track = Literal[
    "leadership", "engines", "hull", "primary", "secondary", "tertiary", "ammunition", "torpedoes", "coal"
]  # fmt: skip
TRACKS: tuple[Track, ...] = (
    "leadership", "engines", "hull", "primary", "secondary", "tertiary", "ammunition", "torpedoes", "coal",
)  # fmt: skip
"""2.1 The tracks of values on a German ship display."""
GUNS: tuple[Track, ...] = ("primary", "secondary", "tertiary")
Battery = Literal["primary", "secondary", "tertiary", "torpedo"]
MERCHANT = "merchantman"
"""15.0 The kind of the incident markers that are merchants."""
BATTERIES: tuple[Battery, ...] = ("primary", "secondary", "tertiary", "torpedo")
"""14.2 The weapons of a ship, in the order in which they fire."""
CLASS_WORDS: dict[str, ShipClass] = {**{word: word for word in CLASSES}, "lc": "cl"}
"""1.4 Accepted spellings of a class in a data file: light cruisers are LC or CL."""

INCIDENT_CHART = {
    "quiet_seas": "13.chart/Quiet Seas",
    "merchantman": "13.chart/Allied Merchantman",
    "allied_patrol": "13.chart/Allied Patrol",
    "submarine": "13.chart/Allied Submarine",
    "fleet_sorties": "13.chart/Austro-Hungarian Fleet Sorties",
    "collier_attacked": "13.chart/Collier Attacked",
    "central_sortie": "13.chart/Central Powers Fleet Sortie",
    "french_sortie": "13.chart/French Navy Sortie",
    "friendly_ship": "13.chart/Friendly Ship",
    "berlin": "13.chart/Intelligence from Berlin",
    "limited_visibility": "13.chart/Limited Visibility",
    "breakdown": "13.chart/Mechanical Breakdown",
    "minefield": "13.chart/Minefield",
    "conflicting_orders": "13.chart/Conflicting Orders",
    "pursue": "13.chart/Pursue",
    "morale_check": "13.chart/Morale Check",
    "storm": "13.chart/Storm",
}
"""13.0 The kinds of incident markers that are no ships, with the rule of each."""
INCIDENT_KINDS = tuple(INCIDENT_CHART)

CARGO_KINDS = (
    "damage_control", "reserve_crew", "seebataillon", "camera_crew", "optics", "mines", "seaplane", "calculator",
    "torpedo_nets", "torpedo_reload", "wireless",
)  # fmt: skip

MISSIONS = (
    "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance", "suez_canal",
)  # fmt: skip


class Space(Struct, frozen=True, gc=False):
    """A space of the map, where ships end a move."""

    id: str
    name: Text
    x: int
    """The distance east of the map's origin, in tenths of a nautical mile."""
    y: int
    """The distance south of the map's origin, in tenths of a nautical mile."""
    kind: SpaceKind
    zone: Zone
    """The sea to which it belongs."""
    owner: Power = ""
    """The power that owned it in 1914; "" at sea."""
    side: Side = ""
    """The side of that power at the start; "" at sea."""
    forts: int = 0
    """The number of coastal defences at the start (3.0(4))."""

    @property
    def harbour(self) -> bool:
        """True if the space is a port or a naval base."""
        return self.kind in HARBOURS


class Line(Struct, frozen=True, gc=False):
    """A navigation line between the spaces `a` and `b`. It counts as one move, whatever its length in `miles`.

    `bends`: the points where the line bends, in the units of a space's `x` and `y`; only the picture uses them.
    """

    a: str
    b: str
    miles: int
    bends: tuple[tuple[int, int], ...] = ()


class GermanShip(Struct, frozen=True, gc=False):
    """2.1, 3.0(6) A German ship display."""

    id: str
    name: Text
    type: Literal["bc", "cl"]
    """The class: "bc" for a battlecruiser, "cl" for a light cruiser."""
    leadership: int
    """The start value of this track, which is also its maximum; so are the following fields up to `coal`."""
    engines: int
    hull: int
    primary: int
    secondary: int
    tertiary: int
    ammunition: int
    torpedoes: int
    coal: int
    cruise: int
    """The moves in a day at cruise speed."""
    maximum: int
    """The moves in a day at maximum speed."""
    emergency: int
    """The moves in a day at emergency speed."""


class Readout(Struct, frozen=True, gc=False):
    """1.2, 2.2 The values printed on the counter of an Allied or Austro-Hungarian ship.

    `group`: the navy whose counters are shuffled with this one at the start (3.0(3)); "" if it is kept apart.
    """

    id: str
    name: Text
    nation: Literal["austria", "britain", "france"]
    type: ShipClass
    primary: int
    secondary: int
    tertiary: int
    torpedoes: int
    armour: int
    speed: int
    group: Literal["british", "french", ""] = ""


class IncidentKind(Struct, frozen=True, gc=False):
    """A kind of incident marker."""

    id: str
    name: Text
    effect: Text
    """A short text on its effect, for the players."""
    count: int
    """The number of markers of this kind."""
    british: int
    """The number of these markers that are shuffled with the British ships (3.0(3))."""
    french: int
    """The number of these markers that are shuffled with the French ships (3.0(3))."""
    used: bool = False
    """True if a marker leaves the game after it takes effect (13.1)."""
    of_france: bool = False
    """True if it takes effect only in the seas with French markers (T.terrain)."""


class CargoKind(Struct, frozen=True, gc=False):
    """8.0 A kind of crew or gear that ships carry."""

    id: str
    name: Text
    effect: Text
    """A short text on its effect, for the players."""
    sort: Literal["crew", "gear"]
    points: int
    """Its price in cargo points."""
    boxes: int
    """The number of hull boxes that it fills."""
    count: int
    """The number of counters of this kind."""
    ships: Literal["any", "bc", "cl"] = "any"
    """The type of ship that may carry it: battlecruisers, light cruisers or both."""
    option: Literal["mines", "seaplane", ""] = ""
    """The option that it requires; "" if it requires none."""


class Bonus(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """24.1 The benefits of a won mission for the rest of a campaign."""

    choose: bool = False
    """True if the players may choose the next mission."""
    consorts: tuple[ShipClass, ...] = ()
    """The classes of Austro-Hungarian ships that come out."""
    friendly: Power = ""
    """The power that becomes friendly."""
    removes: str = ""
    """The mission that can no longer be drawn."""
    high_sea: tuple[str, ...] = ()
    """The patrol zones that become open sea."""
    start_spaces: tuple[str, ...] = ()
    """Spaces where ships may start later missions."""
    start_owners: tuple[Power, ...] = ()
    """The powers in whose spaces of the `start_kinds` ships may start later missions."""
    start_kinds: tuple[SpaceKind, ...] = ()
    """The kinds of spaces, owned by `start_owners`, where ships may start later missions."""


class Mission(Struct, frozen=True, gc=False):
    """17.0 A mission: its number of days, the points required, and where it must end.

    It ends in `space` or, if `bases` is not empty, in any naval base whose side is in `bases`. All coastal defences of
    the ports in `forts` must be destroyed first.
    """

    id: str
    name: Text
    days: int
    points: int
    bonus: Bonus
    space: str = ""
    bases: tuple[Literal["friendly", "neutral"], ...] = ()
    forts: tuple[str, ...] = ()


class Land(Struct, frozen=True, gc=False):
    """A stretch of land: its outline as an SVG path, and the power that owned it in 1914."""

    power: str
    path: str


class Coast(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The land around the sea; only the picture of the map uses it. `unit`: the unit of its lengths."""

    source: str
    unit: str
    width: int
    height: int
    land: tuple[Land, ...]
