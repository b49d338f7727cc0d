"""17.1 Victory points."""

from games.kernel.events import NOBODY, Audience
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told


def score(board: Board, points: int, why: str, what: str = "", *, to: Audience = NOBODY) -> None:
    """17.1 Add points to the total, which may fall below 0.

    25.2 All seats learn the points. Captains learn the reason only if they are in `to`.
    """
    if points:
        board.state.vp += points
        board.signal(told.Scored(points, board.state.vp, why, what), told.Scored(points, board.state.vp), to=to)
