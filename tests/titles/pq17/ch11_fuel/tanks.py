"""Forces with a mark on the fuel track."""

from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Kind, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play


def fuel_board(*forces: Force, **fields: Any) -> Board:
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=16)}
    return arctic(*forces, command=points, sighted=True, unbound=True, **{"start": 8, **fields})


def fuelled_fleet(name: str, *words: str, at: str = "0508", side: Side = "allied", **fields: Any) -> Force:
    kind: Kind = "convoy" if any(BOX.ships[word.split()[0]].type == "mx" for word in words) else "task_force"
    return force(name, side, kind, at, *words, **fields)


def phase_e(board: Board) -> Board:
    """The fuel phase of the turn."""
    play(fuel(board))
    return board
