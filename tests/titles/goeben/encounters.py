"""The Incident Phase with markers that a test chooses."""

from unittest.mock import patch

from games.titles.goeben.rules.incidents import incidents as phase
from games.titles.goeben.state.board import Board
from tests.titles.goeben.laid_out import Dice, Played, Says, play


def meet(board: Board, markers: str, *, dice: Dice = (), says: Says | None = None, draws: Dice = ()) -> Played:
    """The next space of the phase, with these markers drawn in this order, and no others; `draws` come after them.

    How many are drawn where is another question (`test_13_incidents`): as many are drawn as are named here.
    """
    if not board.day.queue:
        board.day.queue = board.occupied()
    wanted = tuple(board.state.pool.index(marker) for marker in markers.split())
    if not wanted:
        return play(board, phase.incidents(board), dice=dice, draws=draws, says=says)
    with patch.object(phase, "draws", lambda *_: len(wanted)):
        return play(board, phase.incidents(board), dice=dice, draws=[wanted, *draws], says=says)
