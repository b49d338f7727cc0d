"""The sealed tempo: the conditions that a planned card must fulfil when it is played."""

from collections.abc import Callable

from games.titles.pirates.state.board import Board
from games.titles.pirates.state.state import Assigned, Vessel

_SHIP = "ship_"
_HOLDS: dict[str, Callable[[Board, Vessel], bool]] = {
    "damaged": lambda board, vessel: vessel.damage > 0,
    "undamaged": lambda board, vessel: not vessel.damage,
    "identified": lambda board, vessel: board.is_open(vessel),
    "disguised": lambda board, vessel: not board.is_open(vessel),
    "unsupplied": lambda board, vessel: vessel.unsupplied,
    "supplied": lambda board, vessel: not vessel.unsupplied,
}


def fulfils(board: Board, assigned: Assigned, target: str | None) -> bool:
    """Return True if all conditions of an assigned card's order hold for a target and for the ship under the card.

    `target`: the target, or None for an order without a target.
    """
    for condition in assigned.use.only:
        own = condition.startswith(_SHIP)
        vessel = board.find(assigned.place if own else target or "")
        if vessel is None or not _HOLDS[condition.removeprefix(_SHIP)](board, vessel):
            return False
    return True
