"""Alternative states that a seat cannot tell from the true one, for the two-worlds test; conserved quantities."""

from collections.abc import Collection
from itertools import chain
from typing import Any

import msgspec

from games.kernel.codec import decode, encode
from games.kernel.forms import Arrange, ChooseSome, RandomSource
from games.kernel.random_source import is_redrawn
from games.kernel.requests import Ask
from games.kernel.title_parts import NO_EQUIVALENT, same_answer
from games.orders.rule_plan import RulePlan
from games.titles.pirates.components.box import Box
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.orders import (
    AsPlanned,
    British,
    Discard,
    Intercept,
    Leave,
    Mines,
    PlanOrder,
    Play,
    Resupply,
    kind_of,
)
from games.titles.pirates.state.state import Assigned, Errand, Fleet, State, Use
from games.titles.pirates.visibility.foreseen import foreseen_kinds

CARD_KINDS = ("react", "aftermath", "reflag")
"""Questions answered with a card of the hand, so that the answer reveals something of it (3.2.2)."""

Slot = tuple[list[str], int]
"""A place of a card: a list and the index in it."""
ANY: frozenset[str] = frozenset()
"""The kinds of an assigned card that may be any card."""
FIXED = frozenset(("",))
"""The kinds of an assigned card that stays."""
SUPPORTING = frozenset(SUPPORTS)


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the state in which the cards that `seat` ("public": a spectator) has not seen are shuffled.

    Cards that the seat was shown stay in place. If `pick` always returns 0, nothing changes.
    """
    world = decode(encode(state), State)
    _mix_decks(world, pick)
    known = set(world.shown)
    slots: list[Slot] = []
    for fleet in world.fleets:
        if fleet.seat == seat:
            known.update(card for report in fleet.reports for card in report.cards)
        else:
            slots += [(fleet.hand, index) for index in range(len(fleet.hand))]
            _think_again(box, fleet, pick)
    slots += _unseen_slots(world)
    if world.phantom is not None and seat not in [fleet.seat for fleet in world.fleets]:
        slots += [(world.discards, index) for index in range(len(world.discards))]  # 5.3.1
    hidden = [slot for slot in slots if _card_in(slot) not in known]
    laid = _laid_slots(world, seat)
    redrawn = bool(laid) and is_redrawn(pick)
    filled = _fill(hidden, [one for one in laid if _card_in(one[0]) not in known], pick) if redrawn else []
    _mix([slot for slot in hidden if not any(slot is one for one in filled)], pick)
    if redrawn:
        _write_assigned(world, [slot for slot, _ in laid])
    return world


def _card_in(slot: Slot) -> str:
    cards, index = slot
    return cards[index]


def reshuffle(state: State, pick: RandomSource) -> State:
    """Return the state with all cards shuffled that no seat has seen, for a rewind.

    These are the decks, without the cards that were shown.
    """
    world = decode(encode(state), State)
    _mix_decks(world, pick)
    known = set(world.shown).union(*(report.cards for fleet in world.fleets for report in fleet.reports))
    slots = _unseen_slots(world)
    if world.phantom is not None:
        hand = world.fleets[-1].hand
        slots += [(hand, index) for index in range(len(hand))]
    _mix([slot for slot in slots if slot[0][slot[1]] not in known], pick)
    return world


def _mix_decks(world: State, pick: RandomSource) -> None:
    """Shuffle the decks whose order nobody knows."""
    decks = [world.german.face_down, world.merchant.face_down]
    if world.phantom is not None:
        decks.append(world.phantom.deck)
    for deck in decks:
        for first in range(len(deck) - 1):
            second = first + pick(len(deck) - first)
            deck[first], deck[second] = deck[second], deck[first]


def _unseen_slots(world: State) -> list[Slot]:
    """Return action cards that nobody has seen: in the deck, set aside, and discarded by the phantom (5.4.2)."""
    piles = [world.deck, world.removed]
    if world.phantom is not None:
        piles.append(world.phantom.buried)
    return [(pile, index) for pile in piles for index in range(len(pile))]


def _mix(slots: list[Slot], pick: RandomSource) -> None:
    """Shuffle the cards in these places."""
    for first in range(len(slots) - 1):
        _exchange(slots[first], slots[first + pick(len(slots) - first)])


def _exchange(one: Slot, other: Slot) -> None:
    (mine, i), (theirs, j) = one, other
    mine[i], theirs[j] = theirs[j], mine[i]


def _think_again(box: Box, fleet: Fleet, pick: RandomSource) -> None:
    """Redraw the reactions that another seat planned with its cards. Choices that all see stay as planned."""
    if fleet.reaction_plan is not None and is_redrawn(pick):
        kinds = tuple(kind for kind in foreseen_kinds(box) if kind.kind in CARD_KINDS)
        others = [rule for rule in fleet.reaction_plan if rule.kind not in CARD_KINDS]
        fleet.reaction_plan = [*others, *RulePlan(kinds=kinds).sample(pick)]


def _laid_slots(world: State, seat: str) -> list[tuple[Slot, frozenset[str]]]:
    """Return the places of the assigned cards of another seat, each with the kinds of card that may lie there.

    An open card stays as it is, and so does a card that is attacked with by Searchlight (`FIXED`). If a plan runs
    automatically, a card laid down for its text must be of the same kind, to have the same public effect. Otherwise a
    card laid down for its text in front of the fleet may only be a support: it has no effect alone.
    """
    turn = world.turn
    if turn is None or turn.seat == seat or turn.deceived:
        return []
    return [(([one.card], 0), _kinds_that_fit(one, as_planned=turn.as_planned)) for one in turn.assigned]


def _kinds_that_fit(assigned: Assigned, *, as_planned: bool) -> frozenset[str]:
    """Return the kinds of card that may lie in the place of an assigned card, or `ANY`, or `FIXED`."""
    if assigned.sideways:
        return FIXED if as_planned and _by_searchlight(assigned.use.supports) else ANY
    supports = not as_planned and not assigned.place
    return SUPPORTING if supports else frozenset((kind_of(assigned.card),))


def _fill(hidden: list[Slot], laid: list[tuple[Slot, frozenset[str]]], pick: RandomSource) -> list[Slot]:
    """Put a fitting hidden card in each place of the assigned cards; add to `hidden` those where any card fits.

    Return the other places. Places for one kind are filled first. If too few hidden cards are supports, each card laid
    down as a support stays of its own kind.
    """
    moved = [(slot, fits) for slot, fits in laid if fits != FIXED]
    hidden += [slot for slot, _ in moved]
    stock = sum(_is_one_of(slot, SUPPORTING) for slot in hidden)
    needed = sum(fits == SUPPORTING or bool(fits and fits <= SUPPORTING) for _, fits in moved)
    if stock < needed:
        moved = [(slot, frozenset((kind_of(_card_in(slot)),)) if fits else fits) for slot, fits in moved]
    filled: list[Slot] = []
    for slot, fits in sorted((one for one in moved if one[1]), key=lambda one: len(one[1])):
        open_ = [one for one in hidden if not any(one is other for other in filled) and _is_one_of(one, fits)]
        _exchange(slot, open_[pick(len(open_))])
        filled.append(slot)
    return filled


def _is_one_of(slot: Slot, kinds: Collection[str]) -> bool:
    return kind_of(_card_in(slot)) in kinds


def _by_searchlight(supports: tuple[str, ...]) -> bool:
    """3.3.36 Return True if an intercept needs its night card for a Searchlight."""
    return any(kind_of(card) == "searchlight" for card in supports)


def _write_assigned(world: State, laid: list[Slot]) -> None:
    """Write the mixed cards into the assignment.

    Intentions are dropped or, if the plan runs automatically, use the cards that are there instead.
    """
    turn = world.turn
    if turn is None:
        return
    now = {assigned.card: cards[index] for assigned, (cards, index) in zip(turn.assigned, laid, strict=True)}
    for assigned in turn.assigned:
        assigned.card, use = now[assigned.card], assigned.use
        supports = tuple(now.get(card, card) for card in use.supports)
        assigned.use = msgspec.structs.replace(use, supports=supports) if turn.as_planned else Use()
    turn.errands = [Errand(errand.order, now.get(errand.before, errand.before)) for errand in turn.errands]
    turn.discard_order = tuple(now[card] for card in turn.discard_order if card in now) if turn.as_planned else ()


def mirror(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """Return the equivalent answer in another world: one with the same public effect as `answer` has in this world."""
    if isinstance(here.form, Arrange) and isinstance(there.form, Arrange):
        return tuple(there.form.options[here.form.options.index(card)] for card in answer)
    if isinstance(here.form, ChooseSome) and isinstance(there.form, ChooseSome):
        return _same_cards(answer, here.form.options, there.form.options)
    if not isinstance(there.form, PlanForm):
        return same_answer(here, answer, there)
    runs = there.form.prospects.sealed or any(isinstance(order, AsPlanned) for order in answer)
    return _same_deeds(answer, there.form) if runs else _same_shape(answer, there.form)


def _same_deeds(answer: tuple[PlanOrder, ...], form: PlanForm) -> Any:
    """Return the same plan with other cards of the same kinds, for a plan that runs automatically.

    Everything else is unchanged. So the effect is the same until a card is turned up.
    """
    left, now = list(form.hand), dict[str, str]()
    try:
        for order in answer:
            if isinstance(order, Intercept | British | Mines | Play):
                for card in (order.card, *order.supports):
                    sideways = card == order.card and isinstance(order, Intercept | British)
                    lit = sideways and _by_searchlight(order.supports)
                    now[card] = left.pop(_at(left, card, (card,) if lit else () if sideways else (kind_of(card),)))
    except LookupError:
        return NO_EQUIVALENT
    found = tuple(_with_cards(order, now) for order in answer)
    return found if next(form.problems(found), None) is None else NO_EQUIVALENT


def _with_cards(order: PlanOrder, now: dict[str, str]) -> PlanOrder:
    """Return the order with other cards."""
    if isinstance(order, Intercept | British | Mines | Play):
        supports = tuple(now[card] for card in order.supports)
        return msgspec.structs.replace(order, card=now[order.card], supports=supports)
    if isinstance(order, Discard):
        return Discard(tuple(now[card] for card in order.cards if card in now))
    return order


def _same_cards(answer: tuple[str, ...], here: tuple[str, ...], there: tuple[str, ...]) -> Any:
    """3.3.11 Return the same cards, as far as they are in the other hand; as many as in this world."""
    if len(here) != len(there):
        return NO_EQUIVALENT
    kept = [card for card in answer if card in there]
    rest = [card for card in there if card not in kept]
    return tuple(kept + rest[: len(answer) - len(kept)])


def _same_shape(answer: tuple[PlanOrder, ...], form: PlanForm) -> Any:
    """Return a plan that lays as many cards in the same places, the same way round."""
    left = list(form.hand)
    plan: list[PlanOrder] = []
    try:
        for order in answer:
            if isinstance(order, Leave | Resupply):
                plan.append(order)
            elif isinstance(order, Intercept):
                plan.append(Intercept(left.pop(_at(left, order.card)), order.ship))
            elif isinstance(order, British):
                plan.append(British(left.pop(_at(left, order.card))))
            elif isinstance(order, Mines):
                plan.append(Mines(left.pop(_at(left, order.card, ("lay_mines",))), order.ship))
            upright = [order.card] if isinstance(order, Play) else []
            if isinstance(order, Intercept | British | Mines | Play):
                upright += order.supports
            for card in upright:
                kinds = (kind_of(card), *SUPPORTS)
                plan.append(Play(left.pop(_at(left, card, kinds))))
    except LookupError:
        return NO_EQUIVALENT
    found = tuple(plan)
    return found if next(form.problems(found), None) is None else NO_EQUIVALENT


def _at(left: list[str], card: str, kinds: tuple[str, ...] = ()) -> int:
    """Return the index of the card, or one of the kinds, in the rest of a hand.

    Raise LookupError if it is not there.
    """
    if card in left:
        return left.index(card)
    fitting = [index for index, other in enumerate(left) if not kinds or kind_of(other) in kinds]
    return fitting[0]


def conserved(box: Box, state: State) -> dict[str, int]:
    """Return the number of cards of each deck, in all places together; a redeal never changes these numbers.

    The phantom's cards of number 0 do not count.
    """
    action = len(state.deck) + len(state.removed) + len(state.discards)
    german = len(state.german.face_down) + len(state.german.used)
    merchant = len(state.merchant.face_down) + len(state.merchant.used)
    action += sum(card in box.cards for card in state.left_out)
    german += sum(card in box.ships for card in state.left_out)
    merchant += sum(card in box.merchants for card in state.left_out)
    for fleet in state.fleets:
        scored = [trophy.card for trophy in fleet.pile if trophy.how == "scored"]
        germans = sum(trophy.card in box.ships for trophy in fleet.pile)
        lying = [*fleet.hand, fleet.weather, *scored, *(ship.refuge for ship in fleet.ships)]
        action += sum(card in box.cards for card in lying)
        german += len(fleet.ships) + germans
        merchant += len(fleet.merchants) + len(fleet.prizes) + len(fleet.pile) - len(scored) - germans
    if state.turn is not None:
        turn = state.turn
        used = [*(laid.card for laid in turn.assigned), *turn.played, *chain.from_iterable(turn.reactions.values())]
        action += sum(card in box.cards for card in used)
    counts = {"action cards": action, "German ships": german, "merchants": merchant}
    if state.phantom is not None:
        counts["action cards"] += len(state.phantom.buried)
        counts["solitaire cards"] = len(state.phantom.deck) + len(state.phantom.used)
    return counts
