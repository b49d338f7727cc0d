"""8.2, 11.6 The damage of ships that can be repaired, for the rules and for the odds of repairs."""

from collections.abc import Iterable

from games.titles.battleships.orders.repairs import Damage, DamageControl
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship


def damage_of(board: Board, ship: Ship) -> Damage:
    """8.2, 11.6 Return the steps of a ship that can be repaired, and the number of steps that it may still repair."""
    counter, lasting = board.counter(ship), board.battle.lasting_hull.get(ship.id, 0)
    return Damage(
        ship.weapons, max(ship.hull - lasting, 0), max(counter.defence - ship.mended, 0), bool(counter.battery)
    )


def damage_control(board: Board, ships: Iterable[Ship]) -> DamageControl | None:
    """8.1 Return the repairs that the damaged ships among `ships` can try; None if none of them is damaged."""
    table = board.tables.repair
    damaged = {ship.id: damage_of(board, ship) for ship in ships if ship.weapons or ship.hull}
    return DamageControl(table.guns, table.hull, table.battery_tries, damaged) if damaged else None
