"""3.2.8 Revealing the assigned cards, one by one and in any order."""

from collections.abc import Awaitable, Callable

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pirates.orders.legality import AIMED_AT_FREELY, ATTACKS
from games.titles.pirates.orders.orders import (
    British,
    CardOrder,
    Intercept,
    Leave,
    Mines,
    Play,
    PlayOrder,
    Resupply,
    kind_of,
)
from games.titles.pirates.rules.attack.british import british_intercept, interrogate, monitor
from games.titles.pirates.rules.attack.intercepts import intercept, show
from games.titles.pirates.rules.attack.sinkings import call_home
from games.titles.pirates.rules.attack.weapons import lay_mines, submarine
from games.titles.pirates.rules.turn import effects
from games.titles.pirates.rules.turn.assignment import idle_form, is_led, play_form
from games.titles.pirates.rules.turn.turn import end_turn, run_errand
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import turn as told
from games.titles.pirates.state.state import Turn

PROMPT = Text(
    "Which of your assigned cards do you reveal next, and against whom? No card ends your turn.",
    "割り当てたカードのうち、次にどれを公開しますか？何も選ばなければターンを終了します。",
)

CARDS: dict[str, Callable[[Board, Play], Awaitable[None]]] = {
    "blockade_runner": effects.blockade_runner,  # 3.3.2
    "bounding_main": effects.bounding_main,  # 3.3.4
    "breakdown": effects.breakdown,  # 3.3.6
    "breakout": effects.breakout,  # 3.3.7
    "collier": effects.collier,  # 3.3.8
    "damage_control": effects.damage_control,  # 3.3.9
    "deception": effects.lay_weather,  # 3.3.10
    "exchange_information": effects.exchange_information,  # 3.3.11
    "fair_seas": effects.fair_seas,  # 3.3.12
    "fog_bank": effects.lay_weather,  # 3.3.14
    "heavy_weather": effects.heavy_weather,  # 3.3.16
    "intelligence": effects.intelligence,  # 3.3.17
    "interned": effects.interned,  # 3.3.18
    "interrogate": interrogate,  # 3.3.19
    "island_refuge": effects.island_refuge,  # 3.3.20
    "monitor": monitor,  # 3.3.24
    "recon_aircraft": effects.recon_aircraft,  # 3.3.31
    "reflag": effects.reflag,  # 3.3.32
    "rendezvous_missed": effects.rendezvous_missed,  # 3.3.33
    "scuttle": effects.scuttle,  # 3.3.35
    "second_chance": effects.second_chance,  # 3.3.37
    "submarines_u": submarine,  # 3.3.42
    "submarines_uc": submarine,  # 3.3.43
    "transfer_command": effects.transfer_command,  # 3.3.45
    "wireless_intercept": effects.wireless_intercept,  # 3.3.47
}
"""The procedure for the effect of a card that is played for its text, by kind. Mines have an order of their own."""


async def play_card(board: Board) -> str | None:
    """3.2.8 Play one card. The step repeats until no card is left or the player ends the turn.

    Return the key of the next step.
    """
    order = await _next_card(board)
    if order is None:
        if board.turn.assigned:
            board.tell(told.TurnEnded(board.turn.seat, len(board.turn.assigned)))
        return await end_turn(board)
    if isinstance(order, Leave | Resupply):
        await run_errand(board, order)
    else:
        _reveal(board, order)
        await _resolve(board, order)
        done = order.targets[-1] if isinstance(order, Intercept) else ""
        await call_home(board, done=done, later=bool(board.turn.assigned))
    return "play" if _goes_on(board) else await end_turn(board)


def _goes_on(board: Board) -> bool:
    """Return True if the turn can go on.

    It can if assigned cards or other orders of the plan remain, or, unless the plan runs automatically, if a ship may
    leave its refuge (3.3.20.4) or take stores (6.12.1).
    """
    turn = board.turn
    return bool(turn.assigned or turn.errands or (not turn.as_planned and idle_form(board).cached_templates))


async def _next_card(board: Board) -> PlayOrder | None:
    """Return the next order: the player's choice or, in a plan that runs automatically, the next possible one."""
    form = play_form(board)
    if board.turn.as_planned:
        planned = form.default()
        if board.sealed:
            _let_pass(board, planned)
        return planned[0] if planned else None
    if not form.cached_templates and _known_to_all(board.turn):
        return None  # everybody sees that nothing is left to play
    seat = board.turn.seat
    key = board.occasion("play")
    chosen = await ask(Ask(key=key, kind="play", seat=seat, rule="3.2.8", prompt=PROMPT, form=form))
    return chosen[0] if chosen else None


def _let_pass(board: Board, planned: tuple[PlayOrder, ...]) -> None:
    """Mark the assigned cards before the next possible order of a sealed plan as passed: they stay unplayed.

    `planned` are the remaining possible orders.
    """
    due = _card_of(board, planned[0]) if planned else ""
    for assigned in board.turn.assigned:
        if assigned.card == due:
            return
        assigned.passed = is_led(assigned)


def _card_of(board: Board, order: PlayOrder) -> str:
    """Return the card of an order; for an order without a card, the card before which it is carried out, or ""."""
    if not isinstance(order, Leave | Resupply):
        return order.card
    return next((errand.before for errand in board.turn.errands if errand.order == order), "")


def _known_to_all(turn: Turn) -> bool:
    """Return True if the purpose of the remaining cards is public.

    It is public for the card drawn under Deception (3.3.10), and if all cards lie sideways or on a ship (3.2.1).
    """
    return turn.deceived or all(card.sideways or card.place for card in turn.assigned)


def _reveal(board: Board, order: CardOrder) -> None:
    """3.2.8.1, 3.2.9.1 Turn the card and its supports up.

    Boarding parties stay hidden until their merchant is attacked.
    """
    shown = tuple(card for card in order.supports if kind_of(card) != "boarding_party")
    for card in (order.card, *shown):
        show(board, card)
    targets, ship = _aims(order), order.ship if isinstance(order, Intercept | Mines) else ""
    use = str(order.__struct_config__.tag)
    night = isinstance(order, Intercept | British) and board.is_night(order.card)
    board.tell(told.Revealed(board.turn.seat, order.card, use, ship, targets, shown, night))
    _bind(board, order, targets)


def _aims(order: CardOrder) -> tuple[str, ...]:
    if isinstance(order, Intercept):
        return order.targets
    target = order.against if isinstance(order, Mines) else order.target
    return (target,) if target else ()


def _bind(board: Board, order: CardOrder, targets: tuple[str, ...]) -> None:
    """3.1.3, 3.1.3.3, 3.1.4 Record the opponents that an order attacks or uses a card against, for later limits."""
    turn, kind = board.turn, kind_of(order.card)
    seats = {fleet.seat for fleet in board.state.fleets}
    for target in targets:
        owner = board.owner(target)
        seat = target if target in seats else owner.seat if owner is not None else ""
        if seat in ("", turn.seat):
            continue
        if not isinstance(order, Play) or kind in ATTACKS:
            turn.attacked = seat
            turn.other = "" if turn.other == seat else turn.other
        elif kind not in AIMED_AT_FREELY and seat != turn.attacked:
            turn.other = seat


async def _resolve(board: Board, order: CardOrder) -> None:
    if isinstance(order, Intercept):
        await intercept(board, order)
    elif isinstance(order, British):
        await british_intercept(board, order)
    elif isinstance(order, Mines):
        await lay_mines(board, order)
    else:
        await CARDS[kind_of(order.card)](board, order)
