"""A side that holds a chit, and what the special situation phase scores for it."""

from typing import Any

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.movement.orders import commands
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Chit, Force, Points
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import perform

LETTERS = list(BOX.situations)


def holding(side: Side, letter: str, situation: str, *forces: Force, **fields: Any) -> Board:
    """A board on which a side holds a chit."""
    chit = Chit(letter, situation, **fields.pop("chit", {}))
    points = {command: Points(8) for one in SIDES for command in commands(one)}
    return arctic(*forces, chits={side: chit}, command=points, **fields)


def phase_d(board: Board, *dice: int) -> int:
    """The score after the special situation phase."""
    assert perform(board, situations(board), dice=[(one,) for one in dice]).following == "fuel"
    return score(board.state)
