"""5.1, 5.4.1 The solitaire deck and the red die."""

from games.kernel.requests import roll, shuffle
from games.titles.pirates.box.components import SolitaireCard
from games.titles.pirates.table.events import turn as told
from games.titles.pirates.table.sea import Sea

NAME = "solitaire"
"""What the deck is called in keys and events."""


async def shuffle_all(sea: Sea, rule: str) -> None:
    """5.2, 5.2.5, 5.4.1 All twenty cards, drawn or not."""
    phantom = sea.phantom
    phantom.deck = await shuffle(list(sea.box.solitaire), key=NAME, rule=rule)
    phantom.used = []
    sea.tell(told.Reshuffled(NAME, len(phantom.deck)))


async def draw_card(sea: Sea) -> SolitaireCard:
    """The top card. When the deck is out in mid-turn, the used cards make a new one."""
    phantom = sea.phantom
    if not phantom.deck:
        await shuffle_all(sea, "5.4.1")
    card = phantom.deck.pop()
    phantom.used.append(card)
    return sea.box.solitaire[card]


async def red_die(sea: Sea, name: str, rule: str) -> int:
    """1.2 The red die, which says which entry of a card counts."""
    (value,) = await roll(sea.box.numbers.solitaire.red_die, key=sea.occasion(name), rule=rule)
    return value
