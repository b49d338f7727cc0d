"""5.4.3.12 Reflag at the end of the phantom's turn: the phantom may disguise one ship."""

from games.titles.pirates.rules.phantom.choice import by_value, choose
from games.titles.pirates.rules.phantom.deck import draw_card
from games.titles.pirates.rules.solitaire.actions import legal_targets
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told

REFLAG = "reflag"


async def disguise_one(board: Board) -> None:
    """Draw a card if a raider or prize is identified.

    If the card's special action is Reflag, disguise an identified ship.
    """
    known = legal_targets(board, REFLAG)
    if not known:
        return
    card = await draw_card(board)
    board.tell(told.SolitaireDrawn(card.id, REFLAG, len(board.phantom.deck), entry=card.special))
    if card.special != REFLAG:
        return
    ship = await choose(board, REFLAG, "target", known, by_value(board))
    board.tell(told.PhantomActed(REFLAG, targets=(ship,)))
    board.disguise(board.vessel(ship))
