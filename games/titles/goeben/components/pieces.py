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
"""2.1 The tracks of a German ship display."""
GUNS: tuple[Track, ...] = ("primary", "secondary", "tertiary")
Battery = Literal["primary", "secondary", "tertiary", "torpedo"]
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
"""13.0 The markers that are not ships, with their entries in the incident chart."""
INCIDENT_KINDS = tuple(INCIDENT_CHART)

CARGO_KINDS = (
    "damage_control", "reserve_crew", "seebataillon", "camera_crew", "optics", "mines", "seaplane", "calculator",
    "torpedo_nets", "torpedo_reload", "wireless",
)  # fmt: skip

MISSIONS = (
    "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance", "suez_canal",
)  # fmt: skip


class Space(Struct, frozen=True, gc=False):
    """A place on the map.

    `x` (east) and `y` (south) are in tenths of a nautical mile. `forts` is the number of coastal defences at the start
    (3.0(4)).
    """

    id: str
    name: Text
    x: int
    y: int
    kind: SpaceKind
    zone: Zone
    owner: Power = ""
    side: Side = ""
    forts: int = 0

    @property
    def harbour(self) -> bool:
        """True for a port or naval base."""
        return self.kind in HARBOURS


class Line(Struct, frozen=True, gc=False):
    """A navigation line between two spaces, which is one move whatever its length. `bends` are for the picture only."""

    a: str
    b: str
    miles: int
    bends: tuple[tuple[int, int], ...] = ()


class GermanShip(Struct, frozen=True, gc=False):
    """2.1, 3.0(6) A German ship display: the start value of each track, its maximum too, and the three speeds."""

    id: str
    name: Text
    type: Literal["bc", "cl"]
    leadership: int
    engines: int
    hull: int
    primary: int
    secondary: int
    tertiary: int
    ammunition: int
    torpedoes: int
    coal: int
    cruise: int
    maximum: int
    emergency: int


class Readout(Struct, frozen=True, gc=False):
    """1.2, 2.2 The values printed on an Allied or Austro-Hungarian counter.

    `group` names the counters that it is shuffled with at the start (3.0(3)).
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
    """A kind of incident marker.

    `british` and `french` are the numbers of markers shuffled with the ships of each navy (3.0(3)). A marker of a kind
    that is `used` leaves the game after it takes effect (13.1). Markers of a kind `of_france` take effect in some seas
    only.
    """

    id: str
    name: Text
    effect: Text
    count: int
    british: int
    french: int
    used: bool = False
    of_france: bool = False


class CargoKind(Struct, frozen=True, gc=False):
    """8.0 A kind of crew or gear.

    `ships` is the type of ship that may carry it, or any. `option` is the option that it requires.
    """

    id: str
    name: Text
    effect: Text
    sort: Literal["crew", "gear"]
    points: int
    boxes: int
    count: int
    ships: Literal["any", "bc", "cl"] = "any"
    option: Literal["mines", "seaplane", ""] = ""


class Bonus(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """24.1 The benefits of a mission for the rest of a campaign."""

    choose: bool = False
    consorts: tuple[ShipClass, ...] = ()
    friendly: Power = ""
    removes: str = ""
    high_sea: tuple[str, ...] = ()
    start_spaces: tuple[str, ...] = ()
    start_owners: tuple[Power, ...] = ()
    start_kinds: tuple[SpaceKind, ...] = ()


class Mission(Struct, frozen=True, gc=False):
    """17.0 A mission: its number of days, the points required, and where it must end.

    It ends in `space`, or in any naval base whose standing is in `bases`. All coastal defences of the ports in `forts`
    must be destroyed first.
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
    """A stretch of land as an SVG path, and the power that owned it in 1914."""

    power: str
    path: str


class Coast(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The land around the sea, for the picture only, in the unit that it names."""

    source: str
    unit: str
    width: int
    height: int
    land: tuple[Land, ...]
