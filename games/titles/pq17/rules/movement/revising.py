"""6.6.1b Moves are carried out block by block: what comes to light lets the others be ordered anew."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from games.kernel.orders import Order
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.orders.missions import Declare, Fly, Missions, Patrol, Photograph, SectorSearch
from games.titles.pq17.orders.moves import Move, Moves, Route, Stay
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.table.sea import Sea


async def revised(sea: Sea, moved: Collection[str]) -> tuple[AnyOrder, ...]:
    """6.6.1b After a block was found in passing, or stopped by ice, its side may order anew what has not moved, its
    aircraft and its sectors, unless it has ordered not to be asked; the new orders, which stand with the others from
    now on. Everybody saw what happened, and it is asked whatever is left to order, so that being asked tells nothing.
    `moved`: the blocks that had their turn.
    """
    side = sea.phase.side
    sea.phase.unforeseen = False
    if sea.state.instructed(side).revises == "never":
        return ()
    form = PhaseForm(
        forces=tuple(force.id for force in sea.as_seen(sea.forces_of(side))),
        moves=_left_to_move(moves_part(sea, side), moved),
        missions=_left_to_fly(sea, missions_part(sea, side)),
    )
    question = Ask(
        key=f"revise.{len(moved)}",
        kind="revise",
        seat=side,
        rule="6.6.1b",
        prompt=Text("Do you order anew what has not moved?", "まだ移動していない部隊に再命令しますか。"),
        form=form,
    )
    orders = await ask(question)
    sea.phase.orders = ordered_anew(sea.phase.orders, orders)
    sea.state.instructions[side] = instructed(sea.state.instructed(side), orders)
    return orders


def _left_to_move(moves: Moves, moved: Collection[str]) -> Moves:
    """3.2b The movements that are left; blocks have stood up, parted and marked their refuelling before any moved."""
    left = tuple(one for one in moves.movers if one.force not in moved)
    return structs.replace(moves, movers=left, on_the_way=True)


def _left_to_fly(sea: Sea, missions: Missions) -> Missions:
    """3.2a Photographs have been taken, and who flies a raid does so."""
    raiding = {unit for raid in sea.ordered(Raid) for unit in raid.units}
    flights = tuple(structs.replace(one, photograph=()) for one in missions.flights if one.unit not in raiding)
    return structs.replace(missions, flights=flights)


def ordered_anew(old: Sequence[AnyOrder], new: Sequence[AnyOrder]) -> tuple[AnyOrder, ...]:
    """What was written, but for that which the new orders are about, and these behind it. A sector whose hex another
    one searches now searches nothing (6.4.2a).
    """
    taken = {subject for order in new for subject in _subjects(order)}
    return (*(order for order in old if taken.isdisjoint(_subjects(order))), *new)


def _subjects(order: Order) -> Iterator[tuple[str, str]]:
    """What an order is about: whose movement, which aircraft, sector and hex."""
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
