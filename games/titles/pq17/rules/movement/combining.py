"""1.2.4, 3.2d The combine segment: forces come together, dummies too many go."""

from games.titles.pq17.box.pieces import CARRIERS
from games.titles.pq17.orders.moves import Combine, Exchange
from games.titles.pq17.rules.convoy.dispersal import rejoin
from games.titles.pq17.rules.forces.composition import may_combine, merged
from games.titles.pq17.rules.fuel.marks import spent
from games.titles.pq17.rules.joining import clear_dummies, combine, may_exchange
from games.titles.pq17.rules.movement.towing import see_to_wrecks
from games.titles.pq17.rules.search.meeting import find_each_other
from games.titles.pq17.rules.search.parting import leaving, without
from games.titles.pq17.table.events.operation import SegmentOver
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


async def combine_segment(sea: Sea) -> str:
    """1.2.4 Forces combine as their owner wished, if they are in one place now; 1.3e dummies too many go."""
    for order in sea.ordered(Combine):
        found = [force for force in sea.forces_of(sea.phase.side) if force.id in order.forces]
        if len(found) > 1 and not may_combine(sea.box, found):
            key = f"combining.{sea.called(sea.as_seen(found)[0])}"
            if await find_each_other(sea, found, key=key):
                combine(sea, found)
    for swap in sea.ordered(Exchange):
        _exchange(sea, swap)
    await rejoin(sea)
    clear_dummies(sea)
    see_to_wrecks(sea)
    sea.tell(SegmentOver(sea.phase.side, "combine"))
    return "axis_phase" if sea.phase.side == "allied" else "situations"


def _keep_radius(sea: Sea, *forces: Force) -> None:
    """5.3.1a Of forces that exchange ships each that has a carrier now holds the radius that any had declared."""
    declared = sea.state.declared
    if any(force.id in declared for force in forces):
        types = {force.id: {sea.box.ships[one.ship].type for one in force.counters} for force in forces}
        sea.state.declared = list(dict.fromkeys((*declared, *(name for name in types if types[name] & CARRIERS))))


def _exchange(sea: Sea, order: Exchange) -> None:
    """1.2.5 Two forces that are in one place now exchange ships; each keeps its ID, its kind and, unless ordered
    otherwise, its mark; who takes ships has lain in port no longer than they (11.3.1).
    """
    own = {force.id: force for force in sea.forces_of(sea.phase.side)}
    one, other = own.get(order.one), own.get(order.other)
    if one is None or other is None:
        return
    gives, takes = leaving(sea, one, order.gives), leaving(sea, other, order.takes)
    if may_exchange(sea, one, other, takes, gives):
        return
    mine, theirs = without(one.counters, gives), without(other.counters, takes)
    one.counters, other.counters = merged([*mine, *takes]), merged([*theirs, *gives])
    one.told = other.told = 0
    _keep_radius(sea, one, other)
    rested = min(one.resting, other.resting)
    one.resting, other.resting = (rested if takes else one.resting), (rested if gives else other.resting)
    if order.fuel and one.fuel is not None and other.fuel is not None:
        marks = [spent(fuel, force.spent) for force, fuel in ((one, one.fuel), (other, other.fuel))]
        other.fuel, one.fuel = marks
        one.spent = other.spent = 0
