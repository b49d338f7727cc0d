"""Random events of a sum of two dice."""

from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import perform

SHOWN, FAILED = (next(name for name, one in BOX.cards.items() if one.day.photo[0] is good) for good in (True, False))
EIGHTEEN, SEVENTEEN = (9, 9), (9, 8)
TAKEN = BOX.numbers.blocks.axis.task_force


def event_phase(side: Side, *forces: Force, **fields: Any) -> Board:
    return arctic(*forces, phase=Phase(side), **fields)


def happens(board: Board, total: int, **script: Any) -> None:
    """The event of a sum of two dice."""
    dice = [(min(total, 9), total - min(total, 9)), *script.pop("dice", [])]
    assert perform(board, event(board), dice=dice, **script).following == "orders"


def norway(side: Side = "allied", **fields: object) -> Board:
    """Two blocks in Trondheim, one in Narvik, one at sea, and an Allied one in Scapa Flow."""
    return arctic(
        force("in_trondheim", "axis", "task_force", "1111", "tirpitz", "dd_36a 3", port="trondheim"),
        force("false", "axis", "dummy", "1111", port="trondheim"),
        force("in_narvik", "axis", "task_force", "0813", "lutzow", port="narvik"),
        force("at_sea", "axis", "task_force", "0814", "admiral_scheer"),
        force("home", "allied", "task_force", "1206", "kent", port="scapa_flow"),
        **{"phase": Phase(side), **fields},
    )
