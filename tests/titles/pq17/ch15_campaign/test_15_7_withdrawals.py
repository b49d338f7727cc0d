"""15.7: units that the schedule takes away."""

from typing import Any

import pytest

from games.titles.pq17.components.campaign import Going
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.rules.campaign import administration, repairs, withdrawals
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.campaign.withdrawals import withdrawal_demands
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Reason, Roster, Unit
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, points_booked, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN, booked, empty_roster, leaving_in_july, roster_of
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule
SHEET = AdministrationForm(
    leaving={"cl": 1, "dd": 4}, fit={"cl": {"nigeria": 1, "kenya": 1}, "dd": {"dd_a_i": 4, "dd_j_r": 3}},
    single=("nigeria", "kenya"), steps=3, room=(("ju_88", "banak", 3), ("ju_87", "banak", 2)),
    new=(("ju_88", "banak", ("he_111",)),), cargo={"murmansk": {"mv": 9, "mo": 2}}, unloaded={"murmansk": 5},
    patrol=("kent", "norfolk"), reliefs={"london": 0, "berwick": 0, "nigeria": 2}, docks={"london": 2, "suffolk": 1},
    docked_at=("clyde",), afloat={"jamaica": ("reykjavik", "clyde")}, waiting=("p_40", "pe_3"), kept=2,
    late=("koln",), side="allied",
)  # fmt: skip
FORTNIGHTS = {one.key: one for one in CAMPAIGN.fortnights}


def gone(there: Roster) -> dict[str, int]:
    """What has left, with its strength."""
    found: dict[str, int] = {}
    for one in there.away:
        found[one.unit.kind] = found.get(one.unit.kind, 0) + one.unit.strength
    return found


def half_of(ship: str, strength: int = 1) -> int:
    """Half the value of a ship, in half points against the Allies."""
    return -BOX.ships[ship].value * strength


def administered(key: str, ship: str, at: str, port: str = "", **more: Any) -> Board:
    """The order-of-battle phase after an operation in which a ship ended in a port, or at sea."""
    there = force("t", "allied", "task_force", at, ship, port=port)
    board = in_play(key, there, **more)
    board.roster.ev = "declared"
    perform(board, fortnights.unloading(board))
    perform(board, administration.order_of_battle(board))
    return board


@rule("pq17", "15.7")
def test_15_7_nobody_who_leaves_goes_into_dock() -> None:
    form = AdministrationForm(leaving={"cl": 1}, fit={"cl": {"kenya": 1}}, single=("kenya",),
                              docks={"kenya": 1, "suffolk": 1}, docked_at=("clyde",), side="allied")  # fmt: skip
    for words, by in (("send kenya\nrepair kenya steps=1", ["15.7"]), ("send kenya\nrepair suffolk steps=1", [])):
        assert [one.rule for one in form.problems(form.read(form.parse(words)))] == by


@rule("pq17", "15.7.1")
def test_15_7_1_two_thirds_of_the_bombers_leave_for_good() -> None:
    there = roster("oct_1", Unit("ju_88", 4, "banak"), Unit("he_111", 2, "bardufoss"), Unit("bf_109", 2, "banak"))
    withdrawals.withdraw_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("ju_88", 2), ("he_111", 1), ("bf_109", 2)]


@rule("pq17", "15.7.1", "15.7.4")
def test_15_7_1_who_left_for_good_comes_back_in_no_fortnight() -> None:
    for fortnight in range(len(BOX.campaign.fortnights)):
        roster = empty_roster()
        roster.fortnight, roster.away = fortnight, [Away(Unit("koln", 2, "kiel"), "leave")]
        repairs.return_units(BOX, roster)
        assert roster.units == []
        assert len(roster.away) == 1


@rule("pq17", "15.7.2")
def test_15_7_2_the_owner_chooses_who_leaves_where_a_type_is_named() -> None:
    ships = [Unit("kenya", 3, "scapa_flow"), Unit("nigeria", 1, "scapa_flow"), Unit("dd_a_i", 4, "scapa_flow")]
    board = at_administration("apr_1", *ships, Unit("dd_j_r", 4, "scapa_flow"))
    assert sheet(board, "allied").leaving == {"cl": 1, "dd": 2}
    assert refused(board, "allied", "send kenya\nsend nigeria") == [("/1/ship", "count", "15.7.2")]
    assert refused(board, "allied", "send dd_a_i strength=2\nsend dd_j_r") == [("/1/ship", "count", "15.7.2")]
    settle(board, {"administration@allied": "send kenya\nsend dd_j_r strength=1"})
    assert lying_on(board, "kenya") == []
    assert lying_on(board, "nigeria") == [(1, "scapa_flow")]
    # One more destroyer goes than was named; two come in this fortnight.
    assert sum(strength for kind in ("dd_a_i", "dd_j_r") for strength, _ in lying_on(board, kind)) == 8 - 2 + 2
    assert points_booked(board) == 0


@rule("pq17", "15.7.2", "15.5.1", "15.5.3b")
@pytest.mark.parametrize(("why", "back"), [("ice_or_weather", 5), ("repair", 9)])
def test_15_7_2_a_british_ship_that_is_out_as_she_is_due_to_leave_is_asked_nothing_and_comes_back(
    why: Reason, back: int
) -> None:
    """Renown leaves in May. Germans alone are removed wherever they are (15.7.4)."""
    there = roster("may_1")
    there.away = [Away(Unit("renown", 3, "scapa_flow"), why, back)]
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert [(one.unit.kind, one.why, one.back) for one in there.away] == [("renown", why, back)]


@rule("pq17", "15.7.2")
def test_15_7_2_who_may_leave_of_a_type_is_not_named_and_is_there() -> None:
    """In June two named cruisers leave for Harpoon, a further one, and eight strength of destroyers."""
    there = roster_of(
        "jun_1", Unit("kenya", 4, "scapa_flow"), Unit("nigeria", 4, "scapa_flow"), Unit("trinidad", 4, "reykjavik"),
        Unit("dd_a_i", 12, "scapa_flow"), Unit("dd_j_r", 3, "scapa_flow"),
    )  # fmt: skip
    leaving, fit = withdrawals.withdrawal_demands(BOX, there)
    assert leaving == {"cl": 1, "dd": 8}
    assert fit == {"cl": {"nigeria": 1}, "dd": {"dd_a_i": 8, "dd_j_r": 3}}


@rule("pq17", "15.7.2", "15.6.3", "15.2.2", "15.8.1", "15.5.1", "15.7", "15.4", "15.3.3", "15.7.5", "15.8")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("send nigeria", []),
        ("send nigeria\nsend kenya", ["15.7.2"]),
        ("send dd_a_i strength=4", []),
        ("send dd_a_i strength=2\nsend dd_j_r strength=2", []),
        ("send dd_a_i strength=2\nsend dd_j_r strength=3", ["15.7.2"]),
        ("send nigeria\nsend dd_a_i strength=4", []),
        ("reinforce ju_88 base=banak steps=3", []),
        ("reinforce ju_88 base=banak steps=2\nreinforce ju_87 base=banak steps=1", []),
        ("reinforce ju_88 base=banak steps=2\nreinforce ju_87 base=banak steps=2", ["15.6.3"]),
        ("reinforce ju_88 base=banak steps=2\nupgrade ju_88 base=banak becomes=he_111", []),
        ("reinforce ju_88 base=banak steps=3\nupgrade ju_88 base=banak becomes=he_111", ["15.6.3"]),
        ("unload murmansk ship=mv strength=5", []),
        ("unload murmansk ship=mv strength=3\nunload murmansk ship=mo strength=2", []),
        ("unload murmansk ship=mv strength=4\nunload murmansk ship=mo strength=2", ["15.2.2"]),
        ("relieve kent by=london", []),
        ("relieve kent by=london\nrelieve norfolk by=berwick", []),
        ("relieve kent by=london\nrelieve norfolk by=london", ["15.8.1"]),
        ("repair london steps=1 at=clyde\nrelieve kent by=london", ["15.8.1"]),
        ("repair suffolk steps=1 at=clyde\nrelieve kent by=london", []),
        ("send nigeria\nrelieve kent by=nigeria", ["15.8.1"]),
        ("moor jamaica port=clyde\nmoor jamaica port=reykjavik", ["15.8"]),
        ("repair london steps=1 at=clyde\nrepair london steps=2 at=clyde", ["15.5.1"]),
        ("keep 1\nkeep 2", ["15.4a"]),
        ("admit p_40\nadmit pe_3", ["15.3.3"]),
        ("homeward koln\nhomeward koln", ["15.7.5"]),
        ("moor jamaica port=clyde\nkeep 1\nadmit p_40\nhomeward koln", []),
    ],
)
def test_15_7_2_what_a_sheet_may_not_say(words: str, by: list[str]) -> None:
    found = list(SHEET.problems(SHEET.read(SHEET.parse(words))))
    assert [one.rule for one in found][:1] == by
    assert not by or any(one.pointer.startswith("/1") for one in found)


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(("place", "points"), [("scapa_flow", 0), ("english_channel", 0), ("reykjavik", -25)])
def test_15_7_2_a_ship_that_cannot_leave_counts_as_sunk_by_half(place: str, points: int) -> None:
    there = roster("may_1", Unit("renown", 3, place))
    assert withdrawals.withdraw_units(BOX, there) == points
    assert not there.units


@rule("pq17", "15.7.2")
def test_15_7_2_a_ship_in_dock_or_sunk_is_asked_nothing() -> None:
    assert withdrawals.withdraw_units(BOX, roster("may_1")) == 0


@rule("pq17", "15.7.2")
def test_15_7_2_another_of_the_type_goes_to_an_operation_for_one_that_is_not_at_home() -> None:
    there = roster("jun_1", Unit("kenya", 4, "reykjavik"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("sheffield", 3, "scapa_flow"), Unit("edinburgh", 4, "scapa_flow"),
                   Unit("dd_a_i", 9, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted(one.unit.kind for one in there.away) == ["cl_liverpool", "dd_a_i", "edinburgh", "sheffield"]
    assert (lies(there, "kenya"), lies(there, "dd_a_i")) == ([(4, "reykjavik")], [(1, "scapa_flow")])


@rule("pq17", "15.7.2", "15.3")
def test_15_7_2_who_leaves_for_an_operation_comes_back_from_it() -> None:
    left = {going.operation for one in CAMPAIGN.fortnights for going in one.departures if going.operation}
    back = {coming.returns for one in CAMPAIGN.fortnights for coming in one.arrivals if coming.returns}
    assert left == back == {"harpoon", "pedestal", "torch"}
    assert [going.back for going in FORTNIGHTS["mar_2"].departures] == ["jun_1"]
    assert FORTNIGHTS["aug_2"].us_navy_leaves
    assert sum(one.us_navy_leaves for one in CAMPAIGN.fortnights) == 1


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(
    ("place", "others", "left", "points"),
    [
        ("scapa_flow", (), {"sheffield": 3}, 0),
        ("english_channel", (), {"sheffield": 3}, 0),
        ("murmansk", (), {"sheffield": 3}, half_of("sheffield")),
        ("murmansk", (Unit("kenya", 4, "scapa_flow"),), {"sheffield": 3}, half_of("sheffield")),
        ("", (), {}, 0),
    ],
)
def test_15_7_2_a_ship_that_is_named_leaves_from_home_or_as_if_sunk_by_half(
    place: str, others: tuple[Unit, ...], left: dict[str, int], points: int
) -> None:
    """Sheffield leaves in March for no operation: nobody goes for her. Who is not there any more is asked nothing."""
    there = roster("mar_2", *([Unit("sheffield", 3, place)] if place else []), *others)
    assert withdrawals.withdraw_units(BOX, there) == points
    assert gone(there) == left
    assert [(one.why, KEYS[one.back]) for one in there.away] == [("leave", "jun_1")] * bool(left)


@rule("pq17", "15.7.2")
@pytest.mark.parametrize(
    ("others", "goes", "points"),
    [
        ((Unit("nigeria", 4, "scapa_flow"), Unit("trinidad", 3, "scapa_flow")), "trinidad", 0),
        ((Unit("nigeria", 4, "scapa_flow"), Unit("trinidad", 3, "scapa_flow", crippled=True)), "nigeria", 0),
        ((Unit("nigeria", 4, "scapa_flow"), Unit("trinidad", 3, "scapa_flow", dead=True)), "nigeria", 0),
        ((Unit("nigeria", 4, "english_channel"),), "", half_of("kenya")),
        ((Unit("kent", 3, "scapa_flow"),), "", half_of("kenya")),
        ((Unit("cl_liverpool", 4, "scapa_flow"),), "", half_of("kenya")),
    ],
    ids=["the weakest", "a sound one", "no wreck", "not at Scapa Flow", "another type", "named herself"],
)
def test_15_7_2_for_an_operation_another_of_the_type_goes(others: tuple[Unit, ...], goes: str, points: int) -> None:
    """In June Kenya and Liverpool leave for Harpoon: who is named herself stands in for nobody."""
    (going,) = BOX.campaign.fortnights[KEYS.index("jun_1")].departures
    there = roster("jun_1", Unit("kenya", 4, "murmansk"), *others)
    assert withdrawals._ship(BOX, there, going, "kenya") == points
    assert list(gone(there)) == [goes or "kenya"]


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(
    ("units", "sent", "left", "points"),
    [
        ((("dd_a_i", 5), ("dd_j_r", 9)), {}, {"dd_a_i": 5, "dd_j_r": 3}, 0),
        ((("dd_a_i", 5), ("dd_j_r", 9)), {"dd_j_r": 8}, {"dd_j_r": 8}, 0),
        ((("dd_a_i", 5), ("dd_j_r", 9)), {"dd_j_r": 4}, {"dd_a_i": 4, "dd_j_r": 4}, 0),
        ((("dd_a_i", 8),), {}, {"dd_a_i": 8}, 0),
        ((("dd_a_i", 9),), {}, {"dd_a_i": 8}, 0),
        ((("dd_a_i", 5),), {}, {"dd_a_i": 5}, half_of("dd_a_i", 3)),
    ],
    ids=["the fewest first", "as chosen", "chosen in part", "all", "no more than that", "too few"],
)
def test_15_7_2_eight_destroyers_leave_in_june(
    units: Any, sent: dict[str, int], left: dict[str, int], points: int
) -> None:
    ships = [Unit(kind, strength, "scapa_flow") for kind, strength in units]
    cruisers = [Unit(kind, 4, "scapa_flow") for kind in ("kenya", "cl_liverpool", "nigeria")]
    aside = [Unit("dd_us", 4, "scapa_flow"), Unit("dd_a_i", 3, "reykjavik"), Unit("dd_j_r", 2, "clyde")]
    aside.append(Unit("dd_j_r", 1, "scapa_flow", emergency=True))
    there = roster("jun_1", *cruisers, *ships, *aside)
    assert withdrawals.withdraw_units(BOX, there, sent) == points
    assert {kind: strength for kind, strength in gone(there).items() if kind.startswith("dd")} == left
    assert [one for one in aside if one not in there.units] == []
    assert {(one.why, one.operation, one.back) for one in there.away} == {("operation", "harpoon", -1)}


@rule("pq17", "15.7.2")
def test_15_7_2_the_escort_carriers_of_torch_are_all_that_lie_at_scapa_flow() -> None:
    there = roster("oct_2", Unit("avenger", 2, "scapa_flow"), Unit("dasher", 2, "clyde") if "dasher" in BOX.ships
                   else Unit("kent", 3, "clyde"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert gone(there) == {"avenger": 2}


@rule("pq17", "15.7.2")
def test_15_7_2_what_leaves_by_type_is_asked_for_with_who_is_there() -> None:
    found = 0
    for place, past in enumerate(BOX.campaign.fortnights):
        roster = campaign().roster
        roster.fortnight = place
        roster.units = [Unit("dd_a_i", 3, "scapa_flow"), Unit("dd_a_i", 1, "scapa_flow"), Unit("kent", 2, "scapa_flow"),
                        Unit("nigeria", 4, "scapa_flow"), Unit("dd_us", 2, "scapa_flow"),
                        Unit("dd_j_r", 2, "reykjavik")]  # fmt: skip
        leaving, fit = withdrawal_demands(BOX, roster)
        wanted = {
            entry.kind: entry.strength
            for going in past.departures if going.side == "allied"
            for entry in going.entries
            if entry.strength and entry.kind not in {**BOX.ships, **BOX.aircraft}
        }  # fmt: skip
        assert leaving == wanted
        found += len(wanted)
        for kind, ships in fit.items():
            assert set(ships) <= {"dd_a_i", "kent", "nigeria"}
            assert all(BOX.ships[ship].type == kind for ship in ships)
            assert ships.get("dd_a_i", 0) in (0, min(3, wanted[kind]))
            assert all(most == 1 for ship, most in ships.items() if BOX.ships[ship].is_single)
    assert found


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(
    ("units", "wanted", "gone", "points"),
    [
        ([("dd_a_i", 3, "scapa_flow")], 2, 2, 0),
        ([("dd_a_i", 3, "reykjavik")], 2, 0, -2),
        ([("dd_a_i", 1, "scapa_flow")], 2, 1, -1),
        ([("dd_us", 4, "scapa_flow")], 2, 0, -2),
    ],
)
def test_15_7_2_ships_of_a_type_that_are_missing_count_as_sunk_by_half(
    units: list[tuple[str, int, str]], wanted: int, gone: int, points: int
) -> None:
    roster = campaign().roster
    roster.units, roster.away = [Unit(*one) for one in units], []
    going = Going(side="allied", units=(f"dd {wanted}",))
    found = withdrawals._of_a_type(BOX, roster, going, going.entries[0], {})
    least = min(ship.value for ship in BOX.ships.values() if ship.type == "dd" and ship.nation == "britain")
    assert sum(one.unit.strength for one in roster.away) == gone
    assert found == points * (least * withdrawals.HALVES // 2)


@rule("pq17", "15.7.2", "15.7.2a", "15.8")
@pytest.mark.parametrize(
    ("at", "port", "points"),
    [("1206", "scapa_flow", 0), ("english_channel", "", 0), ("0610", "", -25), ("0504", "reykjavik", -25)],
)
def test_15_7_2_a_ship_at_sea_when_the_operation_ends_is_not_at_home(at: str, port: str, points: int) -> None:
    """Renown leaves in May I: 25 points, half of them lost. 15.8 puts her into Scapa Flow only afterwards."""
    board = administered("may_1", "renown", at, port)
    assert booked(board, "withdrawal") == points
    assert lies(board.roster, "renown") == []
    assert [(one.unit.kind, one.why) for one in board.roster.away] == [("renown", "leave")]


@rule("pq17", "15.7.2", "15.8")
@pytest.mark.parametrize(("second", "points"), [("scapa_flow", 0), ("", -4)])
def test_15_7_2_of_a_type_those_at_sea_are_no_more_at_home(second: str, points: int) -> None:
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
def test_15_7_2_nor_does_one_at_sea_stand_in_for_another() -> None:
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
def test_15_7_2_ships_of_a_type_may_leave_by_the_channel() -> None:
    """15.7.2 names two places, Scapa Flow and the Channel: who went there leaves, and those in Scapa Flow stay."""
    there = roster("apr_1", Unit("kenya", 4, "english_channel"), Unit("nigeria", 4, "reykjavik"),
                   Unit("dd_a_i", 2, "english_channel"))  # fmt: skip

    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted(one.unit.kind for one in there.away) == ["dd_a_i", "kenya"]


@rule("pq17", "15.7.2", "15.0a")
def test_15_7_2_what_a_withdrawal_cost_all_hear_and_who_lies_where_its_owner_alone() -> None:

    board = administered("may_1", "renown", "0610")
    told = {seat: str(events_for(board, seat)) for seat in ("allied", "axis", "public")}
    assert "withdrawal" in told["axis"]
    assert "renown" in told["allied"]
    assert "renown" not in told["axis"] + told["public"]


@rule("pq17", "15.7.2", "15.7.2a", position="PP219")
def test_15_7_2_another_goes_for_one_who_is_not_at_home() -> None:
    there = roster("jun_1", Unit("kenya", 4, "murmansk"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("nigeria", 4, "scapa_flow"), Unit("sheffield", 4, "scapa_flow"),
                   Unit("dd_a_i", 8, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert [one.kind for one in there.units] == ["kenya"]
    alone = roster("jun_1", Unit("kenya", 4, "murmansk"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("dd_a_i", 8, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, alone) < 0
    assert alone.units == []


@rule("pq17", "15.7.2")
def test_15_7_2_of_ships_by_type_those_in_the_channel_go_first_whatever_their_strength() -> None:
    """April I: a CL and two destroyers. Who went to the Channel went there to leave; the weakest goes elsewhere."""
    there = roster("apr_1", Unit("kenya", 4, "english_channel"), Unit("nigeria", 2, "scapa_flow"),
                   Unit("dd_a_i", 3, "scapa_flow"), Unit("dd_j_r", 2, "english_channel"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted((one.unit.kind, one.unit.strength) for one in there.away) == [("dd_j_r", 2), ("kenya", 4)]
    assert (lies(there, "nigeria"), lies(there, "dd_a_i")) == ([(2, "scapa_flow")], [(3, "scapa_flow")])


@rule("pq17", "15.7.2a")
def test_15_7_2a_half_is_paid_for_those_of_a_type_that_are_missing_and_nobody_is_taken_elsewhere() -> None:
    """One destroyer of two at home, four in Murmansk: half of the cheapest, which is worth a point."""
    there = roster(
        "apr_1", Unit("nigeria", 4, "scapa_flow"), Unit("dd_a_i", 1, "scapa_flow"), Unit("dd_j_r", 4, "murmansk")
    )
    assert withdrawals.withdraw_units(BOX, there) == -1
    assert lies(there, "dd_j_r") == [(4, "murmansk")]


@rule("pq17", "15.7.3")
def test_15_7_3_the_us_navy_leaves_and_ships_elsewhere_cost_a_point() -> None:
    at_home = (Unit("washington", 5, "scapa_flow"), Unit("dd_us", 2, "reykjavik"))
    elsewhere = (Unit("wichita", 4, "murmansk"), Unit("dd_us", 2, "murmansk"))
    there = roster("aug_2", *at_home, *elsewhere, Unit("dd_34_36", 3, "trondheim"))
    assert withdrawals.withdraw_units(BOX, there) == -2 * (1 + 2)
    assert [unit.kind for unit in there.units] == ["dd_34_36"]


@rule("pq17", "15.7.3", "7.0d")
def test_15_7_3_a_wreck_leaves_too() -> None:
    """A heavy ship that is Dead in the Water has no strength left, but is still there."""
    wreck = Unit("tuscaloosa", 0, "murmansk", dead=True)
    there = roster("aug_2", wreck)
    assert withdrawals.withdraw_units(BOX, there) == -2
    assert (there.units, [one.unit.kind for one in there.away]) == ([], ["tuscaloosa"])


@rule("pq17", "15.7.3")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (Unit("washington", 5, "scapa_flow"), 0),
        (Unit("washington", 5, "reykjavik"), 0),
        (Unit("washington", 5, "clyde"), -2),
        (Unit("dd_us", 3, "clyde"), -6),
        (Unit("dd_us", 3, "scapa_flow"), 0),
        (Unit("anson", 5, "clyde"), 0),
    ],
)
def test_15_7_3_the_us_navy_leaves_and_who_is_not_at_home_costs(unit: Unit, points: int) -> None:
    there = roster("aug_2", unit)
    assert withdrawals.withdraw_units(BOX, there) == points
    assert (there.units == []) is (BOX.ships[unit.kind].nation == "us")


@rule("pq17", "15.7.3", "15.8")
@pytest.mark.parametrize(
    ("ship", "at", "port", "points"),
    [
        ("washington", "0610", "", -2), ("dd_us 3", "0610", "", -6), ("dd_us 3", "0504", "reykjavik", 0),
        ("dd_us 3", "1205", "loch_ewe", -6), ("wichita", "1206", "scapa_flow", 0),
    ],
)  # fmt: skip
def test_15_7_3_us_ships_at_sea_cost_as_those_in_another_port(ship: str, at: str, port: str, points: int) -> None:
    board = administered("aug_2", ship, at, port)
    assert booked(board, "withdrawal") == points
    assert [one for one in board.roster.units if BOX.ships[one.kind].nation == "us"] == []


@rule("pq17", "15.7.3", "15.5.3b")
@pytest.mark.parametrize("back", ["aug_2", "sep_1"])
def test_15_7_3_us_ships_that_ice_or_weather_put_out_do_not_come_back_after_august(back: str) -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    british = Away(Unit("london", 2, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    there = roster("aug_2", Unit("tuscaloosa", 4, "reykjavik"), away=[hurt, british])
    assert withdrawals.withdraw_units(BOX, there) == 0
    for key in ("aug_2", "sep_1"):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == ["london"]
    assert sorted(one.unit.kind for one in there.away) == ["tuscaloosa", "wichita"]


@rule("pq17", "15.7.3", "15.5.3b")
def test_15_7_3_before_august_is_over_they_do() -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index("aug_1"))
    there = roster("aug_1", away=[hurt])
    withdrawals.withdraw_units(BOX, there)
    repairs.return_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("wichita", 3)]


@rule("pq17", "15.7.3", position="PP220")
def test_15_7_3_the_us_navy_leaves() -> None:
    there = roster("aug_2", Unit("wichita", 4, "murmansk"), Unit("tuscaloosa", 4, "scapa_flow"),
                   Unit("dd_us", 2, "murmansk"), Unit("dd_us", 2, "reykjavik"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == -2 * 3
    assert there.units == []


@rule("pq17", "15.7.4", "15.5.3b")
@pytest.mark.parametrize(("strength", "dead"), [(2, False), (1, False), (0, True)])
def test_15_7_4_a_wreck_that_is_due_goes_too(strength: int, *, dead: bool) -> None:
    """Köln leaves in December; Dead in the Water, and in port, she has no strength left."""
    there = roster("dec_1", Unit("koln", strength, "trondheim", dead=dead))
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert (there.find("koln"), [one.unit.kind for one in there.away]) == (None, ["koln"])


@rule("pq17", "15.7.4")
def test_15_7_4_german_ships_leave_wherever_they_are() -> None:
    there = roster("aug_2", Unit("dd_34_36", 1, "kirkenes"), Unit("dd_34_36", 3, "trondheim"))
    withdrawals.withdraw_units(BOX, there)
    assert lies(there, "dd_34_36") == [(2, "trondheim")]


@rule("pq17", "15.7.4", "15.8")
@pytest.mark.parametrize("afloat", [True, False])
def test_15_7_4_german_ships_leave_wherever_they_are_at_sea_too(afloat: bool) -> None:
    board = in_play("oct_2")
    board.roster.units, board.roster.ev = [Unit("admiral_scheer", 4, "trondheim", afloat=afloat)], "declared"
    perform(board, administration.order_of_battle(board))
    assert (lies(board.roster, "admiral_scheer"), booked(board, "withdrawal")) == ([], 0)


@rule("pq17", "15.7.4", "15.5.1", "15.5.3b")
@pytest.mark.parametrize("why", ["repair", "ice_or_weather"])
@pytest.mark.parametrize(("kind", "comes"), [("lutzow", False), ("admiral_scheer", True)])
def test_15_7_4_a_german_ship_that_is_away_when_due_to_leave_does_not_come_back(
    why: Reason, kind: str, *, comes: bool
) -> None:
    there = leaving_in_july(Unit(kind, 3, "kiel"), why)
    assert withdrawals.withdraw_units(BOX, there) == 0
    there.fortnight = KEYS.index("aug_1")
    repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == [kind] * comes
    assert [(one.unit.kind, one.why) for one in there.away] == [(kind, "leave")] * (not comes)


@rule("pq17", "15.7.4")
def test_15_7_4_of_a_class_those_in_port_go_before_those_in_dock() -> None:
    """In August II destroyers of a strength of two leave: one lies in port, and of two in dock one is left."""
    there = Roster(fortnight=KEYS.index("aug_2"), units=[Unit("dd_34_36", 1, "narvik")],
                   away=[Away(Unit("dd_34_36", 2, "kiel"), "repair", KEYS.index("sep_1"))])  # fmt: skip
    withdrawals.withdraw_units(BOX, there)
    there.fortnight = KEYS.index("sep_1")
    repairs.return_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("dd_34_36", 1)]
