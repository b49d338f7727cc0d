"""5.2, 6.5 The cards that are out of the game, each with the rule that excludes it."""

from collections.abc import Iterable, Iterator

from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.labels import Words


def absent(box: Box, cards: Iterable[str], say: Words) -> Iterator[tuple[str, str]]:
    """Yield the number of each rule that excludes cards from the game, with the names of these cards.

    `cards`: all cards that are left out. Example of a result: ("5.2", "Intelligence and Searchlight"). Copies of one
    kind are named once.
    """
    names: dict[str, list[str]] = {}
    for card in cards:
        row = names.setdefault(_rule(box, card), [])
        name = say.name(box.card(card).kind if card in box.cards else card)
        if name not in row:
            row.append(name)
    for rule, row in names.items():
        yield rule, say.join(row)


def _rule(box: Box, card: str) -> str:
    """Return the number of the rule that keeps a card out of the game."""
    if card in box.ships:
        return "6.5.1"
    if card in box.merchants:
        return "6.5.4"
    return "5.2" if box.kind_of(card).solitaire_removed else "6.5.3"
