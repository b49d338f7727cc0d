"""Chapter 15 and the rules that were built last, by the positions of somebody who had not seen the code."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import ZONES
from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.rules.campaign import arrivals, repairs, unloading, withdrawals
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.command import begin_fortnight, carry_over_points
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation, run_aground
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.campaign.special_forces import call_barred_by, call_forces, release_forces, verdict
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Reinforced
from games.titles.pq17.state.roster import Away, Boxes, Unit
from games.titles.pq17.state.state import Loss, Points, State, Tally
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.1", "15.1a", "15.1b")
def test_pp214_command_points_of_two_fortnights() -> None:
    there = roster("mar_1", gruppe_nord=8, severny_flot=4)
    points = begin_fortnight(BOX, there)
    assert {name: one.left for name, one in points.items()} == {"home_fleet": 16, "severny_flot": 6, "gruppe_nord": 8}
    points["home_fleet"].left = 2
    carry_over_points(BOX, there, points, [Tally("pq12", laden=True, began=12)], {"pq12": 3})
    there.fortnight = KEYS.index("apr_1")
    points = begin_fortnight(BOX, there, "h")
    assert {name: one.left for name, one in points.items()} == {"home_fleet": 16, "severny_flot": 6, "gruppe_nord": 10}
    carry_over_points(BOX, there, points, [Tally("pq13", laden=True, began=12)], {"pq13": 4})
    assert begin_fortnight(BOX, there)["severny_flot"].left == 8


@rule("pq17", "15.2.2", "15.2.2a", "15.9.1")
def test_pp215_unloading_at_murmansk() -> None:
    boxes = Boxes(unloading=[Unit("mv", 14, "murmansk")], down=[Unit("mv", 3, "murmansk")])
    there = roster("may_1", Unit("mv", 6, "murmansk", laden=True), boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 11 - 3
    assert [sum(one.strength for one in lot) for lot in (boxes.unloading, boxes.down, boxes.up)] == [3, 11, 3]
    unloading.put_in_boxes(BOX, there)
    assert [sum(one.strength for one in lot) for lot in (boxes.unloading, boxes.down, boxes.up)] == [9, 11, 3]
    assert there.units == []


@rule("pq17", "15.2.3", "15.5.3b")
@pytest.mark.parametrize(("how", "zone", "laden", "place"), [
    ("ice", "e4", True, "reykjavik"), ("ice", "w4", True, "reykjavik"), ("weather", "", True, "reykjavik"),
    ("ice", "e4", False, "murmansk"), ("weather", "", False, "murmansk"), ("ice", "w4", False, "reykjavik"),
    ("weather", "w4", False, "murmansk"),
])  # fmt: skip
def test_pp216_merchants_that_were_turned_back(how: Any, zone: str, laden: bool, place: str) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.units, board.roster.boxes = [], {}
    port = "reykjavik" if laden else "murmansk"
    convoy = ListedConvoy(id="x", name="x", laden=laden, destinations=(), ships=("mv 12",), port=port)
    board.state.composed = structs.replace(
        compose_operation(BOX, board.roster, board.operation, [], {}), convoys=(convoy,)
    )
    at = next(one.id for one in BOX.hexes.values() if one.zone == zone)
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.losses = [Loss("allied", "mv", 1, 9, how, at=at)]
    board.state.tallies = [Tally("x", laden=laden, began=12, excepted=1)]
    board.state.forces = []
    fold_operation(board)
    boxed = [(one.strength, "murmansk") for one in board.roster.boxes.get("murmansk", Boxes()).up]
    assert [*lies(board.roster, "mv"), *boxed] == [(1, place)]
    assert all(one.laden is laden for one in board.roster.units if one.kind == "mv")


def hastened(key: str, wanted: str, *away: Away) -> Board:
    """The operation of a fortnight in which the Axis is to have reinforcements of a sort."""
    board = campaign()
    board.state.roster = roster(key, Unit("tirpitz", 5, "trondheim"), away=[*away])
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    board.state.composed = compose_operation(BOX, board.roster, bare, [], {}, {"axis": wanted})
    board.state.forces, board.state.air = [], []
    return board


@rule("pq17", "15.3.2", "12.13")
@pytest.mark.parametrize("wanted", ["boats", "aircraft"])
def test_pp204_submarines_and_aircraft_come_together(wanted: str) -> None:
    """July I: ss_german 2 at Bergen, bv_138 1 at Altenfjord. Whichever is wanted first, two come in all."""
    board = hastened("jul_1", wanted)
    assert place_next_group(board, "axis")
    boats = [(one.port, one.counters[0].strength) for one in board.state.forces]
    planes = [(one.aircraft, one.strength, one.base) for one in board.state.air]
    if wanted == "boats":
        assert (boats, planes) == ([("bergen", 2)], [])
    else:
        assert (boats, planes) == ([("bergen", 1)], [("bv_138", 1, "altenfjord")])
    told = [one for one in heard(board, "allied") if isinstance(one, Reinforced)]
    assert {one.place for one in told} == ({"bergen"} if wanted == "boats" else {"bergen", "altenfjord"})
    assert all("ss_german" not in one.units for one in told)
    assert not place_next_group(board, "axis")


@rule("pq17", "15.3.2")
def test_pp204_what_came_early_does_not_come_again() -> None:
    board = hastened("jul_1", "aircraft")
    place_next_group(board, "axis")
    board.state.command = {one: Points() for one in ("home_fleet", "severny_flot", "gruppe_nord")}
    fold_operation(board)
    assert board.roster.early == {"bv_138": 1, "ss_german": 1}
    board.roster.units = []
    arrivals.place_arrivals(BOX, board.roster)
    assert (lies(board.roster, "ss_german"), lies(board.roster, "bv_138")) == ([(1, "bergen")], [])


@rule("pq17", "15.3.2")
def test_pp205_two_units_of_aircraft_come() -> None:
    board = hastened("sep_1", "aircraft")
    full = BOX.aircraft["he_111"].strength
    (group,) = [one for one in board.operation.reinforcements if one.side == "axis"]
    assert group.units == (f"he_111 {2 * full}",)
    assert group.beside == ()


@rule("pq17", "15.3.2")
@pytest.mark.parametrize(("wanted", "units"), [("light", ("dd_36a 2",)), ("heavy", ("lutzow",))])
def test_pp206_a_ship_comes_by_herself(wanted: str, units: tuple[str, ...]) -> None:
    board = hastened("may_1", wanted)
    assert [(one.units, one.beside) for one in board.operation.reinforcements if one.side == "axis"] == [(units, ())]


@rule("pq17", "15.3.3", "15.6.4")
def test_pp217_cargo_brings_soviet_aircraft() -> None:
    there = roster("jun_1", unloaded=5)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == []
    there.fortnight, there.unloaded = KEYS.index("jun_2"), 6
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == [(2, "vaenga")]
    assert [-(-arrived // BOX.campaign.rules.soviet_air_merchants) for arrived in (7, 6)] == [3, 2]


@rule("pq17", "15.4", "15.4.1", "15.4.2", "15.4a")
def test_pp218_emergency_forces() -> None:
    there = roster("may_1")
    assert call_forces(BOX, there, "allied", {"dd_a_i": 4, "dd_us": 4}) == -16
    assert call_forces(BOX, there, "axis", {"tb_35_37": 2}) == 4
    assert (
        call_barred_by(BOX, "allied", {"dd_a_i": 5})
        == call_barred_by(BOX, "allied", {"dd_a_i": 3, "tb_old": 2})
        == "15.4.1"
    )
    assert call_barred_by(BOX, "axis", {"tb_35_37": 3}) == "15.4.2"
    assert {(one.kind, one.place) for one in there.units} == {
        ("dd_a_i", "scapa_flow"), ("dd_us", "scapa_flow"), ("tb_35_37", "kiel"),
    }  # fmt: skip
    assert release_forces(BOX, there, "allied", kept=3) == -6
    assert release_forces(BOX, there, "axis") == 0
    assert sum(one.strength for one in there.units) == 3


@rule("pq17", "15.5", "15.5.1")
def test_pp207_who_goes_into_dock_and_for_how_long() -> None:
    whole = BOX.ships["koln"].strength
    hurt = [Unit("berwick", 1, "scapa_flow"), Unit("wichita", 3, "scapa_flow"),
            Unit("kent", 1, "scapa_flow", crippled=True), Unit("koln", whole, "trondheim")]  # fmt: skip
    there = roster("may_1", *hurt)
    assert [one.kind for one in hurt if not repairs.may_repair(BOX, one)] == ["berwick"]
    repairs.repair(BOX, there, hurt[0], 1)
    for key, place in (("jul_1", []), ("jul_2", [(2, "clyde")])):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
        assert lies(there, "berwick") == place


@rule("pq17", "15.5.2")
def test_pp208_a_third_of_the_damaged_submarines_each_month() -> None:
    there = roster("may_1", damaged_boats=4)
    found = []
    for key in ("may_1", "may_2", "jun_1", "jun_2", "jul_1"):
        there.fortnight = KEYS.index(key)
        found.append(repairs.return_boats(BOX, there))
    assert found == [2, 0, 1, 0, 1]


def after_operation(key: str, *losses: Loss) -> Board:
    """A campaign after an operation of a fortnight with these losses, its order of battle empty but for them."""
    board = campaign()
    board.state.roster = roster(key, ev="declared")
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    board.state.composed = compose_operation(BOX, board.roster, bare, [], {})
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.forces, board.state.losses = [], [*losses]
    return board


@rule("pq17", "15.5.3", "15.5.3b")
def test_pp209_ships_that_broke_down_or_were_hurt_by_ice_and_weather() -> None:
    board = after_operation("apr_1", Loss("allied", "wichita", 3, 9, "ice", at="0615"),
                  Loss("axis", "koln", 2, 9, "weather", at="0813"),
                  Loss("allied", "dd_project_7", 1, 9, "weather", at="0717"))  # fmt: skip
    broken = force("tf", "allied", "task_force", "0504", "norfolk", port="reykjavik")
    broken.counters[0].inoperative = True
    board.state.forces = [broken]
    fold_operation(board)
    there, fit = board.roster, {}
    for key in ("apr_1", "apr_2", "may_1", "may_2", "jun_1"):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
        repairs.mend_breakdowns_and_aircraft(BOX, there)
        fit[key] = sorted(one.kind for one in there.units if not one.inoperative)
    assert fit == {"apr_1": [], "apr_2": ["koln", "wichita"], "may_1": ["koln", "wichita"],
                   "may_2": ["koln", "norfolk", "wichita"], "jun_1": ["koln", "norfolk", "wichita"]}  # fmt: skip
    assert (lies(there, "wichita"), lies(there, "koln")) == ([(3, "scapa_flow")], [(2, "narvik")])


@rule("pq17", "15.5.3a")
def test_pp210_ships_that_ran_aground_or_collided() -> None:
    losses = [Loss("allied", "dd_a_i", 1, 9, "aground", at="0504") for _ in range(3)]
    losses += [Loss("allied", "dd_a_i", 1, 9, "collided", at="0504") for _ in range(2)]
    board = after_operation("may_1", *losses)
    play(run_aground(board))
    fold_operation(board)
    assert [(one.unit.kind, one.unit.strength, one.back) for one in board.roster.away] == [
        ("dd_a_i", 1, KEYS.index("jul_2"))
    ]
    assert board.roster.units == []


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("begins", "left"), [("kiel", []), ("narvik", ["lutzow"])])
def test_pp199_a_german_ship_that_is_due_home(begins: str, left: list[str]) -> None:
    board = Board(State(scenario="pq17", turn=1, start=1, options=Options(sailing_home=True),
                        roster=roster("jul_2", Unit("lutzow", 3, "narvik"), ev="declared")), BOX)  # fmt: skip
    home = {"administration@axis": "homeward lutzow"} if begins == "kiel" else {}
    play(order_of_battle(board), says=home)
    assert lies(board.roster, "lutzow") == [(3, begins)]
    board.roster.fortnight = KEYS.index("aug_1")
    play(order_of_battle(board))
    assert [one.kind for one in board.roster.units if one.kind == "lutzow"] == left


@rule("pq17", "15.8.1", "15.8.1a")
def test_pp211_patrol_white_is_relieved_after_march() -> None:
    for key, relieved in (("mar_1", False), ("mar_2", False), ("apr_1", True)):
        board = campaign()
        board.roster.fortnight = KEYS.index(key)
        board.roster.markers = {zone: Expected("clear", certain=True) for zone in ZONES}
        play(fortnight(board))
        assert (board.roster.patrol != ["norfolk", "kent"]) is relieved
    there = campaign().roster
    relieve(BOX, there)
    assert len(set(there.patrol) - {"norfolk", "kent"}) == 1
    assert all(BOX.ships[kind].type == "ca" for kind in there.patrol)


@rule("pq17", "15.7.2", "15.7.2a")
def test_pp219_another_goes_for_one_who_is_not_at_home() -> None:
    there = roster("jun_1", Unit("kenya", 4, "murmansk"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("nigeria", 4, "scapa_flow"), Unit("sheffield", 4, "scapa_flow"),
                   Unit("dd_a_i", 8, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert [one.kind for one in there.units] == ["kenya"]
    alone = roster("jun_1", Unit("kenya", 4, "murmansk"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("dd_a_i", 8, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, alone) < 0
    assert alone.units == []


@rule("pq17", "15.7.3")
def test_pp220_the_us_navy_leaves() -> None:
    there = roster("aug_2", Unit("wichita", 4, "murmansk"), Unit("tuscaloosa", 4, "scapa_flow"),
                   Unit("dd_us", 2, "murmansk"), Unit("dd_us", 2, "reykjavik"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == -2 * 3
    assert there.units == []


@rule("pq17", "15.9")
@pytest.mark.parametrize(("months", "score", "winner"), [
    (4, 2 * 119, "axis"), (4, 2 * 120, "allied"), (1, 60, "allied"), (1, 59, "axis"),
])  # fmt: skip
def test_pp222_thirty_points_for_each_month(months: int, score: int, winner: str) -> None:
    assert verdict(BOX, months, score) == winner
