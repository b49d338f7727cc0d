"""The legal orders of a turn (3.1.2–3.1.4, 3.2.3, 3.2.4, 3.3).

Forms read them from `Prospects`, a part of the open table.
"""

from msgspec import Struct

from games.titles.pirates.orders.chances import OpenDice
from games.titles.pirates.orders.orders import British, Intercept, Mines, PlanOrder, Play, kind_of

UNTARGETED = (
    "blockade_runner", "bounding_main", "breakout", "collier", "exchange_information", "heavy_weather", "second_chance",
    "wireless_intercept",
)  # fmt: skip
"""Cards whose text needs no target."""
LAID = (Intercept, British, Mines, Play)
"""Orders that lay cards down."""
SUPPORTS = ("boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack")
"""1.1.2.1 Cards that can only be played with another card."""
TARGET_CONDITIONS = ("damaged", "undamaged", "identified", "disguised", "unsupplied", "supplied")
"""Conditions of a sealed order on its target at the time of the order."""
SHIP_CONDITIONS = (
    "ship_damaged", "ship_undamaged", "ship_identified", "ship_disguised", "ship_unsupplied", "ship_supplied",
)  # fmt: skip
"""Conditions of a sealed order on the own ship that carries the card."""
CONDITIONS = (*TARGET_CONDITIONS, *SHIP_CONDITIONS)
"""Each condition with its opposite."""
ATTACKS = ("interrogate", "monitor", "submarines_u", "submarines_uc")
"""Upright cards that attack ships, and so limit the turn to one opponent (3.1.3)."""
FOR_OWN = ("damage_control", "fair_seas", "island_refuge", "reflag", "scuttle")
"""Upright cards that are played for the own fleet."""
DECK = "deck"
"""3.3.17 Intelligence may look at the deck instead of a hand."""
AIMED_AT_FREELY = ("recon_aircraft",)
"""3.3.31 Cards that may be used against several players in one turn."""


class Prospects(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """The open table as the active player sees it.

    Targets are listed by owner. `merchants` may be intercepted, `british` are ships that the Royal Navy may intercept,
    and `minable` are the seats whose merchants, `mined`, may be mined. `plays` lists the targets of each card that can
    be played upright. While `revealing`, `placed` gives the ship on which each assigned card lies, and `sideways` the
    cards that lie sideways. `sealed`: orders may have fallback targets and conditions. `good_hunting` and
    `shipping_lanes` are the merchants that a ship may intercept with these supports. `wanting` are own ships that the
    `laden` prizes may supply (6.12.1). `partner` is the seat of the partner, and `allied` the ships of that fleet,
    which no card may target (4.2-4.4). `withheld` are the values that are not available in this turn, by the reason
    (`games.titles.pirates.orders.withheld`). `dice` are those on both sides, as they lie open.
    """

    ships: tuple[str, ...] = ()
    raiders: tuple[str, ...] = ()
    minelayers: tuple[str, ...] = ()
    merchants: dict[str, tuple[str, ...]] = {}
    minable: tuple[str, ...] = ()
    mined: dict[str, tuple[str, ...]] = {}
    british: dict[str, tuple[str, ...]] = {}
    plays: dict[str, tuple[str, ...]] = {}
    supports: tuple[str, ...] = ()
    night: tuple[str, ...] = ()
    owners: dict[str, str] = {}
    seats: tuple[str, ...] = ()
    attacked: str = ""
    other: str = ""
    revealing: bool = False
    placed: dict[str, str] = {}
    sideways: tuple[str, ...] = ()
    british_cards: tuple[str, ...] = ()
    good_hunting: int = 1
    shipping_lanes: int = 1
    sealed: bool = False
    wanting: tuple[str, ...] = ()
    laden: tuple[str, ...] = ()
    partner: str = ""
    allied: tuple[str, ...] = ()
    withheld: dict[str, tuple[str, ...]] = {}
    dice: OpenDice = OpenDice()


def is_attack(order: PlanOrder) -> bool:
    """3.1.3 Return True if an order attacks ships."""
    if isinstance(order, Play):
        return kind_of(order.card) in ATTACKS
    return isinstance(order, LAID)


def targets_of(order: PlanOrder) -> tuple[str, ...]:
    """Return the targets of an order: ships, seats or the deck."""
    if isinstance(order, Intercept):
        return order.targets
    if isinstance(order, Mines):
        return (order.against,) if order.against else ()
    if isinstance(order, LAID):
        return (order.target,) if order.target else ()
    return ()


def aims_of(order: PlanOrder) -> tuple[str, ...]:
    """Return the targets of an order, followed by its fallback targets."""
    return (*targets_of(order), *order.instead) if isinstance(order, LAID) else ()


def opponent_of(prospects: Prospects, target: str) -> str:
    """Return the opponent that owns a target, or that is the target. Return "" for own ships and the deck."""
    return target if target in prospects.seats else prospects.owners.get(target, "")
