"""Redeals: states that a seat cannot tell from the true one, for the two-worlds test. Also counts that never change."""

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
"""The kinds of question that are answered with a card of the hand. Their answers are therefore secret (3.2.2)."""

Slot = tuple[list[str], int]
"""The place of a card in the state: a list of cards and an index in it."""
ANY: frozenset[str] = frozenset()
"""The mark of a place where any card fits, used instead of kinds of card."""
FIXED = frozenset(("",))
"""The mark of a place whose card must not be exchanged, used instead of kinds of card."""
SUPPORTING = frozenset(SUPPORTS)


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the state in which the cards that `seat` ("public": a spectator) has not seen are shuffled.

    Cards that the seat was shown stay in place. `pick(n)` returns a number from 0 to n - 1; if it always returns 0,
    nothing changes.
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

    These are the cards in the decks, without cards that a seat was shown.
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
    """Return the places of action cards that nobody has seen: in the deck, removed, or discarded unseen (5.4.2)."""
    piles = [world.deck, world.removed]
    if world.phantom is not None:
        piles.append(world.phantom.buried)
    return [(pile, index) for pile in piles for index in range(len(pile))]


def _mix(slots: list[Slot], pick: RandomSource) -> None:
    """Shuffle the cards in the places `slots`."""
    for first in range(len(slots) - 1):
        _exchange(slots[first], slots[first + pick(len(slots) - first)])


def _exchange(one: Slot, other: Slot) -> None:
    (mine, i), (theirs, j) = one, other
    mine[i], theirs[j] = theirs[j], mine[i]


def _think_again(box: Box, fleet: Fleet, pick: RandomSource) -> None:
    """Replace the rules in another seat's reaction plan that use cards of its hand by random ones; keep the others."""
    if fleet.reaction_plan is not None and is_redrawn(pick):
        kinds = tuple(kind for kind in foreseen_kinds(box) if kind.kind in CARD_KINDS)
        others = [rule for rule in fleet.reaction_plan if rule.kind not in CARD_KINDS]
        fleet.reaction_plan = [*others, *RulePlan(kinds=kinds).sample(pick)]


def _laid_slots(world: State, seat: str) -> list[tuple[Slot, frozenset[str]]]:
    """Return the places of the assigned cards of another seat, each with the kinds of card that may lie there.

    An open card, and the night card of an attack with Searchlight, stay (`FIXED`). If a plan runs automatically, a card
    laid down for its text must be of the same kind, to have the same public effect. Otherwise a card laid upright in
    front of the fleet is exchanged only for a support, which has no effect alone.
    """
    turn = world.turn
    if turn is None or turn.seat == seat or turn.deceived:
        return []
    return [(([one.card], 0), _kinds_that_fit(one, as_planned=turn.as_planned)) for one in turn.assigned]


def _kinds_that_fit(assigned: Assigned, *, as_planned: bool) -> frozenset[str]:
    """Return the kinds of card that fit in the place of an assigned card: `ANY`, `FIXED`, or a set of kinds."""
    if assigned.sideways:
        return FIXED if as_planned and _by_searchlight(assigned.use.supports) else ANY
    supports = not as_planned and not assigned.place
    return SUPPORTING if supports else frozenset((kind_of(assigned.card),))


def _fill(hidden: list[Slot], laid: list[tuple[Slot, frozenset[str]]], pick: RandomSource) -> list[Slot]:
    """Exchange each assigned card for which only certain kinds fit for a random fitting card among the hidden ones.

    First add the places in `laid`, except fixed ones, to `hidden`, the places of hidden cards. Places for a single kind
    are filled first. If there are too few supports among the hidden cards, each support is exchanged only for one of
    its own kind. Return the filled places.
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
    """3.3.36 Return True if an intercept has Searchlight among its supports, so that it needs its night card."""
    return any(kind_of(card) == "searchlight" for card in supports)


def _write_assigned(world: State, laid: list[Slot]) -> None:
    """Write the cards in the places `laid` into the turn's assigned cards.

    The purposes of the cards are deleted; if the plan runs automatically, they are kept for the new cards.
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
    """Return the answer in another world with the same public effect as `answer` in this world.

    `here`, `there`: the question in this world, and in the other world. Return NO_EQUIVALENT if there is no such
    answer.
    """
    if isinstance(here.form, Arrange) and isinstance(there.form, Arrange):
        return tuple(there.form.options[here.form.options.index(card)] for card in answer)
    if isinstance(here.form, ChooseSome) and isinstance(there.form, ChooseSome):
        return _same_cards(answer, here.form.options, there.form.options)
    if not isinstance(there.form, PlanForm):
        return same_answer(here, answer, there)
    runs = there.form.prospects.sealed or any(isinstance(order, AsPlanned) for order in answer)
    return _same_deeds(answer, there.form) if runs else _same_shape(answer, there.form)


def _same_deeds(answer: tuple[PlanOrder, ...], form: PlanForm) -> Any:
    """Return a plan that runs automatically, with cards of the same kinds from the hand in the other world's `form`.

    The public effect is the same until a card is turned up. Return NO_EQUIVALENT if that hand lacks such cards.
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
    """Return the order with each of its cards replaced as `now` says."""
    if isinstance(order, Intercept | British | Mines | Play):
        supports = tuple(now[card] for card in order.supports)
        return msgspec.structs.replace(order, card=now[order.card], supports=supports)
    if isinstance(order, Discard):
        return Discard(tuple(now[card] for card in order.cards if card in now))
    return order


def _same_cards(answer: tuple[str, ...], here: tuple[str, ...], there: tuple[str, ...]) -> Any:
    """3.3.11 Return as many cards of the other world's hand (`there`) as the answer has, the same ones if possible."""
    if len(here) != len(there):
        return NO_EQUIVALENT
    kept = [card for card in answer if card in there]
    rest = [card for card in there if card not in kept]
    return tuple(kept + rest[: len(answer) - len(kept)])


def _same_shape(answer: tuple[PlanOrder, ...], form: PlanForm) -> Any:
    """Return a plan for the other world that lays as many cards in the same places, upright or sideways as before."""
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
    """Return the index of a card in the rest of a hand; if it is not there, that of the first card of one of `kinds`.

    If `kinds` is empty, any card will do. Raise LookupError if no card fits.
    """
    if card in left:
        return left.index(card)
    fitting = [index for index, other in enumerate(left) if not kinds or kind_of(other) in kinds]
    return fitting[0]


def conserved(box: Box, state: State) -> dict[str, int]:
    """Return the number of action cards, German ships, merchants and phantom's cards in all places of the state.

    No step and no redeal may change these numbers. Cards with the number 0, which only the phantom plays, are not
    counted.
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
