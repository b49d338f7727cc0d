"""3.1(8), 3.1d, 8.0 Damage control, for both players."""

from games.kernel.requests import roll
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.state import Ship

GUNS, HULL = "guns", "hull"


async def repair(board: Board) -> str:
    """3.1(8) Let every damaged ship attempt the repairs that its owner ordered. Return the key of the next step."""
    for side in (board.inferior, board.superior):
        for ship in board.fleet(side):
            for kind in tries_of(board, ship):
                await _try(board, ship, kind)
    return "verdict"


def tries_of(board: Board, ship: Ship) -> list[str]:
    """8.1, 8.1a, 8.2, 10.7a Return the repairs that a ship attempts this turn, in order.

    Each kind appears once, the guns of a battery twice.
    """
    if board.counter(ship).battery:
        return [GUNS] * board.tables.repair.battery_tries if ship.tries not in (HULL, "none") else []
    wanted = {"both": [GUNS, HULL], "hull_first": [HULL, GUNS], "guns": [GUNS], "hull": [HULL], "none": []}
    return wanted[ship.tries]


def mendable(board: Board, ship: Ship, kind: str) -> bool:
    """8.2, 11.6 Return True if a ship has a step of this kind to repair and its allowance of repairs is not used up.

    The allowance depends on its defence.
    """
    left = ship.weapons if kind == GUNS else ship.hull - board.battle.lasting_hull.get(ship.id, 0)
    return left > 0 and ship.mended < board.counter(ship).defence


async def _try(board: Board, ship: Ship, kind: str) -> None:
    if not mendable(board, ship, kind):
        return
    table = board.tables.repair
    (die,) = await roll(6, key=f"repair.{ship.id}.{kind}", rule="8.1")
    success = die <= (table.guns if kind == GUNS else table.hull)
    if success:
        ship.mended += 1
        ship.weapons -= kind == GUNS
        ship.hull -= kind == HULL
        guns, hull = board.record.mended.get(ship.id, (0, 0))
        board.record.mended[ship.id] = (guns + (kind == GUNS), hull + (kind == HULL))
    board.tell(Mended(ship.id, kind, die, success, ship.mended))
