"""A bot that compares all uses of a card by the victory points that they may bring.

Like any player, it sees only its own view and the question. Values are thousandths of victory points.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from games.kernel.advice import Advice
from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, RandomSource
from games.kernel.lapses import NO_LAPSES, Lapses
from games.kernel.requests import Ask
from games.kernel.standing_orders import Rule
from games.kernel.text import Text
from games.kernel.title import Bot
from games.titles.pirates.bot import dilemmas, words
from games.titles.pirates.bot.ahead import REACTIONS, with_fallbacks
from games.titles.pirates.bot.appraisal import CARD, OVERLOOKED, Appraisal
from games.titles.pirates.bot.offers import noticed, offers, text_worth, upright
from games.titles.pirates.bot.threats import aftermath_worth, reaction_worth
from games.titles.pirates.bot.use_reasons import note_uses
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
"""The largest number of wishes for one group of ships. Three other players can take only three of the ships."""
LAST = ("fog_bank", "deception", "second_chance")
"""The kinds of card that are best played after the attacks."""


def captain(box: Box, *, cadet: bool = False) -> Bot:
    """Return the bot that plays with the components in `box`. With `cadet`, it makes the mistakes of a beginner."""

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Advice:
        answer = ANSWERS.get(question.kind, _default)
        appraisal = Appraisal(box, view, Lapses(pick) if cadet else NO_LAPSES)
        return appraisal.reasons.advice(answer(appraisal, question))

    return Bot(choose)


def _default(appraisal: Appraisal, question: Ask[Any]) -> Any:
    return question.form.default()


def passage(appraisal: Appraisal, question: Ask[Any]) -> str:
    """3.2.6 Return the form's default answer, by which a prize tries safe passage to port."""
    answer = str(question.form.default())
    return appraisal.reasons.note(answer, words.MAKE_FOR_PORT)


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
    answer = tuple(sorted(chosen, key=_when))
    note_uses(appraisal, answer, has_hand=bool(form.hand))
    return answer


def _when(order: PlanOrder) -> int:
    """Return the sort key of an order in the plan.

    Ships that leave refuges or take stores come first, then cards with other effects, attacks, and the cards in `LAST`.
    """
    if isinstance(order, Play):
        return 2 if kind_of(order.card) in LAST else 0
    return -1 if isinstance(order, Leave | Resupply) else 1


def _uses(appraisal: Appraisal, form: PlanForm, given: list[PlanOrder]) -> list[PlanOrder]:
    """Return the best uses of cards: repeatedly the best one that is legal together with those before and `given`."""
    best: list[PlanOrder] = []
    found = sorted(noticed(appraisal, offers(appraisal, form)), key=lambda offer: -offer.worth)
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
    """3.2.2 Return the reaction that saves the most points; None if no reaction is worth a card.

    Slim Pickings is never used to spare a single one of several merchants (3.3.40).
    """
    form, attack = question.form, question.context
    if not isinstance(form, MayChoose) or not isinstance(attack, Attack):
        return None
    cards = [card for card in form.options if "/" not in card]
    rated = [(reaction_worth(appraisal, kind_of(card), attack), card) for card in cards
             if not appraisal.lapses.overlooks(OVERLOOKED, "reaction", card)]  # fmt: skip
    best = max(rated, default=(0, None))
    if best[0] <= 0:
        return appraisal.reasons.note(None, words.ENDURE, target=attack.target)
    return appraisal.reasons.note(best[1], words.SAVE, who=str(best[1]), target=attack.target)


def aftermath(appraisal: Appraisal, question: Ask[Any]) -> str | None:
    """3.3.23, 3.3.30 Return the reaction to a sinking: recall the hunter, or exchange a merchant for a richer one."""
    form, after = question.form, question.context
    if not isinstance(form, MayChoose) or not isinstance(after, Aftermath):
        return None
    rated = [(aftermath_worth(appraisal, option, after), option) for option in form.options if option != LATER]
    best = max(rated, default=(0, None))
    if best[0] <= 0:
        return appraisal.reasons.note(None, words.ACCEPT, target=after.target)
    card = str(best[1]).partition("/")[0]
    if kind_of(card) == "recalled":
        return appraisal.reasons.note(best[1], words.RECALL, who=card, target=after.ship)
    return appraisal.reasons.note(best[1], words.EXCHANGE, who=card, target=after.target)


def reflag(appraisal: Appraisal, question: Ask[Any]) -> str | None:
    """3.3.32 Return the answer to a Reflag question: the Reflag card, or None if the hand has none."""
    form = question.form
    if not isinstance(form, MayChoose) or not form.options:
        return None
    return appraisal.reasons.note(form.options[0], words.DISGUISE, who=form.options[0])


def arrange(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """3.3.17 Return the new order of the top cards of the deck: the best card, then the others from worst to best.

    This seat draws the first card, and other seats draw the following cards.
    """
    form = question.form
    if not isinstance(form, Arrange):
        return ()
    best, *rest = sorted(form.options, key=lambda card: (-appraisal.keep(card), card))
    appraisal.reasons.say(words.ARRANGE)
    return (best, *reversed(rest))


def play(appraisal: Appraisal, question: Ask[Any]) -> tuple[Any, ...]:
    """3.2.8 Return the next card of the plan.

    Under Deception, return the best use of the card that was drawn at random.
    """
    form = question.form
    if not isinstance(form, PlayForm):
        return ()
    if planned := form.default():
        appraisal.reasons.say(words.PLANNED)
        return planned
    uses = [
        offer
        for offer in upright(appraisal, form.prospects, form.cards)
        if not next(form.problems((offer.order,)), None)
    ]
    best = max(uses, key=lambda offer: offer.worth, default=None)
    if best is None or best.worth <= 0:
        return appraisal.reasons.note((), words.NO_USE)
    return (appraisal.reasons.note(best.order, words.BEST_DRAWN, who=cards_of(best.order)),)


def carry_over(appraisal: Appraisal, question: Ask[Any]) -> str | tuple[str, ...] | None:
    """2.4.1, 6.7 Return the ships to carry over: each is worth more than the action card that it costs."""
    kept = _carried(appraisal, question.form)
    if kept:
        appraisal.reasons.say(words.WORTH_KEEPING, who=(kept,) if isinstance(kept, str) else kept)
    else:
        appraisal.reasons.say(words.NOT_KEPT)
    return kept


def _carried(appraisal: Appraisal, form: Any) -> str | tuple[str, ...] | None:
    if not isinstance(form, ChooseSome | MayChoose):
        return None
    if isinstance(form, KeepForm):  # 5.2.4 also for the phantom: best for each ship's own side
        return tuple(
            ship for seat, row in form.rows.items() for ship in _worth_keeping(appraisal.of(seat), row)[: form.each]
        )
    kept = _worth_keeping(appraisal, form.options)
    return kept[: form.most] if isinstance(form, ChooseSome) else next(iter(kept), None)


def _worth_keeping(appraisal: Appraisal, ships: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ships that are worth more than an action card, the best first."""
    best = sorted(ships, key=lambda ship: (-appraisal.edge(ship), ship))
    return tuple(ship for ship in best if appraisal.edge(ship) > CARD)


def phantom_target(appraisal: Appraisal, question: Ask[Any]) -> str:
    """5.4.3.3 Return the choice that is best for the phantom. If all choices are equal, return the form's default."""
    form, choice = question.form, question.context
    usual = str(form.default())
    if not (isinstance(form, Choose) and isinstance(choice, PhantomChoice)):
        return usual
    if choice.action not in appraisal.box.kinds:
        return appraisal.reasons.note(usual, words.RULES_CHOICE)
    phantom = appraisal.of(PHANTOM)
    rated = {option: text_worth(phantom, choice.action, option) for option in form.options}
    best = max(form.options, key=lambda option: (rated[option], option == usual))
    if len({*rated.values()}) == 1:
        return appraisal.reasons.note(best, words.RULES_CHOICE)
    return appraisal.reasons.note(best, words.FOR_PHANTOM, who=best)


def wishes(appraisal: Appraisal, question: Ask[Any]) -> tuple[Wish, ...]:
    """6.4 Return the wishes for ships: the best ships of each group, in order."""
    form = question.form
    if not isinstance(form, WishForm):
        return ()
    appraisal.reasons.say(words.BEST_FIRST)
    groups = (sorted(group, key=lambda ship: (-appraisal.fitness(ship), ship)) for group in form.groups)
    return tuple(Wish(ship) for group in groups for ship in group[:MOST_WISHES])


def share_breakout(appraisal: Appraisal, question: Ask[Any]) -> str:
    """4.7 Return the ship to hand over, so that the better ship joins the fleet with fewer ships."""
    form, mate = question.form, appraisal.mate
    if not isinstance(form, Choose) or mate is None:
        return str(form.default())
    best, *_, worst = sorted(form.options, key=lambda ship: (-appraisal.edge(ship), ship))
    given = best if len(mate.ships) < len(appraisal.me.ships) - len(form.options) else worst
    return appraisal.reasons.note(given, words.TO_THE_SMALLER, who=best)


def exchange_information(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """3.3.11 Return the cards to hand over: cards that need a kind of ship that only the partner has."""
    form = question.form
    cards = appraisal.idle_cards() if isinstance(form, ChooseSome) else ()
    return _handed_over(appraisal, cards, words.ONLY_PARTNER)


def _handed_over(appraisal: Appraisal, given: tuple[str, ...], text: Text) -> tuple[str, ...]:
    """Note `text` as the reason for handing cards or ships to the partner, and return them (`given`)."""
    if given:
        appraisal.reasons.say(text, who=given)
    else:
        appraisal.reasons.say(words.NOTHING_TO_GIVE)
    return given


def exchange_ships(appraisal: Appraisal, question: Ask[Any]) -> tuple[str, ...]:
    """4.9 Return one ship to hand over if the partner has at least two ships fewer, otherwise none."""
    form = question.form
    if not isinstance(form, ChooseSome):
        return ()
    ships = form.options[-1:] if appraisal.partner_needs_ship_more() else ()
    return _handed_over(appraisal, ships, words.PARTNER_NEEDS)


def chase(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.6.1 Return the answer to chase a merchant that plays Fast Ship if that gains value, otherwise to hold."""
    prey = question.context
    if not isinstance(prey, Prey):
        return HOLD
    note = partial(appraisal.reasons.note, who=prey.ship, target=prey.target)
    return note(CHASE, words.CHASE) if dilemmas.chase(appraisal, prey) > 0 else note(HOLD, words.LET_GO)


def pursue(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.10 Return the answer to follow a merchant into shallow water if that gains value, otherwise to hold."""
    prey = question.context
    if not isinstance(prey, Prey):
        return HOLD
    note = partial(appraisal.reasons.note, who=prey.ship, target=prey.target)
    return note(PURSUE, words.PURSUE) if dilemmas.pursue(appraisal, prey) > 0 else note(HOLD, words.HOLD_OFF)


def resupply(appraisal: Appraisal, question: Ask[Any]) -> str:
    """6.12.3 Return the answer to take the stores of a new prize if that gains value, otherwise to leave them."""
    offer = question.context
    if not isinstance(offer, Stores):
        return LEAVE
    note = partial(appraisal.reasons.note, who=offer.ship, target=offer.prize)
    return note(TAKE, words.TAKE_STORES) if dilemmas.stores(appraisal, offer) > 0 else note(LEAVE, words.LEAVE_STORES)


def reactions(appraisal: Appraisal, question: Ask[Any]) -> tuple[Rule, ...]:
    """3.2.2 Return the bot's reaction plan for a sealed game, which is always the same."""
    appraisal.reasons.say(words.STANDING)
    return tuple(rule for rule in REACTIONS if not appraisal.lapses.overlooks(OVERLOOKED, "rule", rule))


ANSWERS: dict[str, Callable[[Appraisal, Ask[Any]], Any]] = {
    "plan": plan,
    "reactions": reactions,
    "play": play,
    "react": react,
    "aftermath": aftermath,
    "reflag": reflag,
    "arrange": arrange,
    "passage": passage,
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
