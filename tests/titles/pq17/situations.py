"""A side that holds a chit, and what the special situation phase scores for it."""

from typing import Any

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import commands, moves_part
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.sequence import movement as moved
from games.titles.pq17.rules.special.segment import after_movement
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Roster, Unit
from games.titles.pq17.state.state import Chit, Force, Phase, Points
from tests.titles.pq17.arctic import arctic, force
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


RAID_DURING_OFFENSIVE: dict[str, Any] = {"offensive": {"allied": "e"}, "chits": {"axis": Chit("g", "port_raid")}}


def axis_force(*ships: str, at: str = "0716", **fields: Any) -> Force:
    return force("tf", "axis", fields.pop("kind", "task_force"), at, *ships, **fields)


def broke_out(**roster: Any) -> Board:
    """A campaign in which Tirpitz and Scheer broke out in the fortnight before."""
    board = arctic()
    away = [Away(Unit(kind, strength, "trondheim"), "leave", operation="break_out")
            for kind, strength in (("tirpitz", 4), ("admiral_scheer", 3))]  # fmt: skip
    board.state.roster = Roster(fortnight=3, away=away, **roster)
    board.state.cup = list(LETTERS)
    board.state.phase = Phase(side="axis")
    return board


def at_turn(board: Board, turn: str) -> Board:
    board.state.turn = read_turn(turn).number
    return board


def kara(*blocks: Force) -> Board:
    board = holding("axis", "s", "wunderland", *blocks, scenario="pq18")
    after_movement(board)
    return board


def sails(board: Board, text: str, *dice: tuple[int, ...]) -> Any:
    """Orders written in the form of the Axis phase, and the movement segment with what follows it."""
    board.state.phase = Phase("axis")
    board.state.command = {"gruppe_nord": Points(left=10)}
    form = run_form(board)
    board.state.phase.orders = form.accept(form.parse(text))
    return perform(board, moved(board), dice=dice)


def run_form(board: Board) -> PhaseForm:
    return PhaseForm(
        forces=tuple(one.id for one in board.as_seen(board.forces_of("axis"))), moves=moves_part(board, "axis")
    )
