"""6.2 The chance that a card finds an unidentified block, from what the searcher knows."""

from collections.abc import Iterable

from games.titles.pq17.components.pieces import Card, Side
from games.titles.pq17.orders.odds import Chance
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.cards import Look
from games.titles.pq17.state.board import Board


def cards_left(board: Board, side: Side) -> list[Card]:
    """6.2a Return the cards left in a side's deck; all, if none is left. Its owner has seen the drawn ones."""
    out = board.state.drawn.get(side, [])
    return [card for name, card in board.box.cards.items() if name not in out] or [*board.box.cards.values()]


def search_chances(board: Board, side: Side, hexes: Iterable[str]) -> dict[str, Chance]:
    """6.2, 6.2b Return by hex the chance that a card of a whole deck finds an unidentified block there.

    Only aircraft search. The drawn cards count too, because the searcher need not have seen all of them.
    """
    deck, other = [*board.box.cards.values()], board.enemy(side)
    return {
        at: Chance(sum(cards.card_finds(card, _look(board, side, other, at)) for card in deck), len(deck), 1)
        for at in hexes
    }


def _look(board: Board, side: Side, other: Side, at: str) -> Look:
    """6.2a-6.2d Return the circumstances of the search; which side's interceptors are near is public."""
    return Look(
        day=board.is_day,
        weather=board.state.sky.kind,
        row="air",
        friendly_coast=board.box.hexes[at].friendly == side,
        near_interceptors=board.box.has_interceptors(other, at, board.operation.month),
    )
