"""The hidden facts that a seat may learn from an event."""

from typing import Any

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.components.pieces import ICE, Side
from games.titles.pq17.orders.move_orders import Move, Route
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockMoved, IceMet, LevelFell
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.events.victory import Scored

DRY = 13
"""11.1 The first turn on which forces may be low on fuel, so that the length of a move may show a fuel mark."""


def discloses(board: Board, event: Any, seat: str) -> tuple[str, ...]:
    """Return the fields of an event in which the rules disclose hidden facts to a seat; `ALL_FIELDS`: all fields.

    The event itself declares most of these fields. In these cases, the move of an enemy block may reveal all fields:
    - in a gale, because a convoy may have to stay (9.2.5a)
    - from the turn on which fuel may be short (11.2.3)
    - while a force of its side tows a wreck (5.1.1) or returns after a breakdown (13.0b)
    - into a port with limited berths (5.1.2a)
    - by an earlier plan that no order of this phase names (4.2)
    - after the block has met ice, because the move shows that the block still exists (10.2.6)

    A search in passing reveals that the searched block moves on. Public points for a loss reveal nothing to the side
    that lost the unit (2.0b).
    """
    declared: tuple[str, ...] = event.discloses(seat)
    if isinstance(event, Scored):
        return () if _is_unit_of(board, event.unit, seat) else declared
    if isinstance(event, BlockMoved | IceMet | LevelFell) and event.side != seat:
        limited = isinstance(event, BlockMoved) and event.port in board.box.numbers.russian_ports.ports
        shows = limited or _tells_how_far(board, event.side) or _moves_by_plan(board, event.side, event.block)
        shows = shows or _is_out_of_ice(board, event)
        return (ALL_FIELDS,) if shows else declared
    if isinstance(event, Searched) and event.passing and board.enemy(event.side) != seat:
        side = board.enemy(event.side)
        return (ALL_FIELDS,) if _tells_how_far(board, side) or _moves_by_plan(board, side, event.block) else declared
    return declared


def _is_unit_of(board: Board, unit: str, seat: str) -> bool:
    """Return True if a unit is a ship or an aircraft of the seat's side."""
    piece = board.box.ships.get(unit) or board.box.aircraft.get(unit)
    return piece is not None and piece.side == seat


def _is_out_of_ice(board: Board, event: BlockMoved | IceMet | LevelFell) -> bool:
    """10.2.6 Return True if a hex of the event has ice that a block met in this turn; the block may have passed it."""
    places = event.way if isinstance(event, BlockMoved) else (event.at,)
    seen = [board.state.ice_seen[at] for at in places if at in board.state.ice_seen]
    return any(one.turn == board.state.turn and one.ice != ICE[0] for one in seen)


def _moves_by_plan(board: Board, side: Side, block: int) -> bool:
    """4.2 Return True if a block moves in its side's phase without an order of this phase: by an earlier plan."""
    phase = board.state.phase
    if phase is None or phase.side != side:
        return False
    ordered = {
        order.force if isinstance(order, Move) else order.convoy
        for order in phase.orders
        if isinstance(order, Move | Route)
    }
    return any(force.block == block and force.id not in ordered for force in board.forces_of(side))


def _tells_how_far(board: Board, side: Side) -> bool:
    """9.2.5a, 11.2.3, 5.1.1, 13.0b Return True if a move of a side's block, or its length, may reveal the contents."""
    return board.state.sky.kind == "gale" or board.state.turn >= DRY or _is_held_up(board, side)


def _is_held_up(board: Board, side: Side) -> bool:
    """5.1.1, 13.0b Return True if a ship of a side is Dead in the Water, or has broken down and returns to port."""
    return any(one.dead or one.inoperative for force in board.forces_of(side) for one in force.counters)
