"""The order-of-battle phase of a fortnight."""

from typing import Any

import pytest

from games.kernel.errors import GameError
from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.campaign import administration
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import State
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS


def at_administration(key: str, *units: Unit, green: bool = False, **more: Any) -> Board:
    """A campaign in the order-of-battle phase of a fortnight, with nothing but these units; EV keeps merchants away."""
    roster = Roster(fortnight=KEYS.index(key), units=list(units), **{"ev": "declared", **more})
    return Board(State(scenario="pq17", turn=1, start=1, roster=roster, options=Options(green_crews=green)), BOX)


def settle(board: Board, says: dict[str, str] | None = None, **more: Any) -> Any:
    """The whole phase; an answer for one side as `administration@axis`."""
    return perform(board, administration.order_of_battle(board), says=says, **more)


def lying_on(board: Board, kind: str) -> list[tuple[int, str]]:
    return [(unit.strength, unit.place) for unit in board.roster.units if unit.kind == kind]


def points_booked(board: Board) -> int:
    return sum(one.points for one in board.state.bookings)


def refused(board: Board, side: Any, text: str) -> list[tuple[str, str, str]]:
    """Field, code and rule of what is wrong with an answer."""
    form = sheet(board, side)
    with pytest.raises(GameError) as error:
        form.accept(form.parse(text))
    return [(one.pointer, one.code, one.rule) for one in error.value.problems]
