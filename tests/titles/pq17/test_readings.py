"""Readings of the README judged once more against the sentences of the rulebook, by a reader who had nothing else.

The positions are worked out by hand; each says which sentence decides.
"""

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Force, Plan, Points
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.rosters import lies, roster

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


@rule("pq17", "11.4a", "11.1.2")
@pytest.mark.parametrize(("at", "port", "alone"), [("1709", "kiel", 29), ("german", "", 29), ("0814", "tromso", 21)])
def test_heavy_ships_from_germany_that_leave_light_ones_behind_go_eight_turns_further(
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
def test_so_do_those_who_sailed_from_kiel_before_play_starts() -> None:
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
def test_what_was_taken_in_norway_gives_no_more() -> None:
    """A mark from Norway, and the one of two that joined that makes Critical first."""
    one = force("t", "axis", "task_force", "0713", *SQUADRON, fuel=Fuel(21))
    board = phase(_under_orders(one, start=8), "axis")
    left = split_force(board, one, ships("tirpitz"), "alone")
    assert left.fuel == Fuel(21)


@rule("pq17", "15.7.2")
def test_of_ships_by_type_those_in_the_channel_go_first_whatever_their_strength() -> None:
    """April I: a CL and two destroyers. Who went to the Channel went there to leave; the weakest goes elsewhere."""
    there = roster("apr_1", Unit("kenya", 4, "english_channel"), Unit("nigeria", 2, "scapa_flow"),
                   Unit("dd_a_i", 3, "scapa_flow"), Unit("dd_j_r", 2, "english_channel"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted((one.unit.kind, one.unit.strength) for one in there.away) == [("dd_j_r", 2), ("kenya", 4)]
    assert (lies(there, "nigeria"), lies(there, "dd_a_i")) == ([(2, "scapa_flow")], [(3, "scapa_flow")])


@rule("pq17", "15.7.2a")
def test_half_is_paid_for_those_of_a_type_that_are_missing_and_nobody_is_taken_elsewhere() -> None:
    """One destroyer of two at home, four in Murmansk: half of the cheapest, which is worth a point."""
    there = roster(
        "apr_1", Unit("nigeria", 4, "scapa_flow"), Unit("dd_a_i", 1, "scapa_flow"), Unit("dd_j_r", 4, "murmansk")
    )
    assert withdrawals.withdraw_units(BOX, there) == -1
    assert lies(there, "dd_j_r") == [(4, "murmansk")]
