"""19.1, 20.0 Austro-Hungarian ships, and what becomes of them; ships that join in a campaign are in test_24."""

from typing import Any

import pytest

from games.kernel.requests import Draw
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.visibility.knowledge import here
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule


def allied(space: str = "adriatic_c", ship: str = "ah_ca_1", **more: Any) -> Board:
    """A consort alone in a space, the Germans in port."""
    board = at_sea(**{"goeben": "pola", "breslau": "pola", ship: space, **more})
    board.day.queue = [space]
    return board


def gone(board: Board, ship: str) -> str:
    return austria.consort(board, ship).gone


@rule("goeben", "20.0")
def test_none_comes_out_twice() -> None:
    board = at_sea(ah_bb_1="adriatic_c")
    austria.consort(board, "ah_ca_1").gone = "sunk"
    assert not {"ah_bb_1", "ah_ca_1"} & set(austria.waiting(board))
    play(board, austria.come_out(board, 6))
    assert len([one for one in board.state.consorts if one.at == "pola"]) == 6
    play(board, austria.come_out(board, 20))
    assert austria.waiting(board) == []


@rule("goeben", "20.0")
@pytest.mark.parametrize("count", [2, 20])
def test_all_know_who_waits_and_see_who_comes_out(count: int) -> None:
    board = at_sea()
    request = austria.come_out(board, count, classes=("ca", "cl")).send(None)
    waiting = tuple(austria.waiting(board, ("ca", "cl")))
    assert request == Draw(waiting, min(count, len(waiting)), "consorts", "20.0", is_open=True)
    play(board, austria.come_out(board, 0))
    assert not [one for one in board.state.consorts if one.at]


@rule("goeben", "20.0")
def test_by_class() -> None:
    board = at_sea()
    play(board, austria.come_out(board, 1, classes=("ca", "cl")), draws=[(3,)])
    assert [one.id for one in board.state.consorts if one.at] == ["ah_cl_1"]


@rule("goeben", "20.0")
@rule("goeben", "17.1")
@pytest.mark.parametrize(
    ("ship", "sunk", "damaged"),
    [
        ("ah_bb_1", -24, -8),
        ("ah_b_1", -18, -6),
        ("ah_ca_1", -12, -4),
        ("ah_cl_1", -9, -3),
        ("ah_dd_1", -4, -2),
    ],
)
def test_what_a_consort_costs(ship: str, sunk: int, damaged: int) -> None:
    for how, points in (("sunk", sunk), ("damaged", damaged), ("withdrawn", damaged)):
        board = allied(ship=ship)
        austria.remove(board, austria.consort(board, ship), how)  # type: ignore[arg-type]
        assert board.state.vp == points
        assert board.consorts_at("adriatic_c") == []
        assert Played(board).told(told.ConsortLost) == [told.ConsortLost(ship, "adriatic_c", how)]


@rule("goeben", "20.0")
@pytest.mark.parametrize(("ship", "hits", "how"), [("ah_dd_1", 1, "sunk"), ("ah_cl_1", 1, "damaged"),
                                                   ("ah_cl_1", 2, "sunk"), ("ah_ca_1", 2, "damaged")])  # fmt: skip
def test_hits_above_her_armour_sink_a_consort(ship: str, hits: int, how: str) -> None:
    board = allied(ship=ship)
    austria.apply_hits(board, austria.consort(board, ship), hits)
    assert gone(board, ship) == how


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
def test_consorts_run_from_a_submarine_without_coal() -> None:
    board = allied()
    played = meet(board, "submarine_1", dice=[(3,)])
    assert played.told(told.TorpedoRun) == []
    assert (played.kinds, played.following) == ([], "contact")


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("die", "how"), [(1, "damaged"), (2, "damaged"), (3, "damaged"), (5, ""), (6, "sunk")])
def test_a_consort_that_is_torpedoed(die: int, how: str) -> None:
    board = allied()
    meet(board, "submarine_1", dice=[(5,), (5,), (die,)])
    assert gone(board, "ah_ca_1") == how


@rule("goeben", "20.0")
@rule("goeben", "14.13")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("ship", "how"), [("ah_dd_1", "sunk"), ("ah_cl_1", "damaged")])
def test_one_torpedo_is_more_than_a_consort_without_armour_bears(ship: str, how: str) -> None:
    """A cruiser has armour of one."""
    board = allied(ship=ship)
    meet(board, "submarine_1", dice=[(5,), (5,), (1,)])
    assert gone(board, ship) == how


@rule("goeben", "20.0")
def test_the_ships_on_the_map_are_those_that_have_come_out_and_are_not_gone() -> None:
    board = allied("cattaro", "ah_dd_1", ah_dd_2="trieste")
    austria.consort(board, "ah_dd_2").gone = "sunk"
    assert board.stations() == {"goeben": "pola", "breslau": "pola", "ah_dd_1": "cattaro"}
    assert set(board.occupied()) == {"pola", "cattaro"}


@rule("goeben", "25.2")
@rule("goeben", "20.0")
def test_the_first_captain_sees_where_his_allies_are_as_long_as_they_are_there() -> None:
    board = at_sea("captains", goeben="pola", breslau="pola", ah_ca_1="zante")
    assert [here(board, seat) for seat in ("goeben", "breslau")] == [{"pola", "zante"}, {"pola"}]
    austria.consort(board, "ah_ca_1").gone = "sunk"
    assert here(board, "goeben") == {"pola"}


@rule("goeben", "25.2.2")
@rule("goeben", "20.0")
def test_captains_afar_do_not_hear_that_allies_come_out() -> None:
    board = at_sea("captains", options=Options(austro_hungarian=True), goeben="pola", breslau="malta_pz")
    play(board, austria.come_out(board, 1), draws=[(0,)])
    played = Played(board)
    assert [event.ships for event in played.heard("goeben", told.ConsortsOut)] == [("ah_bb_1",)]
    assert played.heard("breslau", told.ConsortsOut) == []


@rule("goeben", "13.chart/Allied Submarine")
def test_a_consort_may_ram() -> None:
    board = at_sea(goeben="adriatic_c", breslau="pola", ah_bb_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    meet(board, "submarine_1", dice=[(6,)], says={"ram": "ah_bb_1"})
    assert gone(board, "ah_bb_1") == "damaged"
    assert board.state.vp == 2 - 8
    assert board.ship("goeben").hull == 12


@rule("goeben", "25.3.1")
def test_the_ally_decides_in_the_adriatic() -> None:
    for space, seat in (("adriatic_c", "austrian"), ("corfu_sea", "commander")):
        board = at_sea("austrian", goeben=space, breslau="pola", ah_bb_1=space)
        board.day.queue = [space]
        assert meet(board, "submarine_1", dice=[(6,)]).question("ram").seat == seat


@rule("goeben", "20.0.4")
def test_at_the_end_of_a_mission_pola_is_the_place_to_be() -> None:
    board = at_sea(ah_bb_1="pola", ah_bb_2="cattaro", ah_bb_3="adriatic_c")
    austria.remove(board, austria.consort(board, "ah_bb_3"), "damaged")
    austria.consort(board, "ah_ca_1").gone = "sunk"
    austria.consort(board, "ah_ca_2").gone = "withdrawn"
    assert austria.come_home(board) == ("ah_bb_3", "ah_ca_2")
    assert {name: gone(board, name) for name in ("ah_bb_1", "ah_bb_2", "ah_bb_3", "ah_ca_1", "ah_ca_2")} == {
        "ah_bb_1": "", "ah_bb_2": "left", "ah_bb_3": "", "ah_ca_1": "sunk", "ah_ca_2": "",
    }  # fmt: skip
    assert [one.id for one in board.consorts_at("pola")] == ["ah_bb_1", "ah_bb_3", "ah_ca_2"]
    assert "ah_bb_2" not in austria.waiting(board)


@rule("goeben", "20.0")
def test_ships_that_are_out_are_seen() -> None:
    board = allied()
    assert [one.id for one in view(board, "commander").consorts] == ["ah_ca_1"]
