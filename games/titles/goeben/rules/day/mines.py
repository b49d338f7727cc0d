"""23.0 Light cruisers lay mines on their way."""

from games.titles.goeben.orders.orders import Mine
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told


def lay(board: Board) -> None:
    """23.0 Lay the mines that were ordered. Each mine leaves its hull box and is put in a space on the ship's way.

    Ships that outfit lay none (23.0.3), and no mines are laid in neutral ports and bases (23.0.1).
    """
    for order in board.orders():
        if not isinstance(order, Mine):
            continue
        ship, port = board.ship(order.ship), port_at(board, order.space)
        passed = board.day.routes.get(ship.id, (ship.at,))
        neutral = port is not None and port.side == "neutral"
        sails = ship.id not in board.day.outfitted and order.space in passed
        if "mines" in ship.cargo and sails and not neutral:
            ship.cargo.remove("mines")
            board.state.mines.append(order.space)
            board.tell_at(ship.at, told.MinesLaid(ship.id, order.space))
