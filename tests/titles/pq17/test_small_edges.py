"""Single conditions that no other test of their chapter would miss, one after the other by rule."""

import pytest

from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.rules.special.situations import has_relieved, situations
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Chit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform

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


@rule("pq17", "12.3a")
def test_an_axis_convoy_that_is_late_scores_once() -> None:
    board = arctic(chits={"axis": Chit("a", "axis_convoy", turn=1)}, turn=22)
    perform(board, situations(board))
    booked = list(board.state.bookings)
    board.state.turn = 23
    perform(board, situations(board))
    assert len(booked) == 1
    assert board.state.bookings == booked


@rule("pq17", "12.3a")
def test_an_axis_convoy_that_was_in_time_may_sail_again() -> None:
    convoy = force("b", "axis", "convoy", "0816", "mv_german 2", port="kirkenes")
    board = arctic(convoy, chits={"axis": Chit("a", "axis_convoy", turn=1)}, turn=22)
    perform(board, situations(board))
    convoy.port, board.state.turn = "", 23
    perform(board, situations(board))
    assert board.state.bookings == []


@rule("pq17", "12.10", "12.10a")
@pytest.mark.parametrize(
    ("letter", "ships", "done"),
    [
        ("f", ("kent", "scylla", "dd_us 1"), True),
        ("f", ("scylla", "dd_us 1"), False),
        ("f", ("kent", "dd_us 1"), False),
        ("h", ("scylla", "dd_us 1"), True),
        ("h", ("scylla",), False),
    ],
)
def test_who_relieves_spitsbergen(letter: str, ships: tuple[str, ...], done: bool) -> None:
    port = BOX.ports["barentsburg"]
    board = arctic(force("t", "allied", "task_force", port.hex, *ships, port=port.id))
    board.state.began = {name.split()[0]: "scapa_flow" for name in ships}
    assert has_relieved(board, letter) is done
    board.state.began = {name.split()[0]: "murmansk" for name in ships}
    assert not has_relieved(board, letter)
