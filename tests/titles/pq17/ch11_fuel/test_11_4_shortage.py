"""11.4: the Axis shortage of fuel."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.move_orders import Train
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.fuel.marks import fuel_at_sailing, fuel_on_turn
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.ports import identifies_target
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force, Plan, Points, Report
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import PORTS, report_to_axis
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import table
from tests.titles.procedures import Run

rule = pytest.mark.rule
SQUADRON = ("tirpitz", "dd_36a 2")


def _under_orders(one: Force, *, start: int) -> Board:
    points = {"gruppe_nord": Points(left=16), "home_fleet": Points(left=16), "severny_flot": Points(left=6)}
    return arctic(one, command=points, sighted=True, unbound=True, start=start)


def _sailed(at: str, port: str) -> tuple[Board, Force]:
    """Tirpitz and two destroyers put to sea on turn 9."""
    way = {"1709": ("1708",), "german": ("1707",), "0814": ("0714",)}[at]
    one = force("t", "axis", "task_force", at, *SQUADRON, port=port, plan=Plan(9, way))
    board = phase(_under_orders(one, start=8), "axis")
    play(movement(board))
    return board, one


@rule("pq17", "11.4")
def test_11_4_what_lets_german_ships_sail() -> None:
    assert identifies_target(report_to_axis(kind="convoy", level=0))
    assert identifies_target(report_to_axis(kind="task_force", level=2))
    assert not identifies_target(report_to_axis(kind="wolfpack", level=0))
    assert not identifies_target(report_to_axis(kind="task_force", port="reykjavik"))
    assert not identifies_target(report_to_axis(kind="convoy", to="allied"))


@rule("pq17", "11.4", position="PP172")
def test_11_4_only_a_task_force_or_convoy_at_sea_lets_german_ships_go() -> None:
    pack = Report(to="axis", turn=8, source="search", at="0611", kind="wolfpack", level=1)
    photo = Report(to="axis", turn=8, source="photo", at=PORTS["reykjavik"], port="reykjavik", level=4)
    cruisers = Report(to="axis", turn=8, source="search", at="0305", kind="task_force", level=0)
    assert [identifies_target(one) for one in (pack, photo, cruisers)] == [False, False, True]


@rule("pq17", "11.4.1", position="PP173")
def test_11_4_1_training() -> None:
    assert fuel_at_sailing(BOX, 6, read_counters("tirpitz 5"), training=True) == Fuel(9, "training")
    assert fuel_on_turn(BOX, Fuel(9, "training"), 9).state == "critical"


@rule("pq17", "11.4.1", "11.2.2", position="PP173")
def test_11_4_1_who_trains_from_turn_six_is_in_danger_on_turn_nine_and_makes_no_high_speed() -> None:
    out = force("t", "axis", "task_force", "0813", "lutzow", "dd_36a 2", port="narvik")
    board = table(out, turn=6, start=5, options=Options(training=True))
    phase(board, "axis", orders=(Train("t", ("0812",)),))
    Run().carry_out(movement(board), board.state, dice=(), draws=(), says=None)
    state = {}
    while board.state.turn < 9:
        form = PhaseForm(forces=("t",), moves=moves_part(board, "axis"))
        assert "high" not in form.moves.by_force["t"].paces
        Run().carry_out(fuel(board), board.state, dice=(), draws=(), says=None)
        state[board.state.turn] = out.fuel.state
    assert state == {7: "training", 8: "training", 9: "critical"}


@rule("pq17", "11.4a", "11.1.2", "5.7.1")
@pytest.mark.parametrize(
    ("words", "fields", "mark"),
    [
        (("tirpitz",), {}, 29),
        (("tirpitz", "dd_36a 1"), {}, 21),
        (("tirpitz",), {"fuel": Fuel(11)}, 11),
        (("ss_german 2",), {}, None),
    ],
)
def test_11_4a_who_comes_out_of_the_german_box_has_the_fuel_of_who_sails(
    words: tuple[str, ...], fields: dict[str, Any], mark: int | None
) -> None:
    one = fuelled_fleet("t", *words, at="german", side="axis", plan=Plan(9, ("1708", "1707")), **fields)
    board = phase(fuel_board(one), "axis")
    play(movement(board))
    assert (one.at, one.fuel and one.fuel.turn) == ("1707", mark)


@rule("pq17", "11.4a", "11.1.2")
@pytest.mark.parametrize(("at", "port", "alone"), [("1709", "kiel", 29), ("german", "", 29), ("0814", "tromso", 21)])
def test_11_4a_heavy_ships_from_germany_that_leave_light_ones_behind_go_eight_turns_further(
    at: str, port: str, alone: int
) -> None:
    """11.4 denies German heavy ships what 11.1.2 gives unless they break out or come from the German box or Kiel; that
    is twenty turns for who sails alone, and eight for who leaves a mixed force.
    """
    board, one = _sailed(at, port)
    assert (one.port, one.fuel and one.fuel.turn) == ("", 21)
    left = split_force(board, one, ships("tirpitz"), "alone")
    assert (left.fuel and left.fuel.turn, one.fuel and one.fuel.turn) == (alone, 21)


@rule("pq17", "11.4a", "11.1.2", "8.3")
def test_11_4a_so_do_those_who_sailed_from_kiel_before_play_starts() -> None:
    """Two turns at sea by the start: the mark lies where it was laid as they left."""
    one = force("t", "axis", "task_force", "1709", *SQUADRON, port="kiel", plan=Plan(6, ("1708", "1608", "1508")))
    board = _under_orders(one, start=8)
    board.state.turn = 8
    play(start(board))
    assert (one.port, one.fuel and one.fuel.turn) == ("", 18)
    left = split_force(board, one, ships("tirpitz"), "alone")
    assert left.fuel is not None
    assert left.fuel.turn == 26


@rule("pq17", "11.4a", "11.3.1", "11.1.1")
def test_11_4a_what_was_taken_in_norway_gives_no_more() -> None:
    """A mark from Norway, and the one of two that joined that makes Critical first."""
    one = force("t", "axis", "task_force", "0713", *SQUADRON, fuel=Fuel(21))
    board = phase(_under_orders(one, start=8), "axis")
    left = split_force(board, one, ships("tirpitz"), "alone")
    assert left.fuel == Fuel(21)
