"""Steps and procedures of the title run by hand, with answers and dice, on a board laid out in a test."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from games.kernel.requests import Ask, Asks, Draw, Roll
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Settled
from tests.titles.procedures import Run

Dice = Sequence[Sequence[int]]


def perform(
    board: Board, procedure: Coroutine[Any, Any, Any], *, dice: Dice = (), draws: Dice = (), says: Any = None
) -> Run:
    """A procedure run to its end; dice as they fall, 0 to 9, and draws as places in their pools."""
    run = Run()
    faces = [tuple(face or 10 for face in thrown) for thrown in dice]
    run.carry_out(procedure, board.state, dice=faces, draws=draws, says=says)
    return run


def events_for(board: Board, seat: str) -> list[Any]:
    """What a seat was told, in its own wording, but that a step is over."""
    events = [told.for_seat(seat) for told in board.told]
    return [event for event in events if event is not None and not isinstance(event, Settled)]


class Course(NamedTuple):
    """What was asked in a procedure, and the keys of what was rolled."""

    asked: list[Ask[Any]]
    rolled: list[str]


def by_default(procedure: Any, face: Callable[[str], int]) -> Course:
    """A procedure with default answers, in which all dice of a roll show, 0 to 9, what `face` says of its key."""
    found, answer = Course([], []), None
    try:
        while True:
            request: Any = procedure.send(answer)
            if isinstance(request, Asks):
                found.asked.extend(request.asks)
                answer = tuple(one.form.default() for one in request.asks)
            elif isinstance(request, Roll):
                found.rolled.append(request.key)
                answer = (face(request.key) or 10,) * len(request.sides)
            else:
                assert isinstance(request, Draw)
                answer = tuple(range(request.count))
    except StopIteration:
        return found
