"""1.0 What lies in the box: the hexes with ports and airfields, the counters of ships and aircraft, and the cards."""

from functools import cached_property
from typing import Literal, get_args

from msgspec import Struct

from games.kernel.text import Text

Side = Literal["allied", "axis"]
Nation = Literal["britain", "us", "soviet", "germany"]
Owner = Literal["britain", "norway", "soviet", "germany"]
ShipClass = Literal[
    "bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ss", "ax", "mx"
]  # fmt: skip
Role = Literal["aa", "ao", "lsi", "mv", "mo", "mc", "mf", ""]
AircraftType = Literal["f", "p", "db", "lb", "mb", "hb"]
Speed = Literal["high", "cruise", "slow"]
HexKind = Literal["sea", "coast", "land", "outside"]
Zone = Literal["w1", "w2", "w3", "w4", "w5", "e1", "e2", "e3", "e4", "e5"]
HexZone = Zone | Literal["pack", ""]
"""10.0 The zone of a hex: white hexes are solid pack that belongs to none, and "" is where ice never comes."""
Ice = Literal["clear", "light_drift", "heavy_drift", "thin_pack", "solid_pack"]
WeatherKind = Literal["fair", "reduced", "fog", "storm", "gale"]
Sector = Literal["british", "soviet", "stavanger", "trondheim", "barents"]
Door = Literal["atlantic", "english_channel", "german", "kara_sea", ""]
Searching = Literal["force", "air", "both"]
PortUse = Literal["permanent", "temporary", "submarines"]
Reload = Literal["all", "submarines", ""]
Result = Literal["-", "0", "1", "2", "3", "U", "+", "S"]

SIDES: tuple[Side, ...] = get_args(Side)
NATIONS: tuple[Nation, ...] = get_args(Nation)
OWNERS: tuple[Owner, ...] = get_args(Owner)
CLASSES: tuple[ShipClass, ...] = get_args(ShipClass)
ROLES: tuple[Role, ...] = ("aa", "ao", "lsi", "mv", "mo", "mc", "mf")
AIRCRAFT_TYPES: tuple[AircraftType, ...] = get_args(AircraftType)
SPEEDS: tuple[Speed, ...] = get_args(Speed)
HEX_KINDS: tuple[HexKind, ...] = get_args(HexKind)
ZONES: tuple[Zone, ...] = get_args(Zone)
ICE: tuple[Ice, ...] = get_args(Ice)
"""10.2 From the best state to the worst."""
WEATHER: tuple[WeatherKind, ...] = get_args(WeatherKind)
SECTORS: tuple[Sector, ...] = get_args(Sector)
DOORS: tuple[Door, ...] = ("atlantic", "english_channel", "german", "kara_sea")
PORT_USES: tuple[PortUse, ...] = get_args(PortUse)
RESULTS: tuple[Result, ...] = get_args(Result)
PACK: Literal["pack"] = "pack"

CAPITAL_SHIPS: frozenset[ShipClass] = frozenset(("bb", "bc", "cv"))
CARRIERS: frozenset[ShipClass] = frozenset(("cv", "cve"))
CRUISERS: frozenset[ShipClass] = frozenset(("ca", "cl", "claa", "cm", "cb"))
HEAVY_SHIPS: frozenset[ShipClass] = CAPITAL_SHIPS | CARRIERS | CRUISERS
LIGHT_SHIPS: frozenset[ShipClass] = frozenset(("dd", "tb", "es"))
CONVOY_SHIPS: frozenset[ShipClass] = frozenset(("ax", "mx"))
WARSHIPS: frozenset[ShipClass] = HEAVY_SHIPS | LIGHT_SHIPS | {"ss"}
"""1.4 What counts as a warship in searches: submarines do, convoy ships do not."""
FLOATING: frozenset[ShipClass] = HEAVY_SHIPS | {"ax"}
"""7.0d Counters with a step of 0: they lie Dead in the Water before they sink."""

_SIDE_OF: dict[str, Side] = {"britain": "allied", "us": "allied", "soviet": "allied", "norway": "allied"}


def side_of(nation: Nation | Owner) -> Side:
    """The side that a nation fights on."""
    return _SIDE_OF.get(nation, "axis")


class Hex(Struct, frozen=True, dict=True):
    """1.1 A hex, called by row and column. `closed`: the sides that no ship crosses; `zone` of ice, "pack", or "" where
    ice never comes; `friendly`: whose coast it is in a search (1.1.3); `sectors` that may search it (6.4.2).
    """

    id: str
    kind: HexKind
    coasts: tuple[str, ...] = ()
    friendly: Side | Literal[""] = ""
    closed: tuple[str, ...] = ()
    zone: HexZone = ""
    leads: bool = False
    door: Door = ""
    sectors: tuple[Sector, ...] = ()

    @cached_property
    def is_sea(self) -> bool:
        """Whether ships may be there."""
        return self.kind in ("sea", "coast")


class Port(Struct, frozen=True, dict=True):
    """1.1.1 A port. One that is `temporary` is there only if the scenario or a situation names it. `x` and `y` are its
    true place in thousandths of a hex across the flats; `unloads`: merchants in half a month (15.2.2).
    """

    id: str
    name: Text
    hex: str
    owner: Owner
    use: PortUse
    seaplanes: bool
    reload: Reload
    refuels: bool
    anti_aircraft: int
    unloads: int
    x: int
    y: int

    @cached_property
    def side(self) -> Side:
        """Whose port it is."""
        return side_of(self.owner)


class Airfield(Struct, frozen=True, dict=True):
    """1.1 An airfield, boxed beside the port of its hex if there is one."""

    id: str
    name: Text
    hex: str
    owner: Owner
    anti_aircraft: int

    @cached_property
    def side(self) -> Side:
        """Whose airfield it is."""
        return side_of(self.owner)


class Interceptors(Struct, frozen=True, gc=False):
    """1.1.2 Counters of fighters printed at an airfield; those of a later month (as 1942-06) take their place."""

    airfield: str
    since: str
    aircraft: str
    counters: int


class Ship(Struct, frozen=True, dict=True):
    """1.4 A counter: one named ship, or ships of a class, as many steps of it as there are.

    `steps` are the strengths from undamaged down, of one ship of a class those of each; `most` is how much strength a
    counter of a class holds, 0 for a named ship (1.4e). `role` tells convoy ships apart (1.4f), and the British
    minesweepers in Russia (`mf`, 1.4c); `speed` is what she makes undamaged, ES cruise (1.4d). `anti_aircraft`: -1 is
    `*`, None no fire at all. From a strength of `cruise_from` (`slow_from`) down she keeps no more than that speed
    (5.1). `value` in victory points, for each step of strength of light ships, submarines and convoy ships.
    """

    id: str
    name: Text
    nation: Nation
    type: ShipClass
    role: Role
    steps: tuple[int, ...]
    most: int
    anti_aircraft: int | None
    torpedoes: int
    speed: Speed
    cruise_from: int
    slow_from: int
    embarked: tuple[tuple[str, int], ...]
    value: int

    @cached_property
    def side(self) -> Side:
        """Whose ship she is."""
        return side_of(self.nation)

    @cached_property
    def under_soviets(self) -> bool:
        """1.4c Soviet ships, and the 1st and 6th British minesweeping flotillas, are under Soviet command (4.3.2)."""
        return self.nation == "soviet" or self.role == "mf"

    @cached_property
    def strength(self) -> int:
        """Undamaged, of one ship."""
        return self.steps[0]

    @cached_property
    def is_single(self) -> bool:
        """A named ship: one a counter, one a game."""
        return not self.most

    @cached_property
    def is_heavy(self) -> bool:
        """1.4 A capital ship, carrier or cruiser."""
        return self.type in HEAVY_SHIPS

    @cached_property
    def is_warship(self) -> bool:
        """1.4 All but convoy ships."""
        return self.type in WARSHIPS

    @cached_property
    def berth(self) -> str:
        """5.1.2a What she counts as, undamaged, in the Russian ports; "" for what does not count."""
        if self.nation == "soviet" or not (self.is_heavy or self.type in ("dd", "tb")):
            return ""
        return "capital_ships" if self.type in CAPITAL_SHIPS else "cruisers" if self.is_heavy else "light"

    @cached_property
    def is_oiler(self) -> bool:
        """1.4.2 AO and MO refuel others at sea."""
        return self.role in ("ao", "mo")

    @cached_property
    def capacity(self) -> int:
        """1.5.1a The strength of aircraft that a carrier holds."""
        return sum(strength for _, strength in self.embarked)


class Aircraft(Struct, frozen=True, dict=True):
    """1.5 A kind of aircraft. `plus`: one more air value against bombers (7.2.3e); `lighter`: bombs at sea as a light
    bomber (7.2.7); `naval`: Soviet naval aircraft, which alone attack ships at sea (7.2a).
    """

    id: str
    name: Text
    nation: Nation
    type: AircraftType
    value: int
    plus: bool
    range: int
    strength: int
    torpedoes: int
    reconnaissance: bool
    anti_submarine: bool
    photo: bool
    floats: bool
    carrier: bool
    naval: bool
    lighter: bool

    @cached_property
    def side(self) -> Side:
        """Whose aircraft it is."""
        return side_of(self.nation)

    @cached_property
    def flies_by_night(self) -> bool:
        """5.3a Those that reconnoitre, and British bombers."""
        return self.reconnaissance or (self.nation == "britain" and self.type in ("lb", "mb", "hb", "db"))

    @cached_property
    def attacks(self) -> bool:
        """5.3b, 7.2a, 7.4.2 Whether it can attack anything at sea."""
        bombs = self.type not in ("p", "f") and (self.nation != "soviet" or self.naval)
        return bombs or self.anti_submarine

    @cached_property
    def patrols(self) -> bool:
        """5.3.1 Whether it can hold a temporary radius: with reconnaissance and ASW both."""
        return self.reconnaissance and self.anti_submarine


class Face(Struct, frozen=True, gc=False):
    """6.2 The day or night block of a card. Each row in the order fair, reduced visibility, storm, fog or gale."""

    force: tuple[Result, ...]
    air: tuple[Result, ...]
    both: tuple[Result, ...]
    gain: tuple[int, ...]
    submarine: bool
    photo: tuple[bool, ...] = (False, False, False, False)


class Damage(Struct, frozen=True, gc=False):
    """10.2.6, 9.3.1 The damage line: ships by class, and those after a plus sign, which do not always count."""

    heavy: int
    light: int
    light_more: int
    convoy: int
    convoy_more: int


class Card(Struct, frozen=True, gc=False):
    """1.7 One of the forty cards. `star`: fails for Soviet searchers alone; `halts`: a red octagon
    (9.2.5a); `disperses`: the boxed D (9.3.2).
    """

    id: str
    day: Face
    night: Face
    star: bool
    halts: bool
    disperses: bool
    damage: Damage


_COLUMNS: dict[WeatherKind, int] = {"fair": 0, "reduced": 1, "storm": 2, "fog": 3, "gale": 3}


def column(weather: WeatherKind) -> int:
    """1.7 The column of a card for a weather: fog and gale share the last."""
    return _COLUMNS[weather]


class Situation(Struct, frozen=True, gc=False):
    """12.0 A chit: the special situation it gives the Allied player, and the Axis player in winter (November to April)
    and summer; `stars` in the same order: +1 to a bid for the initiative (12.0c).
    """

    id: str
    allied: str
    axis_winter: str
    axis_summer: str
    stars: tuple[bool, bool, bool]


class Land(Struct, frozen=True, gc=False):
    """A stretch of land and whose coast it is, as an SVG path."""

    c: str
    d: str


class Coast(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The land around the sea, for the picture alone; `path_scale` makes hexes across the flats of its units, and it is
    cut at `frame` (left, top, right, bottom).
    """

    source: str
    units: str
    path_scale: float
    frame: tuple[float, float, float, float]
    codes: str
    land: tuple[Land, ...]
