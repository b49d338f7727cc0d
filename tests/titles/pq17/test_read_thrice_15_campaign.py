"""Chapter 15 read a third time, by somebody who had not seen the code: positions worked out from the text alone."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.rules.campaign import (
    administration,
    arrivals,
    unloading,
    withdrawals,
)
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.command import begin_fortnight, carry_over_points, draws_for_fuel
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.convoys import formable_convoys
from games.titles.pq17.rules.campaign.ev import complete_ev, note_crossing
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.campaign.preparations import form_of
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.ice import try_to_cross
from games.titles.pq17.rules.movement.passage import _watch
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Boxes, EvStage, Roster, Unit
from games.titles.pq17.state.state import Command, Convoy, Loss, Plan, Points, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.ch15_campaign.orders_of_battle import booked
from tests.titles.pq17.playing import heard as heard_of
from tests.titles.pq17.playing import play as drawing
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS, lies, roster
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def administered(key: str, ship: str, at: str, port: str = "", **more: Any) -> Board:
    """The order-of-battle phase after an operation in which a ship ended in a port, or at sea."""
    there = force("t", "allied", "task_force", at, ship, port=port)
    board = in_play(key, there, **more)
    board.roster.ev = "declared"
    perform(board, fortnights.unloading(board))
    perform(board, administration.order_of_battle(board))
    return board


@rule("pq17", "15.7.2", "15.7.2a", "15.8")
@pytest.mark.parametrize(
    ("at", "port", "points"),
    [("1206", "scapa_flow", 0), ("english_channel", "", 0), ("0610", "", -25), ("0504", "reykjavik", -25)],
)
def test_pp700_a_ship_at_sea_when_the_operation_ends_is_not_at_home(at: str, port: str, points: int) -> None:
    """Renown leaves in May I: 25 points, half of them lost. 15.8 puts her into Scapa Flow only afterwards."""
    board = administered("may_1", "renown", at, port)
    assert booked(board, "withdrawal") == points
    assert lies(board.roster, "renown") == []
    assert [(one.unit.kind, one.why) for one in board.roster.away] == [("renown", "leave")]


@rule("pq17", "15.7.3", "15.8")
@pytest.mark.parametrize(
    ("ship", "at", "port", "points"),
    [
        ("washington", "0610", "", -2), ("dd_us 3", "0610", "", -6), ("dd_us 3", "0504", "reykjavik", 0),
        ("dd_us 3", "1205", "loch_ewe", -6), ("wichita", "1206", "scapa_flow", 0),
    ],
)  # fmt: skip
def test_pp701_us_ships_at_sea_cost_as_those_in_another_port(ship: str, at: str, port: str, points: int) -> None:
    board = administered("aug_2", ship, at, port)
    assert booked(board, "withdrawal") == points
    assert [one for one in board.roster.units if BOX.ships[one.kind].nation == "us"] == []


@rule("pq17", "15.7.2", "15.8")
@pytest.mark.parametrize(("second", "points"), [("scapa_flow", 0), ("", -4)])
def test_pp702_of_a_type_those_at_sea_are_no_more_at_home(second: str, points: int) -> None:
    """April I: a CL and two destroyers. Two destroyers lie in Scapa Flow, one CL there or none, Kenya is at sea."""
    board = in_play("apr_1", force("home", "allied", "task_force", "1206", "dd_a_i 2", port="scapa_flow"),
                    force("out", "allied", "task_force", "0610", "kenya"))  # fmt: skip
    if second:
        board.state.forces.append(force("cl", "allied", "task_force", "1206", "nigeria", port=second))
    board.roster.ev = "declared"
    perform(board, fortnights.unloading(board))
    assert list(sheet(board, "allied").fit["cl"]) == (["nigeria"] if second else [])
    perform(board, administration.order_of_battle(board))
    assert booked(board, "withdrawal") <= points
    assert (booked(board, "withdrawal") == 0) is (points == 0)
    assert lies(board.roster, "kenya") == [(4, "scapa_flow")]


@rule("pq17", "15.7.2", "15.8")
def test_pp703_nor_does_one_at_sea_stand_in_for_another() -> None:
    """HARPOON: Kenya is in Reykjavik, Sheffield at sea, Edinburgh in Scapa Flow goes in her place."""
    lying = [Unit("kenya", 4, "reykjavik"), Unit("cl_liverpool", 4, "scapa_flow"), Unit("nigeria", 4, "scapa_flow"),
             Unit("edinburgh", 4, "scapa_flow"), Unit("sheffield", 2, "scapa_flow", afloat=True),
             Unit("dd_a_i", 8, "scapa_flow")]  # fmt: skip
    board = in_play("jun_1")
    board.roster.units, board.roster.ev = lying, "declared"
    perform(board, administration.order_of_battle(board))
    assert booked(board, "withdrawal") == 0
    gone = sorted(one.unit.kind for one in board.roster.away if one.operation == "harpoon")
    assert gone == ["cl_liverpool", "dd_a_i", "edinburgh", "nigeria"]


@rule("pq17", "15.7.2")
def test_pp704_ships_of_a_type_may_leave_by_the_channel() -> None:
    """15.7.2 names two places, Scapa Flow and the Channel: who went there leaves, and those in Scapa Flow stay."""
    there = roster("apr_1", Unit("kenya", 4, "english_channel"), Unit("nigeria", 4, "reykjavik"),
                   Unit("dd_a_i", 2, "english_channel"))  # fmt: skip

    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted(one.unit.kind for one in there.away) == ["dd_a_i", "kenya"]


@rule("pq17", "15.7.4", "15.8")
@pytest.mark.parametrize("afloat", [True, False])
def test_pp705_german_ships_leave_wherever_they_are_at_sea_too(afloat: bool) -> None:
    board = in_play("oct_2")
    board.roster.units, board.roster.ev = [Unit("admiral_scheer", 4, "trondheim", afloat=afloat)], "declared"
    perform(board, administration.order_of_battle(board))
    assert (lies(board.roster, "admiral_scheer"), booked(board, "withdrawal")) == ([], 0)


@rule("pq17", "15.2.3", "15.2.2", "15.9.1")
@pytest.mark.parametrize(("how", "at", "box"), [("weather", "0413", 2), ("ice", "0516", 2), ("ice", "0408", 0)])
def test_pp706_merchants_in_ballast_that_turned_back_come_in_the_order_of_battle(how: Any, at: str, box: int) -> None:
    """They are back behind the victory point phase, so that nobody is idle in it: what lay there costs, not they."""
    board = in_play("mar_2", tallies=[Tally("qp8m", laden=False, began=9, excepted=2)],
                    losses=[Loss("allied", "mv", 2, 9, how, open=False, at=at, convoy="qp8m")])  # fmt: skip
    board.state.composed = structs.replace(board.operation, convoys=(_ballast(),))
    board.roster.boxes = {"murmansk": Boxes([], [Unit("mv", 3, "murmansk")], [])}
    board.roster.ev = "declared"
    perform(board, fortnights.unloading(board))
    assert booked(board, "unloading") == -3
    perform(board, administration.order_of_battle(board))
    assert sum(one.strength for one in board.roster.boxes["murmansk"].up) == 3 + box
    assert [one for one in board.roster.units if one.kind == "mv"] == []


def _ballast() -> Any:
    return ListedConvoy(id="qp8m", name="QP 8M", laden=False, destinations=("reykjavik",), ships=("mv 9",),
                     port="murmansk")  # fmt: skip


@rule("pq17", "15.2b", "15.9.1")
def test_pp707_a_convoy_in_ballast_that_did_not_sail_is_idle() -> None:
    """15.2b It had to sail in this fortnight: face up, half a point each."""
    board = in_play("mar_2", force("qp8m", "allied", "convoy", "0817", "mv 6", port="murmansk",
                                   convoy=Convoy(destinations=("reykjavik",))))  # fmt: skip
    perform(board, fortnights.unloading(board))
    assert booked(board, "unloading") == -6


@rule("pq17", "15.2.3", "10.0", "10.2.6")
@pytest.mark.parametrize(("at", "hex_", "place"), [("0404", "0305", "reykjavik"), ("0614", "0515", "murmansk")])
def test_pp708_the_ice_that_hurt_them_lies_beyond_the_hex_side(at: str, hex_: str, place: str) -> None:
    """From open water into a zone of ice: it is the zone that counts, not the water they came from."""

    one = force("qp8m", "allied", "convoy", at, "mv 9", convoy=Convoy(destinations=("reykjavik",)))
    board = in_play("mar_1", one, tallies=[Tally("qp8m", laden=False, began=9)])
    board.state.composed = structs.replace(board.operation, convoys=(_ballast(),))
    drawing(try_to_cross(board, one, hex_), dice=[(3,)], cards=["card_02", "card_04"])
    assert [(loss.unit, loss.how, loss.at) for loss in board.state.losses] == [("mv", "ice", hex_)]
    board.state.forces = []
    fold_operation(board)
    unloading.put_in_boxes(BOX, board.roster)
    boxed = [(one.strength, "murmansk") for one in board.roster.boxes.get("murmansk", Boxes()).up]
    assert [*lies(board.roster, "mv"), *boxed] == [(1, place)]


@rule("pq17", "15.8.3a")
@pytest.mark.parametrize(
    ("others", "kind", "stage"),
    [
        (("kent", "dd_a_i 2"), "task_force", "crossed"), (("kent", "dd_a_i 1"), "task_force", "declared"),
        (("kent", "dd_a_i 1", "dd_project_7 1"), "task_force", "declared"), (("kent",), "task_force", "declared"),
        (("kent", "dd_us 2"), "task_force", "crossed"),
    ],
)  # fmt: skip
def test_pp709_the_destroyers_are_those_of_the_task_force(others: tuple[str, ...], kind: Any, stage: EvStage) -> None:
    """Neither the Soviet destroyers that lie in Murmansk nor the escort of a convoy there make up for them."""
    soviets = force("s", "allied", "task_force", "0817", "dd_project_7 2", port="murmansk")
    escort = force("pq", "allied", "convoy", "0817", "mv 4", "dd_j_r 4", port="murmansk")
    board = arctic(soviets, escort, force("t", "allied", kind, "0817", *others, port="murmansk"),
                   began={"kent": "clyde"}, roster=Roster(ev="declared"))  # fmt: skip
    note_crossing(board)
    assert board.roster.ev == stage


@rule("pq17", "15.8.3a", "5.1.2")
@pytest.mark.parametrize(
    ("port", "began", "ships", "stage"),
    [
        ("murmansk", "clyde", ("kent", "dd_a_i 2"), "crossed"),
        ("murmansk", "scapa_flow", ("kent", "dd_a_i 2"), "declared"),
        ("murmansk", "clyde", ("kent", "dd_a_i 1"), "declared"),
    ],
)  # fmt: skip
def test_pp710_it_has_crossed_when_it_comes_into_murmansk_and_may_sail_home(
    port: str, began: str, ships: tuple[str, ...], stage: EvStage
) -> None:
    """To Murmansk, and back to Britain: that it does not lie there any more as the operation ends changes nothing."""
    one = force("t", "allied", "task_force", "0817", *ships, plan=Plan(0, (), port))
    board = table(one, began={"kent": began}, roster=Roster(ev="declared"))
    moved(board)
    assert (one.port, board.roster.ev) == (port, stage)
    one.port, one.at = "", "0610"
    note_crossing(board)
    assert board.roster.ev == stage


@rule("pq17", "15.8.3a", "8.3b")
def test_pp711_before_play_starts_too() -> None:

    one = force("t", "allied", "task_force", "0817", "kent", "dd_a_i 2", plan=Plan(1, (), "murmansk"))
    board = table(one, turn=1, began={"kent": "clyde"}, roster=Roster(ev="declared"))
    assert perform(board, advance_force(board, one, 3)).result == ("0817", "murmansk")
    assert board.roster.ev == "crossed"


@rule("pq17", "15.8.3b", "5.1.9a")
@pytest.mark.parametrize(("stage", "points"), [("", -4), ("declared", 0), ("crossed", 0), ("done", -4)])
def test_pp712_patrol_white_may_be_ignored_until_ev_is_completed(stage: EvStage, points: int) -> None:
    one = force("p", "allied", "task_force", "0404", "kent")
    board = arctic(one, patrol=["norfolk", "kent"], roster=Roster(ev=stage))
    _watch(board, one, ("0405", "0406", "0407"))
    assert sum(booking.points for booking in board.state.bookings) == points


@rule("pq17", "15.8.3b", "15.4.3")
@pytest.mark.parametrize(
    ("stage", "due"), [("", ()), ("declared", ("dd_j_r",)), ("crossed", ("dd_j_r",)), ("done", ())]
)
def test_pp713_new_light_ships_must_come_until_ev_is_completed(stage: EvStage, due: tuple[str, ...]) -> None:
    board = campaign(options=Options(green_crews=True))
    board.roster.fortnight, board.roster.ev = KEYS.index("may_1"), stage
    assert form_of(board, "allied").due == due


@rule("pq17", "15.3.1", "15.8.3c")
@pytest.mark.parametrize(
    ("stage", "key", "place"),
    [("declared", "aug_1", ""), ("done", "aug_2", ""), ("done", "sep_1", "loch_ewe"), ("done", "sep_2", "loch_ewe")],
)
def test_pp714_laden_merchants_come_again_from_the_fortnight_after_ev(stage: EvStage, key: str, place: str) -> None:
    """Declared in August I, carried out in August II: the fifteen of Loch Ewe begin in September I."""
    there = roster("aug_1", ev="declared", ev_declared=KEYS.index("aug_1"))
    if stage == "done":
        there.fortnight = KEYS.index("aug_2")
        complete_ev(there)
    there.fortnight, there.units = KEYS.index(key), []
    arrivals.place_arrivals(BOX, there)
    found = sum(one.strength for one in there.units if one.kind in ("mv", "mo", "mc"))
    assert (found, {one.place for one in there.units if one.laden}) == ((15, {place}) if place else (0, set()))


@rule("pq17", "15.2.1", "15.8.3b")
@pytest.mark.parametrize(("stage", "goal"), [("", "reykjavik"), ("declared", "loch_ewe"), ("crossed", "loch_ewe"),
                                             ("done", "loch_ewe")])  # fmt: skip
def test_pp715_convoys_in_ballast_make_for_loch_ewe_from_the_declaration_on(stage: EvStage, goal: str) -> None:
    there = roster("jul_1", ev=stage, boxes={"murmansk": Boxes([], [Unit("mv", 4, "murmansk")])})
    (convoy,) = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert convoy.destinations == (goal,)


@rule("pq17", "15.8", "1.1.1")
@pytest.mark.parametrize(
    ("kind", "side", "may", "never"),
    [
        ("london", "allied", {"reykjavik", "scapa_flow", "loch_ewe", "clyde"},
         {"lerwick", "liverpool", "akureyri", "seydisfjord", "murmansk", "barentsburg"}),
        ("dd_us", "allied", {"reykjavik", "scapa_flow"}, {"murmansk", "arkhangelsk", "lerwick"}),
        ("dd_project_7", "allied", {"murmansk", "arkhangelsk"},
         {"reykjavik", "scapa_flow", "iokanka", "belushya_guba"}),
        ("tirpitz", "axis", {"trondheim", "narvik", "bergen"}, {"kiel", "stavanger", "bodo"}),
    ],
)  # fmt: skip
def test_pp736_friendly_ports_are_those_that_there_are_for_ships(
    kind: str, side: Side, may: set[str], never: set[str]
) -> None:
    """Lerwick serves submarines alone, and a temporary port is there only where the fortnight has it."""
    board = in_play("mar_1")
    board.roster.units = [Unit(kind, 1, "scapa_flow", afloat=True)]
    ports = set(sheet(board, side).afloat[kind])
    assert may <= ports
    assert not never & ports


@rule("pq17", "15.8")
def test_pp737_a_port_that_a_force_of_the_fortnight_begins_in_is_there() -> None:
    board = in_play("mar_1")
    (first, *_) = BOX.campaign.begin.forces
    board.state.composed = structs.replace(board.operation, forces=(structs.replace(first, ports=("akureyri",)),))
    board.roster.units = [Unit("london", 3, "scapa_flow", afloat=True)]
    assert "akureyri" in sheet(board, "allied").afloat["london"]


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("strength", "at_sea"), [(2, 1), (3, 1), (4, 2), (7, 3)])
def test_pp738_half_of_the_submarines_rounded_down_are_at_sea(strength: int, at_sea: int) -> None:
    there = campaign().roster
    there.units = [Unit("ss_british", strength, "lerwick")]
    assert (
        compose_operation(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {}).british_submarines
        == at_sea
    )


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("ready", "takes"),
    [
        (("london", "renown", "kenya"), "london"), (("renown", "kenya"), "renown"), (("kenya",), "kenya"),
        (("duke_of_york",), ""),
    ],
)  # fmt: skip
def test_pp739_a_ca_relieves_else_a_bc_else_a_cl(ready: tuple[str, ...], takes: str) -> None:
    units = [Unit(kind, BOX.ships[kind].strength, "scapa_flow") for kind in ready]
    there = roster("apr_1", Unit("norfolk", 3, "reykjavik"), Unit("kent", 2, "reykjavik"), *units,
                   patrol=["norfolk", "kent"])  # fmt: skip
    relieve(BOX, there)
    assert "".join(set(there.patrol) - {"norfolk", "kent"}) == takes


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("began", "sunk", "raised"), [(15, 5, True), (15, 4, False), (16, 5, False), (16, 6, True), (3, 1, True)]
)
def test_pp740_a_third_of_one_convoy(began: int, sunk: int, raised: bool) -> None:
    there = roster("apr_1")
    points: dict[Command, Points] = {"severny_flot": Points(0), "gruppe_nord": Points(0), "home_fleet": Points(0)}
    tallies = [Tally("pq13", laden=True, began=began), Tally("qp9m", laden=False, began=20)]
    carry_over_points(BOX, there, points, tallies, {"pq13": sunk, "qp9m": 6})
    assert there.raised is raised


@rule("pq17", "15.1b", "15.5.3a", "13.0a")
@pytest.mark.parametrize(("how", "raised"), [("sunk", True), ("collided", False), ("aground", False), ("ice", False)])
def test_pp741_what_the_axis_did_not_sink_does_not_count(how: Any, raised: bool) -> None:
    """Fifteen sailed, four were sunk, and of a fifth it is told how she was lost."""
    board = in_play("mar_1", force("pq12", "allied", "convoy", "0817", "mv 15", port="murmansk"),
                    tallies=[Tally("pq12", laden=True, began=15)])  # fmt: skip
    (convoy,) = board.state.forces
    record_ship_lost(board, convoy, "mv", 4)
    record_ship_lost(board, convoy, "mv", 1, how, known=how == "sunk")
    convoy.counters[0].strength = 10
    fold_operation(board)
    assert board.roster.raised is raised


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("stock", "raised", "left"), [(0, False, 4), (2, False, 6), (6, False, 6), (6, True, 8), (8, True, 8)]
)
def test_pp742_two_more_for_severny_flot_up_to_three_or_four(stock: int, raised: bool, left: int) -> None:
    there = roster("apr_1", severny_flot=stock, raised=raised)
    assert begin_fortnight(BOX, there)["severny_flot"].left == left


@rule("pq17", "15.1a")
@pytest.mark.parametrize(
    ("letter", "left"), [("a", 8), ("f", 8), ("g", 10), ("o", 12), ("x", 14), ("y", 16), ("z", 16)]
)
def test_pp743_german_fuel_by_the_letter(letter: str, left: int) -> None:
    assert begin_fortnight(BOX, roster("apr_1", gruppe_nord=8), letter)["gruppe_nord"].left == left
    assert begin_fortnight(BOX, roster("apr_1", gruppe_nord=14), letter)["gruppe_nord"].left == min(left + 6, 16)


@rule("pq17", "15.1a", "15.1")
def test_pp744_no_chit_for_fuel_in_march_and_eight_points_for_the_home_fleet_every_time() -> None:
    assert [key for key in KEYS if not draws_for_fuel(BOX, roster(key))] == ["mar_1", "mar_2"]
    assert {begin_fortnight(BOX, roster(key))["home_fleet"].left for key in KEYS} == {16}


@rule("pq17", "15.2a")
@pytest.mark.parametrize(("cam", "sail"), [(1, 1), (2, 2), (3, 2)])
def test_pp746_no_more_than_two_cam_ships_laden_either(cam: int, sail: int) -> None:
    there = roster("jul_1", Unit("mv", 9, "reykjavik", laden=True), Unit("mc", cam, "reykjavik", laden=True))
    (convoy,) = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert sum(one.strength for one in convoy.merchants if one.kind == "mc") == sail


@rule("pq17", "15.2")
def test_pp747_one_laden_convoy_and_one_in_ballast_from_each_soviet_port() -> None:
    boxes = {port: Boxes([], [Unit("mv", 4, port)], [Unit("mv", 2, port)]) for port in ("murmansk", "arkhangelsk")}
    there = roster(
        "jul_1", Unit("mv", 15, "reykjavik", laden=True), Unit("mv", 15, "loch_ewe", laden=True), boxes=boxes
    )
    found = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert [(one.laden, sum(unit.strength for unit in one.merchants)) for one in found] == [
        (True, 15), (False, 6), (False, 6),
    ]  # fmt: skip
    assert sorted(one.port for one in found if not one.laden) == ["arkhangelsk", "murmansk"]


@rule("pq17", "15.2.2", "15.9.1")
@pytest.mark.parametrize(
    ("unloading_", "down", "up", "points"),
    [(12, 4, 0, 22 - 4), (11, 0, 3, 22 - 3), (0, 15, 0, -15), (3, 0, 0, 6)],
)
def test_pp748_turned_up_first_then_unloaded_then_charged(unloading_: int, down: int, up: int, points: int) -> None:
    """Who is laid down in ballast now is not idle yet."""
    lots = [[Unit("mv", count, "murmansk")] if count else [] for count in (unloading_, down, up)]
    there = roster("apr_1", boxes={"murmansk": Boxes(*lots)})
    assert unloading.unload_merchants(BOX, there) == points


@rule("pq17", "15.7.2", "15.0a")
def test_pp750_what_a_withdrawal_cost_all_hear_and_who_lies_where_its_owner_alone() -> None:

    board = administered("may_1", "renown", "0610")
    told = {seat: str(events_for(board, seat)) for seat in ("allied", "axis", "public")}
    assert "withdrawal" in told["axis"]
    assert "renown" in told["allied"]
    assert "renown" not in told["axis"] + told["public"]


@rule("pq17", "15.8.3a", "15.0a")
def test_pp751_that_it_came_in_is_told_to_nobody_else() -> None:

    told = []
    stages: tuple[EvStage, ...] = ("", "declared")
    for stage in stages:
        one = force("t", "allied", "task_force", "0817", "kent", "dd_a_i 2", plan=Plan(0, (), "murmansk"))
        board = table(one, began={"kent": "clyde"}, roster=Roster(ev=stage, played=True))
        moved(board)
        told.append([heard_of(board, "axis"), heard_of(board, "public")])
    assert told[0] == told[1]
