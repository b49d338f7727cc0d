"""5.4 The phantom's turn: card after card, until one of them ends it."""

from games.kernel.table import end_step
from games.titles.pirates.components.box import SolitaireAttack
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.sinkings import call_home
from games.titles.pirates.rules.phantom.deck import draw_card, red_die, shuffle_all
from games.titles.pirates.rules.solitaire.actions import NO_ACTION, carry_out
from games.titles.pirates.rules.solitaire.reflag import disguise_one
from games.titles.pirates.rules.turn.turn import clear_away, refill_all
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told
from games.titles.pirates.state.events.turn import Fogged

DECEIVED = {1: 3, 2: 4, 3: 3, 4: 4}
"""5.4.3.9 The number of the entry that a deceived phantom uses, by the roll of the red die."""


async def act(board: Board) -> str | None:
    """5.4.3 Play one card. The step repeats until the phantom's turn is over. Return the key of the next step."""
    weather = kind_of(board.active.weather)
    if weather == "fog_bank":
        board.tell(Fogged(PHANTOM))
        board.turn.no_draw = True
        return await _end_turn(board)
    ended = await _deceived_card(board) if weather == "deception" else await _one_card(board)
    await call_home(board, later=not ended)  # 3.3.30.1
    if not ended:
        return "phantom"
    board.tell(told.PhantomTurnEnded(ended))
    await disguise_one(board)
    return await _end_turn(board)


async def _one_card(board: Board) -> str:
    """5.4.3.1–5.4.3.5 Play a card with the red die. Return why the turn ends; "" if it continues."""
    die, entry = await _draw_entry(board, "5.4.3.1")
    if die == 1 or entry.action == NO_ACTION:
        return NO_ACTION
    board.turn.is_last_card = entry.ends_turn or board.phantom.scouted
    done = await carry_out(board, entry)
    board.turn.is_last_card = False
    if die == 2 and not done:
        return "impossible"
    if entry.ends_turn:
        return "ends_turn"
    return "scouted" if board.phantom.scouted else ""


async def _deceived_card(board: Board) -> str:
    """5.4.3.9 Play one card of the deceived phantom: only its entries 3 and 4 count, which are no intercepts.

    Return why the turn ends.
    """
    _, entry = await _draw_entry(board, "5.4.3.9", deceived=True)
    if entry.action != NO_ACTION:
        await carry_out(board, entry)
    return "deceived"


async def _draw_entry(board: Board, rule: str, *, deceived: bool = False) -> tuple[int, SolitaireAttack]:
    """Draw the top card and roll the red die; return the die and the card's entry for it."""
    card = await draw_card(board)
    die = await red_die(board, "phantom", rule)
    entry = card.attack(DECEIVED[die] if deceived else die)
    left, purpose = len(board.phantom.deck), "deceived" if deceived else "attack"
    board.tell(told.SolitaireDrawn(card.id, purpose, left, die, entry.action, entry.coin, entry.aim, entry.ends_turn))
    return die, entry


async def _end_turn(board: Board) -> str:
    """3.1.5, 3.1.6, 5.4.1, 5.4.2 End the phantom's turn.

    Discard the cards, put one action card unseen onto the discards, refill merchants, and shuffle.
    """
    state, phantom = board.state, board.phantom
    clear_away(board)
    phantom.scouted = False
    if not board.turn.no_draw:
        phantom.buried.append(state.deck.pop())
        board.tell(told.DrewUnseen(PHANTOM, len(state.deck)))
        if not state.deck:
            end_step("score")  # 2.0 the last card ends the round at once
    await refill_all(board)
    await shuffle_all(board, "5.4.1")
    return "turn"
