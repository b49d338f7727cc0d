"""The numbers in the rules (`data/fixed.toml`), as structs that name the rules of their fields."""

from msgspec import Struct

from games.titles.goeben.components.charts import DieSide
from games.titles.goeben.components.pieces import ShipClass, Zone
from games.toolkit.tables import read_toml


class SetupNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 The numbers of the set-up."""

    british: dict[str, int]
    """The number of British counters laid face down in each patrol zone."""
    french: dict[str, int]
    """The number of French counters laid face down in each patrol zone."""
    start: str
    """The space where the German ships start."""
    home: str
    """The base of the Austro-Hungarian ships."""
    colliers: int
    """The number of colliers."""
    colliers_two_battlecruisers: int
    """The number of colliers of a fleet with two battlecruisers (19.0)."""


class OutfittingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """7.0, 8.0 The numbers of cargo and outfitting."""

    leadership_multiple: int
    """The cargo points of a ship at the start, for each point of its leadership."""
    base_multiple: int
    """The cargo points of a ship in a friendly naval base, for each point of its leadership."""
    usual: tuple[str, ...]
    """The cargo of a ship without orders for cargo, in the order of buying. It is no rule."""
    collier_dice: int
    """The dice for the coal that a collier supplies (7.4)."""
    friendly_ship_coal_dice: int
    """The dice for the coal that a Friendly Ship adds."""
    friendly_ship_repair_dice: int
    """The repair dice that a Friendly Ship adds."""


class RepairNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """10.1 The number of dice that each crew adds to repairs."""

    reserve_crew: int
    damage_control: int


class MovementNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """12.2, 12.3 `fast_coal`: the coal that a ship spends to move faster than cruise speed.

    `breakdown`: the highest die at which emergency speed costs an engine box.
    """

    fast_coal: int
    breakdown: DieSide


class SubmarineDice(Struct, frozen=True, forbid_unknown_fields=True):
    """13.chart/Allied Submarine The highest die of each result; at a higher die, the ships ram the submarine."""

    alarm: DieSide
    hunted: DieSide
    torpedo: DieSide


class VisibilityDice(Struct, frozen=True, forbid_unknown_fields=True):
    """13.chart/Limited Visibility The highest die at which battles open with the secondary or the tertiary guns.

    At a higher die no battle is fought.
    """

    secondary: DieSide
    tertiary: DieSide


class IncidentNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """13.0 The numbers of the incident chart."""

    submarine: SubmarineDice
    hunted_coal: int
    """The coal that each ship spends to evade a submarine."""
    torpedo_hits: DieSide
    """The lowest die with which a submarine's torpedo hits."""
    struck: DieSide
    """The lowest die that harms a collier, or a ship in a breakdown, minefield or storm."""
    visibility: VisibilityDice
    morale_multiple: int
    """A Morale Check compares the players' victory points with this number times the day."""
    morale_dice: int
    """The dice that a Morale Check adds to German fire, or takes from it."""


class CombatNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """14.0, 16.0 Modifiers, limits and costs of naval combat."""

    maximum_multiple: int
    """The factor by which maximum fire multiplies the dice (14.9)."""
    maximum_ammunition: int
    """The ammunition that a ship spends for maximum fire (14.9)."""
    ammunition: int
    """The ammunition that a ship spends when it opens fire (14.8)."""
    reserve_crew: int
    """The dice that a reserve crew adds to fire (14.5)."""
    calculator: int
    """The dice that a targeting calculator adds to fire (14.5)."""
    torpedo: int
    """The value of one torpedo, in place of the value of a battery (14.6, 14.10)."""
    hurt_speed: int
    """The speed of an Allied ship after her first engine hit (14.7)."""
    bridge_odd: int
    """The leadership that a hit on the bridge costs if its second die is odd (14.7)."""
    magazine_dice: int
    """The dice for the points of a destroyed magazine of a base (16.0)."""


class RaidingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """15.0 `seebataillon`: the extra dice of a raid on a merchant if marines (Seebataillon) are aboard."""

    seebataillon: int


class FleetNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """19.0, 19.1 The victory points, all negative, with which the players pay for a larger fleet, by fleet."""

    moltke: int
    stralsund: int
    all_four: int
    campaign_pair: int
    """The price of Moltke and Stralsund, if they join during a campaign (19.1)."""


class ConsortNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """20.0 The Austro-Hungarian ships: their leadership, the seas that they may enter, and their base (`home`)."""

    leadership: int
    zones: tuple[Zone, ...]
    home: str


class SeaplaneNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """21.2 `lost`: the highest die at which the seaplane is lost. `blind`: the highest at which it sees nothing."""

    lost: DieSide
    blind: DieSide


class NightNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """22.0 The highest die at which a battle is fought at night."""

    die: DieSide


class MineNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """23.0 The lowest die at which an Allied ship strikes a mine."""

    die: DieSide


class CampaignNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """24.1, 24.5 The numbers of the campaign.

    `draw`: the number of won missions that makes the campaign a draw; fewer lose it, more win it. `replaced`: the
    classes of Allied ships that come back for the next mission after they were sunk.
    """

    draw: int
    replaced: tuple[ShipClass, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the rules, in one struct for each part of the rulebook."""

    setup: SetupNumbers
    outfitting: OutfittingNumbers
    repair: RepairNumbers
    movement: MovementNumbers
    incidents: IncidentNumbers
    combat: CombatNumbers
    raiding: RaidingNumbers
    fleet: FleetNumbers
    consorts: ConsortNumbers
    seaplane: SeaplaneNumbers
    night: NightNumbers
    mines: MineNumbers
    campaign: CampaignNumbers


def read_numbers(file: str, content: bytes) -> Numbers:
    """Return the numbers in `content`, the TOML text of a data file.

    Raises ComponentError, which names `file`, if a number is missing or of the wrong type.
    """
    return read_toml(file, content, Numbers)
