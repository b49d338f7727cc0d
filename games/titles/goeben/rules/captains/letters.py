"""25.2 Letters: captains leave them in friendly and neutral ports; whoever puts in there later reads them."""

from games.titles.goeben.orders.orders import Letter
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Slip


def may_leave(sea: Sea, space: str) -> bool:
    """25.2 Captains on their own, in ports and naval bases that are friendly or neutral."""
    port = ports.port_at(sea, space)
    return sea.mode == "captains" and port is not None and port.side in ("friendly", "neutral")


def leave(sea: Sea) -> None:
    """25.2 The letters of this morning."""
    for seat in sea.state.seats:
        for order in sea.day.plans.get(seat, ()):
            if isinstance(order, Letter):
                space = sea.ship(order.ship).at
                sea.state.letters.append(Slip(space, seat, sea.state.turn, order.text))
                sea.emit(told.LetterLeft(space, order.ship), to=(seat,))


def read(sea: Sea) -> None:
    """25.2 Each captain reads what others have left in the port where a ship of his lies; nobody else hears of it."""
    for slip in sea.state.letters:
        for seat in dict.fromkeys(ship.seat for ship in sea.ships_at(slip.space)):
            if seat not in (slip.seat, *slip.readers):
                slip.readers.append(seat)
                sea.emit(told.LetterRead(slip.space, slip.seat, slip.turn, slip.text), to=(seat,))
