"""T.scenarios Forces that arrive during an operation, as the scenario lists them."""

from games.titles.pq17.components.scenarios import Arrival
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.operation.setup import counters_of, group_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force


def arrivals(board: Board) -> None:
    """T.scenarios Put forces that arrive by now on the map, where the scenario says; everybody sees their blocks."""
    for arrival in board.operation.arrivals:
        if read_turn(arrival.turn).number <= board.state.turn and arrival.id not in board.state.come:
            board.state.come.append(arrival.id)
            _bring(board, arrival)


def _bring(board: Board, arrival: Arrival) -> None:
    holding = counters_of(board.box, arrival.entries)
    force = Force(
        id=group_name(board.box, arrival.id),
        side=arrival.side,
        kind=kind_of(board.box, holding),
        block=0,
        at=arrival.hex or board.box.ports[arrival.port].hex,
        port=arrival.port,
        counters=holding,
        held=arrival.held,
        fuel=Fuel(read_turn(arrival.fuel_warning).number) if arrival.fuel_warning else None,
    )
    board.bring(force)
    for unit in carrier_aircraft(board.box, holding):
        board.bring_aircraft(unit)
    now = len(board.forces_with(force))
    seen = BlocksChanged(force.side, force.at, now - 1, now, force.port)
    board.tell_of(force.side, BlocksChanged(force.side, force.at, now - 1, now, force.port, force.id), seen)
