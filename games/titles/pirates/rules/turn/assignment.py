"""3.2.1, 3.2.8 The cards that can be assigned or revealed, read from the state for the forms of a turn."""

from collections.abc import Iterator

from msgspec import structs

from games.titles.pirates.orders.forms import PlanForm, PlayForm
from games.titles.pirates.orders.legality import SUPPORTS, Prospects
from games.titles.pirates.orders.orders import British, CardOrder, Intercept, Mines, Play, PlayOrder, kind_of
from games.titles.pirates.rules.attack.odds import open_dice
from games.titles.pirates.rules.attack.prizes import laden, wanting
from games.titles.pirates.rules.turn.fallbacks import fulfils
from games.titles.pirates.rules.turn.targets import Rivals, interceptable, rivals_of, targets_for
from games.titles.pirates.rules.turn.unavailable_values import unavailable_values
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.state import Assigned, Fleet, Use


def plan_form(board: Board) -> PlanForm:
    """Return the form of the active player's plan for the turn, with the whole hand."""
    hand = tuple(board.active.hand)
    return PlanForm(
        hand=hand, refuges=refuges(board), prospects=_with_dice(board, _prospects(board, hand, revealing=False), hand)
    )


def idle_form(board: Board) -> PlanForm:
    """Return the form of a plan without cards, for a turn under Fog Bank or Deception.

    Ships can still leave refuges, and take stores from prizes (6.12.1).
    """
    prospects = Prospects(wanting=wanting(board), laden=laden(board), partner=board.active.partner)
    return PlanForm(refuges=refuges(board), prospects=prospects)


def refuges(board: Board) -> tuple[str, ...]:
    """3.3.20, 3.3.20.4 Return the active player's ships that may leave their refuge.

    A ship that entered it this turn may not.
    """
    engaged = board.turn.engaged
    return tuple(vessel.card for vessel in board.active.ships if vessel.refuge and vessel.card not in engaged)


def play_form(board: Board) -> PlayForm:
    """Return the form for the next card to reveal. Its default is the first order left in the plan that is possible."""
    turn = board.turn
    cards = tuple(card.card for card in turn.assigned)
    prospects = _with_dice(board, _prospects(board, cards, revealing=True), cards)
    return PlayForm(cards=cards, prospects=prospects, intended=tuple(_plan(board, prospects)), refuges=refuges(board))


def _plan(board: Board, prospects: Prospects) -> Iterator[PlayOrder]:
    """Yield the remaining orders of the plan, in the sequence in which the player wrote them.

    Orders without a card that were to precede a card that is no longer there come first.
    """
    errands, assigned = board.turn.errands, board.turn.assigned
    lying = {card.card for card in assigned}
    yield from [errand.order for errand in errands if errand.before and errand.before not in lying]
    for card in assigned:
        yield from [errand.order for errand in errands if errand.before == card.card]
        if not card.passed and is_led(card):
            yield from _intended(board, card, prospects)
    yield from [errand.order for errand in errands if not errand.before]


def is_led(assigned: Assigned) -> bool:
    """Return True if the assigned card has an order of its own. A support belongs to the order of another card."""
    return bool(assigned.place) or assigned.sideways or kind_of(assigned.card) not in SUPPORTS


def _intended(board: Board, assigned: Assigned, prospects: Prospects) -> Iterator[CardOrder]:
    """Yield the orders for which a card was assigned: for its target and each fallback target whose conditions hold."""
    use = assigned.use
    supports = tuple(card for card in use.supports if card in prospects.supports)
    if assigned.place and assigned.sideways:
        prey = {merchant for row in prospects.merchants.values() for merchant in row}
        found = [card for card in (*use.targets, *use.instead) if card in prey and fulfils(board, assigned, card)]
        targets = tuple(found[: len(use.targets)])
        boarding = tuple(card for card in use.boarding if card in targets)
        yield Intercept(assigned.card, assigned.place, targets, supports, boarding)
        return
    for target in (*use.targets, *use.instead) or (None,):
        if not fulfils(board, assigned, target):
            continue
        if assigned.place:
            yield Mines(assigned.card, assigned.place, target, supports, sequence=_sequence(use, target, prospects))
        elif assigned.sideways:
            yield British(assigned.card, target, supports)
        else:
            yield Play(assigned.card, target, supports, sequence=_sequence(use, target, prospects))


def _sequence(use: Use, target: str | None, prospects: Prospects) -> tuple[str, ...]:
    """3.2.9 Return the planned sequence of merchants for mines, without those that are gone."""
    return tuple(merchant for merchant in use.sequence if merchant in prospects.mined.get(target or "", ()))


def _with_dice(board: Board, prospects: Prospects, cards: tuple[str, ...]) -> Prospects:
    """3.2.7 Return the prospects with the dice of own ships, of the cards, and of possible targets."""
    foes = rivals_of(board, board.active.seat).foes
    targets = [vessel.card for foe in foes for vessel in board.vessels(foe)]
    return structs.replace(prospects, dice=open_dice(board, prospects.ships, targets, cards))


def _prospects(board: Board, cards: tuple[str, ...], *, revealing: bool) -> Prospects:
    """Return the prospects for a form: of a plan with `cards` or, with `revealing`, of assigned cards to reveal."""
    turn, fleet, numbers = board.turn, board.active, board.box.numbers.cards
    rivals, laid, intercepted = rivals_of(board, fleet.seat), turn.assigned, turn.intercepted
    free, german, upright = _free(board), board.box.ships, _upright(board) if revealing else cards
    plays = _plays(board, cards, upright, rivals, revealing=revealing)
    mined = {foe.seat: tuple([vessel.card for vessel in foe.merchants]) for foe in rivals.foes}
    # 3.1.3.2 Mines strike any merchant; none is intercepted twice in a turn.
    return Prospects(
        ships=free,
        raiders=tuple([ship for ship in free if german[ship].raider]),
        minelayers=tuple([ship for ship in free if german[ship].mines]),
        merchants={seat: tuple([card for card in row if card not in intercepted]) for seat, row in mined.items()},
        minable=tuple([seat for seat, row in mined.items() if row]),
        mined=mined,
        british={foe.seat: tuple([vessel.card for vessel in interceptable(board, foe)]) for foe in rivals.foes},
        plays=plays,
        supports=tuple([card for card in upright if kind_of(card) in SUPPORTS]),
        night=tuple([card for card in cards if card in board.box.night]),
        owners={vessel.card: rival.seat for rival in rivals.everyone for vessel in board.vessels(rival)},
        seats=tuple([rival.seat for rival in rivals.everyone]),
        attacked=turn.attacked,
        other=turn.other,
        revealing=revealing,
        placed={card.card: card.place for card in laid if card.place} if revealing else {},
        sideways=tuple([card.card for card in laid if card.sideways]),
        british_cards=tuple([card.card for card in laid if card.sideways and not card.place]),
        good_hunting=numbers.good_hunting_targets,
        shipping_lanes=numbers.shipping_lanes_targets,
        sealed=board.sealed and not revealing,
        wanting=wanting(board),
        laden=laden(board),
        partner=fleet.partner,
        allied=_allied(board, fleet),
        withheld=unavailable_values(board, cards, upright, rivals, plays),
    )


def _free(board: Board) -> tuple[str, ...]:
    """3.1.3 Return the active player's ships at sea that have not acted in this turn."""
    engaged = board.turn.engaged
    return tuple([ship.card for ship in board.active.ships if not ship.refuge and ship.card not in engaged])


def _allied(board: Board, fleet: Fleet) -> tuple[str, ...]:
    """4.2-4.4 Return the ships of the fleet's partner."""
    partner = board.partner(fleet.seat)
    return tuple([vessel.card for vessel in board.vessels(partner)]) if partner is not None else ()


def _upright(board: Board) -> tuple[str, ...]:
    """Return the assigned cards that lie upright in front of the fleet: cards played for their text, and supports."""
    return tuple([card.card for card in board.turn.assigned if not card.sideways and not card.place])


def _plays(
    board: Board, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, *, revealing: bool
) -> dict[str, tuple[str, ...]]:
    """Return the targets of each card that can be played upright, by card.

    A card that needs no target has (). In a plan (not `revealing`), supports can be laid upright, too.
    """
    targets: dict[str, tuple[str, ...] | None] = dict.fromkeys(SUPPORTS, None if revealing else ())
    found: dict[str, tuple[str, ...]] = {}
    for card in upright:
        kind = kind_of(card)
        if kind not in targets:
            targets[kind] = targets_for(board, kind, rivals, revealing=revealing, cards=cards)
        if (aims := targets[kind]) is not None:
            found[card] = aims
    return found
