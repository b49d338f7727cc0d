"""Positions of `positions/` that no test of their chapter bears the id of, played as they are written there."""

import pytest

from games.titles.pq17.orders.moves import Exchange
from games.titles.pq17.rules.campaign.special_forces import required_points, verdict
from games.titles.pq17.rules.forces.green_crews import green_bonus
from games.titles.pq17.rules.forces.victory_points import HALVES
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.ports import identifies_target
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Phase, Report
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import PORTS, carried_out, named_task_force
from tests.titles.pq17.playing import play

rule = pytest.mark.rule


@rule("pq17", "11.4")
def test_pp172_only_a_task_force_or_convoy_at_sea_lets_german_ships_go() -> None:
    pack = Report(to="axis", turn=8, source="search", at="0611", kind="wolfpack", level=1)
    photo = Report(to="axis", turn=8, source="photo", at=PORTS["reykjavik"], port="reykjavik", level=4)
    cruisers = Report(to="axis", turn=8, source="search", at="0305", kind="task_force", level=0)
    assert [identifies_target(one) for one in (pack, photo, cruisers)] == [False, False, True]


@rule("pq17", "11.1.1", "1.2.5")
def test_p57_two_forces_exchange_their_fuel_marks() -> None:
    board = arctic(
        named_task_force("tf3", "allied", "0611", "london", "dd_a_i 2", fuel=Fuel(17)),
        force("c", "allied", "convoy", "0611", "mv 9", "dd_us 2", fuel=Fuel(13)),
    )  # fmt: skip
    carried_out(board, combine_segment, "allied", Exchange("tf3", "c", ("dd_a_i",), ("dd_us",), fuel="swap"))
    assert (board.force("tf3").fuel, board.force("c").fuel) == (Fuel(13), Fuel(17))


@rule("pq17", "11.3.1")
@pytest.mark.parametrize(("port", "resting", "marked"), [
    ("reykjavik", 2, False), ("reykjavik", 1, True), ("barentsburg", 2, True),
])  # fmt: skip
def test_pp167_a_whole_turn_in_a_port_that_is_not_barentsburg(port: str, resting: int, marked: bool) -> None:
    board = arctic(
        named_task_force("t", "allied", PORTS[port], "london", port=port, fuel=Fuel(20), resting=resting - 1)
    )
    board.state.phase = Phase(side="axis")
    play(fuel(board))
    assert (board.force("t").fuel is not None) is marked


@rule("pq17", "15.4.3", "15.4.3b")
def test_p61_a_green_cruiser_costs_half_as_much_again() -> None:
    value = BOX.ships["jamaica"].value
    assert (value, value + green_bonus(value)) == (4, 6)


@rule("pq17", "15.9")
def test_p62_four_months_ask_for_a_hundred_and_twenty() -> None:
    assert required_points(BOX, 4) == 120 * HALVES
    assert (verdict(BOX, 4, 240), verdict(BOX, 4, 239)) == ("allied", "axis")
