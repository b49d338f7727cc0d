"""Austro-Hungarian ships (20.0)."""

from typing import Any

import pytest

from games.kernel.requests import Draw
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.hits import leave, on_counter
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events import incidents as incident_events
from games.titles.goeben.state.state import Battle, Damage, Foe
from games.titles.goeben.visibility.knowledge import here
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.days import accepted, stayed
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.fights import SEA, allied_sea, battle_board, consort_gone, fight, misses, ship_shots
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule


def allied(space: str = "adriatic_c", ship: str = "ah_ca_1", **more: Any) -> Board:
    """A consort alone in a space, the Germans in port."""
    board = at_sea(**{"goeben": "pola", "breslau": "pola", ship: space, **more})
    board.day.queue = [space]
    return board


FIRST = (6,)
QUIET = "+ammunition=0"


@rule("goeben", "20.0")
def test_allied_ships_sail_without_coal_in_their_seas() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="pola", ah_ca_1="spartivento")
    form = plan_form(board, "commander")
    assert refused(form, "move ah_cl_1 way=adriatic_s") == []
    assert refused(form, "move ah_ca_1 way=matapan") == []
    assert refused(form, "move ah_ca_1 way=stromboli") != [], "not into the Western Mediterranean"
    play(ordered(board, "move ah_cl_1 way=adriatic_s"), movement(board))
    assert next(one for one in board.state.consorts if one.id == "ah_cl_1").at == "adriatic_s"


@rule("goeben", "20.0")
def test_an_austro_hungarian_ship_sails_as_far_as_her_speed_unless_she_is_gone() -> None:
    """Maria Theresia makes three."""
    way = ("zante", "matapan", "kithera", "cyclades_w")
    boards = [at_sea(options=Options(austro_hungarian=True), breslau="pola", ah_ca_3="ionian_c") for _ in range(3)]
    assert stayed(boards[0], "ah_ca_3", *way)
    next(one for one in boards[1].state.consorts if one.id == "ah_ca_3").gone = "damaged"
    assert stayed(boards[1], "ah_ca_3", *way[:1])
    boards[2].day.plans["commander"] = (Move(("ah_ca_3",), way[:3]),)
    played = play(boards[2], movement(boards[2]))
    assert [event.route for event in played.told(day_events.Sailed)] == [way[:3]]


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
        assert Played(board).told(incident_events.ConsortLost) == [incident_events.ConsortLost(ship, "adriatic_c", how)]


@rule("goeben", "20.0")
@pytest.mark.parametrize(("ship", "hits", "how"), [("ah_dd_1", 1, "sunk"), ("ah_cl_1", 1, "damaged"),
                                                   ("ah_cl_1", 2, "sunk"), ("ah_ca_1", 2, "damaged")])  # fmt: skip
def test_hits_above_her_armour_sink_a_consort(ship: str, hits: int, how: str) -> None:
    board = allied(ship=ship)
    austria.apply_hits(board, austria.consort(board, ship), hits)
    assert consort_gone(board, ship) == how


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
def test_consorts_run_from_a_submarine_without_coal() -> None:
    board = allied()
    played = meet(board, "submarine_1", dice=[(3,)])
    assert played.told(incident_events.TorpedoRun) == []
    assert (played.kinds, played.following) == ([], "contact")


@rule("goeben", "20.0")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("die", "how"), [(1, "damaged"), (2, "damaged"), (3, "damaged"), (5, ""), (6, "sunk")])
def test_a_consort_that_is_torpedoed(die: int, how: str) -> None:
    board = allied()
    meet(board, "submarine_1", dice=[(5,), (5,), (die,)])
    assert consort_gone(board, "ah_ca_1") == how


@rule("goeben", "20.0")
@rule("goeben", "14.13")
@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(("ship", "how"), [("ah_dd_1", "sunk"), ("ah_cl_1", "damaged")])
def test_one_torpedo_is_more_than_a_consort_without_armour_bears(ship: str, how: str) -> None:
    """A cruiser has armour of one."""
    board = allied(ship=ship)
    meet(board, "submarine_1", dice=[(5,), (5,), (1,)])
    assert consort_gone(board, ship) == how


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
    assert [event.ships for event in played.heard("goeben", incident_events.ConsortsOut)] == [("ah_bb_1",)]
    assert played.heard("breslau", incident_events.ConsortsOut) == []


@rule("goeben", "20.0")
def test_ships_that_are_out_are_seen() -> None:
    board = allied()
    assert [one.id for one in view(board, "commander").consorts] == ["ah_ca_1"]


@rule("goeben", "20.0")
@rule("goeben", "14.6")
def test_their_torpedoes_run_together() -> None:
    board = allied_sea("gb_dd_1", ah_dd_2=SEA, doctrine="ask-first")
    dice = [FIRST, misses(1), misses(7), misses(2), misses(6), misses(3)]
    played = fight(board, dice=dice, says={"engage": "launch ah_dd_2 at=gb_dd_1 count=1"})
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.tubes == {"goeben": 2, "ah_dd_2": 1}
    assert [shot for shot in ship_shots(played) if shot[0] == "ah_dd_2"] == [
        ("ah_dd_2", "tertiary", 7),
        ("ah_dd_2", "torpedo", 6),
    ]


@rule("goeben", "20.0")
def test_they_count_for_contact() -> None:
    """Leadership 3 and the speed on the counter, without coal."""
    board = allied_sea("gb_lc_1", goeben="+leadership=1+engines=1", ah_dd_1=SEA, doctrine="break-off cl\nsteam")
    played = fight(board, dice=[(3,)])
    (event,) = played.told(battle_events.ContactRolled)
    assert event.german == 3 + 6
    assert board.ship("goeben").coal == 4


@rule("goeben", "20.0")
@rule("goeben", "17.1")
@pytest.mark.parametrize(
    ("ship", "die", "points", "gone"),
    [
        ("ah_dd_2", 3, -4, "sunk"), ("ah_dd_2", 5, -2, "withdrawn"), ("ah_ca_1", 3, -4, "damaged"),
        ("ah_ca_1", 5, -4, "withdrawn"), ("ah_ca_1", 6, -12, "sunk"), ("ah_cl_2", 6, -9, "sunk"),
        ("ah_cl_2", 4, -3, "damaged"), ("ah_b_2", 6, -18, "sunk"), ("ah_b_2", 5, -6, "withdrawn"),
        ("ah_bb_1", 6, -24, "sunk"), ("ah_bb_1", 1, -8, "damaged"),
    ],
)  # fmt: skip
def test_they_are_hit_like_the_ships_of_counters(ship: str, die: int, points: int, gone: str) -> None:
    """In the Allied column of the tables; what is lost counts for the Allies."""

    board = allied_sea("gb_dd_1", **{ship: SEA})
    board.state.battle = Battle(SEA, ships=["goeben"], consorts={ship: Damage()}, foes=[Foe("gb_dd_1")])
    play(board, on_counter(board, ship, board.box.charts.gunnery.allied, 1), dice=[(die,)])
    leave(board)
    play(board, battle_ends(board))
    consort = next(one for one in board.state.consorts if one.id == ship)
    assert (consort.gone, board.state.vp) == (gone, points)
    assert board.consorts_at(SEA) == []


@rule("goeben", "20.0")
@rule("goeben", "14.4")
def test_they_break_off_into_their_own_seas_only() -> None:
    board = allied_sea("gb_bc_1", at="galita", goeben="", ah_dd_1="galita", doctrine="ask-first")
    played = fight(
        board, dice=[FIRST], says={"engage": "withdraw goeben to=sardinia_pz\nwithdraw ah_dd_1 to=sicilian_channel"}
    )
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.exits["ah_dd_1"] == ("sicilian_channel",)
    assert "sardinia_pz" in form.exits["goeben"]


@rule("goeben", "20.0")
@pytest.mark.parametrize(
    ("start", "goal", "legal"),
    [
        ("messina", "stromboli", False), ("sicilian_channel", "galita", False), ("tenedos", "dardanelles", False),
        ("sicily_e", "messina", True), ("cyclades_w", "athens", True),
    ],
)  # fmt: skip
def test_the_seas_of_the_austro_hungarian_navy(start: str, goal: str, legal: bool) -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1=start, goeben="pola", breslau="pola")
    assert accepted(board, f"move ah_cl_1 way={goal}") is legal


@rule("goeben", "20.0.1")
def test_allied_ships_neither_outfit_nor_try_intelligence() -> None:
    form = plan_form(at_sea(options=Options(austro_hungarian=True), ah_cl_1="pola"), "commander")
    for order in ("outfit ah_cl_1", "take ah_cl_1 cargo=wireless", "intelligence ah_cl_1"):
        assert refused(form, order) != [], order


@rule("goeben", "20.0.1")
def test_consorts_draw_markers_too() -> None:
    board = at_sea(goeben="pola", breslau="pola", ah_ca_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    assert meet(board, "gb_ca_1").told(incident_events.MarkersDrawn) == [
        incident_events.MarkersDrawn("adriatic_c", ("gb_ca_1",))
    ]


@rule("goeben", "20.0.1")
def test_they_spend_no_ammunition_and_no_torpedoes() -> None:
    board = allied_sea("gb_lc_1", goeben="+ammunition=0+torpedoes=0", ah_cl_1=SEA)
    played = fight(board, dice=[FIRST, misses(5), misses(2), misses(5), misses(1)])
    assert played.told(battle_events.AmmunitionSpent) == []
    assert played.told(battle_events.TorpedoesSpent) == []
    fired = [event.battery for event in played.told(battle_events.Fired) if event.ship == "ah_cl_1"]
    assert fired == ["secondary", "torpedo"]


@rule("goeben", "25.3.1", "14.3", "20.0.1")
@pytest.mark.parametrize("said", ["maximum", "cruise"])
def test_coal_is_for_the_germans_to_spend_where_the_ally_leads_too(said: str) -> None:
    at = "adriatic_c"
    board = allied_sea("gb_bc_1", at=at, goeben="", ah_b_2=at, scenario="austrian", doctrine="ask-first contact")
    coal = board.ship("goeben").coal
    played = play(board, contact(board), dice=[(1,)], says={"contact@commander": said})
    assert [question.seat for question in played.asked] == ["commander"]
    assert coal - board.ship("goeben").coal == (said == "maximum")


@rule("goeben", "20.0.1")
def test_an_austro_hungarian_ship_does_nothing_in_port() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="brindisi", goeben="pola", breslau="pola")
    form = plan_form(board, "commander")
    for order in ("outfit ah_cl_1", "repair ah_cl_1 hull=1", "take ah_cl_1 cargo=optics", "coal ah_cl_1"):
        assert refused(form, order) != [], order
    assert refused(form, "pass") == [], "she may stay a day"


@rule("goeben", "20.0.2")
@pytest.mark.parametrize(("nation", "first"), [("german", "goeben"), ("austrian", "ah_cl_2")])
def test_the_senior_officer_says_which_nation_fires_first(nation: str, first: str) -> None:
    board = allied_sea("gb_dd_1", goeben="+primary=0+tertiary=0", ah_cl_2=SEA, doctrine="ask-first")
    # either way the first salvo sinks the destroyers
    dice = [FIRST, (6, *misses(6 if nation == "german" else 4)), (6,)]
    played = fight(board, dice=dice, says={"engage": f"nation-first {nation}"})
    assert ship_shots(played)[0][0] == first


@rule("goeben", "20.0.2")
def test_only_a_mixed_force_chooses() -> None:
    board = battle_board("gb_dd_1", goeben=QUIET, doctrine="ask-first")
    form = fight(board, dice=[FIRST, misses(1), misses(2), misses(3)]).question("engage").form
    assert isinstance(form, BattlePlan)
    assert not form.mixed
    board = allied_sea("gb_lc_1", ah_cl_1=SEA, doctrine="ask-first")
    board.ship("goeben").at = "pola"
    form = fight(board, dice=[FIRST, misses(5), misses(2), misses(5), misses(1)]).question("engage").form
    assert isinstance(form, BattlePlan)
    assert (list(form.batteries), form.mixed) == (["ah_cl_1"], False), "nor do Austrians alone"


@rule("goeben", "20.0.4")
def test_at_the_end_of_a_mission_pola_is_the_place_to_be() -> None:
    board = at_sea(ah_bb_1="pola", ah_bb_2="cattaro", ah_bb_3="adriatic_c")
    austria.remove(board, austria.consort(board, "ah_bb_3"), "damaged")
    austria.consort(board, "ah_ca_1").gone = "sunk"
    austria.consort(board, "ah_ca_2").gone = "withdrawn"
    assert austria.come_home(board) == ("ah_bb_3", "ah_ca_2")
    assert {name: consort_gone(board, name) for name in ("ah_bb_1", "ah_bb_2", "ah_bb_3", "ah_ca_1", "ah_ca_2")} == {
        "ah_bb_1": "", "ah_bb_2": "left", "ah_bb_3": "", "ah_ca_1": "sunk", "ah_ca_2": "",
    }  # fmt: skip
    assert [one.id for one in board.consorts_at("pola")] == ["ah_bb_1", "ah_bb_3", "ah_ca_2"]
    assert "ah_bb_2" not in austria.waiting(board)


@rule("goeben", "20.0.5")
@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
@pytest.mark.parametrize(("scenario", "option"), [("suez_canal", True), ("austrian", False)])
def test_ships_come_out_to_pola_by_the_option(scenario: str, option: bool) -> None:
    """The scenario with an Austro-Hungarian commander brings the option along, and cannot be had without."""
    board = at_sea(scenario, goeben="zante", breslau="pola", options=Options(austro_hungarian=option))
    assert board.state.options.austro_hungarian
    meet(board, "fleet_sorties_1", dice=[(4,)])
    assert [one.at for one in board.state.consorts if one.at] == ["pola"] * 4
    assert board.state.alert == 2


@rule("goeben", "20.0.6")
def test_austro_hungarian_ships_visit_neutral_ports_as_german_ones() -> None:
    board = at_sea(
        options=Options(austro_hungarian=True), goeben="zante", breslau="zante", ah_cl_1="adriatic_s", turn=3
    )
    play(ordered(board, "move ah_cl_1 way=brindisi"), movement(board))
    assert board.state.visited == [], "she came, and may stay"
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == ["brindisi"]
    form = plan_form(board, "commander")
    assert refused(form, "pass") == ["9.1"], "she must leave"
    assert refused(form, "move ah_cl_1 way=adriatic_s") == []
    board.ship("goeben").at = "adriatic_s"
    assert not accepted(board, "move ah_cl_1 way=adriatic_pz\nmove goeben way=brindisi")


@rule("goeben", "20.0.6")
def test_a_port_that_a_german_ship_has_visited_is_closed_to_her_allies() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="corfu_sea")
    board.state.visited = ["corfu"]
    assert not accepted(board, "move ah_cl_1 way=corfu")


@rule("goeben", "20.0.7")
@rule("goeben", "20.0")
@rule("goeben", "14.11")
def test_they_fire_with_leadership_three_and_no_armour_counts() -> None:
    """Errata. Radetzky: 6, 5 and 1 boxes and a torpedo; Warrior's armour is 2."""
    board = allied_sea("gb_ca_2", ah_b_2=SEA)
    dice = [FIRST, misses(9), misses(3), misses(8), misses(1), misses(4), misses(4), misses(4), misses(1)]
    played = fight(board, dice=dice)
    assert [shot for shot in ship_shots(played) if shot[0] == "ah_b_2"] == [
        ("ah_b_2", "primary", 9), ("ah_b_2", "secondary", 8), ("ah_b_2", "tertiary", 4), ("ah_b_2", "torpedo", 4),
    ]  # fmt: skip
