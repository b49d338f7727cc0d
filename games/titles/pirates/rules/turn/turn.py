"""3.1, 3.0.1, S.1 A player's turn, from the refuges at its beginning to the card drawn at its end."""

from games.kernel.requests import Ask
from games.kernel.table import end_step
from games.kernel.text import Text
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.orders import (
    AsPlanned,
    British,
    CardOrder,
    Discard,
    Intercept,
    Leave,
    Mines,
    PlanOrder,
    Resupply,
    kind_of,
)
from games.titles.pirates.rules.attack.prizes import resupply, supply_phantom
from games.titles.pirates.rules.rounds.setup import draw_action, pick_from_hand
from games.titles.pirates.rules.turn.assignment import idle_form, plan_form
from games.titles.pirates.rules.turn.refuge import end_refuges, leave_refuge, try_refuges
from games.titles.pirates.rules.turn.sealed_plans import ask_plans
from games.titles.pirates.state.board import Board, places
from games.titles.pirates.state.events import turn as told
from games.titles.pirates.state.state import Assigned, Errand, Fleet, Turn, Use, Vessel

PLAN_PROMPT = Text(
    "Your turn: which action cards do you use, where and how? Nobody sees their faces before you reveal them.",
    "あなたのターンです。どのアクションカードを、どこに、どの向きで使いますか？公開するまで内容は秘密です。",
)
FOG_PROMPT = Text(
    "Fog lies over your fleet: no action cards this turn. Ships in refuge may put to sea.",
    "濃霧のためこのターンはアクションカードを使えません。避難場所の船は出港できます。",
)
DECEPTION_PROMPT = Text(
    "You are deceived: one card will be drawn from your hand. Before that, ships in refuge may put to sea.",
    "欺瞞工作により、手札から無作為に1枚だけ使えます。その前に、避難場所の船は出港できます。",
)


async def begin_turn(board: Board) -> str | None:
    """3.0, 3.1, 3.2.1 Begin a turn: roll for ships in refuge and ask for the plan. Return the key of the next step."""
    state = board.state
    before = state.turn
    state.turns += 1
    again = before is not None and before.extra_to_come
    state.turn = Turn(_next_seat(board, before), state.turns, is_extra=again)
    fleet = board.active
    board.tell(told.TurnBegan(fleet.seat, state.turns, again))
    await try_refuges(board, fleet)
    if board.is_phantom(fleet.seat):
        end_refuges(board, fleet)
        await supply_phantom(board)
        await ask_plans(board, None, attacks=kind_of(fleet.weather) != "fog_bank")
        return "phantom"
    weather = kind_of(fleet.weather) if fleet.weather else ""
    if weather == "fog_bank":
        await _fogged_turn(board)
    elif weather == "deception":
        await _deceived_turn(board)
    else:
        await _assign(board)
    return "play" if board.turn.assigned else await end_turn(board)


def _next_seat(board: Board, before: Turn | None) -> str:
    if before is None:
        return board.state.starter
    if before.extra_to_come:
        return before.seat
    others = board.others(before.seat)
    if others[0].skipped:
        _skip(board, others.pop(0))
    return others[0].seat


def _skip(board: Board, fleet: Fleet) -> None:
    """3.3.4, 3.3.4.1 Skip a turn; a weather card in front of the fleet stays until its next turn."""
    fleet.skipped = False
    board.tell(told.TurnSkipped(fleet.seat))


async def _fogged_turn(board: Board) -> None:
    """3.3.14 Play a turn in which no cards are used and none is drawn; the fog lifts at its end."""
    fleet = board.active
    board.tell(told.Fogged(fleet.seat))
    board.turn.no_draw = True
    await _only_refuges(board, FOG_PROMPT, attacks=False)


async def _deceived_turn(board: Board) -> None:
    """3.3.10, 3.3.10.1 Begin a turn under Deception: only a card drawn at random from the hand can be played."""
    fleet = board.active
    board.turn.deceived = True
    await _only_refuges(board, DECEPTION_PROMPT, attacks=bool(fleet.hand))
    cards = await pick_from_hand(board, fleet.seat, board.box.numbers.cards.deception_cards, "deception", "3.3.10")
    board.tell(told.Deceived(fleet.seat, *cards))
    board.turn.assigned = [Assigned(card) for card in cards]


async def _only_refuges(board: Board, prompt: Text, *, attacks: bool) -> None:
    """Ask for a plan without cards, if a ship can leave its refuge or take stores from a prize.

    `attacks`: as for `_ask_plan`.
    """
    form = idle_form(board)
    await _ask_plan(board, form if form.cached_templates else None, prompt, "3.3.20", attacks=attacks)


async def _assign(board: Board) -> None:
    """3.2.0, 3.2.1 Ask for the plan of the turn, unless the seat has no card, no ship in refuge and no stores."""
    fleet = board.active
    board.turn.as_planned = board.sealed
    if fleet.hand or idle_form(board).cached_templates:
        await _ask_plan(board, plan_form(board), PLAN_PROMPT, "3.2.1", attacks=bool(fleet.hand))
    board.tell(told.CardsAssigned(fleet.seat, places(board.turn.assigned)))


async def _ask_plan(board: Board, form: PlanForm | None, prompt: Text, rule: str, *, attacks: bool) -> None:
    """Ask for the plan of the turn if there is a `form` for it, store its orders, and carry out those before all cards.

    `attacks`: other fleets may be attacked in this turn.
    """
    seat = board.turn.seat
    question = None
    if form is not None:
        question = Ask(key="plan", kind="plan", seat=seat, rule=rule, prompt=prompt, form=form)
    orders = await ask_plans(board, question, attacks=attacks)
    for order in orders:
        _take_order(board, order)
    for errand in _before_all_cards(board):
        await run_errand(board, errand)


def _take_order(board: Board, order: PlanOrder) -> None:
    """Store an order of the plan in the state.

    An order without a card is carried out before the next card that the plan names after it.
    """
    turn = board.turn
    if isinstance(order, Leave | Resupply):
        turn.errands.append(Errand(order))
    elif isinstance(order, Discard):
        turn.discard_order = order.cards
    elif isinstance(order, AsPlanned):
        turn.as_planned = True
    else:
        turn.errands = [errand if errand.before else Errand(errand.order, order.card) for errand in turn.errands]
        turn.assigned.append(_laid(order))
        turn.assigned += [Assigned(card) for card in order.supports]
        for card in (order.card, *order.supports):
            board.active.hand.remove(card)


def _before_all_cards(board: Board) -> list[Leave | Resupply]:
    """3.3.20.4, 6.12.1 Return the orders without a card that are carried out before the first card is revealed."""
    turn = board.turn
    first = turn.assigned[0].card if turn.assigned else ""
    return [errand.order for errand in turn.errands if errand.before == first]


async def run_errand(board: Board, order: Leave | Resupply) -> None:
    """3.3.20.4, 6.12.1 Carry out an order without a card: a ship leaves its refuge or takes stores.

    The order is then removed from the plan.
    """
    board.turn.errands = [errand for errand in board.turn.errands if errand.order != order]
    if isinstance(order, Leave):
        leave_refuge(board, order.ship)
    else:
        await resupply(board, order)


def _laid(order: CardOrder) -> Assigned:
    """3.2.1.1 Return the assigned card of an order: its place, the way it lies, and its purpose."""
    fallbacks = (order.instead, order.only)
    if isinstance(order, Intercept):
        return Assigned(order.card, order.ship, True, Use(order.targets, order.supports, order.boarding, *fallbacks))
    if isinstance(order, Mines):
        against = (order.against,) if order.against else ()
        return Assigned(order.card, order.ship, False, Use(against, order.supports, (), *fallbacks, order.sequence))
    targets = (order.target,) if order.target else ()
    if isinstance(order, British):
        return Assigned(order.card, "", True, Use(targets, order.supports, (), *fallbacks))
    return Assigned(order.card, "", False, Use(targets, order.supports, (), *fallbacks, order.sequence))


async def end_turn(board: Board) -> str | None:
    """3.1.1, 3.1.5, 3.1.6 Discard cards, draw one card, and refill the merchants. Return the key of the next step."""
    turn = board.turn
    clear_away(board)
    if not turn.no_draw:
        await draw_action(board, turn.seat)
        if not board.state.deck:
            end_step("score")  # 2.0 the last card ends the round at once
    await refill_all(board)
    if turn.extra_to_come:
        board.tell(told.ExtraTurn(turn.seat))
    return "turn"


def clear_away(board: Board) -> None:
    """3.1.5 Discard the active player's cards in the chosen order, then the reactions of the defenders."""
    turn, fleet = board.turn, board.active
    lifted = [fleet.weather] if fleet.weather else []  # 3.3.10, 3.3.14
    fleet.weather = ""
    mine = [*lifted, *turn.played, *(assigned.card for assigned in turn.assigned)]
    chosen = [card for card in turn.discard_order if card in mine]
    mine = [card for card in mine if card not in chosen] + chosen
    unseen = {assigned.card for assigned in turn.assigned} if not turn.deceived else set[str]()
    turn.played, turn.assigned = [], []
    for seat, cards in ((turn.seat, mine), *turn.reactions.items()):
        _throw_away(board, seat, [card for card in cards if card in board.box.cards], unseen)
    turn.reactions = {}


def _throw_away(board: Board, seat: str, cards: list[str], unseen: set[str]) -> None:
    """3.1.5 Discard cards of a seat: face up, but in the solitaire game face down (5.3.1).

    `unseen` are those that lay face down on the table; in the solitaire game spectators never see them.
    """
    state = board.state
    if not cards:
        return
    state.discards += cards
    if state.phantom is None:
        board.tell(told.Discarded(seat, tuple(cards)))
        return
    state.shown += [card for card in cards if card not in unseen]
    board.tell_only(
        board.live.seat, told.Discarded(seat, tuple(cards), len(cards)), told.Discarded(seat, (), len(cards))
    )


async def refill_all(board: Board) -> None:
    """3.1.6 Replace the merchants that each fleet has lost."""
    for fleet in board.state.fleets:
        await _refill(board, fleet.seat)


async def _refill(board: Board, seat: str) -> None:
    """3.1.6, 3.1.6.1 Deal a seat as many merchants as it lacks to three; this is done at the end of every turn."""
    fleet = board.fleet(seat)
    missing = board.box.numbers.hand.merchants - len(fleet.merchants)
    cards = await board.draw_ships(board.state.merchant, "merchant", missing)
    fleet.merchants += [Vessel(card) for card in cards]
    if cards:
        board.tell(told.MerchantsArrived(seat, tuple(cards)))
