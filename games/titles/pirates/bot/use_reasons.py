"""The reasons of the captain for the uses of cards in a turn."""

from games.kernel.advice import Named
from games.kernel.text import Text
from games.titles.pirates.bot import words
from games.titles.pirates.bot.appraisal import Appraisal
from games.titles.pirates.orders.orders import British, Intercept, Leave, Mines, PlanOrder, Play, Resupply, kind_of

TORPEDOES = ("submarines_u", "submarines_uc", "monitor", "interrogate")
"""Kinds of cards that attack when they are played for their text."""


def note_uses(appraisal: Appraisal, orders: tuple[PlanOrder, ...], *, has_hand: bool) -> None:
    """Record in the estimates' reasons why the bot gives each order of a turn, or why it plays no card.

    `has_hand`: True if the seat has cards that it could play.
    """
    for order in orders:
        if (found := _reason(order)) is not None:
            text, values = found
            appraisal.reasons.note(order, text, **values)
    if not any(isinstance(order, Intercept | British | Mines | Play) for order in orders):
        appraisal.reasons.say(words.KEEP_ALL if has_hand else words.NO_CARDS)


def _reason(order: PlanOrder) -> tuple[Text, dict[str, Named]] | None:
    """Return the sentence with the reason for an order, and the values of its placeholders.

    Return None for orders that use no card, such as the sequence of discards.
    """
    match order:
        case Leave():
            return words.RESTED, {"who": order.ship}
        case Resupply():
            return words.SUPPLY, {"who": order.ship, "prize": order.source}
        case Intercept(supports=()):
            return words.INTERCEPT, {"who": order.ship, "target": order.targets}
        case Intercept():
            return words.SUPPORTED, {"who": order.ship, "target": order.targets, "support": order.supports}
        case British():
            return words.BRITISH, {"who": order.card, "target": order.target or ""}
        case Mines():
            return words.MINES, {"who": order.ship, "target": order.against or ""}
        case Play(target=None):
            return words.EFFECT, {"who": order.card}
        case Play():
            text = words.TORPEDO if kind_of(order.card) in TORPEDOES else words.EFFECT_ON
            return text, {"who": order.card, "target": order.target or ""}
        case _:
            return None
