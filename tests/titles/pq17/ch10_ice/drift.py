"""Zones of ice and forces that meet it."""

from collections.abc import Coroutine
from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Plan, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase

LANE = ("pq16", "may_2")
"""May: thin pack is expected in E3, where Arkhangelsk lies behind icebreakers, and in W3, heavy drift in W4."""


def ice_board(*forces: Force, key: str = "pq17", light: str = "jul_1", **fields: Any) -> Board:
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    return arctic(
        *forces, scenario=key, light=light, command=points, sighted=True, unbound=True, **{"start": 8, **fields}
    )


def zone_of(zone: str, beside: str = "") -> tuple[str, str]:
    """A hex of a zone, and a neighbour of another (`beside`, "" for none), from which it is entered."""
    for one in BOX.hexes.values():
        if one.is_sea and one.zone == zone and one.kind == "sea" and not one.door:
            for near in BOX.waters.ways[one.id]:
                if near in BOX.hexes and BOX.hexes[near].zone == beside and not BOX.hexes[near].door:
                    return near, one.id
    raise LookupError(zone)


def going(board: Board, side: Side = "allied") -> Coroutine[Any, Any, str]:
    phase(board, side)
    return movement(board)


def ice_task_force(at: str, into: str, *words: str, side: Side = "allied", ice: Any = "", **fields: Any) -> Force:
    return force("t", side, "task_force", at, *words, plan=Plan(0, (into,), ice=ice), **fields)
