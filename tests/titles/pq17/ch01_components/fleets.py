"""Task forces of one side in one hex, and why one of them may not be."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force
from tests.titles.pq17.arctic import force


def fleet(name: str, *words: str, at: str = "0410", side: Side = "allied", **fields: object) -> Force:
    kind = "convoy" if any(one.startswith(("mv", "mo", "mc")) for one in words) else "task_force"
    kind = "wolfpack" if words and all(one.startswith("ss_") for one in words) else kind
    return force(name, side, kind if words else "dummy", at, *words, **fields)


def refusal(board: Board, *forces: Force) -> str:
    try:
        combine_forces(board, forces)
    except ValueError as error:
        return str(error)
    return ""
