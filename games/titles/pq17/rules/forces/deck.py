"""1.7, 1.7a The two decks: shuffled whole at the start of every turn, drawn without putting back."""

from games.kernel.requests import draw, lots
from games.titles.pq17.box.pieces import Card, Side
from games.titles.pq17.table.sea import Sea


def shuffle_decks(sea: Sea) -> None:
    """1.7a Both decks are whole again."""
    sea.state.drawn = {}


async def drawn_cards(sea: Sea, side: Side, count: int, *, key: str, rule: str, open_: bool = False) -> list[Card]:
    """1.7, 1.7a Cards of a side's own deck, which stay out for the turn; an empty deck is shuffled at once. `open_`:
    what comes of them shows to all, as luck does.
    """
    found: list[Card] = []
    for number in range(count):
        out = sea.state.drawn.setdefault(side, [])
        if len(out) == len(sea.box.cards):
            out.clear()
        gone = frozenset(out)
        left = [card for card in sea.box.cards if card not in gone]
        drawing = lots if open_ else draw
        (card,) = await drawing(left, 1, key=f"{key}.{number}", rule=rule)
        out.append(card)
        found.append(sea.box.cards[card])
    return found
