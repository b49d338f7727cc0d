"""3.1(8), 3.1d, 8.0 Damage control, for both players."""

from games.kernel.requests import roll
from games.titles.battleships.orders.repairs import GUNS, HULL, sequence_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.repairs import damage_of
from games.titles.battleships.state.state import Ship


async def repair(board: Board) -> str:
    """3.1(8) Let every damaged ship attempt the repairs that its owner ordered. Return the key of the next step."""
    for side in (board.inferior, board.superior):
        for ship in board.fleet(side):
            for kind in tries_of(board, ship):
                await _try(board, ship, kind)
    return "verdict"


def tries_of(board: Board, ship: Ship) -> list[str]:
    """8.1, 8.1a, 8.2, 10.7a Return the kinds of repair ("guns", "hull") that a ship attempts this turn, in order.

    A ship attempts each kind once; a battery attempts to repair its guns twice.
    """
    return [*sequence_of(ship.tries, board.tables.repair.battery_tries if board.counter(ship).battery else 0)]


def mendable(board: Board, ship: Ship, kind: str) -> bool:
    """8.2, 11.6 Return True if a ship has a damage step of a kind to repair, and may still repair a step.

    A ship may repair as many steps in a game as its defence.
    """
    damage = damage_of(board, ship)
    return (damage.guns if kind == GUNS else damage.hull) > 0 and damage.left > 0


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
