"""7.1.3, 12.5 Raids by aircraft of carriers on ports and airfields within range."""

from games.titles.pq17.components.pieces import CARRIERS, Side
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.missions import may_fly
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid, units_in_reach
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.state import AirUnit


def raiders(board: Board, side: Side) -> tuple[str, ...]:
    """7.1.3, 7.2c, 7.8a Return the ids of a side's carrier aircraft that can fly in this light and weather.

    Their carriers must be at sea and able to operate aircraft.
    """
    afloat = {
        one.ship
        for force in board.forces_of(side)
        if force.at_sea
        for one in force.counters
        if board.box.ships[one.ship].type in CARRIERS and operates(one)
    }
    if not afloat:
        return ()
    return tuple(unit.id for unit in board.state.air if unit.base in afloat and unit.flying and may_fly(board, unit))


def raidable(board: Board, side: Side) -> tuple[str, ...]:
    """7.1.3a Return the enemy ports and airfields that a side may raid.

    British ports and airfields are never raided.
    """
    box = board.box
    ports = (
        one.id
        for one in box.ports.values()
        if one.side != side and one.owner != "britain" and box.has_port(board.operation, one.id)
    )
    fields = (one.id for one in box.airfields.values() if one.side != side and one.owner != "britain")
    return (*ports, *fields)


async def carrier_raids(board: Board) -> None:
    """7.1.3, 7.1a Carry out the ordered raids, one for each target.

    Carrier aircraft take part if they are within range and have no other mission.
    """
    side, ordered = board.phase.side, board.ordered(Raid)
    able_to_fly, attacked = raiders(board, side) if ordered else (), set[str]()
    for number, order in enumerate(ordered):
        units: list[AirUnit] = [unit for unit in board.state.air if unit.id in order.units and unit.id in able_to_fly]
        able = units_in_reach(board, side, order.on, units, day=board.is_day)
        if able and order.on not in attacked:
            attacked.add(order.on)
            await resolve_raid(board, side, Raid(order.on, able), RaidTerms(board.is_day), key=f"carrier_raid.{number}")
    board.tell(Settled("raids"))
