"""Operations from the set-up to the start of play."""

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.operation.setup import new_game, set_up_allied, set_up_axis
from games.titles.pq17.state.board import Board
from tests.titles.pq17.box import BOX
from tests.titles.procedures import Run

WAY_OF_PQ17 = (
    "0404", "0405", "0406", "0407", "0408", "0409", "0410", "0411", "0412", "0413", "0414", "0515", "0516", "0517",
    "0617", "0718", "0818", "0919", "1019", "1119",
)  # fmt: skip


def opened(scenario: str = "pq17", **options: bool) -> Board:
    """An operation that is set up, as it is done without orders."""
    board = Board(new_game(BOX, scenario, Options(**options)), BOX)
    for step in (set_up_axis, set_up_allied):
        Run().carry_out(step(board), board.state, dice=(), draws=(), says=None)
    return board


def operation(key: str, turn: int = 1) -> Board:
    board = Board(new_game(BOX, key, Options()), BOX)
    board.state.turn = turn
    return board
