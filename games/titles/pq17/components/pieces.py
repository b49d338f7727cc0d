"""1.0 The pieces: hexes with ports and airfields, counters of ships and aircraft, and cards."""

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
"""10.0 The zone of a hex: white hexes are solid pack outside all zones, and "" never has ice."""
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
"""1.4 The classes that count as warships in searches: submarines do, convoy ships do not."""
FLOATING: frozenset[ShipClass] = HEAVY_SHIPS | {"ax"}
"""7.0d Classes with a step of 0: these counters are Dead in the Water before they sink."""

_SIDE_OF: dict[str, Side] = {"britain": "allied", "us": "allied", "soviet": "allied", "norway": "allied"}


def side_of(nation: Nation | Owner) -> Side:
    """Return the side of a nation."""
    return _SIDE_OF.get(nation, "axis")


class Hex(Struct, frozen=True, dict=True):
    """1.1 A hex, identified by row and column.

    `closed`: the sides that no ship crosses. `zone`: its ice zone, "pack", or "" without ice. `leads`: it is in the
    Inner Leads (5.1.6). `door`: the box off the map to which it leads. `friendly`: the side to which its coast is
    friendly in a search (1.1.3). `sectors`: the sectors that may search it (6.4.2).
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
        """True if ships may enter the hex."""
        return self.kind in ("sea", "coast")


class Port(Struct, frozen=True, dict=True):
    """1.1.1 A port. A ``temporary`` port exists only if the scenario or a situation names it.

    `x` and `y`: its exact position in thousandths of a hex across the flats. `unloads`: the merchants that it unloads
    in half a month (15.2.2).
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
        """The side that owns the port."""
        return side_of(self.owner)


class Airfield(Struct, frozen=True, dict=True):
    """1.1 An airfield. If its hex has a port too, the map shows the airfield in a box beside the port."""

    id: str
    name: Text
    hex: str
    owner: Owner
    anti_aircraft: int

    @cached_property
    def side(self) -> Side:
        """The side that owns the airfield."""
        return side_of(self.owner)


class Interceptors(Struct, frozen=True, gc=False):
    """1.1.2 Counters of fighters printed at an airfield; those of a later month (as 1942-06) replace them."""

    airfield: str
    since: str
    aircraft: str
    counters: int


class Ship(Struct, frozen=True, dict=True):
    """1.4 A kind of ship counter: one named ship, or ships of a class with strength.

    `steps`: the strengths from undamaged down; for a class, those of one ship. `most`: the strength that a counter of a
    class can hold, 0 for a named ship (1.4e). `role`: the kind of convoy ship (1.4f), or `mf` for the British
    minesweepers in Russia (1.4c). `speed`: her undamaged speed; cruise for ES (1.4d). `anti_aircraft`: -1 means `*`,
    None means no fire.

    `cruise_from`, `slow_from`: at this strength or less, her speed is at most cruise, or slow (5.1). `value`: her
    victory points; for light ships, submarines and convoy ships the points of each strength.
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
        """The side to which the ship belongs."""
        return side_of(self.nation)

    @cached_property
    def under_soviets(self) -> bool:
        """1.4c True for ships under Soviet command (4.3.2).

        They are Soviet ships, and the British minesweepers stationed in Russia.
        """
        return self.nation == "soviet" or self.role == "mf"

    @cached_property
    def strength(self) -> int:
        """The strength of one undamaged ship."""
        return self.steps[0]

    @cached_property
    def is_single(self) -> bool:
        """True for a named ship: one counter, one ship in the game."""
        return not self.most

    @cached_property
    def is_heavy(self) -> bool:
        """1.4 True for a capital ship, carrier or cruiser."""
        return self.type in HEAVY_SHIPS

    @cached_property
    def is_warship(self) -> bool:
        """1.4 True for all ships except convoy ships."""
        return self.type in WARSHIPS

    @cached_property
    def berth(self) -> str:
        """5.1.2a The category in which an undamaged ship counts in the Russian ports; "" if she does not count."""
        if self.nation == "soviet" or not (self.is_heavy or self.type in ("dd", "tb")):
            return ""
        return "capital_ships" if self.type in CAPITAL_SHIPS else "cruisers" if self.is_heavy else "light"

    @cached_property
    def is_oiler(self) -> bool:
        """1.4.2 True for AO and MO, which refuel others at sea."""
        return self.role in ("ao", "mo")

    @cached_property
    def capacity(self) -> int:
        """1.5.1a The strength of aircraft that a carrier can hold."""
        return sum(strength for _, strength in self.embarked)


class Aircraft(Struct, frozen=True, dict=True):
    """1.5 A kind of aircraft.

    `plus`: its air value against bombers is one higher (7.2.3e). `lighter`: it bombs at sea as a light bomber (7.2.7).
    `naval`: Soviet naval aircraft, the only Soviet ones that attack ships at sea (7.2a).
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
        """The side to which the aircraft belongs."""
        return side_of(self.nation)

    @cached_property
    def flies_by_night(self) -> bool:
        """5.3a True for reconnaissance aircraft and British bombers, which fly at night."""
        return self.reconnaissance or (self.nation == "britain" and self.type in ("lb", "mb", "hb", "db"))

    @cached_property
    def attacks(self) -> bool:
        """5.3b, 7.2a, 7.4.2 True if this kind of aircraft can attack a target at sea."""
        bombs = self.type not in ("p", "f") and (self.nation != "soviet" or self.naval)
        return bombs or self.anti_submarine

    @cached_property
    def patrols(self) -> bool:
        """5.3.1 True if this kind of aircraft can hold a temporary radius, which needs reconnaissance and ASW."""
        return self.reconnaissance and self.anti_submarine


class Face(Struct, frozen=True, gc=False):
    """6.2 The day or night half of a card.

    `force`, `air`, `both`: the rows for searches by forces, by aircraft, and by both. `gain`: the levels that a success
    adds. `submarine`: a wolfpack may refuse. `photo`: a photograph of a port succeeds. The values of a row, of `gain`
    and of `photo` are for fair weather, reduced visibility, storm, and fog or gale.
    """

    force: tuple[Result, ...]
    air: tuple[Result, ...]
    both: tuple[Result, ...]
    gain: tuple[int, ...]
    submarine: bool
    photo: tuple[bool, ...] = (False, False, False, False)


class Damage(Struct, frozen=True, gc=False):
    """10.2.6, 9.3.1 The damage line of a card: the ships to remove, by class.

    `light_more`, `convoy_more`: the figures after a plus sign, which some damage ignores.
    """

    heavy: int
    light: int
    light_more: int
    convoy: int
    convoy_more: int


class Card(Struct, frozen=True, gc=False):
    """1.7 One of the forty search cards.

    `star`: the card fails if all searchers are Soviet. `halts`: it shows a red octagon (9.2.5a). `disperses`: it shows
    the boxed D (9.3.2).
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
    """1.7 Return the column of a card for a weather: fog and gale share the last."""
    return _COLUMNS[weather]


class Situation(Struct, frozen=True, gc=False):
    """12.0 A chit: the situation that it gives the Allied player, and the Axis player in winter and in summer.

    Winter is November to April. `stars`: in the same order, the bonus (+1 or 0) to a bid for the initiative (12.0c).
    """

    id: str
    allied: str
    axis_winter: str
    axis_summer: str
    stars: tuple[bool, bool, bool]


class Land(Struct, frozen=True, gc=False):
    """A stretch of land. `c`: the code of its country, one of `Coast.codes`. `d`: its outline as an SVG path."""

    c: str
    d: str


class Coast(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The land around the sea, for the picture only.

    `path_scale` converts the units of the path to hexes across the flats. `frame`: where the land is cut (left, top,
    right, bottom). `codes`: the codes of the countries, separated by spaces.
    """

    source: str
    units: str
    path_scale: float
    frame: tuple[float, float, float, float]
    codes: str
    land: tuple[Land, ...]
