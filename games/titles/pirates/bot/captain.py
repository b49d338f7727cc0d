"""A bot that compares all uses of a card by the victory points that they may bring.

Like any player, it sees only its own view and the question. Values are thousandths of victory points.
"""

from collections.abc import Callable
from typing import Any

from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, RandomSource
from games.kernel.requests import Ask
from games.kernel.standing_orders import Rule
from games.kernel.title import Bot
from games.titles.pirates.bot import dilemmas
from games.titles.pirates.bot.ahead import REACTIONS, with_fallbacks
from games.titles.pirates.bot.appraisal import CARD, Appraisal
from games.titles.pirates.bot.offers import offers, text_worth, upright
from games.titles.pirates.bot.threats import aftermath_worth, reaction_worth
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.orders.forms import KeepForm, PlanForm, PlayForm
from games.titles.pirates.orders.occasions import (
    CHASE,
    HOLD,
    LATER,
    LEAVE,
    PURSUE,
    TAKE,
    Aftermath,
    Attack,
    PhantomChoice,
    Prey,
    Stores,
)
from games.titles.pirates.orders.orders import AsPlanned, Leave, PlanOrder, Play, Resupply, cards_of, kind_of
from games.titles.pirates.orders.wishes import Wish, WishForm
from games.titles.pirates.visibility.view import View

MOST_WISHES = 4
"""The most wishes of one group: three other players can take no more than three of them."""
LAST = ("fog_bank", "deception", "second_chance")
"""Cards that are best played after the attacks."""


def captain(box: Box) -> Bot:
    """Return the bot that plays with the cards of this box."""

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Any:
        answer = ANSWERS.get(question.kind, _default)
        return answer(Appraisal(box, view), question)

    return choose


def _default(appraisal: Appraisal, question: Ask[Any]) -> Any:
    return question.form.default()


def plan(appraisal: Appraisal, question: Ask[Any]) -> tuple[PlanOrder, ...]:
    """3.2.1 Return the best uses of the hand.

    Each card is used once, and only if its use is worth more than keeping it.
    """
    form = question.form
    if not isinstance(form, PlanForm):
        return ()
    chosen: list[PlanOrder] = [Leave(ship) for ship in form.refuges if appraisal.is_rested(ship)]
    chosen += dilemmas.supplies(appraisal, form.prospects)
    if form.hand:
        if not form.prospects.sealed:
            chosen.append(AsPlanned())
        uses = _uses(appraisal, form, chosen)
        chosen += [with_fallbacks(appraisal, form, order, uses) for order in uses] if form.prospects.sealed else uses
    chosen.sort(key=_when)
    return tuple(chosen)


def _when(order: PlanOrder) -> int:
    """Return the rank of an order.

    Support for the attacks comes first, then the attacks, last the cards that are better afterwards.
    """
    if isinstance(order, Play):
        return 2 if kind_of(order.card) in LAST else 0
    return -1 if isinstance(order, Leave | Resupply) else 1


def _uses(appraisal: Appraisal, form: PlanForm, given: list[PlanOrder]) -> list[PlanOrder]:
    """Choose greedily: the best use, then the next best that still fits beside it."""
    best: list[PlanOrder] = []
    found = sorted(offers(appraisal, form), key=lambda offer: -offer.worth)
    used: set[str] = set()
    for offer in found:
        cards = cards_of(offer.order)
        if offer.worth <= 0 or used.intersection(cards):
            continue
        if next(form.problems((*given, *best, offer.order)), None) is None:
            best.append(offer.order)
            used.update(cards)
    return best


def react(appraisal: Appraisal, question: Ask[Any]) -> str | None:
    """3.2.2 Return the reaction that saves most points. Return None if the attack is not worth a card.

    It never spares a single merchant (3.3.40).
    """
    form, attack = question.form, question.context
    if not isinstance(form, MayChoose) or not isinstance(attack, Attack):
        return None
    cards = [card for card in form.options if "/" not in card]
    rated = [(reaction_worth(appraisal, kind_of(card), attack), card) for card in cards]
    best = max(rated, default=(0, None))
    return best[1] if best[0] > 0 else None


def aftermath(appraisal: Appraisal, question: Ask[Any]) -> str | None:
    """3.3.23, 3.3.30 Return the reaction to a sinking: recall the hunter, or exchange a merchant for a richer one."""
    form, after = question.form, question.context
    if not isinstance(form, MayChoose) or not isinstance(after, Aftermath):
        return None
    rated = [(aftermath_worth(appraisal, option, after), option) for option in form.options if option != LATER]
    best = max(rated, default=(0, None))
    return best[1] if best[0] > 0 else None


def reflag(appraisal: Appraisal, question: Ask[Any]) -> str | None:
    """3.3.32 Return the answer to a Reflag question: disguise a raider that is at sea."""
    form = question.form
    return form.options[0] if isinstance(form, MayChoose) and form.options else None


def arrange(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """3.3.17 Return the new order of the deck: the best card first, the worst for the other seats.

    This seat draws next.
    """
    form = question.form
    if not isinstance(form, Arrange):
        return ()
    best, *rest = sorted(form.options, key=lambda card: (-appraisal.keep(card), card))
    return (best, *reversed(rest))


def play(appraisal: Appraisal, question: Ask[Any]) -> tuple[Any, ...]:
    """3.2.8 Return the next card of the plan. After a deception, choose the best target for the card drawn."""
    form = question.form
    if not isinstance(form, PlayForm):
        return ()
    if planned := form.default():
        return planned
    uses = [
        offer
        for offer in upright(appraisal, form.prospects, form.cards)
        if not next(form.problems((offer.order,)), None)
    ]
    best = max(uses, key=lambda offer: offer.worth, default=None)
    return (best.order,) if best is not None and best.worth > 0 else ()


def carry_over(appraisal: Appraisal, question: Ask[Any]) -> str | tuple[str, ...] | None:
    """2.4.1, 6.7 Return the ships that are worth more than the cards that they cost."""
    form = question.form
    if not isinstance(form, ChooseSome | MayChoose):
        return None
    if isinstance(form, KeepForm):  # 5.2.4 also for the phantom: best for each ship's own side
        return tuple(
            ship for seat, row in form.rows.items() for ship in _worth_keeping(appraisal.of(seat), row)[: form.each]
        )
    kept = _worth_keeping(appraisal, form.options)
    return kept[: form.most] if isinstance(form, ChooseSome) else next(iter(kept), None)


def _worth_keeping(appraisal: Appraisal, ships: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ships worth keeping, the best first."""
    best = sorted(ships, key=lambda ship: (-appraisal.edge(ship), ship))
    return tuple(ship for ship in best if appraisal.edge(ship) > CARD)


def phantom_target(appraisal: Appraisal, question: Ask[Any]) -> str:
    """5.4.3.3 Return the choice that is best for the phantom. If all choices are equal, return the rules' proposal."""
    form, choice = question.form, question.context
    usual = str(form.default())
    if not (isinstance(form, Choose) and isinstance(choice, PhantomChoice)):
        return usual
    if choice.action not in appraisal.box.kinds:
        return usual
    phantom = appraisal.of(PHANTOM)
    rated = {option: text_worth(phantom, choice.action, option) for option in form.options}
    return max(form.options, key=lambda option: (rated[option], option == usual))


def wishes(appraisal: Appraisal, question: Ask[Any]) -> tuple[Wish, ...]:
    """6.4 Return the wishes for ships: every ship of each group, the best first."""
    form = question.form
    if not isinstance(form, WishForm):
        return ()
    groups = (sorted(group, key=lambda ship: (-appraisal.fitness(ship), ship)) for group in form.groups)
    return tuple(Wish(ship) for group in groups for ship in group[:MOST_WISHES])


def share_breakout(appraisal: Appraisal, question: Ask[Any]) -> str:
    """4.7 Return the ship to hand over, so that the better ship joins the fleet with fewer ships."""
    form, mate = question.form, appraisal.mate
    if not isinstance(form, Choose) or mate is None:
        return str(form.default())
    best, *_, worst = sorted(form.options, key=lambda ship: (-appraisal.edge(ship), ship))
    return best if len(mate.ships) < len(appraisal.me.ships) - len(form.options) else worst


def exchange_information(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """3.3.11 Return the cards for which only the partner has a ship."""
    form = question.form
    return appraisal.idle_cards() if isinstance(form, ChooseSome) else ()


def exchange_ships(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """4.9 Return one ship to hand over if the partner carries over far fewer."""
    form = question.form
    return form.options[-1:] if isinstance(form, ChooseSome) and appraisal.partner_needs_ship_more() else ()


def chase(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.6.1 Return whether to chase a fast ship: yes if that gains value."""
    prey = question.context
    return CHASE if isinstance(prey, Prey) and dilemmas.chase(appraisal, prey) > 0 else HOLD


def pursue(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.10 Return whether to follow into the shallows: yes if that gains value."""
    prey = question.context
    return PURSUE if isinstance(prey, Prey) and dilemmas.pursue(appraisal, prey) > 0 else HOLD


def resupply(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.12.3 Return whether to take the stores of a new prize: yes if that gains value."""
    offer = question.context
    return TAKE if isinstance(offer, Stores) and dilemmas.stores(appraisal, offer) > 0 else LEAVE


def reactions(appraisal: Appraisal, question: Ask[Any]) -> tuple[Rule, ...]:
    """3.2.2 Return the reaction plan of a sealed game. It never changes, so the seat gives it only once."""
    return REACTIONS


ANSWERS: dict[str, Callable[[Appraisal, Ask[Any]], Any]] = {
    "plan": plan,
    "reactions": reactions,
    "play": play,
    "react": react,
    "aftermath": aftermath,
    "reflag": reflag,
    "arrange": arrange,
    "chase": chase,
    "pursue": pursue,
    "resupply": resupply,
    "carry_over": carry_over,
    "phantom_target": phantom_target,
    "wishes": wishes,
    "share_breakout": share_breakout,
    "exchange_information": exchange_information,
    "exchange_ships": exchange_ships,
}
