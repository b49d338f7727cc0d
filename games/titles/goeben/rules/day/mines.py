"""23.0 Mines: light cruisers lay them on their way."""

from games.titles.goeben.orders.orders import Mine
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea


def lay(sea: Sea) -> None:
    """23.0 From a hull box into a space that the ship has come through, by a ship that does not outfit today (23.0.3);
    not in neutral ports and bases (23.0.1).
    """
    for order in sea.orders():
        if not isinstance(order, Mine):
            continue
        ship, port = sea.ship(order.ship), port_at(sea, order.space)
        passed = sea.day.routes.get(ship.id, (ship.at,))
        neutral = port is not None and port.side == "neutral"
        sails = ship.id not in sea.day.outfitted and order.space in passed
        if "mines" in ship.cargo and sails and not neutral:
            ship.cargo.remove("mines")
            sea.state.mines.append(order.space)
            sea.tell_at(ship.at, told.MinesLaid(ship.id, order.space))
