"""15.0 The campaign: its start, the schedule of its fortnights, and the numbers of chapter 15.

A ship or aircraft is written as in an operation (``tirpitz``, ``dd_a_i 6``). In a departure, ``cl 1`` means one ship of
type CL, which her owner chooses; ``cl`` alone means all ships of that type.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.kernel.text import Text
from games.titles.pq17.components.pieces import Ice, Side, Zone
from games.titles.pq17.components.scenarios import (
    BothDummies,
    CommandPoints,
    Count,
    Entry,
    Group,
    Operation,
    read_entry,
)
from games.titles.pq17.components.turns import Month, Turn, month_of, read_turn
from games.toolkit.tables import ComponentError, read_toml

Positive = Annotated[int, Meta(ge=1)]
Share = Literal["", "1/2", "2/3"]
FORTNIGHTS_A_MONTH = 2


class SovietPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """15.1b The Command Points of Severny Flot.

    `each`: the points gained in each fortnight. `most`: the limit of the stock. `most_later`: the limit of the stock
    after a convoy has lost a third of its merchants.
    """

    each: Count
    most: Count
    most_later: Count


class GermanPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """15.1a The Command Points of Gruppe Nord.

    `most`: the limit of the stock. `not_in`: the months in which no fuel chit is drawn.
    """

    most: Count
    not_in: tuple[str, ...]


class ConvoyLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """15.2a The most strength of each kind of ship that a convoy of the campaign may hold.

    `aa`: anti-aircraft ships. `ao`: oilers. `cam`: CAM ships. `es`: escorts.
    """

    aa: Count
    ao: Count
    cam: Count
    es: Count
    submarines: Count


class Emergency(Struct, frozen=True, forbid_unknown_fields=True):
    """15.4.1, 15.4.2 The strength that each side may call in a fortnight as emergency reinforcements, by nation."""

    allied: dict[str, Count]
    axis: dict[str, Count]


class CampaignRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of chapter 15."""

    home_fleet: Count
    """The Command Points of the Home Fleet in each fortnight (15.1)."""
    severny_flot: SovietPoints
    """The Command Points of Severny Flot (15.1b)."""
    severny_flot_third: Positive
    """A divisor n: the loss of 1/n of a convoy's merchants raises the limit of Severny Flot's stock (15.1b)."""
    gruppe_nord: GermanPoints
    """The Command Points of Gruppe Nord (15.1a)."""
    convoy: ConvoyLimits
    """The limits of a convoy (15.2a)."""
    ballast_latest: str
    """The last turn on which a convoy of empty merchants sails (15.2b)."""
    unloaded: dict[str, Positive]
    """By port, the most merchants that it unloads in a fortnight (15.2.2)."""
    merchants: Positive
    """The number of laden merchants that arrive in a fortnight (15.3.1)."""
    soviet_air_merchants: Positive
    """The number of merchants for each step of Soviet aircraft (15.3.3, 15.6.4)."""
    emergency: Emergency
    """The limits of emergency reinforcements (15.4.1, 15.4.2)."""
    emergency_cost: Count
    """The half victory points for each strength of emergency reinforcements (15.4)."""
    green_ahead: Count
    """The most fortnights by which a new ship may arrive early (15.4.3)."""
    green_share: Positive
    """The strength for which a green crew rolls one die (15.4.3a)."""
    repair: Positive
    """The fortnights in dock for each step of a ship (15.5.1)."""
    repair_tirpitz: Positive
    """The fortnights in which a step of Tirpitz is repaired (15.5.1a)."""
    repair_tirpitz_cost: Count
    """The half victory points for each repaired step of Tirpitz (15.5.1a)."""
    boats_third: Positive
    """A divisor n: each month, 1/n of the damaged submarines returns, rounded up (15.5.2)."""
    inoperative_warship: Positive
    """The fortnights for which a warship stays inoperative (15.5.3)."""
    us_cost: Count
    """The half victory points that the Allies lose for each US ship that is not at home when the US Navy leaves.

    It counts for each heavy ship, and for each strength of destroyers (15.7.3).
    """
    required_each_month: Count
    """The whole victory points that the Allies need for each month to win the campaign (15.9)."""
    unloading: Count
    """The half victory points for each merchant that is unloaded (15.9.1)."""
    idle_ballast: Count
    """The half victory points that each idle empty merchant costs (15.9.1)."""
    soviet_boats_until: str
    """The first fortnight in which Soviet submarines may enter hex 0715 (15.8.2)."""

    @property
    def last_for_ballast(self) -> Turn:
        """15.2b The last turn on which a convoy of empty merchants may sail."""
        return read_turn(self.ballast_latest)


class Beginning(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.0 The units at the start of the campaign, before the first planning phase.

    Each unit is written as in an operation: ``tirpitz``, ``dd_a_i 6``.
    """

    severny_flot: Count
    """The Command Points of Severny Flot."""
    gruppe_nord: Count
    """The Command Points of Gruppe Nord."""
    ballast: dict[str, tuple[str, ...]]
    """By Soviet port, the empty merchants in its ballast box (15.2.2)."""
    patrol_white: tuple[str, str]
    """The ships of Patrol White, first the ship at sea."""
    british_submarines: tuple[str, ...]
    """The British submarines."""
    soviet: tuple[str, ...]
    """The Soviet ships and submarines."""
    german_submarines: tuple[str, ...]
    """The German submarines."""
    merchants: tuple[str, ...]
    """The laden merchants."""
    forces: tuple[Group, ...]
    """All other ships, in groups with their ports."""
    air: dict[str, tuple[str, ...]]
    """By base, the aircraft."""

    @property
    def ships(self) -> tuple[Entry, ...]:
        """Return every ship, including submarines and merchants, as read from its notation."""
        laid = [ship for group in self.forces for ship in group.ships]
        boxed = [ship for ships in self.ballast.values() for ship in ships]
        others = (*self.patrol_white, *self.british_submarines, *self.soviet, *self.german_submarines, *self.merchants)
        return tuple(read_entry(ship) for ship in (*laid, *boxed, *others))


class Coming(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.3 Units that arrive in the order-of-battle phase."""

    side: Side
    """The side of the units."""
    units: tuple[str, ...] = ()
    """The units, written as in an operation: ``tirpitz``, ``dd_a_i 6``."""
    place: str = ""
    """The port or airfield where they arrive; "" means the default of 15.3."""
    new: bool = False
    """True if the units may arrive with green crews (15.4.3)."""
    for_cargo: bool = False
    """True if they arrive only when enough merchants were unloaded (15.3.3)."""
    returns: str = ""
    """The name of an operation: all units that left for it return, except the ships in `less`."""
    less: tuple[str, ...] = ()
    """The ships that do not return."""
    share: Share = ""
    """The part of each unit that returns; "" means the whole unit."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The listed units that arrive, as read from `units`."""
        return tuple(read_entry(unit) for unit in self.units)

    @property
    def missing(self) -> tuple[Entry, ...]:
        """The ships that do not return from the operation, as read from `less`."""
        return tuple(read_entry(unit) for unit in self.less)


class Going(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.7 Units that leave in the order-of-battle phase."""

    side: Side
    """The side of the units."""
    units: tuple[str, ...]
    """The ships, written as in an operation (``tirpitz``), or types of ship with a number (``cl 1``)."""
    operation: str = ""
    """The operation for which they leave; the owner may send another ship of the same type (15.7.2)."""
    back: str = ""
    """The fortnight in which they return; "" if they leave for good or for an operation."""
    share: Share = ""
    """The part of each unit that leaves, rounded down; "" means the whole unit."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ships, or types with a number of ships, that leave."""
        return tuple(read_entry(unit) for unit in self.units)


class Fortnight(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """8.4 A fortnight of the campaign."""

    key: str
    """The half month under which the charts list it, such as ``jun_1``."""
    month: str
    """Its year and month."""
    axis_air: Count
    """The steps of aircraft that the Axis gets as replacements (15.6.3)."""
    us_navy_leaves: bool = False
    """True if the US ships leave at the end of its last Allied phase (15.7.3)."""
    arrivals: tuple[Coming, ...] = ()
    """The units that arrive."""
    departures: tuple[Going, ...] = ()
    """The units that leave."""

    @property
    def calendar_month(self) -> Month:
        """The month, as the charts name it."""
        return month_of(self.month)

    @property
    def begins_a_month(self) -> bool:
        """15.5.2 True if the fortnight is the first of its month."""
        return self.key.endswith("_1")


class Campaign(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The data of the campaign."""

    source: Literal["reconstructed"]
    name: str
    name_ja: str
    start: str
    """The first fortnight."""
    rules: CampaignRules
    begin: Beginning
    """The units at the start."""
    dummies: BothDummies
    lengths: dict[str, Positive]
    """By key of a campaign scenario, its number of months (15.9)."""
    fortnights: tuple[Fortnight, ...]
    """The schedule."""

    @property
    def title(self) -> Text:
        """Return the campaign's title in English and Japanese."""
        return Text(self.name, self.name_ja)

    @property
    def soviet_boats_month(self) -> str:
        """15.8.2 The first month, such as ``06``, in which Soviet submarines may enter hex 0715."""
        return next(one.month for one in self.fortnights if one.key == self.rules.soviet_boats_until)[5:]

    def bare(self, fortnight: Fortnight, ice: dict[Zone, Ice]) -> Operation:
        """8.4, 10.4 Return an operation without forces that has the month, light and ice of a fortnight."""
        return Operation(
            source=self.source,
            number=0,
            name=self.name,
            name_ja=self.name_ja,
            month=fortnight.month,
            light=fortnight.key,
            start=self.start,
            patrol_white=("", ""),
            british_submarines=0,
            wolfpacks=(),
            soviet=(),
            command_points=CommandPoints(self.rules.home_fleet, 0, 0),
            dummies=self.dummies,
            convoys=(),
            forces=(),
            air={},
            reinforcements=(),
            ice=ice,
        )

    @property
    def months(self) -> int:
        """15.9 Return the number of months in the schedule."""
        return len(self.fortnights) // FORTNIGHTS_A_MONTH


def read_campaign(file: str, content: bytes) -> Campaign:
    """Read the campaign and check its dates and merchants.

    Raises ComponentError, which names `file`, if the file has a fault.
    """
    campaign = read_toml(file, content, Campaign)
    try:
        _check_dates(campaign)
        _check_merchants(campaign)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None
    return campaign


def _check_dates(campaign: Campaign) -> None:
    """8.4 Check that each month has two fortnights in order, and that every fortnight named by a rule is one of them.

    Raises ValueError.
    """
    read_turn(campaign.start)
    read_turn(campaign.rules.ballast_latest)
    keys = [one.key for one in campaign.fortnights]
    due = [f"{one.calendar_month}_{place % FORTNIGHTS_A_MONTH + 1}" for place, one in enumerate(campaign.fortnights)]
    months = [one.month for one in campaign.fortnights]
    if keys != due or months != sorted(months) or len(keys) != FORTNIGHTS_A_MONTH * len(set(months)) or not keys:
        raise ValueError("the fortnights are two a month, in their order (8.4)")
    for place, fortnight in enumerate(campaign.fortnights):
        for going in fortnight.departures:
            if going.back and going.back not in keys[place + 1 :]:
                raise ValueError(f"{going.back!r} is no later fortnight ({fortnight.key})")
    if campaign.rules.soviet_boats_until not in (one.key for one in campaign.fortnights if one.begins_a_month):
        raise ValueError(f"{campaign.rules.soviet_boats_until!r} is no fortnight that begins a month (15.8.2)")


def _check_merchants(campaign: Campaign) -> None:
    """15.3.1 Check that as many merchants are present at the start as in each later arrival. Raises ValueError."""
    strength = sum(read_entry(one).strength for one in campaign.begin.merchants)
    if strength != campaign.rules.merchants:
        raise ValueError(f"{strength} merchants arrive, not {campaign.rules.merchants} (15.3.1)")
