"""6.1 The order of groups: ships in one space act together, and the spaces take turns in each phase.

A phase starts with `begin`. Its step resolves the space that `current` returns; then it calls `done` and returns the
key of the next step.
"""

from games.titles.goeben.state.board import Board


def spaces(board: Board) -> list[str]:
    """Return the spaces with players' ships: first in the order of the moves, then the rest in the order of the map."""
    held = board.occupied()
    ordered = [space for space in dict.fromkeys(board.day.order) if space in held]
    return [*ordered, *(space for space in held if space not in ordered)]


def begin(board: Board, phase: str) -> str:
    """Start a phase that is resolved space by space. Return the key of its step."""
    board.day.queue = spaces(board)
    return phase


def current(board: Board) -> str | None:
    """Return the space whose turn it is in this phase. Return None after the last one.

    Spaces that the ships have left are skipped.
    """
    held = board.occupied()
    while board.day.queue and board.day.queue[0] not in held:
        board.day.queue.pop(0)
    return board.day.queue[0] if board.day.queue else None


def done(board: Board, space: str, phase: str, following: str) -> str:
    """Mark the space as resolved. Return `phase` if another space follows, otherwise `following`."""
    if board.day.queue and board.day.queue[0] == space:
        board.day.queue.pop(0)
    return phase if current(board) is not None else begin(board, following)
