"""17.1 Victory points."""

from games.kernel.events import NOBODY, Audience
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told


def score(board: Board, points: int, why: str, what: str = "", *, to: Audience = NOBODY) -> None:
    """17.1 Add points, which may be negative, to the victory points, and emit the event.

    `why`: the key of the reason. `what`: the counter, ship or space that brought the points. 25.2 All seats learn the
    points. Only captains in `to` learn `why` and `what`.
    """
    if points:
        board.state.vp += points
        board.signal(told.Scored(points, board.state.vp, why, what), told.Scored(points, board.state.vp), to=to)
