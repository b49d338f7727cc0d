"""The hidden facts that a seat may learn from an event."""

from typing import Any

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.components.pieces import ICE, Side
from games.titles.pq17.orders.moves import Move, Route
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockMoved, IceMet, LevelFell
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.events.victory import Scored

DRY = 13
"""11.1 From this turn on forces may be low on fuel: the length of a move may show that the force has a mark."""


def discloses(board: Board, event: Any, seat: str) -> tuple[str, ...]:
    """Return the hidden facts that an event discloses to a seat, besides those that the event itself declares.

    In a gale a move discloses that the block may move, because a convoy may have to stay (9.2.5a). The length of a move
    discloses facts once forces may be short of fuel (11.2.3), or while a force of the side tows a wreck (5.1.1). A
    breakdown discloses which force it sends home (13.0b); entering a port with limited berths discloses the force
    (5.1.2a).

    A search in passing discloses that a block moves on. A move by an earlier plan, which no order of this phase names,
    discloses that plan (4.2). Once a block has met ice in this turn, its further move discloses that ice has not
    removed it (10.2.6). Public points for a loss disclose nothing to the side that lost the unit (2.0b).
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
    """10.2.6 Return True if a block may have met ice in this turn on its way to the place of the event."""
    places = event.way if isinstance(event, BlockMoved) else (event.at,)
    seen = [board.state.ice_seen[at] for at in places if at in board.state.ice_seen]
    return any(one.turn == board.state.turn and one.ice != ICE[0] for one in seen)


def _moves_by_plan(board: Board, side: Side, block: int) -> bool:
    """4.2 Return True if a block moves in its phase without an order of this phase."""
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
    """9.2.5a, 11.2.3, 5.1.1, 13.0b Return True if the length of a move, or the move itself, may reveal the kind."""
    return board.state.sky.kind == "gale" or board.state.turn >= DRY or _is_held_up(board, side)


def _is_held_up(board: Board, side: Side) -> bool:
    """5.1.1, 13.0b Return True if a ship of a side is Dead in the Water, or has broken down and returns to port."""
    return any(one.dead or one.inoperative for force in board.forces_of(side) for one in force.counters)
