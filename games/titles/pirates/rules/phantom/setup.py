"""5.2 The set-up of the solitaire game."""

from games.titles.pirates.components.box import Box
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.deck import shuffle_all
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.state import Phantom


def new_phantom(box: Box) -> Phantom:
    """5.2.2 Return the phantom before the first round, with all of its cards in `used`.

    The phantom's fleet is dealt a hand like any other fleet, but the hand never affects the phantom's actions.
    """
    return Phantom(used=list(box.solitaire))


def unused_action_cards(box: Box) -> list[str]:
    """5.2 Return the action cards that are not used in the solitaire game; the list is public."""
    return [card for card in box.cards if box.kind_of(card).solitaire_removed]


async def shuffle_solitaire(board: Board) -> None:
    """5.2, 5.2.5 Shuffle the phantom's deck for each round."""
    board.phantom.scouted = False
    await shuffle_all(board, "5.2" if board.state.round == 1 else "5.2.5")


def decided_starter(board: Board) -> str:
    """5.2.3 Return the seat that the live player chose to begin the first round.

    Return "" if the player has not chosen.
    """
    chosen = board.state.options.first_player
    if chosen not in ("live", "phantom"):
        return ""
    return PHANTOM if chosen == "phantom" else board.live.seat
