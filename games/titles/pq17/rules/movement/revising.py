"""6.6.1b Revised orders: blocks move one after the other. After a discovery, the side may change its orders."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.orders.order_set import Order
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.orders.missions import Declare, Fly, Missions, Patrol, Photograph, SectorSearch
from games.titles.pq17.orders.move_orders import Move, Route, Stay
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.state.board import Board


async def ask_revised_orders(board: Board, moved: Collection[str]) -> tuple[AnyOrder, ...]:
    """6.6.1b Ask for new orders after a block was found in passing, or stopped by ice; return the new orders.

    The side may change the orders of its aircraft, of its sectors, and of blocks that have not moved. The side is asked
    even if no block is left to order, unless its standing instruction is never to be asked. The event was public, so
    the question discloses nothing. `moved`: the ids of the forces that have moved.
    """
    side = board.phase.side
    board.phase.unforeseen = False
    if board.state.instructed(side).revises == "never":
        return ()
    form = PhaseForm(
        forces=tuple(force.id for force in board.as_seen(board.forces_of(side))),
        moves=_left_to_move(moves_part(board, side), moved),
        missions=_left_to_fly(board, missions_part(board, side)),
    )
    question = Ask(
        key=f"revise.{len(moved)}",
        kind="revise",
        seat=side,
        rule="6.6.1b",
        prompt=Text(
            "Do you change the orders of blocks that have not moved?", "まだ移動していない部隊に再命令しますか。"
        ),
        form=form,
    )
    orders = await ask(question)
    board.phase.orders = replace_orders(board.phase.orders, orders)
    board.state.instructions[side] = apply_instructions(board.state.instructed(side), orders)
    return orders


def _left_to_move(moves: Moves, moved: Collection[str]) -> Moves:
    """3.2b Return the part of the form with the moves that can still be ordered.

    Blocks became unidentified, split and were marked for refuelling before any block moved, so only moves remain.
    """
    left = tuple(one for one in moves.movers if one.force not in moved)
    return structs.replace(moves, movers=left, on_the_way=True)


def _left_to_fly(board: Board, missions: Missions) -> Missions:
    """3.2a Return the form part with the missions that can still be ordered: no photographs, and no units of a raid."""
    raiding = {unit for raid in board.ordered(Raid) for unit in raid.units}
    flights = tuple(structs.replace(one, photograph=()) for one in missions.flights if one.unit not in raiding)
    return structs.replace(missions, flights=flights)


def replace_orders(old: Sequence[AnyOrder], new: Sequence[AnyOrder]) -> tuple[AnyOrder, ...]:
    """Return the old orders without those that the new orders replace, followed by the new orders.

    An old order of a sector is dropped, too, if a new order lets another sector search one of its hexes (6.4.2a).
    """
    taken = {subject for order in new for subject in _subjects(order)}
    return (*(order for order in old if taken.isdisjoint(_subjects(order))), *new)


def _subjects(order: Order) -> Iterator[tuple[str, str]]:
    """Yield what an order is about, as pairs of a purpose and an id; a new order replaces old ones with one pair."""
    if isinstance(order, Move | Stay):
        yield "moves", order.force
    elif isinstance(order, Route):
        yield "moves", order.convoy
    elif isinstance(order, Fly | Patrol | Photograph):
        yield "unit", order.unit
    elif isinstance(order, Declare):
        yield "radius", order.force
    elif isinstance(order, SectorSearch):
        yield "sector", order.sector
        yield from (("hex", hex_) for hex_ in order.hexes)
