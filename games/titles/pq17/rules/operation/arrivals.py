"""T.scenarios Forces that come in the course of an operation."""

from games.titles.pq17.box.scenarios import Arrival
from games.titles.pq17.box.turns import read_turn
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.operation.setup import counters, word_for
from games.titles.pq17.table.events.forces import BlocksChanged
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def arrivals(sea: Sea) -> None:
    """Put the forces whose turn has come where the scenario has them; everybody sees their blocks."""
    for arrival in sea.operation.arrivals:
        if read_turn(arrival.turn).number <= sea.state.turn and arrival.id not in sea.state.come:
            sea.state.come.append(arrival.id)
            _bring(sea, arrival)


def _bring(sea: Sea, arrival: Arrival) -> None:
    holding = counters(sea.box, arrival.entries)
    force = Force(
        id=word_for(sea.box, arrival.id),
        side=arrival.side,
        kind=kind_of(sea.box, holding),
        block=0,
        at=arrival.hex or sea.box.ports[arrival.port].hex,
        port=arrival.port,
        counters=holding,
        held=arrival.held,
        fuel=Fuel(read_turn(arrival.fuel_warning).number) if arrival.fuel_warning else None,
    )
    sea.bring(force)
    for unit in carrier_aircraft(sea.box, holding):
        sea.bring_aircraft(unit)
    now = len(sea.together(force))
    seen = BlocksChanged(force.side, force.at, now - 1, now, force.port)
    sea.tell_of(force.side, BlocksChanged(force.side, force.at, now - 1, now, force.port, force.id), seen)
