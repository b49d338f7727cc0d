"""15.4.3 Green crews: the crews of new ships that arrive early, and of emergency forces."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force

HALVES = 2
"""15.4.3b The divisor of a ship's value. The quotient is added to the value of a ship with a green crew."""


def gunnery_dice(box: Box, counter: Counter, strength: int) -> int:
    """15.4.3a Return the number of gunnery dice for `strength` of a counter.

    There is one die for each strength. With a green crew, there is one die for each two strength, rounded up.
    """
    return -(-strength // box.campaign.rules.green_share) if counter.green else strength


def green_bonus(value: int) -> int:
    """15.4.3b Return the extra victory points for a ship sunk with a green crew: half her value, rounded up.

    `value`: the value of the ship. Value and result are whole points.
    """
    return -(-value // HALVES)


def note_training(board: Board, force: Force) -> None:
    """15.4.3b Record the ships of a force at sea that have green crews: their crews take part in the operation.

    Crews in port gain no training.
    """
    if board.state.roster is not None:
        sailed = board.state.roster.sailed
        sailed += sorted({one.ship for one in force.counters if one.green} - {*sailed})


def trained_from(due: int, operations: int) -> int:
    """15.4.3b Return the fortnight from which a crew is no longer green.

    This is the fortnight in which the schedule brings the ship (`due`), less one fortnight for each of the `operations`
    in which the crew took part.
    """
    return due - operations
