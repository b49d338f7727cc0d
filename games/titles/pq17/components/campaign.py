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

    `each`: the income of a fortnight. `most`: the limit of the stock. `most_later`: the limit after a convoy has lost a
    third of its merchants.
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
    """15.2a The most counters that a convoy of the campaign holds."""

    aa: Count
    ao: Count
    cam: Count
    es: Count
    submarines: Count


class Emergency(Struct, frozen=True, forbid_unknown_fields=True):
    """15.4.1, 15.4.2 The strength that each side may call in a fortnight as emergency reinforcements, by kind."""

    allied: dict[str, Count]
    axis: dict[str, Count]


class CampaignRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of chapter 15: Command Points in whole points, victory points in half points, times in fortnights.

    Convoys: `ballast_latest`: the last turn on which a ballast convoy sails. `unloaded`: by port, the merchants that it
    unloads. `merchants`: the laden merchants that arrive each time. `soviet_air_merchants`: the laden merchants for one
    step of Soviet aircraft. `unloading`, `idle_ballast`: the points for a merchant that is unloaded or idle.

    Shares: a number n means one in n. `severny_flot_third`: the merchants of a convoy whose loss raises the limit.
    `boats_third`: the damaged submarines that return. `green_share`: the strength of a green crew for one die.

    Others: `green_ahead`: how early a new ship may arrive. `repair`, `repair_tirpitz`: the time in dock for each step.
    `inoperative_warship`: how long a warship stays inoperative. `us_cost`: the points for each heavy US ship, or
    strength of destroyers, that cannot leave. `soviet_boats_until`: the fortnight from which hex 0715 is open.
    """

    home_fleet: Count
    severny_flot: SovietPoints
    severny_flot_third: Positive
    gruppe_nord: GermanPoints
    convoy: ConvoyLimits
    ballast_latest: str
    unloaded: dict[str, Positive]
    merchants: Positive
    soviet_air_merchants: Positive
    emergency: Emergency
    emergency_cost: Count
    green_ahead: Count
    green_share: Positive
    repair: Positive
    repair_tirpitz: Positive
    repair_tirpitz_cost: Count
    boats_third: Positive
    inoperative_warship: Positive
    us_cost: Count
    required_each_month: Count
    unloading: Count
    idle_ballast: Count
    soviet_boats_until: str

    @property
    def last_for_ballast(self) -> Turn:
        """15.2b The last turn on which a ballast convoy may sail."""
        return read_turn(self.ballast_latest)


class Beginning(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.0 The units on the map before the first planning phase.

    `ballast`: merchants face down in the boxes (15.2.2).
    """

    severny_flot: Count
    gruppe_nord: Count
    ballast: dict[str, tuple[str, ...]]
    patrol_white: tuple[str, str]
    british_submarines: tuple[str, ...]
    soviet: tuple[str, ...]
    german_submarines: tuple[str, ...]
    merchants: tuple[str, ...]
    forces: tuple[Group, ...]
    air: dict[str, tuple[str, ...]]

    @property
    def ships(self) -> tuple[Entry, ...]:
        """Return every ship, submarine and merchant."""
        laid = [ship for group in self.forces for ship in group.ships]
        boxed = [ship for ships in self.ballast.values() for ship in ships]
        others = (*self.patrol_white, *self.british_submarines, *self.soviet, *self.german_submarines, *self.merchants)
        return tuple(read_entry(ship) for ship in (*laid, *boxed, *others))


class Coming(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.3 Units that arrive in the order-of-battle phase; without a `place` at the default place of 15.3.

    `new`: the units may arrive green (15.4.3). `for_cargo`: they arrive only if enough merchants were unloaded
    (15.3.3). `returns`: the named operation from which the units return. `less`: the ships that do not return with
    them. `share`: the part of each unit that returns.
    """

    side: Side
    units: tuple[str, ...] = ()
    place: str = ""
    new: bool = False
    for_cargo: bool = False
    returns: str = ""
    less: tuple[str, ...] = ()
    share: Share = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The units that arrive."""
        return tuple(read_entry(unit) for unit in self.units)

    @property
    def missing(self) -> tuple[Entry, ...]:
        """Return the ships that do not return with the others, by type."""
        return tuple(read_entry(unit) for unit in self.less)


class Going(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """15.7 Units that leave in the order-of-battle phase.

    They leave for good, until the fortnight `back`, or for a named `operation`. For an operation, another ship of the
    type may leave instead (15.7.2). `share`: the part of each unit that leaves, rounded down.
    """

    side: Side
    units: tuple[str, ...]
    operation: str = ""
    back: str = ""
    share: Share = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ships, or types with a number of ships, that leave."""
        return tuple(read_entry(unit) for unit in self.units)


class Fortnight(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """8.4 A fortnight of the campaign.

    `key`: its half month in the charts. `axis_air`: the steps that the Axis replaces (15.6.3). `us_navy_leaves`: US
    ships leave at the end of its last Allied phase (15.7.3).
    """

    key: str
    month: str
    axis_air: Count
    us_navy_leaves: bool = False
    arrivals: tuple[Coming, ...] = ()
    departures: tuple[Going, ...] = ()

    @property
    def calendar_month(self) -> Month:
        """The month, for the charts."""
        return month_of(self.month)

    @property
    def begins_a_month(self) -> bool:
        """15.5.2 True if it is the first fortnight of its month."""
        return self.key.endswith("_1")


class Campaign(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The campaign. `lengths`: its scenarios, with the number of months of each (15.9)."""

    source: Literal["reconstructed"]
    name: str
    name_ja: str
    start: str
    rules: CampaignRules
    begin: Beginning
    dummies: BothDummies
    lengths: dict[str, Positive]
    fortnights: tuple[Fortnight, ...]

    @property
    def title(self) -> Text:
        """Return the title for players."""
        return Text(self.name, self.name_ja)

    def bare(self, fortnight: Fortnight, ice: dict[Zone, Ice]) -> Operation:
        """8.4, 10.4 Return a fortnight as an operation without forces: its month, light and ice."""
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
    """Read the campaign and check its dates. Raises ComponentError."""
    campaign = read_toml(file, content, Campaign)
    try:
        _check_dates(campaign)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None
    return campaign


def _check_dates(campaign: Campaign) -> None:
    """8.4 Check that each month has two fortnights in order, and that every named date is one of them.

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
    if campaign.rules.soviet_boats_until not in keys:
        raise ValueError(f"{campaign.rules.soviet_boats_until!r} is no fortnight (15.8.2)")
