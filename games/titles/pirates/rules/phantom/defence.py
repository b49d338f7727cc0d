"""5.3.3 The phantom's reaction to an attack: it comes from one card and the red die, not from a hand."""

from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.deck import draw_card, red_die
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told
from games.titles.pirates.state.events.attack import Reacted


async def defend(board: Board, weapon: str, target: str, kinds: tuple[str, ...]) -> str:
    """Return the phantom's reaction to one intercept, torpedo or minefield, as a card of number 0.

    Return "" if there is none.

    `kinds` are the reactions that fit the attack. An entry of another kind is no reaction.
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
