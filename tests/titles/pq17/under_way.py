"""A game in which forces are under way, and the movement of one phase."""

from typing import Any

from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Phase, Points
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.playing import play


def table(*forces: Force, **fields: Any) -> Board:
    """A game under way from day 4 PM, with points enough for everybody."""
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    return arctic(*forces, **{"command": points, "start": 8, "sighted": True, "unbound": True, **fields})


def moved(board: Board, *orders: AnyOrder, side: Any = "allied", **played: Any) -> list[Any]:
    """Play the movement segment of a side with these orders; return what was told, as its owner hears it."""
    board.state.phase = Phase(side=side, orders=orders)
    play(movement(board), **played)
    return [told.variants[0].event for told in board.told]
