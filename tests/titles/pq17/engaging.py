"""Task forces that attack what they have found, with nobody asked and nobody who leaves of himself."""

from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.playing import heard, phase

QUIET = Instructions(asks="never", stands="stay", torpedo_round="never")


def attacked(prey: Force, *others: Force, side: Side = "axis", level: int = 1, **fields: Any) -> Board:
    """Task forces of a side that attack an identified block; nobody is asked, and nobody leaves of himself."""
    board = phase(arctic(prey, *others, **fields), side)
    board.identify(prey, level)
    board.phase.attacks = tuple(Attack(one.id, contact_name(prey)) for one in others if one.side == side)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    return board


def misses(*counts: int) -> list[tuple[int, ...]]:
    """Rolls that hit nothing."""
    return [(0,) * count for count in counts]


def told(board: Board, seat: str, kind: type) -> list[Any]:
    """What a seat heard of a kind."""
    return [one for one in heard(board, seat) if isinstance(one, kind)]
