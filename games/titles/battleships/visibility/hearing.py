"""The hidden facts that a seat may learn from an event."""

from typing import Any

from games.kernel.events import ALL_FIELDS
from games.titles.battleships.components import hexes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Bombarding, Marked, SpecialHit, Sunk
from games.titles.battleships.state.events.movement import Departed, MineStruck, Moved
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.sighting import Lit
from games.titles.battleships.state.events.torpedoes import Launched


def discloses(board: Board, event: Any, seat: str) -> tuple[str, ...]:
    """10.10d Return the hidden facts that an event discloses to a seat, as the names of its fields.

    These include the fields that the event declares. `board`: the state at the time of the event.

    With secret flagships, a ship in a hex that a command chit names may fire and turn only if it is in touch with its
    flagship. So its actions disclose something about the flagship. A ship that moves through waters that may be mined
    discloses whether there are mines on its way.

    Actions and damage of a ship disclose nothing to its own side, which knows its flagship (10.9), its repair orders
    (8.1a), its fire plans (5.1) and its ships without command (10.10a). Mines disclose nothing to the side that laid
    them (10.6).
    """
    declared: tuple[str, ...] = event.discloses(seat)
    if isinstance(event, MineStruck):
        return () if board.battle.mines is not None and board.battle.mines.side == seat else declared
    if isinstance(event, Marked | SpecialHit | Sunk | Departed | Mended) and _is_own(board, event, seat):
        return ()
    name = _acting(event)
    if name and name in board.state.called and board.options.flagship and board.ship(name).side != seat:
        return (ALL_FIELDS,)
    return (ALL_FIELDS,) if isinstance(event, Moved) and _is_among_mines(board, event, seat) else declared


def _is_own(board: Board, event: Marked | SpecialHit | Sunk | Departed | Mended, seat: str) -> bool:
    """Return True if the event is about a ship of the seat."""
    return board.ship(event.firer if isinstance(event, Marked) else event.ship).side == seat


def _is_among_mines(board: Board, event: Moved, seat: str) -> bool:
    """10.6 Return True if a ship moved through waters in which there may be mines that the seat does not know."""
    field = board.battle.mines
    if not board.options.mines or field is None or seat == field.side:
        return False
    (left, right), (top, bottom) = field.columns, field.rows
    places = [hexes.column_row(hexes.hex_of(at)) for at in event.way]
    return any(left <= column <= right and top <= row <= bottom for column, row in places)


def _acting(event: Any) -> str:
    """Return the ship whose action an event reports; "" for other events."""
    if isinstance(event, Marked):
        return event.firer
    return event.ship if isinstance(event, Lit | Bombarding | Launched | Moved | Departed) else ""
