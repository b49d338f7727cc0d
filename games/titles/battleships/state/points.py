"""9.1, 9.1d, 9.2 Victory points, in sixths, so that nothing is rounded."""

from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship

SIXTHS = 6


def sixths_of_ship(ship: Ship, value: int, defence: int, lasting: int) -> int:
    """9.1, 9.1a, 9.1b, 9.1c, 11.6 Return the enemy's points for a ship, in sixths: all of its `value` if it is sunk.

    Otherwise the enemy gets a point for each damage step that the ship has repaired or may still repair after the
    battle, and a sixth of the value for each further step. `defence` is the ship's defence, which limits its repairs.
    `lasting` is the number of hull steps that the ship had at the start.
    """
    if ship.fate == "sunk":
        return value * SIXTHS
    steps = ship.weapons + ship.hull - lasting
    mendable = min(steps, defence - ship.mended)
    return (ship.mended + mendable) * SIXTHS + value * (steps - mendable)


def steps_of(board: Board, ship: Ship) -> int:
    """9.1, 11.6 Return a ship's number of damage steps, without the steps that it had at the start."""
    return ship.weapons + ship.hull - board.battle.lasting_hull.get(ship.id, 0)


def sixths_for(board: Board, ship: Ship) -> int:
    """9.1 Return the enemy's points for a ship with its present damage, in sixths."""
    counter, lasting = board.counter(ship), board.battle.lasting_hull.get(ship.id, 0)
    return sixths_of_ship(ship, counter.value, counter.defence, lasting)


def sixths_of(board: Board, side: str) -> int:
    """9.1, 9.2 Return a side's points now, in sixths.

    A side scores for the enemy's losses, and for own ships that left for full value.
    """
    taken = sum(sixths_for(board, ship) for ship in board.state.ships if ship.side != side)
    left = [ship for ship in board.state.ships if ship.side == side and ship.full]
    return taken + SIXTHS * sum(board.counter(ship).value for ship in left)
