"""19.1, 20.0 Austro-Hungarian ships, and what becomes of them; ships that join in a campaign are in test_24."""

from typing import Any

import pytest

from games.kernel.requests import Draw
from games.titles.goeben.box.options import Options
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.seen.knowledge import here
from games.titles.goeben.seen.view import view
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule


def allied(space: str = "adriatic_c", ship: str = "ah_ca_1", **more: Any) -> Sea:
    """A consort alone in a space, the Germans in port."""
    sea = at_sea(**{"goeben": "pola", "breslau": "pola", ship: space, **more})
    sea.day.queue = [space]
    return sea


def gone(sea: Sea, ship: str) -> str:
    return austria.consort(sea, ship).gone


@rule("goeben", "20.0")
def test_none_comes_out_twice() -> None:
    sea = at_sea(ah_bb_1="adriatic_c")
    austria.consort(sea, "ah_ca_1").gone = "sunk"
    assert not {"ah_bb_1", "ah_ca_1"} & set(austria.waiting(sea))
    play(sea, austria.come_out(sea, 6))
    assert len([one for one in sea.state.consorts if one.at == "pola"]) == 6
    play(sea, austria.come_out(sea, 20))
    assert austria.waiting(sea) == []


@rule("goeben", "20.0")
@pytest.mark.parametrize("count", [2, 20])
def test_all_know_who_waits_and_see_who_comes_out(count: int) -> None:
    sea = at_sea()
    request = austria.come_out(sea, count, classes=("ca", "cl")).send(None)
    waiting = tuple(austria.waiting(sea, ("ca", "cl")))
    assert request == Draw(waiting, min(count, len(waiting)), "consorts", "20.0", open=True)
    play(sea, austria.come_out(sea, 0))
    assert not [one for one in sea.state.consorts if one.at]


@rule("goeben", "20.0")
def test_by_class() -> None:
    sea = at_sea()
    play(sea, austria.come_out(sea, 1, classes=("ca", "cl")), draws=[(3,)])
    assert [one.id for one in sea.state.consorts if one.at] == ["ah_cl_1"]


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
        sea = allied(ship=ship)
        austria.leaves(sea, austria.consort(sea, ship), how)  # type: ignore[arg-type]
        assert sea.state.vp == points
        assert sea.consorts_at("adriatic_c") == []
        assert Played(sea).told(told.ConsortLost) == [told.ConsortLost(ship, "adriatic_c", how)]


@rule("goeben", "20.0")
@pytest.mark.parametrize(("ship", "hits", "how"), [("ah_dd_1", 1, "sunk"), ("ah_cl_1", 1, "damaged"),
                                                   ("ah_cl_1", 2, "sunk"), ("ah_ca_1", 2, "damaged")])  # fmt: skip
def test_hits_above_her_armour_sink_a_consort(ship: str, hits: int, how: str) -> None:
    sea = allied(ship=ship)
    austria.struck(sea, austria.consort(sea, ship), hits)
    assert gone(sea, ship) == how


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
def test_consorts_run_from_a_submarine_without_coal() -> None:
    sea = allied()
    played = meet(sea, "submarine_1", dice=[(3,)])
    assert played.told(told.TorpedoRun) == []
    assert (played.kinds, played.following) == ([], "contact")


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("die", "how"), [(1, "damaged"), (2, "damaged"), (3, "damaged"), (5, ""), (6, "sunk")])
def test_a_consort_that_is_torpedoed(die: int, how: str) -> None:
    sea = allied()
    meet(sea, "submarine_1", dice=[(5,), (5,), (die,)])
    assert gone(sea, "ah_ca_1") == how


@rule("goeben", "20.0")
@rule("goeben", "14.13")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("ship", "how"), [("ah_dd_1", "sunk"), ("ah_cl_1", "damaged")])
def test_one_torpedo_is_more_than_a_consort_without_armour_bears(ship: str, how: str) -> None:
    """A cruiser has armour of one."""
    sea = allied(ship=ship)
    meet(sea, "submarine_1", dice=[(5,), (5,), (1,)])
    assert gone(sea, ship) == how


@rule("goeben", "20.0")
def test_the_ships_on_the_map_are_those_that_have_come_out_and_are_not_gone() -> None:
    sea = allied("cattaro", "ah_dd_1", ah_dd_2="trieste")
    austria.consort(sea, "ah_dd_2").gone = "sunk"
    assert sea.stations() == {"goeben": "pola", "breslau": "pola", "ah_dd_1": "cattaro"}
    assert set(sea.occupied()) == {"pola", "cattaro"}


@rule("goeben", "25.2")
@rule("goeben", "20.0")
def test_the_first_captain_sees_where_his_allies_are_as_long_as_they_are_there() -> None:
    sea = at_sea("captains", goeben="pola", breslau="pola", ah_ca_1="zante")
    assert [here(sea, seat) for seat in ("goeben", "breslau")] == [{"pola", "zante"}, {"pola"}]
    austria.consort(sea, "ah_ca_1").gone = "sunk"
    assert here(sea, "goeben") == {"pola"}


@rule("goeben", "25.2.2")
@rule("goeben", "20.0")
def test_captains_afar_do_not_hear_that_allies_come_out() -> None:
    sea = at_sea("captains", options=Options(austro_hungarian=True), goeben="pola", breslau="malta_pz")
    play(sea, austria.come_out(sea, 1), draws=[(0,)])
    played = Played(sea)
    assert [event.ships for event in played.heard("goeben", told.ConsortsOut)] == [("ah_bb_1",)]
    assert played.heard("breslau", told.ConsortsOut) == []


@rule("goeben", "13.chart/Allied Submarine")
def test_a_consort_may_ram() -> None:
    sea = at_sea(goeben="adriatic_c", breslau="pola", ah_bb_1="adriatic_c")
    sea.day.queue = ["adriatic_c"]
    meet(sea, "submarine_1", dice=[(6,)], says={"ram": "ah_bb_1"})
    assert gone(sea, "ah_bb_1") == "damaged"
    assert sea.state.vp == 2 - 8
    assert sea.ship("goeben").hull == 12


@rule("goeben", "25.3.1")
def test_the_ally_decides_in_the_adriatic() -> None:
    for space, seat in (("adriatic_c", "austrian"), ("corfu_sea", "commander")):
        sea = at_sea("austrian", goeben=space, breslau="pola", ah_bb_1=space)
        sea.day.queue = [space]
        assert meet(sea, "submarine_1", dice=[(6,)]).question("ram").seat == seat


@rule("goeben", "20.0.4")
def test_at_the_end_of_a_mission_pola_is_the_place_to_be() -> None:
    sea = at_sea(ah_bb_1="pola", ah_bb_2="cattaro", ah_bb_3="adriatic_c")
    austria.leaves(sea, austria.consort(sea, "ah_bb_3"), "damaged")
    austria.consort(sea, "ah_ca_1").gone = "sunk"
    austria.consort(sea, "ah_ca_2").gone = "withdrawn"
    assert austria.come_home(sea) == ("ah_bb_3", "ah_ca_2")
    assert {name: gone(sea, name) for name in ("ah_bb_1", "ah_bb_2", "ah_bb_3", "ah_ca_1", "ah_ca_2")} == {
        "ah_bb_1": "", "ah_bb_2": "left", "ah_bb_3": "", "ah_ca_1": "sunk", "ah_ca_2": "",
    }  # fmt: skip
    assert [one.id for one in sea.consorts_at("pola")] == ["ah_bb_1", "ah_bb_3", "ah_ca_2"]
    assert "ah_bb_2" not in austria.waiting(sea)


@rule("goeben", "20.0")
def test_ships_that_are_out_are_seen() -> None:
    sea = allied()
    assert [one.id for one in view(sea, "commander").consorts] == ["ah_ca_1"]
