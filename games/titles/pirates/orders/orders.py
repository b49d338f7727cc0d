"""The orders of a turn, which give each card a use (3.2.1, 3.2.8).

All orders with these fields give them the same meaning. `supports`: the cards played together with `card`. In the
sealed tempo, an order may have fallback targets (`instead`), which are tried in order after its first targets. It may
also have conditions (`only`) that the target or the own ship must fulfil when the card is played.
"""

from functools import lru_cache

from games.orders.order_set import Order


class Intercept(Order, frozen=True, tag="intercept"):
    """3.2.4 Lay a card sideways on an own ship, which intercepts a merchant, or several with the right support.

    `boarding`: the targets against which a Boarding Party is used; empty means all. For the other fields, see this
    module.
    """

    card: str
    ship: str
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class British(Order, frozen=True, tag="british"):
    """3.2.3 Lay a card sideways in front of the fleet: the Royal Navy intercepts a German ship or prize (`target`).

    The target must be a warship, or identified.
    """

    card: str
    target: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Mines(Order, frozen=True, tag="mines"):
    """3.3.21 Lay the card Lay Mines upright on an own minelaying raider, against all merchants of the seat `against`.

    3.2.9 The merchants run into the mines one by one, in the order of `sequence`.
    """

    card: str
    ship: str
    against: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Play(Order, frozen=True, tag="play"):
    """Play a card upright in front of the fleet for its text, with a target if the text needs one.

    For a submarine's minefield, `sequence` has the same meaning as in `Mines`.
    """

    card: str
    target: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Leave(Order, frozen=True, tag="leave"):
    """3.3.20 Let a ship put to sea from its Island Refuge. 4.6 In a team game, the ship joins the partner's fleet."""

    ship: str


class Resupply(Order, frozen=True, tag="resupply"):
    """6.12.1 Let a ship take supplies from a prize, the `source`."""

    ship: str
    source: str


class Discard(Order, frozen=True, tag="discard"):
    """3.1.5 Choose the order in which these cards go on the discard pile, the last one on top."""

    cards: tuple[str, ...] = ()


class AsPlanned(Order, frozen=True, tag="as_planned"):
    """Play all cards as planned: the plan runs automatically, without a question before each card."""


CardOrder = Intercept | British | Mines | Play
PlayOrder = Intercept | British | Mines | Play | Leave | Resupply
PlanOrder = Intercept | British | Mines | Play | Leave | Resupply | Discard | AsPlanned


def cards_of(order: PlanOrder) -> tuple[str, ...]:
    """Return the cards that an order uses, including its supports."""
    if isinstance(order, (Leave, Resupply, Discard, AsPlanned)):
        return ()
    return (order.card, *order.supports)


@lru_cache(maxsize=1024)
def kind_of(card: str) -> str:
    """Return the kind of a physical card by its id: ``boarding_party`` for ``boarding_party_3``."""
    return card.rpartition("_")[0]


@lru_cache(maxsize=256)
def kinds_of(cards: tuple[str, ...]) -> frozenset[str]:
    """Return the kinds of several physical cards."""
    return frozenset(map(kind_of, cards))
