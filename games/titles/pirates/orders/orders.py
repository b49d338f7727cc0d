"""The orders of a turn: how each card is to be used (3.2.1, 3.2.8).

In the sealed tempo a card may have targets to fall back on (`instead`), taken in the order of writing after those that
it was meant for, and conditions (`only`) that the target or the own ship must fulfil when the card's moment comes.
"""

from functools import lru_cache

from games.kernel.orders import Order


class Intercept(Order, frozen=True, tag="intercept"):
    """3.2.4 A card sideways on an own ship: she intercepts a merchant, or several with the fitting support."""

    card: str
    ship: str
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class British(Order, frozen=True, tag="british"):
    """3.2.3 A card sideways before the fleet: the Royal Navy intercepts an open German ship or prize."""

    card: str
    target: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Mines(Order, frozen=True, tag="mines"):
    """3.3.21 Lay Mines upright on an own minelaying raider, against all merchants of one opponent.

    3.2.9 They are struck in the `sequence` named; a submarine's minefield too.
    """

    card: str
    ship: str
    against: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Play(Order, frozen=True, tag="play"):
    """A card upright before the fleet, played for its text; the target where the text wants one."""

    card: str
    target: str | None = None
    supports: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Leave(Order, frozen=True, tag="leave"):
    """3.3.20 A ship puts to sea from its Island Refuge; 4.6: in a team game, to the fleet of the partner."""

    ship: str


class Resupply(Order, frozen=True, tag="resupply"):
    """6.12.1 A ship takes her supplies from a prize, the source."""

    ship: str
    source: str


class Discard(Order, frozen=True, tag="discard"):
    """3.1.5 The order in which these cards go on the discard pile, the last on top."""

    cards: tuple[str, ...] = ()


class AsPlanned(Order, frozen=True, tag="as_planned"):
    """Play the cards as written, without asking before each."""


CardOrder = Intercept | British | Mines | Play
PlayOrder = Intercept | British | Mines | Play | Leave | Resupply
PlanOrder = Intercept | British | Mines | Play | Leave | Resupply | Discard | AsPlanned


def cards_of(order: PlanOrder) -> tuple[str, ...]:
    """The cards that an order lays down: its own and its supports."""
    if isinstance(order, (Leave, Resupply, Discard, AsPlanned)):
        return ()
    return (order.card, *order.supports)


@lru_cache(maxsize=1024)
def kind_of(card: str) -> str:
    """The kind of a physical card: `boarding_party` for `boarding_party_3`."""
    return card.rpartition("_")[0]


@lru_cache(maxsize=256)
def kinds_of(cards: tuple[str, ...]) -> frozenset[str]:
    """The kinds among these cards."""
    return frozenset(map(kind_of, cards))
