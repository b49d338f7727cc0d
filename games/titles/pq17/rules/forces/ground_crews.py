"""15.8.3a The task force of operation EV, which brings ground crews from the Clyde to Murmansk."""

from games.titles.pq17.components.pieces import CRUISERS
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

FROM, TO = "clyde", "murmansk"
"""15.8.3a The port from which the task force brings ground crews, and the port to which it brings them."""
DESTROYERS = 2
UNDER_WAY = ("declared", "crossed")
"""15.8.3b The stages of operation EV from its declaration until it is carried out."""


def note_crews_brought(board: Board, force: Force, port: str) -> None:
    """15.8.3a Record that operation EV's ground crews have reached Murmansk, if a force in `port` has brought them.

    The force must be a task force in Murmansk with a cruiser from the Clyde, and non-Soviet destroyers with a strength
    of two. Afterwards, the force may sail home. Only its owner knows of the crossing.
    """
    roster = board.state.roster
    if roster is None or roster.ev != "declared" or port != TO or force.kind != "task_force":
        return
    ours = [one for one in force.counters if board.box.ships[one.ship].nation != "soviet"]
    from_clyde = [one for one in ours if board.state.began.get(one.ship) == FROM]
    cruisers = [one for one in from_clyde if board.box.ships[one.ship].type in CRUISERS]
    if cruisers and strength_of(board.box, ours, "dd") >= DESTROYERS:
        roster.ev = "crossed"


def is_patrol_free(board: Board) -> bool:
    """15.8.3b Return True if ships may leave Patrol White without excuse, because operation EV is under way."""
    return board.state.roster is not None and board.state.roster.ev in UNDER_WAY
