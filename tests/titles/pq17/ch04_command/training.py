"""Task forces that put out of Narvik for training."""

import msgspec

from games.orders.order_set import Order
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.move_orders import Train
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Phase, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.procedures import Run

TEN = Points(left=10)


def norway(*forces: Force, points: Points = TEN, **fields: object) -> Board:
    """Day 5 AM of PQ-17 with the option; the Axis was told of a convoy at sea, so that 11.4 holds nobody."""
    command = {"home_fleet": Points(16), "severny_flot": Points(6), "gruppe_nord": msgspec.structs.replace(points)}
    told = {"command": command, "start": 8, "sighted": True, "unbound": True, "options": Options(training=True)}
    return arctic(*forces, **{**told, **fields})


def in_narvik(name: str = "t", *words: str) -> Force:
    return force(name, "axis", "task_force", "0813", *(words or ("lutzow", "dd_36a 2")), port="narvik")


def trained(board: Board, *orders: Order) -> list[object]:
    """The Axis moves as ordered; what it was told."""
    board.state.phase, before = Phase(side="axis", orders=orders), len(board.told)
    for one in board.state.forces:
        one.moved, one.from_port = 0, False
    Run().carry_out(movement(board), board.state, dice=(), draws=(), says=None)
    return [event for told in board.told[before:] if (event := told.for_seat("axis")) is not None]


def out_of_narvik(points: Points = TEN, *words: str) -> Board:
    """A task force that put out for training from Narvik this turn, and stands off it."""
    board = norway(in_narvik("t", *words), points=points)
    trained(board, Train("t"))
    board.state.turn += 1
    return board
