"""5.1, 5.4.1 The phantom's deck and the red die."""

from games.kernel.requests import roll, shuffle
from games.titles.pirates.components.box import SolitaireCard
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import turn as told

NAME = "solitaire"
"""The name of the phantom's deck in the keys of shuffles and in events."""


async def shuffle_all(board: Board, rule: str) -> None:
    """5.2, 5.2.5, 5.4.1 Shuffle all twenty cards of the phantom's deck, including the cards that were drawn.

    `rule`: the number of the rule by which they are shuffled.
    """
    phantom = board.phantom
    phantom.deck = await shuffle(list(board.box.solitaire), key=NAME, rule=rule)
    phantom.used = []
    board.tell(told.Reshuffled(NAME, len(phantom.deck)))


async def draw_card(board: Board) -> SolitaireCard:
    """Draw the top card of the phantom's deck and return it. If the deck is empty, shuffle the used cards first."""
    phantom = board.phantom
    if not phantom.deck:
        await shuffle_all(board, "5.4.1")
    card = phantom.deck.pop()
    phantom.used.append(card)
    return board.box.solitaire[card]


async def red_die(board: Board, name: str, rule: str) -> int:
    """1.2 Roll the red die, which chooses an entry of the phantom's card, and return its value.

    `name`: the name in the key of the roll. `rule`: the number of its rule.
    """
    (value,) = await roll(board.box.numbers.solitaire.red_die, key=board.occasion(name), rule=rule)
    return value
