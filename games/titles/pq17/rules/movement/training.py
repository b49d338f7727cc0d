"""4.3.4, 11.4.1 Option: an Axis task force leaves port for training, and returns to the same port."""

from games.titles.pq17.rules.forces.command import capital_price, price
from games.titles.pq17.rules.movement.orders import spend_points
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import TrainingBegan
from games.titles.pq17.state.state import Force

STILL_AT_SEA = ("kara_sea",)
"""5.7.2 The box beside the map in which a force counts as at sea."""


def sails_to_train(force: Force) -> bool:
    """4.3.4 Return True if a force in port has orders to leave for training."""
    return bool(force.port) and force.plan is not None and force.plan.training


def begin_training(board: Board, force: Force, port: str) -> None:
    """4.3.4 Record that a force has left port for training. This happens once in an operation.

    Only its owner is told.
    """
    force.home, board.state.training_used = port, True
    board.tell_side(force.side, TrainingBegan(force.side, force.id, port))


def end_training(board: Board, force: Force, place: str) -> bool:
    """4.3.4 Try to end a force's training in a port or a box beside the map; return False if it cannot be paid.

    In the port that the force left, this costs nothing. Elsewhere, the Command Points for its heavy ships are spent
    now. If the force is not in training, do nothing and return True.
    """
    if not force.home or place in STILL_AT_SEA:
        return True
    capital = capital_price(board.box, force.counters, port=force.home)
    if place != force.home and not spend_points(board, "gruppe_nord", _owed(board, force), capital=capital):
        return False
    force.home = ""
    return True


def charge_unreturned(board: Board) -> None:
    """4.3.4 When the operation ends, spend Command Points for forces still in training, as far as points are left."""
    for force in board.forces_of("axis"):
        if force.home:
            points = board.state.command["gruppe_nord"]
            spare = points.over if board.state.turn <= points.until else 0
            spend_points(board, "gruppe_nord", min(_owed(board, force), points.left + spare))
            force.home = ""


def _owed(board: Board, force: Force) -> int:
    """4.3.2, 4.3.3 Return the half points for leaving port of the heavy ships that are still in a force."""
    return price(board.box, force.counters, port=force.home)
