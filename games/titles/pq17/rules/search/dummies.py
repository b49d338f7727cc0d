"""1.3, 1.3a, 1.3b, 6.3.5b Dummies that are placed beside a force."""

from games.titles.pq17.rules.forces.composition import dummies_left
from games.titles.pq17.rules.search.detachment import blocks_changed, unused_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force


def add_dummy(board: Board, beside: Force, name: str) -> Force:
    """1.3a, 1.3b Put a dummy beside a force that has become unidentified or has entered port, and return the dummy.

    `name`: the id of the dummy. Raises ValueError, with the number of the rule, if no dummy is left, or if the force
    may not have a dummy (1.3c).
    """
    limit = board.operation.dummies.of(beside.side).limit
    makes = ("task_force",) if beside.port else ("task_force", "convoy")
    if beside.kind not in makes:
        raise ValueError("1.3c")
    if beside.level is not None:
        raise ValueError("1.3a")
    if not dummies_left(board.box, board.state.forces, beside.side, limit):
        raise ValueError("1.3")
    dummy = Force(id=name, side=beside.side, kind="dummy", block=0, at=beside.at, port=beside.port)
    board.place(dummy)
    blocks_changed(board, dummy, before=-1, force=dummy.id)
    return dummy


def place_dummy(board: Board, force: Force) -> bool:
    """1.3, 1.3c Put a dummy beside a force if the force may have a dummy and one is left.

    Return True if a dummy was put beside it.
    """
    try:
        add_dummy(board, force, unused_name(board, f"{force.id}_dummy"))
    except ValueError:
        return False
    return True


def wants_dummy(board: Board, force: Force) -> bool:
    """6.3.5b Return True if a standing instruction puts a dummy beside a force that has lost its shadowers.

    This is the instruction `decoys` of the force's side. It applies at ID 0, in either side's turn. A question in the
    weather phase or in the enemy's turn would disclose that the shadowing ended; the instruction replaces it.
    """
    return board.state.instructed(force.side).decoys == "yes"
