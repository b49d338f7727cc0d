"""The numbers in the rules (`data/fixed.toml`), as structs whose fields name the rules that use them."""

from msgspec import Struct

from games.titles.goeben.components.charts import DieSide
from games.titles.goeben.components.pieces import ShipClass, Zone
from games.toolkit.tables import read_toml


class SetupNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """3.0 The number of face-down counters in each place, the starting place of the ships, and their home."""

    british: dict[str, int]
    french: dict[str, int]
    start: str
    home: str
    colliers: int
    colliers_two_battlecruisers: int


class OutfittingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """7.0, 8.0 Cargo points by leadership, and the dice of a collier and of a Friendly Ship.

    `usual` is no rule: it is the default cargo of a ship whose captain gives no orders.
    """

    leadership_multiple: int
    base_multiple: int
    usual: tuple[str, ...]
    collier_dice: int
    friendly_ship_coal_dice: int
    friendly_ship_repair_dice: int


class RepairNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """10.1 The number of dice that each crew adds to repairs."""

    reserve_crew: int
    damage_control: int


class MovementNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """12.2, 12.3 The coal for more than cruise speed, and the die of a breakdown at emergency speed."""

    fast_coal: int
    breakdown: DieSide


class SubmarineDice(Struct, frozen=True, forbid_unknown_fields=True):
    """13.chart/Allied Submarine The highest die of each result. Above the last of them the submarine is rammed."""

    alarm: DieSide
    hunted: DieSide
    torpedo: DieSide


class VisibilityDice(Struct, frozen=True, forbid_unknown_fields=True):
    """13.chart/Limited Visibility The highest die of each range. Above the last of them there is no fighting."""

    secondary: DieSide
    tertiary: DieSide


class IncidentNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """13.0 The dice and changes of the incident chart."""

    submarine: SubmarineDice
    hunted_coal: int
    torpedo_hits: DieSide
    struck: DieSide
    visibility: VisibilityDice
    morale_multiple: int
    morale_dice: int


class CombatNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """14.0, 16.0 Modifiers, limits and costs of naval combat."""

    maximum_multiple: int
    maximum_ammunition: int
    ammunition: int
    reserve_crew: int
    calculator: int
    torpedo: int
    hurt_speed: int
    bridge_odd: int
    magazine_dice: int


class RaidingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """15.0 The die, the limits and the points of commerce raiding."""

    seebataillon: int


class FleetNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """19.0, 19.1 The victory points that a larger fleet costs."""

    moltke: int
    stralsund: int
    all_four: int
    campaign_pair: int


class ConsortNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """20.0 The numbers of the Austro-Hungarian ships."""

    leadership: int
    zones: tuple[Zone, ...]
    home: str


class SeaplaneNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """21.2 The highest die at which the seaplane is lost, and the highest at which it sees nothing."""

    lost: DieSide
    blind: DieSide


class NightNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """22.0 The highest die at which a battle is fought at night."""

    die: DieSide


class MineNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """23.0 The lowest die at which an Allied ship strikes a mine."""

    die: DieSide


class CampaignNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """24.1, 24.5 The number of successes that make a draw, and the classes whose losses are replaced."""

    draw: int
    replaced: tuple[ShipClass, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the rules."""

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
    """Return the numbers in `content`. Raise ComponentError if one is missing or of the wrong type."""
    return read_toml(file, content, Numbers)
