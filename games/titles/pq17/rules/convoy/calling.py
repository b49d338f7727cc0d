"""15.2.1a, 2.1.1 A convoy comes into port: all of it has arrived, or it goes on to the other of two ports."""

from collections import Counter as Count
from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.box.operations import shut_to_convoys
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.forces.points import book, convoy_arrives, tally_of
from games.titles.pq17.rules.fuel.refuelling import holed
from games.titles.pq17.rules.search.parting import without
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.convoy import PutAshore
from games.titles.pq17.table.roster import Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Plan


def comes_in(sea: Sea, force: Force, plan: Plan) -> bool:
    """2.1.1, 15.2.1a A convoy has entered the port of its plan. One that is planned for another port too leaves there
    the merchants that the plan names and sails on in the next turn; any other has arrived, and so has one of which no
    merchant would go on, or that has no way. Whether it goes on.
    """
    left = _named(sea, force, plan.lands) if plan.then else []
    way = _onward(sea, force, plan.then) if plan.then else None
    rest = without(force.counters, left)
    if way is None or force.convoy is None or kind_of(sea.box, rest) != "convoy":
        convoy_arrives(sea, force)
        return False
    force.counters = rest
    for one in rest:
        holed(sea.box, one)
    _put_ashore(sea, force, left, plan.then)
    force.convoy.destination, force.convoy.nearest, force.convoy.been = plan.then, None, []
    force.plan = Plan(sea.state.turn + 1, way, plan.then, ice=plan.ice)
    return True


def arrive_in_port(sea: Sea) -> None:
    """2.1.1, 15.2.1a Who lies in a port of destination as the operation ends has arrived there, whatever was planned
    after it.
    """
    for force in sea.state.forces:
        if force.convoy is not None and force.port:
            convoy_arrives(sea, force)


def _named(sea: Sea, force: Force, names: Sequence[str]) -> list[Counter]:
    """The merchants that a plan names, of each kind the sound ones first; neither tugs nor tows are left behind."""
    found = []
    for name, wanted in Count(names).items():
        alike = [one for one in force.counters if one.ship == name and not (one.towed or one.tows)]
        for one in sorted(alike, key=lambda one: (one.dead, one.crippled)):
            strength = min(one.strength, wanted)
            wanted -= strength
            if strength and sea.box.ships[name].type == "mx":
                found.append(structs.replace(one, strength=strength))
    return found


def _onward(sea: Sea, force: Force, port: str) -> tuple[str, ...] | None:
    """5.1.5, 10.1 The way to the second port in the ice that is expected; None where there is none."""
    goal = sea.box.ports[port].hex
    return sea.box.waters.shortest(force.at, goal, shut_to_convoys(sea.box, sea.operation) - {force.at})


def _put_ashore(sea: Sea, force: Force, merchants: Sequence[Counter], then: str) -> None:
    """15.2.1a Merchants left in port have arrived; they wait to be unloaded there, and no block stands for them."""
    count, tally = sum(one.strength for one in merchants), tally_of(sea, force)
    for one in merchants:
        unit = Unit(one.ship, one.strength, force.port, one.crippled, one.dead, laden=True)
        sea.roster.add(unit, single=False)
    sea.state.brought -= count
    if tally is not None:
        tally.arrived += count
        tally.landed += count
    book(sea, count * sea.box.numbers.points.laden_arrives, "arrived", on="allied", strength=count)
    named = tuple(one.ship for one in merchants for _ in range(one.strength))
    sea.tell_side(force.side, PutAshore(force.side, force.id, force.port, named, then))
