"""25.2 Letters: captains leave them in friendly and neutral ports, and captains who come there later read them."""

from games.titles.goeben.orders.orders import Letter
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Slip


def may_leave(board: Board, space: str) -> bool:
    """25.2 Return True if captains may leave letters in a space, a friendly or neutral port.

    False except in the mode "captains".
    """
    port = ports.port_at(board, space)
    return board.mode == "captains" and port is not None and port.side in ("friendly", "neutral")


def leave(board: Board) -> None:
    """25.2 Leave the letters that captains wrote in this morning's orders."""
    for seat in board.state.seats:
        for order in board.day.plans.get(seat, ()):
            if isinstance(order, Letter):
                space = board.ship(order.ship).at
                board.state.letters.append(Slip(space, seat, board.state.turn, order.text))
                board.emit(told.LetterLeft(space, order.ship), to=(seat,))


def read(board: Board) -> None:
    """25.2 Show each captain the unread letters of other captains in ports where the captain's ships are.

    Other seats do not learn that the captain has read a letter.
    """
    for slip in board.state.letters:
        for seat in dict.fromkeys(ship.seat for ship in board.ships_at(slip.space)):
            if seat not in (slip.seat, *slip.readers):
                slip.readers.append(seat)
                board.emit(told.LetterRead(slip.space, slip.seat, slip.turn, slip.text), to=(seat,))
