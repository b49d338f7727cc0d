"""6.2 The chance that a card finds an unidentified block, from what the searcher knows."""

from collections.abc import Iterable

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.draft_odds import Chance
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.cards import Look
from games.titles.pq17.state.board import Board


def search_chances(board: Board, side: Side, hexes: Iterable[str]) -> dict[str, Chance]:
    """6.2, 6.2b Return, by hex, the chance that a card finds an unidentified block there, if only aircraft search.

    All cards of a deck count, even drawn cards, because the searching side need not have seen all of them.
    """
    deck, other, known = [*board.box.cards.values()], board.enemy(side), dict[tuple[bool, bool], Chance]()
    day, weather, month = board.is_day, board.state.sky.kind, board.operation.month

    def chance(at: str) -> Chance:
        """6.2a-6.2d Return the chance in a hex; it is public whose interceptors are near."""
        friendly, near = board.box.hexes[at].friendly == side, board.box.has_interceptors(other, at, month)
        if (friendly, near) not in known:
            look = Look(day=day, weather=weather, row="air", friendly_coast=friendly, near_interceptors=near)
            known[friendly, near] = Chance(sum(cards.card_finds(card, look) for card in deck), len(deck), 1)
        return known[friendly, near]

    return {at: chance(at) for at in hexes}
