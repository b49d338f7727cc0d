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
"""10.0 The ice zone of a hex: "pack" is a white hex, which is solid pack outside all zones; "" never has ice."""
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
"""10.2 The states of ice, from the best for ships to the worst."""
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
"""1.4 The classes that count as warships in searches. Submarines count; convoy ships do not."""
FLOATING: frozenset[ShipClass] = HEAVY_SHIPS | {"ax"}
"""7.0d The classes whose counters have a step of strength 0. Such a ship is Dead in the Water before she sinks."""

_SIDE_OF: dict[str, Side] = {"britain": "allied", "us": "allied", "soviet": "allied", "norway": "allied"}


def side_of(nation: Nation | Owner) -> Side:
    """Return the side for which a nation fights."""
    return _SIDE_OF.get(nation, "axis")


class Hex(Struct, frozen=True, dict=True):
    """1.1 A hex, identified by row and column."""

    id: str
    """The hex number."""
    kind: HexKind
    coasts: tuple[str, ...] = ()
    """The sides of the hex with a coast."""
    friendly: Side | Literal[""] = ""
    """The side to which the coast is friendly in a search (1.1.3)."""
    closed: tuple[str, ...] = ()
    """The sides of the hex that no ship can cross."""
    zone: HexZone = ""
    """The ice zone; "pack" is solid pack outside all zones, "" never has ice."""
    leads: bool = False
    """True in the Inner Leads (5.1.6)."""
    door: Door = ""
    """The box beside the map that forces enter from the hex; "" if none."""
    sectors: tuple[Sector, ...] = ()
    """The air search sectors that may search the hex (6.4.2)."""

    @cached_property
    def is_sea(self) -> bool:
        """True if ships may enter the hex."""
        return self.kind in ("sea", "coast")


class Port(Struct, frozen=True, dict=True):
    """1.1.1 A port."""

    id: str
    name: Text
    hex: str
    """The hex of the port."""
    owner: Owner
    """The nation that owns the port."""
    use: PortUse
    """Who uses the port. ``permanent``: all ships. ``submarines``: only submarines.

    ``temporary``: the port exists only if the scenario or a situation names it.
    """
    seaplanes: bool
    """True if float planes may be based there."""
    reload: Reload
    """The ships that can reload torpedoes there (7.3.2b)."""
    refuels: bool
    """True if forces refuel there (11.3.1)."""
    anti_aircraft: int
    """The anti-aircraft value of the port."""
    unloads: int
    """The number of merchants that it unloads in half a month (15.2.2)."""
    x: int
    """The position on the map from west to east, in thousandths of the width of a hex between opposite sides."""
    y: int
    """The position on the map from north to south, in the same unit."""

    @cached_property
    def side(self) -> Side:
        """The side that owns the port."""
        return side_of(self.owner)


class Airfield(Struct, frozen=True, dict=True):
    """1.1 An airfield. If there is a port in its hex, the map shows the airfield in a box beside the port."""

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
    """1.1.2 Fighters printed at an airfield, which serve there from the month `since` (such as ``1942-06``).

    A later entry for the same airfield replaces an earlier entry. `counters`: the number of counters of full strength.
    """

    airfield: str
    since: str
    aircraft: str
    counters: int


class Ship(Struct, frozen=True, dict=True):
    """1.4 A kind of ship counter: one named ship, or ships of a class, whose counter shows their total strength."""

    id: str
    name: Text
    nation: Nation
    type: ShipClass
    """The class by which the charts list the ship."""
    role: Role
    """The kind of convoy ship (1.4f), or `mf` for the British minesweepers in Russia (1.4c)."""
    steps: tuple[int, ...]
    """The strength after each loss, beginning with the undamaged strength; for a class, the strength of one ship."""
    most: int
    """The most strength that a counter of a class can have; 0 for a named ship (1.4e)."""
    anti_aircraft: int | None
    """The anti-aircraft value; -1 stands for `*`, None means that she does not fire."""
    torpedoes: int
    """The number of torpedo symbols."""
    speed: Speed
    """The undamaged speed; "cruise" for escorts (1.4d)."""
    cruise_from: int
    """The strength at which, and below which, her speed is at most cruise (5.1)."""
    slow_from: int
    """The strength at which, and below which, her speed is slow (5.1)."""
    embarked: tuple[tuple[str, int], ...]
    """The aircraft of a carrier, with their strengths."""
    value: int
    """The victory points for her loss; for light ships, submarines and convoy ships, for each strength."""

    @cached_property
    def side(self) -> Side:
        """The side to which the ship belongs."""
        return side_of(self.nation)

    @cached_property
    def under_soviets(self) -> bool:
        """1.4c True for ships under Soviet command (4.3.2).

        These are the Soviet ships and the British minesweepers stationed in Russia.
        """
        return self.nation == "soviet" or self.role == "mf"

    @cached_property
    def strength(self) -> int:
        """The strength of one undamaged ship."""
        return self.steps[0]

    @cached_property
    def is_single(self) -> bool:
        """True for a named ship. Its counter is a single ship and exists once in the game."""
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
        """5.1.2a The category in which an undamaged ship counts in the limits of the Russian ports; "" for none."""
        if self.nation == "soviet" or not (self.is_heavy or self.type in ("dd", "tb")):
            return ""
        return "capital_ships" if self.type in CAPITAL_SHIPS else "cruisers" if self.is_heavy else "light"

    @cached_property
    def is_oiler(self) -> bool:
        """1.4.2 True for the classes AO and MO, which refuel other ships at sea."""
        return self.role in ("ao", "mo")

    @cached_property
    def capacity(self) -> int:
        """1.5.1a The total strength of aircraft that a carrier can hold; 0 for other ships."""
        return sum(strength for _, strength in self.embarked)


class Aircraft(Struct, frozen=True, dict=True):
    """1.5 A kind of aircraft."""

    id: str
    name: Text
    nation: Nation
    type: AircraftType
    """The type by which the charts list it, such as ``f`` (fighter) or ``mb`` (medium bomber)."""
    value: int
    """The air value in combat."""
    plus: bool
    """True if the value is one higher against bombers (7.2.3e)."""
    range: int
    """The range in hexes."""
    strength: int
    """The most steps of an air unit."""
    torpedoes: int
    """The number of torpedoes of each flying step; 0 if the aircraft carries none."""
    reconnaissance: bool
    """True if it can search."""
    anti_submarine: bool
    """True if it can attack submarines."""
    photo: bool
    """True if it can photograph ports (6.9)."""
    floats: bool
    """True for float planes, which are based at ports."""
    carrier: bool
    """True for aircraft of carriers."""
    naval: bool
    """True for Soviet naval aircraft, the only Soviet aircraft that attack ships at sea (7.2a)."""
    lighter: bool
    """True for a medium bomber that attacks ships as a light bomber does (7.2.7)."""

    @cached_property
    def side(self) -> Side:
        """The side to which the aircraft belongs."""
        return side_of(self.nation)

    @cached_property
    def flies_by_night(self) -> bool:
        """5.3a True for reconnaissance aircraft and British bombers, which are the only aircraft that fly at night."""
        return self.reconnaissance or (self.nation == "britain" and self.type in ("lb", "mb", "hb", "db"))

    @cached_property
    def attacks(self) -> bool:
        """5.3b, 7.2a, 7.4.2 True if this kind of aircraft can attack a target at sea."""
        bombs = self.type not in ("p", "f") and (self.nation != "soviet" or self.naval)
        return bombs or self.anti_submarine

    @cached_property
    def patrols(self) -> bool:
        """5.3.1 True if this kind of aircraft can hold a temporary air radius.

        It needs both reconnaissance and anti-submarine ability.
        """
        return self.reconnaissance and self.anti_submarine


class Face(Struct, frozen=True, gc=False):
    """6.2 The day or night half of a card.

    All fields except `submarine` have four values: for fair weather, reduced visibility, storm, and fog or gale.
    """

    force: tuple[Result, ...]
    """The results of searches by forces."""
    air: tuple[Result, ...]
    """The results of searches by aircraft."""
    both: tuple[Result, ...]
    """The results of searches by forces and aircraft together."""
    gain: tuple[int, ...]
    """The ID levels that a successful search adds."""
    submarine: bool
    """True if a wolfpack may refuse to be found."""
    photo: tuple[bool, ...] = (False, False, False, False)
    """True if a photograph of a port succeeds."""


class Damage(Struct, frozen=True, gc=False):
    """10.2.6, 9.3.1 The damage line of a card: the strength of ships to remove, by group of classes.

    `heavy`, `light`, `convoy`: the figures for heavy ships, light ships and convoy ships. `light_more`, `convoy_more`:
    the figures after a plus sign, which some kinds of damage ignore.
    """

    heavy: int
    light: int
    light_more: int
    convoy: int
    convoy_more: int


class Card(Struct, frozen=True, gc=False):
    """1.7 One of the forty search cards.

    `star`: True if the search fails when all searchers are Soviet. `halts`: True if the card shows a red octagon, which
    may stop a convoy in a gale (9.2.5a). `disperses`: True if the card shows a boxed D, which disperses a convoy in a
    gale (9.3.2).
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
    """1.7 Return the index of the value for a weather in the fields of a Face. Fog and gale share the last value."""
    return _COLUMNS[weather]


class Situation(Struct, frozen=True, gc=False):
    """12.0 A chit with three situations: one for the Allies, and two for the Axis, in winter and in summer.

    `id`: the letter of the chit. A situation is a key, such as ``axis_convoy``. Winter is November to April. `stars`:
    for each of the three situations, in the order of the fields, True if it adds 1 to a bid for the initiative (12.0c).
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
    """The land around the sea; only the picture of the map uses it.

    `path_scale`: converts the units of the paths to widths of a hex. `frame`: the rectangle in which land is drawn
    (left, top, right, bottom). `codes`: the codes of the countries, separated by spaces.
    """

    source: str
    units: str
    path_scale: float
    frame: tuple[float, float, float, float]
    codes: str
    land: tuple[Land, ...]
