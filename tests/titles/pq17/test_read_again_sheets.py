"""The sheets of the scenarios, read by somebody who had not seen the code: `t_scenario_sheets.toml`."""

from typing import Any

import pytest

from games.titles.pq17.components.turns import Turn
from games.titles.pq17.orders.moves import Move
from games.titles.pq17.rules.movement.ports import sailing_barred_by
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import Force, Phase, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.openings import operation
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "T.scenarios.b", "10.1")
@pytest.mark.parametrize(
    ("turn", "ice"),
    [
        (3, ("thin_pack", "light_drift")), (4, ("thin_pack", "light_drift")), (5, ("solid_pack", "heavy_drift")),
        (12, ("solid_pack", "heavy_drift")), (13, ("thin_pack", "light_drift")),
    ],
)  # fmt: skip
def test_pp283_the_ice_of_pq14(turn: int, ice: tuple[str, str]) -> None:
    april = BOX.operations["pq14"]
    assert tuple(BOX.ice(april, zone, Turn(turn)).ice for zone in ("w4", "w5")) == ice


def narvik(*holding: str, fell: int, **fields: Any) -> Board:
    """Lützow and others sail from Narvik on day 5 AM of PQ-17, the die in secret."""
    one = force("tf2", "axis", "task_force", "0813", *holding, port="narvik")
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, command=points, start=8, sighted=True, unbound=True, **fields)
    board.state.phase = Phase("axis", orders=(Move("tf2", ("0713",)),))
    play(movement(board), lots=[9 - fell])
    return board


@rule("pq17", "T.scenarios.b", "5.1.3")
def test_pp284_lutzow_runs_aground_off_narvik_with_a_low_die() -> None:
    board = narvik("lutzow", "admiral_scheer", "dd_36a 5", fell=2)
    assert board.force("tf2").port == ""
    assert left(board.force("tf2").counters) == ["admiral_scheer 4", "dd_36a 5"]
    stays = board.force("tf2_2")
    assert (stays.port, left(stays.counters), stays.counters[0].inoperative) == ("narvik", ["lutzow 3"], True)
    assert Mishap("axis", "grounding", "tf2_2", ("lutzow",)) in heard(board, "axis")
    assert not any(isinstance(one, Mishap) for one in heard(board, "allied"))
    assert board.state.bookings == []
    safe = narvik("lutzow", "admiral_scheer", "dd_36a 5", fell=3)
    assert left(safe.force("tf2").counters) == ["lutzow 4", "admiral_scheer 4", "dd_36a 5"]
    assert not safe.force("tf2").port


@rule("pq17", "T.scenarios.b")
def test_pp284_alone_she_stays_and_elsewhere_nobody_runs_aground() -> None:
    board = narvik("lutzow", fell=0)
    assert (board.force("tf2").port, left(board.force("tf2").counters)) == ("narvik", ["lutzow 3"])
    assert held_in_port(board.force("tf2"), board) == "5.1.3"
    other = force("tf2", "axis", "task_force", "0813", "admiral_scheer", port="narvik")
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(other, command=points, start=8, sighted=True, unbound=True)
    board.state.phase = Phase("axis", orders=(Move("tf2", ("0713",)),))
    play(movement(board))
    assert not board.force("tf2").port


def held_in_port(one: Force, board: Board) -> str:
    return sailing_barred_by(BOX, one, operation=board.operation, unbound=True, sighted=True)


@rule("pq17", "T.scenarios.b")
def test_pp285_what_comes_from_pq18_in_qp14() -> None:
    board = operation("qp14", turn=6)
    arrivals(board)
    assert all(one.ship != "avenger" for force in board.state.forces for one in force.counters)
    board.state.turn = 7
    arrivals(board)
    (come,) = [one for one in board.state.forces if any(ship.ship == "avenger" for ship in one.counters)]
    assert (come.kind, come.at, left(come.counters)) == ("task_force", "0718", ["avenger 1", "scylla 2", "dd_a_i 16"])
    assert come.fuel is not None
    assert come.fuel.turn == 13


@rule("pq17", "T.scenarios.b", "5.1.8")
@pytest.mark.parametrize(
    ("key", "ship", "before", "port", "held"),
    [("pq8", "tirpitz", 16, "trondheim", True), ("jw51a", "lutzow", 6, "altenfjord", False)],
)
def test_pp287_pp288_who_comes_later(key: str, ship: str, before: int, port: str, held: bool) -> None:
    board = operation(key, turn=before)
    arrivals(board)
    assert all(one.ship != ship for force in board.state.forces for one in force.counters)
    board.state.turn = before + 1
    arrivals(board)
    (come,) = [one for one in board.state.forces if any(counter.ship == ship for counter in one.counters)]
    assert (come.port, held_in_port(come, board)) == (port, "T.scenarios" if held else "")


@rule("pq17", "T.scenarios.b")
def test_pp289_pp290_who_begins_hurt() -> None:
    words = {
        key: {f"{entry.kind} {entry.strength}": (group.ports, entry.crippled) for group in BOX.operations[key].forces
              for entry in group.entries}
        for key in ("pq12", "pq15")
    }  # fmt: skip
    assert words["pq12"]["prinz_eugen 2"] == (("trondheim",), True)
    assert words["pq15"]["trinidad 3"] == (("murmansk",), False)


@rule("pq17", "T.scenarios.a", "T.scenarios.b")
def test_pp292_tirpitz_refits_and_other_lines_of_the_sheets() -> None:
    (tirpitz,) = [one for one in BOX.operations["pq18"].forces if "tirpitz" in one.ships]
    assert tirpitz.held
    axis = BOX.operations["qp14"].dummies.axis
    assert (axis.ports, axis.number, axis.limit) == (("tromso", "altenfjord"), 2, 3)


@rule("pq17", "T.scenarios", "5.1.9")
def test_pp294_pp295_pp296_figures_of_the_sheets() -> None:
    patrol = {"pq12": ("norfolk", "kent"), "pq17": ("kent", "berwick"), "pq18": ("berwick", "kent"),
              "jw55b": ("kent", "berwick")}  # fmt: skip
    assert {key: BOX.operations[key].patrol_white for key in patrol} == patrol
    points = {"pq6": (8, 2, 2), "pq8": (8, 0, 2), "pq12": (8, 2, 2), "pq14": (8, 1, 2), "pq17": (8, 5, 3),
              "pq18": (8, 3, 4)}  # fmt: skip
    command = {key: BOX.operations[key].command_points for key in points}
    assert {key: (one.home_fleet, one.gruppe_nord, one.severny_flot) for key, one in command.items()} == points
    starts = {"pq6": 9, "pq8": 9, "pq12": 9, "pq14": 5, "pq15": 7, "pq18": 13, "qp14": 1, "jw51b": 5}
    assert {key: BOX.operations[key].first_turn.number for key in starts} == starts
