"""12.6: the ground offensive."""

from typing import Any

import pytest

from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.air.planning import fighters_near
from games.titles.pq17.rules.campaign import administration
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.forces.situations import may_fly
from games.titles.pq17.rules.special.chits import draw
from games.titles.pq17.rules.special.events import EFFECTS
from games.titles.pq17.rules.special.port_raid import port_raids, raid_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.administration import AircraftLost
from games.titles.pq17.state.events.special import ChitDrawn, ChitShown, Raided
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import AirUnit, Chit, Phase, State
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, points_booked, settle
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.procedures import by_default, events_for, perform
from tests.titles.pq17.rosters import lies, roster
from tests.titles.pq17.situations import LETTERS, RAID_DURING_OFFENSIVE
from tests.titles.pq17.strikes import air

rule = pytest.mark.rule


@rule("pq17", "12.6", "12.0a")
def test_12_6_ground_offensive_is_shown_and_another_chit_drawn() -> None:
    board = arctic(cup=list(LETTERS))
    perform(board, draw(board), draws=[(4,), (0,), (0,)])
    assert (board.state.offensive, board.state.chits["allied"].letter) == ({"allied": "e"}, "a")
    assert events_for(board, "axis")[:2] == [ChitShown("allied", "e", "ground_offensive"), ChitDrawn("allied")]
    assert (len(board.state.cup), view(board, "axis").offensive) == (23, {"allied": "e"})


@rule("pq17", "12.6")
def test_12_6_what_flies_during_a_ground_offensive() -> None:
    board = arctic(offensive={"axis": "m"})
    units = {name: AirUnit(name, 2, id=name, base="banak") for name in BOX.aircraft}
    grounded = {name for name, unit in units.items() if not may_fly(board, unit)}
    assert {"ju_88", "ju_87", "bf_109", "bv_138", "ju_88d", "sb", "pe_2", "p_40"} <= grounded
    assert not grounded & {
        "he_111", "he_115", "ju_88_torpedo", "fw_200", "bf_109t", "ju_87c", "db_3f", "mbr_2", "gst", "hudson",
    }  # fmt: skip
    assert all(may_fly(arctic(), unit) for unit in units.values())


@rule("pq17", "12.6")
def test_12_6_grounded_aircraft_are_offered_no_mission() -> None:
    units = [AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("he_115", 1, id="kufl", base="tromso")]
    prey = force("c", "allied", "task_force", "0713", "norfolk")
    offered = []
    for offensive in ({}, {"axis": "m"}):
        board = arctic(prey, air=units, phase=Phase("axis"), offensive=offensive)
        offered.append([one.unit for one in missions_part(board, "axis").flights])
        board.state.forces.clear()
    assert offered == [["kg30", "kufl"], ["kufl"]]


@rule("pq17", "12.6", "12.7")
def test_12_6_during_an_offensive_torpedo_aircraft_alone_raid_a_port() -> None:
    """Ju 88 without torpedoes may not fly at all, He 111 with them may."""
    units = [air("ju_88", "kg30", "banak"), air("he_111", "kg26", "bardufoss"), air("bf_109", "jg5", "banak")]
    assert raid_form(arctic(air=units, chits=RAID_DURING_OFFENSIVE["chits"])).reach_of["murmansk"] == (
        "kg30",
        "kg26",
        "jg5",
    )
    assert set(raid_form(arctic(air=units, **RAID_DURING_OFFENSIVE)).reach_of.values()) == {("kg26",)}


@rule("pq17", "12.6", "12.7a")
def test_12_6_nor_do_the_dive_bombers_join_that_come_for_the_raid() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 2", port="murmansk")
    board = arctic(laden, air=[air("he_111", "kg26", "bardufoss")], **RAID_DURING_OFFENSIVE)
    perform(board, port_raids(board), says={"event": ["raid murmansk units=kg26 light=day", "pass"]},
            dice=[(0,), (0,), (0, 0)])  # fmt: skip
    assert [one.units for one in events_for(board, "allied") if isinstance(one, Raided)] == [("he_111",)]


@rule("pq17", "12.6", "13.0d")
def test_12_6_during_an_offensive_a_raid_of_an_event_takes_naval_and_torpedo_aircraft_alone() -> None:
    units = [air("pe_2", "army", "vaenga"), air("db_3f", "navy", "vaenga"), air("pe_3", "escort", "vaenga")]
    board = phase(arctic(air=units, offensive={"axis": "m"}), "allied")
    run = perform(board, EFFECTS["air_raid_norway"](board, "allied"), says={"event": "pass"})
    assert run.asked[0].form.reach_of["kirkenes_field"] == ("navy",)


@rule("pq17", "12.6", "7.2.1", "1.1.2")
@pytest.mark.parametrize(("offensive", "rise"), [({}, ["counter", "printed"]), ({"axis": "m"}, ["printed"])])
def test_12_6_during_an_offensive_printed_fighters_alone_rise(offensive: Any, rise: list[str]) -> None:
    units = [air("bf_109", "counter", "banak"), air("bf_109", "printed", "banak", interceptor=True)]
    board = phase(arctic(air=units, offensive=offensive), "allied")
    assert [one.id for one in fighters_near(board, "axis", "0815")] == rise


@rule("pq17", "12.6", "7.2.1")
def test_12_6_british_fighters_of_a_carrier_rise_all_the_same() -> None:
    fleet = force("f", "allied", "task_force", "0613", "victorious")
    units = [air("fulmar", "809", "victorious"), air("hurricane_soviet", "iap", "vaenga")]
    board = phase(arctic(fleet, air=units, offensive={"allied": "e"}), "axis")
    assert [one.id for one in fighters_near(board, "allied", "0613")] == ["809"]


@rule("pq17", "12.6")
@pytest.mark.parametrize(
    ("aircraft", "flies"),
    [
        ("hudson", True), ("catalina", True), ("fw_200", True), ("he_111", True), ("he_115", True), ("bf_109t", True),
        ("ju_88", False), ("bv_138", False), ("ju_87", False), ("pe_2", False),
    ],
)  # fmt: skip
def test_12_6_who_flies_during_an_offensive_of_either_side(aircraft: str, flies: bool) -> None:
    for side in ("allied", "axis"):
        board = arctic(offensive={side: "e"})
        assert may_fly(board, AirUnit(aircraft, 1, id="a", base="banak")) is flies


@rule("pq17", "12.6.1")
@pytest.mark.parametrize(("thrown", "steps", "lost"), [(6, 20, 2), (7, 20, 3), (7, 2, 2)])
def test_12_6_1_a_ground_offensive_takes_a_third_of_the_die_in_german_aircraft_in_norway(
    thrown: int, steps: int, lost: int
) -> None:
    board = at_administration("nov_2", Unit("ju_88", steps, "banak"), offensive=True)
    settle(board, {"administration@axis": "pass"}, dice=[[4], [thrown]], draws=[list(range(lost))])
    assert lying_on(board, "ju_88") == ([(steps - lost, "banak")] if steps > lost else [])
    assert points_booked(board) == 0
    assert AircraftLost("axis", thrown, (f"ju_88 {lost}",)) in events_for(board, "axis")
    assert not [one for one in events_for(board, "allied") if isinstance(one, AircraftLost) and one.side == "axis"]
    assert not board.roster.offensive


@rule("pq17", "12.6.1")
@pytest.mark.parametrize(("thrown", "lost"), [(4, 2), (5, 3)])
def test_12_6_1_and_half_of_it_in_soviet_ones_which_come_back_as_replacements_alone(thrown: int, lost: int) -> None:
    board = at_administration("nov_2", Unit("p_40", 9, "vaenga"), Unit("hudson", 3, "wick"), offensive=True)
    settle(board, {"administration@allied": "pass"}, dice=[[thrown], [7]], draws=[list(range(lost))])
    assert lying_on(board, "p_40") == [(9 - lost, "vaenga")]
    assert lying_on(board, "hudson") == [(3, "wick")]


@rule("pq17", "12.6.1", "4.1.2")
def test_12_6_1_an_offensive_costs_aircraft_though_no_convoy_sailed() -> None:
    """Both pass, and the armies fight all the same: of both dice 5, a third in German steps and half in Soviet ones."""
    board = campaign("campaign_march")
    perform(board, fortnights.fortnight(board))
    board.state.chits = {"allied": Chit("p", "none"), "axis": Chit("p", "none")}
    board.state.offensive = {"axis": "m"}
    perform(board, fortnights.bid(board), says={"bid@allied": "choose 0", "bid@axis": "choose 0", "ev": "choose no"})
    board.roster.units = [Unit("ju_88", 7, "banak"), Unit("i_16", 3, "vaenga")]
    assert perform(board, fortnights.prepared(board)).following == "unloading"
    perform(board, fortnights.unloading(board))
    assert board.roster.offensive
    by_default(administration._offensive(board), lambda _: 5)
    assert [(one.kind, one.strength) for one in board.roster.units] == [("ju_88", 5)]


@rule("pq17", "12.6.1")
@pytest.mark.parametrize(
    ("thrown", "german", "soviet"), [(0, 0, 0), (1, 1, 1), (3, 1, 2), (4, 2, 2), (9, 3, 5)],
)  # fmt: skip
def test_12_6_1_the_third_and_the_half_are_of_the_die(thrown: int, german: int, soviet: int) -> None:
    board = campaign()
    board.roster.units, board.roster.offensive = [Unit("ju_88", 30, "banak"), Unit("i_16", 30, "vaenga")], True
    by_default(administration._offensive(board), lambda _: thrown)
    assert [unit.strength for unit in board.roster.units] == [30 - german, 30 - soviet]


@rule("pq17", "12.6.1")
def test_12_6_1_no_more_than_there_is() -> None:
    board = campaign()
    board.roster.units, board.roster.offensive = [Unit("ju_88", 2, "banak"), Unit("hudson", 3, "wick")], True
    by_default(administration._offensive(board), lambda _: 9)
    assert [(unit.kind, unit.strength) for unit in board.roster.units] == [("hudson", 3)]


@rule("pq17", "12.6.1", "15.6.3", position="PP213")
def test_12_6_1_a_ground_offensive_takes_a_third_and_a_half_of_the_dice() -> None:
    there = roster("nov_2", Unit("ju_88", 17, "banak"), Unit("p_40", 15, "vaenga"), Unit("hudson", 3, "wick"),
                   offensive=True, ev="declared")  # fmt: skip
    board = Board(State(scenario="pq17", turn=1, start=1, roster=there), BOX)
    play(
        order_of_battle(board), dice=[(4,), (7,)], says={"administration@allied": "pass", "administration@axis": "pass"}
    )
    assert [lies(there, kind) for kind in ("ju_88", "p_40", "hudson")] == [
        [(14, "banak")], [(13, "vaenga")], [(3, "wick")],
    ]  # fmt: skip
    assert board.state.bookings == []
