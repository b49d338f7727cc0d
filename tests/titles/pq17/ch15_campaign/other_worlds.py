"""Orders of battle that are dealt anew for a seat."""

from random import Random

from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

WORLDS = 60


def in_june() -> Board:
    """Between two operations: Suffolk and Lutzow are in dock, and much else is hidden."""
    board = campaign()
    roster = board.roster
    for kind, back in (("suffolk", 7), ("lutzow", 9)):
        docked = roster.find(kind) or Unit(kind, BOX.ships[kind].strength, "clyde")
        if docked in roster.units:
            roster.units.remove(docked)
        roster.away.append(Away(docked, "repair", back))
    roster.units += [Unit("wichita", 3, "reykjavik"), Unit("scharnhorst", 4, "narvik")]
    roster.severny_flot, roster.gruppe_nord = 6, 10
    roster.interceptors = {"banak_1": 2, "vaenga_1": 1}
    return board


def dealt(board: Board, seat: str) -> list[Board]:
    return [Board(redeal(BOX, board.state, seat, Random(seed).randrange), BOX) for seed in range(WORLDS)]


def docked(board: Board) -> tuple[str, ...]:
    return tuple(one.unit.kind for one in board.roster.away if one.why == "repair")
