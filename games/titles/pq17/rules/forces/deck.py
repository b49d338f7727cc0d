"""1.7, 1.7a The card decks of both sides: shuffled at the start of every turn, drawn without replacement."""

from games.kernel.requests import draw, draw_lots
from games.titles.pq17.components.pieces import Card, Side
from games.titles.pq17.state.board import Board


def shuffle_decks(board: Board) -> None:
    """1.7a Shuffle all drawn cards back into both decks."""
    board.state.drawn = {}


async def draw_cards(board: Board, side: Side, count: int, *, key: str, rule: str, open_: bool = False) -> list[Card]:
    """1.7, 1.7a Draw cards from a side's own deck, and return them. An empty deck is reshuffled at once.

    Drawn cards are not reshuffled before the next turn. `open_`: True if everybody sees the result, as with dice.
    `key`: the prefix of the journal keys of the draws. `rule`: the number of the rule that asks for the cards.
    """
    found: list[Card] = []
    for number in range(count):
        out = board.state.drawn.setdefault(side, [])
        if len(out) == len(board.box.cards):
            out.clear()
        gone = frozenset(out)
        left = [card for card in board.box.cards if card not in gone]
        drawing = draw_lots if open_ else draw
        (card,) = await drawing(left, 1, key=f"{key}.{number}", rule=rule)
        out.append(card)
        found.append(board.box.cards[card])
    return found
