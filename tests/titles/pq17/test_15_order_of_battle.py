"""Chapter 15, the order of battle: what comes, leaves, is mended, replaced and unloaded between operations."""

import pytest

from games.titles.pq17.rules.campaign import arrivals, repairs, replacements, unloading, withdrawals
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.state.roster import Away, Boxes, Roster, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.orders_of_battle import merchant_unit
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.2.2", "15.9.1")
@pytest.mark.parametrize(("port", "waiting", "unloaded"), [
    ("murmansk", 10, 10), ("murmansk", 11, 11), ("murmansk", 12, 11), ("arkhangelsk", 15, 15), ("arkhangelsk", 16, 15),
])  # fmt: skip
def test_so_many_merchants_of_a_port_are_unloaded(port: str, waiting: int, unloaded: int) -> None:
    there = roster("apr_1", boxes={port: Boxes(unloading=[merchant_unit(waiting, port=port)])})
    assert unloading.unload_merchants(BOX, there) == 2 * unloaded
    assert sum(unit.strength for unit in there.boxes[port].down) == unloaded == there.unloaded
    assert sum(unit.strength for unit in there.boxes[port].unloading) == waiting - unloaded


@rule("pq17", "15.2.2", "15.9.1")
def test_who_lies_in_ballast_for_a_fortnight_is_idle_and_costs_half_a_point() -> None:
    boxes = Boxes(unloading=[merchant_unit(3)], down=[merchant_unit(4)], up=[merchant_unit(2)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 3 - (4 + 2)
    assert [unit.strength for unit in boxes.up] == [6]
    assert [unit.strength for unit in boxes.down] == [3]


@rule("pq17", "15.9.1", "15.2.2a")
def test_crippled_merchants_are_unloaded_last_without_a_point_and_then_are_gone() -> None:
    boxes = Boxes(unloading=[merchant_unit(2, crippled=True), merchant_unit(10)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 10
    assert [(unit.strength, unit.crippled) for unit in boxes.down] == [(10, False), (1, True)]
    unloading.put_in_boxes(BOX, there)
    assert [(unit.strength, unit.crippled) for unit in boxes.down] == [(10, False)]


@rule("pq17", "15.3.3")
def test_tankers_do_not_count_as_cargo_for_aircraft() -> None:
    boxes = Boxes(unloading=[Unit("mo", 2, "murmansk"), Unit("mc", 1, "murmansk"), merchant_unit(5)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    unloading.unload_merchants(BOX, there)
    assert there.unloaded == 6


@rule("pq17", "15.2.2a")
def test_laden_merchants_in_a_soviet_port_wait_to_be_unloaded() -> None:
    there = roster("apr_1", Unit("mv", 8, "murmansk", laden=True), Unit("mv", 3, "reykjavik", laden=True))
    unloading.put_in_boxes(BOX, there)
    assert [(unit.strength, unit.laden) for unit in there.boxes["murmansk"].unloading] == [(8, False)]
    assert lies(there, "mv") == [(3, "reykjavik")]


@rule("pq17", "15.3", "15.3.1")
def test_who_comes_in_the_second_half_of_march() -> None:
    there = roster("mar_2")
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "admiral_hipper") == [(4, "trondheim")]
    assert lies(there, "dd_36a") == [(1, "trondheim")]
    assert lies(there, "dd_a_i") == [(1, "scapa_flow")]
    assert lies(there, "ss_german") == [(2, "bergen")]
    assert [lies(there, kind) for kind in ("mv", "mo", "mc")] == [
        [(12, "reykjavik")], [(2, "reykjavik")], [(1, "reykjavik")],
    ]  # fmt: skip
    assert all(unit.laden for unit in there.units if unit.kind in ("mv", "mo", "mc"))


@rule("pq17", "15.3.1", "15.8.3b")
@pytest.mark.parametrize(
    ("stage", "port"), [("", "reykjavik"), ("declared", ""), ("crossed", ""), ("done", "loch_ewe")]
)
def test_no_laden_merchants_come_while_ev_is_under_way(stage: str, port: str) -> None:
    there = roster("nov_1", ev=stage)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "mv") == ([(12, port)] if port else [])


@rule("pq17", "15.3.3")
@pytest.mark.parametrize(("cargo", "come"), [(5, []), (6, [(2, "vaenga")])])
def test_soviet_aircraft_come_with_three_merchants_a_step(cargo: int, come: list[tuple[int, str]]) -> None:
    there = roster("jun_1", unloaded=cargo)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == come
    assert [unit.kind for unit in there.waiting] == ([] if come else ["p_40"])
    there.fortnight, there.unloaded = KEYS.index("jun_2"), 6
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == [(2, "vaenga")]


@rule("pq17", "15.3.2")
def test_who_came_before_her_time_does_not_come_again() -> None:
    there = roster("may_2", Unit("manchester", 3, "scapa_flow"))
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "manchester") == [(3, "scapa_flow")]


@rule("pq17", "15.3.2")
@pytest.mark.parametrize(("early", "come"), [({}, 2), ({"dd_36a": 1}, 1), ({"dd_36a": 2}, 0), ({"dd_36a": 4}, 0)])
def test_strength_that_came_early_is_counted_off(early: dict[str, int], come: int) -> None:
    there = roster("may_1", early=early)
    arrivals.place_arrivals(BOX, there)
    assert sum(strength for strength, _ in lies(there, "dd_36a")) == come


@rule("pq17", "15.3.2", "15.5.1")
def test_nor_does_a_ship_come_back_that_came_early_and_was_sunk() -> None:
    there = roster("may_1", early={"lutzow": 0, "kenya": 4}, away=[Away(Unit("kenya", 4, "clyde"), "repair", 4)])
    arrivals.place_arrivals(BOX, there)
    repairs.return_units(BOX, there)
    assert (lies(there, "lutzow"), lies(there, "kenya"), there.away) == ([], [], [])


@rule("pq17", "15.3.2")
@pytest.mark.parametrize(("key", "wanted", "units"), [
    ("may_1", "listed", ("lutzow",)), ("may_1", "light", ("dd_36a 2",)), ("may_1", "heavy", ("lutzow",)),
    ("may_1", "boats", ("lutzow",)), ("apr_1", "boats", ("ss_german 2",)), ("apr_1", "aircraft", ("he_111 2",)),
    ("apr_2", "aircraft", ("ju_88 3",)), ("apr_2", "heavy", ("ss_german 1",)),
])  # fmt: skip
def test_what_the_reinforcements_situation_brings_is_as_the_owner_wants(
    key: str, wanted: str, units: tuple[str, ...]
) -> None:
    there = roster(key, Unit("tirpitz", 5, "trondheim"))
    operation = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, operation, [], {}, {"axis": wanted})
    assert [one.units for one in begun.reinforcements if one.side == "axis"] == [units]


@rule("pq17", "15.3.2", "15.5.1")
@pytest.mark.parametrize(("back", "units"), [("apr_1", ("kenya 4",)), ("apr_2", ("dd_a_i 1",))])
def test_a_ship_whose_repair_is_due_now_may_come_at_once(back: str, units: tuple[str, ...]) -> None:
    there = roster("apr_1", away=[Away(Unit("kenya", 4, "clyde"), "repair", KEYS.index(back))])
    operation = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, operation, [], {}, {"allied": "heavy"})
    assert [one.units for one in begun.reinforcements if one.side == "allied"] == [units]


@rule("pq17", "15.3", "15.7.2")
def test_the_ships_of_harpoon_come_back_less_a_cruiser_and_two_destroyers() -> None:
    left = [
        Away(Unit(kind, strength, "scapa_flow"), "operation", operation="harpoon")
        for kind, strength in (("kenya", 4), ("cl_liverpool", 4), ("edinburgh", 3), ("dd_a_i", 5), ("dd_j_r", 3))
    ]
    there = roster("jun_2", away=left)
    arrivals.place_arrivals(BOX, there)
    assert sum(strength for kind in ("dd_a_i", "dd_j_r") for strength, _ in lies(there, kind)) == 8 - 2
    assert [bool(lies(there, kind)) for kind in ("edinburgh", "kenya", "cl_liverpool")] == [False, True, True]
    assert not there.away


@rule("pq17", "15.5", "15.5.1")
@pytest.mark.parametrize(("unit", "barred"), [
    (Unit("kenya", 3, "scapa_flow"), ""), (Unit("kenya", 4, "scapa_flow"), "15.5"),
    (Unit("kenya", 3, "reykjavik"), "15.5.1"), (Unit("kenya", 3, "scapa_flow", crippled=True), "15.5"),
    (Unit("kenya", 3, "english_channel"), ""), (Unit("kenya", 3, "scapa_flow", dead=True), "15.5"),
    (Unit("wichita", 3, "scapa_flow"), "15.5"), (Unit("dd_a_i", 3, "scapa_flow"), "15.5"),
    (Unit("lutzow", 3, "narvik"), ""), (Unit("lutzow", 3, "murmansk"), "15.5.1"),
    (Unit("prinz_eugen", 2, "trondheim"), "15.5"),
    (Unit("tirpitz", 4, "narvik"), ""), (Unit("tirpitz", 4, "kirkenes"), "15.5.1a"),
])  # fmt: skip
def test_who_may_be_repaired(unit: Unit, barred: str) -> None:
    assert repairs.may_repair(BOX, unit) == barred


@rule("pq17", "15.5.1")
@pytest.mark.parametrize(("steps", "weeks"), [(1, 5), (2, 10)])
def test_a_ship_is_away_five_fortnights_for_each_step(steps: int, weeks: int) -> None:
    there = roster("mar_1", Unit("kenya", 2, "scapa_flow"))
    assert repairs.repair(BOX, there, there.units[0], steps) == 0
    assert not there.units
    there.fortnight = weeks - 1
    repairs.return_units(BOX, there)
    assert not there.units
    there.fortnight = weeks
    repairs.return_units(BOX, there)
    assert lies(there, "kenya") == [(2 + steps, "clyde")]


@rule("pq17", "15.5.1a")
def test_tirpitz_is_mended_where_she_lies_and_that_costs_the_axis() -> None:
    there = roster("mar_1", Unit("tirpitz", 3, "trondheim"))
    assert repairs.repair(BOX, there, there.units[0], 1) == 2
    assert there.units[0].inoperative == 7
    there.fortnight = 7
    repairs.return_units(BOX, there)
    assert lies(there, "tirpitz") == [(4, "trondheim")]
    assert there.units[0].inoperative == 0
    with pytest.raises(ValueError, match=r"15\.5\.1"):
        repairs.repair(BOX, there, there.units[0], 2)


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(
    ("key", "damaged", "back"), [("apr_1", 4, 2), ("apr_1", 3, 1), ("apr_2", 4, 0), ("apr_1", 0, 0)]
)
def test_a_third_of_the_damaged_boats_come_back_each_month(key: str, damaged: int, back: int) -> None:
    there = roster(key, damaged_boats=damaged)
    assert repairs.return_boats(BOX, there) == back
    assert there.damaged_boats == damaged - back
    assert lies(there, "ss_german") == ([(back, "bergen")] if back else [])


@rule("pq17", "15.5.3", "15.5.4")
def test_broken_down_ships_and_damaged_aircraft() -> None:
    there = roster(
        "apr_1", Unit("kenya", 4, "scapa_flow", inoperative=3), Unit("nigeria", 4, "scapa_flow", inoperative=2),
        Unit("ju_88", 2, "banak", damaged=1),
    )  # fmt: skip
    repairs.mend_breakdowns_and_aircraft(BOX, there)
    assert [(unit.kind, unit.inoperative, unit.damaged) for unit in there.units] == [
        ("kenya", 3, 0), ("nigeria", 0, 0), ("ju_88", 0, 0),
    ]  # fmt: skip


@rule("pq17", "15.6.1")
@pytest.mark.parametrize(("key", "ships"), [("apr_1", []), ("apr_2", ["mc", "gray_ranger"])])
def test_cam_ships_and_oilers_come_back_in_the_second_fortnight(key: str, ships: list[str]) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mc", "gray_ranger", "alynbank", "mv"])
    assert [unit.kind for unit in there.units] == ships
    assert [unit.strength for unit in there.units if unit.kind == "mc"] == [1 for ship in ships if ship == "mc"]


@rule("pq17", "15.6.2")
def test_allied_submarines_are_replaced_at_once_german_ones_never_so() -> None:
    there = roster("apr_1")
    replacements.replace_boats(BOX, there, {"ss_british": 2, "ss_soviet": 1, "ss_german": 3})
    assert [(unit.kind, unit.strength, unit.place) for unit in there.units] == [
        ("ss_british", 2, "lerwick"), ("ss_soviet", 1, "murmansk"),
    ]  # fmt: skip


@rule("pq17", "15.6.4")
@pytest.mark.parametrize(("arrived", "steps"), [(0, 0), (1, 1), (3, 1), (4, 2), (30, 10)])
def test_a_step_for_every_three_merchants_that_arrived(arrived: int, steps: int) -> None:
    assert replacements.soviet_steps(BOX, arrived) == steps


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(("place", "points"), [("scapa_flow", 0), ("english_channel", 0), ("reykjavik", -25)])
def test_a_ship_that_cannot_leave_counts_as_sunk_by_half(place: str, points: int) -> None:
    there = roster("may_1", Unit("renown", 3, place))
    assert withdrawals.withdraw_units(BOX, there) == points
    assert not there.units


@rule("pq17", "15.7.2")
def test_a_ship_in_dock_or_sunk_is_asked_nothing() -> None:
    assert withdrawals.withdraw_units(BOX, roster("may_1")) == 0


@rule("pq17", "15.7.2")
def test_another_of_the_type_goes_to_an_operation_for_one_that_is_not_at_home() -> None:
    there = roster("jun_1", Unit("kenya", 4, "reykjavik"), Unit("cl_liverpool", 4, "scapa_flow"),
                   Unit("sheffield", 3, "scapa_flow"), Unit("edinburgh", 4, "scapa_flow"),
                   Unit("dd_a_i", 9, "scapa_flow"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted(one.unit.kind for one in there.away) == ["cl_liverpool", "dd_a_i", "edinburgh", "sheffield"]
    assert (lies(there, "kenya"), lies(there, "dd_a_i")) == ([(4, "reykjavik")], [(1, "scapa_flow")])


@rule("pq17", "15.7.3")
def test_the_us_navy_leaves_and_ships_elsewhere_cost_a_point() -> None:
    at_home = (Unit("washington", 5, "scapa_flow"), Unit("dd_us", 2, "reykjavik"))
    elsewhere = (Unit("wichita", 4, "murmansk"), Unit("dd_us", 2, "murmansk"))
    there = roster("aug_2", *at_home, *elsewhere, Unit("dd_34_36", 3, "trondheim"))
    assert withdrawals.withdraw_units(BOX, there) == -2 * (1 + 2)
    assert [unit.kind for unit in there.units] == ["dd_34_36"]


@rule("pq17", "15.7.3", "7.0d")
def test_a_wreck_leaves_too() -> None:
    """A heavy ship that is Dead in the Water has no strength left, but is still there."""
    wreck = Unit("tuscaloosa", 0, "murmansk", dead=True)
    there = roster("aug_2", wreck)
    assert withdrawals.withdraw_units(BOX, there) == -2
    assert (there.units, [one.unit.kind for one in there.away]) == ([], ["tuscaloosa"])


def test_no_more_strength_is_taken_than_there_is() -> None:
    unit = Unit("dd_us", 2, "reykjavik")
    there = roster("aug_2", unit)
    for strength in (0, 3, -1):
        with pytest.raises(ValueError, match="no strength"):
            there.take(unit, strength)
    assert there.take(unit, 2).strength == 2
    assert there.units == []


@rule("pq17", "15.7.4")
def test_german_ships_leave_wherever_they_are() -> None:
    there = roster("aug_2", Unit("dd_34_36", 1, "kirkenes"), Unit("dd_34_36", 3, "trondheim"))
    withdrawals.withdraw_units(BOX, there)
    assert lies(there, "dd_34_36") == [(2, "trondheim")]


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("place", "gone"), [("kiel", True), ("german", True), ("trondheim", False), ("narvik", False)])
def test_by_option_german_ships_leave_from_germany_alone_and_try_again(place: str, gone: bool) -> None:
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
def test_of_a_class_so_much_strength_leaves_as_was_taken_home(home: int, abroad: int, left: int, due: int) -> None:
    ships = [Unit("dd_34_36", strength, place) for strength, place in ((home, "kiel"), (abroad, "narvik")) if strength]
    there = roster("aug_2", *ships)
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert sum(strength for strength, _ in lies(there, "dd_34_36")) == left
    assert there.overdue == ({"dd_34_36": due} if due else {})


@rule("pq17", "15.7.5")
def test_no_more_leave_than_are_due_wherever_in_germany_they_lie() -> None:
    there = roster("aug_2", Unit("dd_34_36", 2, "kiel"), Unit("dd_34_36", 1, "german"))
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert (lies(there, "dd_34_36"), there.overdue) == ([(1, "german")], {})


@rule("pq17", "15.7.5", "15.7.1")
def test_aircraft_leave_all_the_same_and_so_do_the_allies() -> None:
    there = roster("oct_1", Unit("ju_88", 4, "banak"))
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert lies(there, "ju_88") == [(2, "banak")]
    ally = roster("may_1", Unit("renown", 3, "scapa_flow"))
    withdrawals.withdraw_units(BOX, ally, by_play=True)
    assert ally.units == []


@rule("pq17", "15.7.1")
def test_two_thirds_of_the_bombers_leave_for_good() -> None:
    there = roster("oct_1", Unit("ju_88", 4, "banak"), Unit("he_111", 2, "bardufoss"), Unit("bf_109", 2, "banak"))
    withdrawals.withdraw_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("ju_88", 2), ("he_111", 1), ("bf_109", 2)]


@rule("pq17", "15.7.6")
@pytest.mark.parametrize(
    ("stage", "left"),
    [
        ("", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mv 3 loch_ewe", "mo 3 loch_ewe"]),
        ("declared", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mo 3 loch_ewe laden"]),
        ("done", ["mv 4 reykjavik laden", "mc 3 reykjavik laden", "mo 3 loch_ewe laden"]),
    ],
)
def test_empty_merchant_vessels_that_came_home_are_gone_and_cam_ships_and_tankers_laden_anew(
    stage: str, left: list[str]
) -> None:
    there = roster("nov_1", Unit("mv", 5, "reykjavik"), Unit("mv", 4, "reykjavik", laden=True),
                   Unit("mc", 1, "reykjavik", laden=True), Unit("mc", 2, "reykjavik"), Unit("mv", 3, "loch_ewe"),
                   Unit("mo", 3, "loch_ewe"), Unit("es_british", 2, "reykjavik"), ev=stage)  # fmt: skip
    withdrawals.empty_merchants_leave(BOX, there)
    kept = [f"{one.kind} {one.strength} {one.place}{' laden' * one.laden}" for one in there.units]
    assert sorted(kept) == sorted([*left, "es_british 2 reykjavik"])


@rule("pq17", "15.0")
def test_strength_of_a_class_lies_together_in_one_state() -> None:
    there = Roster()
    there.add(Unit("dd_a_i", 2, "clyde"), single=False)
    there.add(Unit("dd_a_i", 3, "clyde"), single=False)
    there.add(Unit("dd_a_i", 1, "clyde", crippled=True), single=False)
    assert lies(there, "dd_a_i") == [(5, "clyde"), (1, "clyde")]
    with pytest.raises(ValueError, match="no strength of 6"):
        there.take(there.units[0], 6)


@rule("pq17", "15.5.1a", "15.5")
def test_tirpitz_is_not_mended_once_she_is_sunk() -> None:
    there = roster("mar_1", Unit("tirpitz", 3, "trondheim"))
    repairs.repair(BOX, there, there.units[0], 1)
    there.units = []
    there.fortnight = there.away[0].back
    repairs.return_units(BOX, there)
    assert (there.units, there.away) == ([], [])
