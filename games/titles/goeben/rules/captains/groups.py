"""6.1 The order of the spaces in a phase; the ships in one space act together.

`begin` starts a phase. The phase's step resolves the space that `current` returns, then calls `done`, which returns the
key of the next step.
"""

from games.titles.goeben.state.board import Board


def spaces(board: Board) -> list[str]:
    """Return the spaces with ships of the players, in the order in which a phase resolves them.

    Spaces to which ships were ordered to move today come first, in the order of these moves. All others follow in the
    order of the map.
    """
    held = board.occupied()
    ordered = [space for space in dict.fromkeys(board.day.order) if space in held]
    return [*ordered, *(space for space in held if space not in ordered)]


def begin(board: Board, phase: str) -> str:
    """Start a phase that is resolved space by space. `phase`: the key of its step, which is returned."""
    board.day.queue = spaces(board)
    return phase


def current(board: Board) -> str | None:
    """Return the space that is resolved next in this phase; None after the last one.

    Spaces that the ships have left are skipped.
    """
    held = board.occupied()
    while board.day.queue and board.day.queue[0] not in held:
        board.day.queue.pop(0)
    return board.day.queue[0] if board.day.queue else None


def done(board: Board, space: str, phase: str, following: str) -> str:
    """Mark a space as resolved in a phase; return the key of the next step.

    It is `phase` if another space follows. Otherwise the phase `following` starts, and its key is returned.
    """
    if board.day.queue and board.day.queue[0] == space:
        board.day.queue.pop(0)
    return phase if current(board) is not None else begin(board, following)
