"""Parts of a day: plans that are accepted or refused, outfitting, movement."""

from typing import Any

from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, at_sea, ordered, play

WATERS = BOX.waters


def cut(*closed: str) -> dict[str, tuple[str, ...]]:
    """The ways without some spaces."""
    return {a: tuple(b for b in others if b not in closed) for a, others in WATERS.ways.items() if a not in closed}


def hull_hit(cargo: str, hull: int, by: int, ship: str = "breslau") -> tuple[Board, list[str]]:
    where: dict[str, Any] = {ship: f"messina+hull={hull}+cargo={cargo}"}
    board = at_sea(**where)
    hurt(board, board.ship(ship), "hull", by)
    return board, board.ship(ship).cargo


def quiet_day(board: Board, text: str = "pass") -> None:
    """A day in which everything but the plan passes without news."""
    board.day.plans.clear()
    ordered(board, text)
    play(board, movement(board))


def stayed(board: Board, ship: str, *way: str) -> bool:
    """A ship that was ordered to sail is where she was, has paid nothing, and it is told."""
    board.day.plans["commander"] = (Move((ship,), way),)
    before = (board.stations().get(ship), [one.coal for one in board.state.ships])
    played = play(board, movement(board))
    assert (board.stations().get(ship), [one.coal for one in board.state.ships]) == before
    assert (board.day.routes, board.day.order, played.told(told.Sailed)) == ({}, [], [])
    assert (played.kinds, played.following) == ([], "incidents")
    return played.told(told.Impeded) == [told.Impeded(ship, way[-1])]


def refusals(board: Board, orders: str, seat: str = "commander") -> list[tuple[str, str]]:
    """The rule and the words by which the plan of a day is refused."""
    form = plan_form(board, seat)
    return [(problem.rule, problem.message.en) for problem in form.problems(form.read(form.parse(orders)))]


def accepted(board: Board, orders: str) -> bool:
    return refusals(board, orders) == []


def repair_dice(board: Board, orders: str, dice: Dice = ()) -> dict[tuple[str, str], int]:
    """The repair dice of each ship and track on a day of these orders."""
    rolled = play(ordered(board, orders), outfit(board), dice=dice).told(told.RepairRolled)
    return {(event.ship, event.track): len(event.dice) for event in rolled}
