"""Segments of PQ-17 by hand: `play(step(board), board, dice=[(3, 4)], cards=["card_07"], says={"refuse": "pass"})`.

Dice are written as they fall, 0 to 9. `cards` are those drawn from the decks, in their order; other draws take the
first of their pool unless `lots` says which place.
"""

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from games.kernel.requests import Ask, Asks, Draw, Roll
from games.titles.pq17.components.pieces import Card, Result, Side
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.box import BOX


class Played:
    """What was asked in a segment, and what came after it."""

    def __init__(self) -> None:
        self.asked: list[Ask[Any]] = []
        self.result: Any = None


def play(
    procedure: Coroutine[Any, Any, Any],
    *,
    dice: Sequence[Sequence[int]] = (),
    cards: Sequence[str] = (),
    lots: Sequence[int] = (),
    says: Mapping[str, str] | None = None,
) -> Played:
    """Play a procedure to its end; all dice, cards and lots laid out must be used, and all answers asked for."""
    played, answer = Played(), None
    rolls, deck, places, left = [*dice], [*cards], [*lots], dict(says or {})
    try:
        while True:
            request: Any = procedure.send(answer)
            if isinstance(request, Asks):
                played.asked += request.asks
                answer = tuple(_said(question, left) for question in request.asks)
            elif isinstance(request, Roll):
                assert rolls, f"no dice for {request.key} ({request.rule})"
                faces = rolls.pop(0)
                assert len(faces) == len(request.sides), f"{request.key}: {len(request.sides)} dice, {faces} laid out"
                answer = tuple(face or 10 for face in faces)
            else:
                answer = _drawn(request, deck, places)
    except StopIteration as end:
        assert not rolls, f"never rolled: {rolls}"
        assert not deck, f"never drawn: {deck}"
        assert not left, f"never asked: {left}"
        played.result = end.value
        return played


def _said(question: Ask[Any], left: dict[str, str]) -> Any:
    form = question.form
    for kind in (f"{question.kind}@{question.seat}", question.kind):
        if kind in left:
            return form.accept(form.parse(left.pop(kind)))
    return form.accept(form.write(form.default()))


def _drawn(request: Draw, deck: list[str], places: list[int]) -> tuple[int, ...]:
    if request.pool and request.pool[0].startswith("card_"):
        assert deck, f"no card for {request.key} ({request.rule})"
        return (request.pool.index(deck.pop(0)),)
    if places and request.count == 1:
        return (places.pop(0),)
    return tuple(range(request.count))


def a_card(row: str, result: Result, *, day: bool = True, weather: int = 0, submarine: bool | None = None) -> str:
    """A card of the deck that shows this in a row (`force`, `air` or `both`) of the day or night block."""
    for name, card in BOX.cards.items():
        face = card.day if day else card.night
        fits = getattr(face, row)[weather] == result and not card.star
        if fits and (submarine is None or face.submarine is submarine):
            return name
    raise LookupError(f"no card shows {result} for {row}")


def cards_with(row: str, result: Result, count: int, *, day: bool = True, weather: int = 0) -> list[str]:
    """So many different cards like that."""
    found = [
        name
        for name, card in BOX.cards.items()
        if getattr(card.day if day else card.night, row)[weather] == result and not card.star
    ]
    assert len(found) >= count, (row, result, len(found))
    return found[:count]


def gains(name: str, *, day: bool = True, weather: int = 0) -> int:
    """The levels that a card adds."""
    card: Card = BOX.cards[name]
    return (card.day if day else card.night).gain[weather]


def phase(board: Board, side: Side, **fields: Any) -> Board:
    """The same board in a phase of a side."""
    board.state.phase = Phase(side=side, **fields)
    return board


def heard(board: Board, seat: str) -> list[Any]:
    """What a seat was told."""
    return [event for told in board.told if (event := told.for_seat(seat)) is not None]
