"""7.1.3, 12.5 Aircraft of carriers attack ports and airfields whenever they are in range."""

from games.titles.pq17.box.pieces import CARRIERS, Side
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.missions import may_fly
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.special.raids import Terms, raid, reach
from games.titles.pq17.table.events.special import Settled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit


def raiders(sea: Sea, side: Side) -> tuple[str, ...]:
    """7.1.3, 7.2c, 7.8a The aircraft of carriers that are at sea and operate, and fly in this light and weather."""
    afloat = {
        one.ship
        for force in sea.forces_of(side)
        if force.at_sea
        for one in force.counters
        if sea.box.ships[one.ship].type in CARRIERS and operates(one)
    }
    if not afloat:
        return ()
    return tuple(unit.id for unit in sea.state.air if unit.base in afloat and unit.flying and may_fly(sea, unit))


def raidable(sea: Sea, side: Side) -> tuple[str, ...]:
    """7.1.3a Ports and airfields of the enemy; British ones are never attacked."""
    box = sea.box
    ports = (
        one.id
        for one in box.ports.values()
        if one.side != side and one.owner != "britain" and box.has_port(sea.operation, one.id)
    )
    fields = (one.id for one in box.airfields.values() if one.side != side and one.owner != "britain")
    return (*ports, *fields)


async def carrier_raids(sea: Sea) -> None:
    """7.1.3, 7.1a The raids that were ordered, one on a target, by those aircraft of carriers that are in range now and
    fly nothing else.
    """
    side, ordered = sea.phase.side, sea.ordered(Raid)
    able_to_fly, attacked = raiders(sea, side) if ordered else (), set[str]()
    for number, order in enumerate(ordered):
        units: list[AirUnit] = [unit for unit in sea.state.air if unit.id in order.units and unit.id in able_to_fly]
        able = reach(sea, side, order.on, units, day=sea.is_day)
        if able and order.on not in attacked:
            attacked.add(order.on)
            await raid(sea, side, Raid(order.on, able), Terms(sea.is_day), key=f"carrier_raid.{number}")
    sea.tell(Settled("raids"))
