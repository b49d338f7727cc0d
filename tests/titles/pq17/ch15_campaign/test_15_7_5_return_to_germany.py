"""15.7.5, 15.7.6: ships that return to Germany, and convoys in ballast."""

from typing import Any

import pytest

from games.kernel.errors import GameError
from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.campaign import repairs, withdrawals
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.campaign.withdrawals import begin_at_home, overdue_ships
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter as Ships
from games.titles.pq17.state.roster import Reason, Roster, Unit
from games.titles.pq17.state.state import Force, State
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import folded, leaving_in_july
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.7.5", "15.7.4", "15.0a")
@pytest.mark.parametrize(("option", "there"), [(True, [(4, "narvik")]), (False, [])])
def test_15_7_5_whether_german_ships_are_sailed_home_is_an_option(option: bool, there: list[tuple[int, str]]) -> None:
    board = at_administration("jul_2", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=option)
    settle(board)
    assert lying_on(board, "lutzow") == there
    assert roster_of(board, ("axis",)).overdue == ({"lutzow": 1} if option else {})
    assert roster_of(board, ("allied",)).overdue == {}


@rule("pq17", "15.7.5", "15.0a")
@pytest.mark.parametrize(("units", "late", "text", "there", "due"), [
    ([("lutzow", 4, "narvik")], ("lutzow",), "homeward lutzow", [(4, "kiel")], {"lutzow": 1}),
    ([("lutzow", 4, "narvik")], ("lutzow",), "pass", [(4, "narvik")], {"lutzow": 1}),
    ([("lutzow", 4, "kiel")], (), "pass", [], {}),
])  # fmt: skip
def test_15_7_5_a_late_german_ship_may_begin_the_next_operation_in_germany(
    units: list[tuple[str, int, str]], late: tuple[str, ...], text: str, there: list[Any], due: dict[str, int]
) -> None:
    board = at_administration("jul_2", *(Unit(*one) for one in units))
    board.state.options = Options(sailing_home=True)
    assert (sheet(board, "axis").late, sheet(board, "allied").late) == (late, ())
    settle(board, {"administration@axis": text})
    assert lying_on(board, "lutzow") == there
    assert board.roster.overdue == due
    assert "lutzow" not in str(events_for(board, "allied"))


@rule("pq17", "15.7.5", "15.7.4")
def test_15_7_5_a_late_ship_that_lies_in_kiel_is_gone_a_fortnight_later() -> None:
    board = at_administration("jul_2", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=True)
    settle(board, {"administration@axis": "homeward lutzow"})
    board.roster.fortnight += 1
    settle(board)
    assert (lying_on(board, "lutzow"), board.roster.overdue) == ([], {})


@rule("pq17", "15.7.5")
def test_15_7_5_of_a_class_so_much_begins_at_home_as_is_due() -> None:
    board = at_administration("aug_2", Unit("dd_34_36", 4, "narvik"))
    board.state.options = Options(sailing_home=True)
    due = sum(withdrawals.overdue_ships(BOX, board.roster).values())
    assert 0 < due < 4
    settle(board, {"administration@axis": "homeward dd_34_36"})
    assert sorted(lying_on(board, "dd_34_36")) == sorted([(4 - due, "narvik"), (due, "kiel")])


@rule("pq17", "15.7.5")
@pytest.mark.parametrize("option", [True, False])
def test_15_7_5_who_is_not_late_stays_where_he_is(option: bool) -> None:
    board = at_administration("jul_1", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=option)
    assert sheet(board, "axis").late == ()
    with pytest.raises(GameError):
        sheet(board, "axis").accept(sheet(board, "axis").parse("homeward lutzow"))


@rule("pq17", "15.7.5", "15.8")
@pytest.mark.parametrize(
    ("ship", "box", "port"), [("tirpitz", "german", "kiel"), ("london", "english_channel", "clyde")]
)
def test_15_7_5_ships_in_a_box_beside_the_map_are_at_home_and_begin_the_next_operation_nearby(
    ship: str, box: Any, port: str
) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at=box, counters=[Ships(ship, 3)])
    there = folded(force)
    assert [(one.place, one.afloat) for one in there.units] == [(box, False)]
    begun = compose_operation(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
    assert [one.ports for one in begun.forces] == [(port,)]
    assert not there.units


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("place", "gone"), [("kiel", True), ("german", True), ("trondheim", False), ("narvik", False)])
def test_15_7_5_by_option_german_ships_leave_from_germany_alone_and_try_again(place: str, gone: bool) -> None:
    there = roster("jul_2", Unit("lutzow", 4, place))
    assert withdrawals.withdraw_units(BOX, there, by_play=True) == 0
    assert (lies(there, "lutzow") == [], there.overdue) == (gone, {} if gone else {"lutzow": 1})
    there.fortnight += 1
    for unit in there.units:
        unit.place = "kiel"
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert ([one.unit.kind for one in there.away], there.overdue) == (["lutzow"], {})


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(
    ("home", "abroad", "left", "due"), [(3, 2, 3, 0), (2, 2, 2, 0), (1, 2, 2, 1), (0, 1, 1, 1), (0, 0, 0, 0)]
)
def test_15_7_5_of_a_class_so_much_strength_leaves_as_was_taken_home(
    home: int, abroad: int, left: int, due: int
) -> None:
    ships = [Unit("dd_34_36", strength, place) for strength, place in ((home, "kiel"), (abroad, "narvik")) if strength]
    there = roster("aug_2", *ships)
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert sum(strength for strength, _ in lies(there, "dd_34_36")) == left
    assert there.overdue == ({"dd_34_36": due} if due else {})


@rule("pq17", "15.7.5")
def test_15_7_5_no_more_leave_than_are_due_wherever_in_germany_they_lie() -> None:
    there = roster("aug_2", Unit("dd_34_36", 2, "kiel"), Unit("dd_34_36", 1, "german"))
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert (lies(there, "dd_34_36"), there.overdue) == ([(1, "german")], {})


@rule("pq17", "15.7.5", "15.7.1")
def test_15_7_5_aircraft_leave_all_the_same_and_so_do_the_allies() -> None:
    there = roster("oct_1", Unit("ju_88", 4, "banak"))
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert lies(there, "ju_88") == [(2, "banak")]
    ally = roster("may_1", Unit("renown", 3, "scapa_flow"))
    withdrawals.withdraw_units(BOX, ally, by_play=True)
    assert ally.units == []


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(
    ("kinds", "overdue", "units", "lies"),
    [
        (("lutzow",), {"lutzow": 1}, [Unit("lutzow", 3, "narvik")], [("lutzow", 3, "kiel")]),
        ((), {"lutzow": 1}, [Unit("lutzow", 3, "narvik")], [("lutzow", 3, "narvik")]),
        (("dd_36a",), {"dd_36a": 2}, [Unit("dd_36a", 5, "narvik")], [("dd_36a", 2, "kiel"), ("dd_36a", 3, "narvik")]),
        (("dd_36a",), {"dd_36a": 4}, [Unit("dd_36a", 3, "narvik"), Unit("dd_36a", 3, "tromso")],
         [("dd_36a", 2, "tromso"), ("dd_36a", 4, "kiel")]),
        (("dd_36a",), {"dd_36a": 2}, [Unit("dd_36a", 1, "kiel"), Unit("dd_36a", 3, "narvik")],
         [("dd_36a", 3, "kiel"), ("dd_36a", 1, "narvik")]),
        (("dd_36a",), {}, [Unit("dd_36a", 3, "narvik")], [("dd_36a", 3, "narvik")]),
    ],
    ids=["a ship", "nobody named", "some of a class", "of two ports", "beside those at home", "nothing is due"],
)  # fmt: skip
def test_15_7_5_who_is_late_may_begin_the_next_operation_in_germany(
    kinds: Any, overdue: Any, units: Any, lies: Any
) -> None:
    there = roster("sep_1", *units, overdue=dict(overdue))
    withdrawals.begin_at_home(BOX, there, kinds)
    assert sorted((one.kind, one.strength, one.place) for one in there.units) == sorted(lies)
    assert there.overdue == overdue, "she is no less due for that"


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(
    ("units", "overdue", "missing", "home"),
    [
        ([("koln", 2, "narvik")], {"koln": 1}, {"koln": 1}, {"koln": ["kiel"]}),
        ([("koln", 2, "kiel")], {"koln": 1}, {}, {"koln": ["kiel"]}),
        ([("dd_36a", 3, "narvik")], {"dd_36a": 2}, {"dd_36a": 2}, {"dd_36a": ["kiel", "narvik"]}),
        (
            [("dd_36a", 3, "narvik"), ("dd_36a", 1, "kiel")],
            {"dd_36a": 2},
            {"dd_36a": 1},
            {"dd_36a": ["kiel", "narvik"]},
        ),
        ([("dd_36a", 1, "narvik")], {"dd_36a": 3}, {"dd_36a": 1}, {"dd_36a": ["kiel"]}),
        ([("dd_36a", 3, "narvik")], {}, {}, {"dd_36a": ["narvik"]}),
    ],
)
def test_15_7_5_who_is_late_and_begins_the_next_operation_in_germany(
    units: list[tuple[str, int, str]], overdue: dict[str, int], missing: dict[str, int], home: dict[str, list[str]]
) -> None:
    roster = campaign().roster
    roster.fortnight = next(
        place for place, past in enumerate(BOX.campaign.fortnights)
        if not any(going.side == "axis" for going in past.departures)
    )  # fmt: skip
    roster.units, roster.overdue = [Unit(*one) for one in units], dict(overdue)
    assert overdue_ships(BOX, roster) == missing
    begin_at_home(BOX, roster, overdue)
    assert {kind: sorted({one.place for one in roster.units if one.kind == kind}) for kind in home} == home
    assert roster.overdue == overdue, "no less due for that"


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("home", "abroad", "late"), [(0, 4, 2), (1, 4, 1), (0, 1, 1), (2, 4, 0), (3, 4, 0), (0, 0, 0)])
def test_15_7_5_late_is_what_is_due_and_not_home_as_far_as_it_is_there(home: int, abroad: int, late: int) -> None:
    units = [Unit("dd_34_36", home, "kiel")] * bool(home) + [Unit("dd_34_36", abroad, "narvik")] * bool(abroad)
    roster = Roster(fortnight=KEYS.index("jul_1"), units=units, overdue={"dd_34_36": 2})
    assert withdrawals.overdue_ships(BOX, roster).get("dd_34_36", 0) == late


@rule("pq17", "15.7.5", "15.7.4")
@pytest.mark.parametrize(("why", "overdue"), [("repair", {}), ("ice_or_weather", {"lutzow": 1})])
def test_15_7_5_by_option_she_leaves_from_dock_and_stays_due_where_she_comes_back_in_norway(
    why: Reason, overdue: dict[str, int]
) -> None:
    there = leaving_in_july(Unit("lutzow", 3, "kiel"), why)
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert there.overdue == overdue
    there.fortnight = KEYS.index("aug_1")
    repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == list(overdue)


@rule("pq17", "15.7.5", position="PP199")
@pytest.mark.parametrize(("begins", "left"), [("kiel", []), ("narvik", ["lutzow"])])
def test_15_7_5_a_german_ship_that_is_due_home(begins: str, left: list[str]) -> None:
    board = Board(State(scenario="pq17", turn=1, start=1, options=Options(sailing_home=True),
                        roster=roster("jul_2", Unit("lutzow", 3, "narvik"), ev="declared")), BOX)  # fmt: skip
    home = {"administration@axis": "homeward lutzow"} if begins == "kiel" else {}
    play(order_of_battle(board), says=home)
    assert lies(board.roster, "lutzow") == [(3, begins)]
    board.roster.fortnight = KEYS.index("aug_1")
    play(order_of_battle(board))
    assert [one.kind for one in board.roster.units if one.kind == "lutzow"] == left


@rule("pq17", "15.7.6")
@pytest.mark.parametrize(
    ("stage", "left"),
    [
        ("", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mv 3 loch_ewe", "mo 3 loch_ewe"]),
        ("declared", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mo 3 loch_ewe laden"]),
        ("done", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mo 3 loch_ewe laden"]),
    ],
)
def test_15_7_6_empty_merchant_vessels_that_came_home_are_gone_and_cam_ships_and_tankers_laden_anew(
    stage: str, left: list[str]
) -> None:
    there = roster("nov_1", Unit("mv", 5, "reykjavik"), Unit("mv", 4, "reykjavik", laden=True),
                   Unit("mc", 1, "reykjavik", laden=True), Unit("mc", 2, "reykjavik"), Unit("mv", 3, "loch_ewe"),
                   Unit("mo", 3, "loch_ewe"), Unit("es_british", 2, "reykjavik"), ev=stage)  # fmt: skip
    withdrawals.empty_merchants_leave(BOX, there)
    kept = [f"{one.kind} {one.strength} {one.place}{' laden' * one.laden}" for one in there.units]
    assert sorted(kept) == sorted([*left, "es_british 2 reykjavik"])
