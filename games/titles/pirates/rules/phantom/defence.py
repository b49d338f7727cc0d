"""5.3.3 The phantom's reaction to an attack, which comes from one card and the red die, not from a hand."""

from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.deck import draw_card, red_die
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told
from games.titles.pirates.state.events.attack import Reacted


async def defend(board: Board, weapon: str, target: str, kinds: tuple[str, ...]) -> str:
    """Draw a card and return the phantom's reaction to an attack: the action card number 0 of its kind.

    `weapon`, `target`: as in Attack. `kinds` are the kinds of reaction that fit the attack. If the entry on the card is
    of another kind, return "".
    """
    card = await draw_card(board)
    die = await red_die(board, "defence", "5.3.3")
    entry = card.defence(die)
    board.tell(told.SolitaireDrawn(card.id, "defence", len(board.phantom.deck), die, entry))
    if entry and entry not in kinds:
        board.tell(told.PhantomIgnored(entry, "no_fit"))
        entry = ""
    if not entry:
        return ""
    reaction = f"{entry}_0"
    board.turn.reactions.setdefault(PHANTOM, []).append(reaction)
    board.tell(Reacted(PHANTOM, weapon, reaction, target))
    return reaction
