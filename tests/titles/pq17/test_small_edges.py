"""Single conditions that no other test of their chapter would miss, one after the other by rule."""

import pytest

from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.procedures import events_for

rule = pytest.mark.rule


@rule("pq17", "T.scenarios", "1.2b")
def test_a_force_of_the_scenario_comes_on_its_turn_once_with_its_fuel_and_its_aircraft() -> None:
    board = arctic(scenario="qp14", turn=6)
    arrivals(board)
    assert board.state.forces == []
    board.state.turn = 7
    arrivals(board)
    arrivals(board)
    (carrier,) = board.state.forces
    assert (carrier.at, carrier.kind, carrier.fuel) == ("0718", "task_force", Fuel(13))
    assert [unit.base for unit in board.state.air] == ["avenger"] * len(board.state.air) != []
    assert events_for(board, "axis") == [BlocksChanged("allied", "0718", 0, 1)]
    assert events_for(board, "allied") == [BlocksChanged("allied", "0718", 0, 1, force=carrier.id)]
