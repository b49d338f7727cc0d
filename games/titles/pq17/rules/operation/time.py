"""3.2 The player phases; 8.1, 3.4 the end of a turn and of an operation."""

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX
from games.titles.pq17.rules.movement.paths import CHANNEL
from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.operation import PhaseBegan, TurnEnded
from games.titles.pq17.state.state import Force, Phase

KARA = "kara_sea"
LONGEST = 60
"""8.1 The last possible turn, twice the length of the time track. By then nothing can happen any more."""


async def allied_phase(board: Board) -> str:
    """3.2 B Begin the Allied player's phase.

    First, shadowing that the weather stops ends (6.3.5), and forces that the scenario lists arrive. Returns the name of
    the next step.
    """
    end_grounded_shadowing(board)
    arrivals(board)
    _begin(board, "allied")
    return "event"


async def axis_phase(board: Board) -> str:
    """3.2 C Begin the Axis player's phase.

    Returns the name of the next step.
    """
    _begin(board, "axis")
    return "event"


def _begin(board: Board, side: Side) -> None:
    board.state.phase = Phase(side=side)
    board.tell(PhaseBegan(side))


async def turn_end(board: Board) -> str:
    """3.4, 8.1 End the turn after the fuel phase, and check whether the operation is over.

    Returns the name of the next step.
    """
    state = board.state
    over = state.turn > state.start and is_over(board)
    board.tell(TurnEnded(state.turn - 1, over))
    return "victory" if over else "weather"


def is_over(board: Board) -> bool:
    """3.4 Return True if the operation is over.

    The operation is over if all convoys are in port or gone and, in addition, day 15 PM is over or all task forces of
    one side are in port. A force in the German box counts as in port (5.7.1); a force in the Channel has left the
    operation (5.7.3). Axis convoys count only while they are at sea. Dummies and wolfpacks never count.
    """
    if board.state.turn > LONGEST:
        return True
    for force in board.state.forces:
        if force.kind == "convoy" and not _is_home(force):
            return False
    if board.state.turn > 2 * board.box.numbers.turns.days:
        return True
    return any(_all_in_port(board, side) for side in SIDES)


def _is_home(force: Force) -> bool:
    """3.4 Return True if a convoy is in port with no plan to sail, or in the Kara Sea, where it stays (12.12a)."""
    return force.at == KARA or (bool(force.port) and (force.side == "axis" or force.plan is None))


def _all_in_port(board: Board, side: Side) -> bool:
    return not any(is_in_operation(force) for force in board.forces_of(side) if force.kind == "task_force")


def is_in_operation(force: Force) -> bool:
    """2.2a, 3.4 Return True if a force is at sea on the map or in the Kara Sea."""
    return force.at_sea and force.at not in (GERMAN_BOX, CHANNEL)
