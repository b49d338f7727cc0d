"""The legal orders of a turn (3.1.2–3.1.4, 3.2.3, 3.2.4, 3.3).

Forms read them from `Prospects`: the part of the state that is public or known to the seat.
"""

from msgspec import Struct

from games.titles.pirates.orders.chances import OpenDice
from games.titles.pirates.orders.orders import British, Intercept, Mines, PlanOrder, Play, kind_of

UNTARGETED = (
    "blockade_runner", "bounding_main", "breakout", "collier", "exchange_information", "heavy_weather", "second_chance",
    "wireless_intercept",
)  # fmt: skip
"""The kinds of card that need no target when they are played for their text."""
LAID = (Intercept, British, Mines, Play)
"""The orders that lay cards face down on the table."""
SUPPORTS = ("boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack")
"""1.1.2.1 The kinds of card that can only be played together with another card."""
TARGET_CONDITIONS = ("damaged", "undamaged", "identified", "disguised", "unsupplied", "supplied")
"""Conditions that a sealed order may set on its target; they are tested when the card is played."""
SHIP_CONDITIONS = (
    "ship_damaged", "ship_undamaged", "ship_identified", "ship_disguised", "ship_unsupplied", "ship_supplied",
)  # fmt: skip
"""Conditions that a sealed order may set on the own ship on which its card lies."""
CONDITIONS = (*TARGET_CONDITIONS, *SHIP_CONDITIONS)
"""All conditions. Each condition is followed by its opposite."""
ATTACKS = ("interrogate", "monitor", "submarines_u", "submarines_uc")
"""The kinds of card that attack ships when played upright.

All of them in a turn must be against one opponent (3.1.3).
"""
FOR_OWN = ("damage_control", "fair_seas", "island_refuge", "reflag", "scuttle")
"""The kinds of card that are played upright on a ship of the own fleet."""
DECK = "deck"
"""3.3.17 The target of Intelligence that means the deck instead of a hand."""
AIMED_AT_FREELY = ("recon_aircraft",)
"""3.3.31 The kinds of card that may be used against several players in one turn."""


class Prospects(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """The facts on which the legality of a turn's orders depends, as far as the active player knows them."""

    ships: tuple[str, ...] = ()
    """The own ships that may intercept."""
    raiders: tuple[str, ...] = ()
    """Those of them that are raiders."""
    minelayers: tuple[str, ...] = ()
    """The own ships that may lay mines."""
    merchants: dict[str, tuple[str, ...]] = {}
    """By owner, the merchants that may be intercepted."""
    minable: tuple[str, ...] = ()
    """The seats whose merchants may be mined."""
    mined: dict[str, tuple[str, ...]] = {}
    """By owner, the merchants that would be mined."""
    british: dict[str, tuple[str, ...]] = {}
    """By owner, the ships that the Royal Navy may intercept."""
    plays: dict[str, tuple[str, ...]] = {}
    """For each card that can be played upright, its targets."""
    supports: tuple[str, ...] = ()
    """The cards that may support another card."""
    night: tuple[str, ...] = ()
    """The cards with which an intercept is a night action."""
    owners: dict[str, str] = {}
    """The owner of each ship that may be a target."""
    seats: tuple[str, ...] = ()
    """The seats of the opponents."""
    attacked: str = ""
    """The opponent of all attacks of the turn; "" if there was no attack yet (3.1.3)."""
    other: str = ""
    """The further opponent of other cards; "" if there is none yet (3.1.4)."""
    revealing: bool = False
    """True while assigned cards are being revealed."""
    placed: dict[str, str] = {}
    """While cards are being revealed, the ship on which each card lies."""
    sideways: tuple[str, ...] = ()
    """While cards are being revealed, the cards that lie sideways."""
    british_cards: tuple[str, ...] = ()
    """While cards are being revealed, those that lie sideways in front of the fleet, for the Royal Navy."""
    good_hunting: int = 1
    """The number of merchants that one intercept may target with Good Hunting."""
    shipping_lanes: int = 1
    """The number of merchants that one intercept may target with Shipping Lanes."""
    sealed: bool = False
    """True if orders may have fallback targets and conditions."""
    wanting: tuple[str, ...] = ()
    """The own ships out of supply that a prize may supply (6.12.1)."""
    laden: tuple[str, ...] = ()
    """The own prizes that may supply a ship (6.12.1)."""
    partner: str = ""
    """The seat of the partner; "" without teams."""
    allied: tuple[str, ...] = ()
    """The ships of the partner's fleet, which no card may target (4.2-4.4)."""
    withheld: dict[str, tuple[str, ...]] = {}
    """The values that are not available in this turn, by reason (a key of REASONS in `orders.unavailable_orders`)."""
    dice: OpenDice = OpenDice()
    """The public dice of both sides."""


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
    """Return the opponent that `target` is, or that owns `target`. Return "" for own ships and the deck."""
    return target if target in prospects.seats else prospects.owners.get(target, "")
