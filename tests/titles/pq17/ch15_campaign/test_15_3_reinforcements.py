"""15.3: reinforcements by the schedule."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.campaign import arrivals, repairs, unloading
from games.titles.pq17.rules.campaign.arrivals import _return
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.ev import complete_ev
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.special.homecoming import _give_up
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Reinforced
from games.titles.pq17.state.roster import Away, Boxes, EvStage, Unit
from games.titles.pq17.state.state import Points
from tests.titles.pq17.box import BOX, Files
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN, merchant_unit, roster_of
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.playing import heard
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


def back(key: str, operation: str, *ships: tuple[str, int]) -> dict[str, int]:
    """What of these ships comes back, by its kind."""
    left = [Away(Unit(kind, strength, "scapa_flow"), "operation", operation=operation) for kind, strength in ships]
    other = Away(Unit("renown", 3, "scapa_flow"), "operation", operation="elsewhere")
    there = roster_of(key, away=[*left, other])
    arrivals.place_arrivals(BOX, there)
    assert there.away == [other]
    found = [one for one in there.units if one.kind in dict(ships)]
    assert {one.place for one in found} <= {"scapa_flow"}
    return {one.kind: one.strength for one in found}


def strength(units: tuple[str, ...], type_: str) -> int:
    """The strength of a type among units as they are written."""
    found = 0
    for unit in units:
        kind, _, number = unit.partition(" ")
        if kind in BOX.ships and BOX.ships[kind].type == type_:
            found += int(number.split()[0]) if number else BOX.ships[kind].strength
    return found


def hastened(key: str, wanted: str, *away: Away) -> Board:
    """The operation of a fortnight in which the Axis is to have reinforcements of a sort."""
    board = campaign()
    board.state.roster = roster(key, Unit("tirpitz", 5, "trondheim"), away=[*away])
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    board.state.composed = compose_operation(BOX, board.roster, bare, [], {}, {"axis": wanted})
    board.state.forces, board.state.air = [], []
    return board


@rule("pq17", "15.3", "15.7.2")
@pytest.mark.parametrize(
    ("ships", "come"),
    [
        ((("kenya", 4), ("edinburgh", 3)), {"kenya": 4}),
        ((("kenya", 4),), {}),
        ((("dd_a_i", 5),), {"dd_a_i": 3}),
        ((("dd_a_i", 2),), {}),
        ((("dd_a_i", 1), ("dd_j_r", 3)), {"dd_j_r": 2}),
        ((("anson", 5), ("victorious", 4)), {"anson": 5, "victorious": 4}),
    ],
)
def test_15_3_from_harpoon_the_weakest_cruiser_and_two_destroyers_do_not_come_back(
    ships: Any, come: dict[str, int]
) -> None:
    assert back("jun_2", "harpoon", *ships) == come


@rule("pq17", "15.3", "15.7.2")
@pytest.mark.parametrize(
    ("ships", "come"),
    [
        ((("kenya", 4),), {}),
        ((("kenya", 4), ("edinburgh", 3)), {"kenya": 4}),
        ((("edinburgh", 3), ("kenya", 4), ("anson", 5)), {"kenya": 4}),
        ((("edinburgh", 3), ("kenya", 4), ("victorious", 4), ("anson", 5)), {"kenya": 4, "anson": 5}),
        ((("edinburgh", 2), ("dd_a_i", 3), ("kenya", 4)), {"kenya": 4, "dd_a_i": 1}),
        ((("dd_a_i", 1), ("edinburgh", 2), ("dd_j_r", 3), ("kenya", 4)), {"kenya": 4, "dd_j_r": 1}),
    ],
    ids=["one", "two", "three", "four", "a class between them", "classes between them"],
)
def test_15_3_half_comes_back_from_torch_rounded_down_of_ships_and_of_each_class(
    ships: Any, come: dict[str, int]
) -> None:
    assert back("nov_2", "torch", *ships) == come


@rule("pq17", "15.3", "15.3.1")
def test_15_3_who_comes_in_the_second_half_of_march() -> None:
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


@rule("pq17", "15.3", "15.7.2")
def test_15_3_the_ships_of_harpoon_come_back_less_a_cruiser_and_two_destroyers() -> None:
    left = [
        Away(Unit(kind, strength, "scapa_flow"), "operation", operation="harpoon")
        for kind, strength in (("kenya", 4), ("cl_liverpool", 4), ("edinburgh", 3), ("dd_a_i", 5), ("dd_j_r", 3))
    ]
    there = roster("jun_2", away=left)
    arrivals.place_arrivals(BOX, there)
    assert sum(strength for kind in ("dd_a_i", "dd_j_r") for strength, _ in lies(there, kind)) == 8 - 2
    assert [bool(lies(there, kind)) for kind in ("edinburgh", "kenya", "cl_liverpool")] == [False, True, True]
    assert not there.away


@rule("pq17", "15.3")
def test_15_3_what_lies_on_the_map_before_the_first_fortnight() -> None:
    begin = CAMPAIGN.begin
    fleet, escorts, trondheim, eugen = (group.ships for group in begin.forces)
    assert (strength(fleet, "bb"), strength(fleet, "dd"), strength(fleet, "tb")) == (8, 16, 6)
    assert (strength(escorts, "es"), strength(trondheim, "dd"), strength(trondheim, "tb")) == (8, 6, 4)
    assert (eugen, begin.patrol_white) == (("prinz_eugen 2 crippled",), ("norfolk", "kent"))
    assert strength(begin.merchants, "mx") == CAMPAIGN.rules.merchants == 15
    assert {port: strength(ships, "mx") for port, ships in begin.ballast.items()} == {"murmansk": 15}
    assert (strength(begin.soviet, "ss"), strength(begin.german_submarines, "ss")) == (8, 6)


@rule("pq17", "15.3", "15.7")
@pytest.mark.parametrize(
    ("files", "says"),
    [
        (swapped("campaign.toml", 'key = "mar_2"', 'key = "mar_1"'), "two a month"),
        (swapped("campaign.toml", 'back = "jun_1"', 'back = "mar_1"'), "no later fortnight"),
        (swapped("campaign.toml", 'soviet_boats_until = "jun_1"', 'soviet_boats_until = "jan_1"'), "no fortnight"),
        (swapped("campaign.toml", 'soviet_boats_until = "jun_1"', 'soviet_boats_until = "jun_2"'), "begins a month"),
        (swapped("campaign.toml", "merchants = 15  ", "merchants = 16  "), "15 merchants arrive, not 16"),
        (swapped("campaign.toml", 'units = ["renown"]', 'units = ["howe"]'), "'howe' is not there"),
        (swapped("campaign.toml", '"manchester", "dd_a_i 1"', '"kenya", "dd_a_i 1"'), "'kenya' is there already"),
        (swapped("campaign.toml", 'returns = "harpoon"', 'returns = "tiger"'), "nobody left for 'tiger'"),
        (swapped("campaign.toml", 'units = ["cl 1", "dd 2"]', 'units = ["zz 1"]'), "no unit or type"),
        (swapped("campaign.toml", 'units = ["ss_german 1"]', 'units = ["ss_german"]'), "needs a strength"),
        (swapped("campaign.toml", 'units = ["koln"]', 'units = ["norfolk"]'), "no unit of the axis side"),
        (swapped("campaign.toml", 'place = "narvik"', 'place = "murmansk"'), "no place of the axis side"),
        (
            swapped("campaign.toml", 'ports = ["scapa_flow"]\nships', 'ports = ["kiel"]\nships'),
            "no place of the allied side",
        ),
        (swapped("campaign.toml", "ballast = { murmansk", "ballast = { narvik"), "no place of the allied side"),
        (swapped("campaign.toml", "unloaded = { murmansk", "unloaded = { narvik"), "no place of the allied side"),
        (swapped("campaign.toml", 'merchants = ["mv 12"', 'merchants = ["ju_88 12"'), "is no ship"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'atlantis = ["ju_88 3"]'), "cannot be based"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'banak = ["tirpitz 3"]'), "cannot be based"),
        (swapped("campaign.toml", 'units = ["koln"]', 'units = ["koln x"]'), "has no strength"),
        (swapped("campaign.toml", 'units = ["renown"]', 'units = ["renown 0"]'), "has no strength"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'banak = [""]'), "no unit with its strength"),
        (swapped("campaign.toml", 'merchants = ["mv 12"', 'merchants = ["mv x"'), "has no strength"),
        (swapped("campaign.toml", 'less = ["cl 1"', 'less = ["cl"'), "'cl' is no type of ship with a strength"),
        (swapped("campaign.toml", 'less = ["cl 1"', 'less = ["zz 1"'), "'zz' is no type of ship with a strength"),
        (swapped("campaign.toml", 'ballast_latest = "15 am"', 'ballast_latest = "15"'), "no turn"),
    ],
)
def test_15_3_a_campaign_that_cannot_be_played_is_refused(files: Files, says: str) -> None:
    problem = refused(files)
    assert problem.file == "campaign.toml"
    assert says in str(problem)


@rule("pq17", "15.3")
def test_15_3_who_comes_back_from_an_operation_lies_in_the_port_of_his_side() -> None:
    roster = campaign().roster
    coming = next(one for past in BOX.campaign.fortnights for one in past.arrivals if one.returns)
    roster.units = []
    roster.away = [Away(Unit("london", 3, "gibraltar"), "operation", operation=coming.returns),
                   Away(Unit("kent", 2, "gibraltar"), "operation", operation="another")]  # fmt: skip
    bare = structs.replace(coming, less=(), share="")
    _return(BOX, roster, bare)
    assert [(one.kind, one.strength) for one in roster.units] == [("london", 3)]
    assert roster.units[0].place in BOX.ports
    assert roster.units[0].place != "gibraltar"
    assert [one.unit.kind for one in roster.away] == ["kent"]


@rule("pq17", "15.3", "15.7.4", "T.units")
@pytest.mark.parametrize(
    ("away", "comes"),
    [
        ([Away(Unit("lutzow", 3, "narvik"), "leave")], True), ([], False),
        ([Away(Unit("lutzow", 3, "kiel"), "repair", 99)], False), ([Away(Unit("koln", 2, "narvik"), "leave")], False),
    ],
)  # fmt: skip
def test_15_3_a_ship_that_was_sunk_does_not_come_back_by_the_schedule(away: list[Away], comes: bool) -> None:
    """Luetzow comes in May, leaves in July and comes again in December, unless she was sunk in between."""
    there = roster("dec_1", away=[*away])
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "lutzow") == ([(4, "altenfjord")] if comes else [])
    assert [one.unit.kind for one in there.away if one.unit.kind == "lutzow"] == (
        [] if comes or not away or away[0].unit.kind == "koln" else ["lutzow"]
    )


@rule("pq17", "15.3", "12.2.1a")
def test_15_3_nor_one_that_broke_out_for_good() -> None:

    board = in_play("dec_1")
    board.roster.away = [Away(Unit("lutzow", 4, "trondheim"), "leave", operation="break_out")]
    _give_up(board)
    arrivals.place_arrivals(BOX, board.roster)
    assert lies(board.roster, "lutzow") == []


@rule("pq17", "15.3", "T.units")
def test_15_3_no_other_ship_is_listed_twice_but_those_that_come_back_by_name() -> None:
    seen = [entry.kind for one in BOX.campaign.fortnights for coming in one.arrivals for entry in coming.entries
            if entry.kind in BOX.ships and BOX.ships[entry.kind].is_single]  # fmt: skip
    begun = {entry.kind for entry in BOX.campaign.begin.ships}
    assert sorted({kind for kind in seen if seen.count(kind) > 1 or kind in begun}) == ["lutzow"]


@rule("pq17", "15.3.1", "15.8.3b")
@pytest.mark.parametrize(
    ("stage", "port"), [("", "reykjavik"), ("declared", ""), ("crossed", ""), ("done", "loch_ewe")]
)
def test_15_3_1_no_laden_merchants_come_while_ev_is_under_way(stage: str, port: str) -> None:
    there = roster("nov_1", ev=stage)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "mv") == ([(12, port)] if port else [])


@rule("pq17", "15.3.1", "15.8.3c")
@pytest.mark.parametrize(
    ("stage", "key", "place"),
    [("declared", "aug_1", ""), ("done", "aug_2", ""), ("done", "sep_1", "loch_ewe"), ("done", "sep_2", "loch_ewe")],
)
def test_15_3_1_laden_merchants_come_again_from_the_fortnight_after_ev(stage: EvStage, key: str, place: str) -> None:
    """Declared in August I, carried out in August II: the fifteen of Loch Ewe begin in September I."""
    there = roster("aug_1", ev="declared", ev_declared=KEYS.index("aug_1"))
    if stage == "done":
        there.fortnight = KEYS.index("aug_2")
        complete_ev(there)
    there.fortnight, there.units = KEYS.index(key), []
    arrivals.place_arrivals(BOX, there)
    found = sum(one.strength for one in there.units if one.kind in ("mv", "mo", "mc"))
    assert (found, {one.place for one in there.units if one.laden}) == ((15, {place}) if place else (0, set()))


@rule("pq17", "15.3.2")
def test_15_3_2_who_came_before_her_time_does_not_come_again() -> None:
    there = roster("may_2", Unit("manchester", 3, "scapa_flow"))
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "manchester") == [(3, "scapa_flow")]


@rule("pq17", "15.3.2")
@pytest.mark.parametrize(("early", "come"), [({}, 2), ({"dd_36a": 1}, 1), ({"dd_36a": 2}, 0), ({"dd_36a": 4}, 0)])
def test_15_3_2_strength_that_came_early_is_counted_off(early: dict[str, int], come: int) -> None:
    there = roster("may_1", early=early)
    arrivals.place_arrivals(BOX, there)
    assert sum(strength for strength, _ in lies(there, "dd_36a")) == come


@rule("pq17", "15.3.2", "15.5.1")
def test_15_3_2_nor_does_a_ship_come_back_that_came_early_and_was_sunk() -> None:
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
def test_15_3_2_what_the_reinforcements_situation_brings_is_as_the_owner_wants(
    key: str, wanted: str, units: tuple[str, ...]
) -> None:
    there = roster(key, Unit("tirpitz", 5, "trondheim"))
    operation = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, operation, [], {}, {"axis": wanted})
    assert [one.units for one in begun.reinforcements if one.side == "axis"] == [units]


@rule("pq17", "15.3.2", "15.5.1")
@pytest.mark.parametrize(("back", "units"), [("apr_1", ("kenya 4",)), ("apr_2", ("dd_a_i 1",))])
def test_15_3_2_a_ship_whose_repair_is_due_now_may_come_at_once(back: str, units: tuple[str, ...]) -> None:
    there = roster("apr_1", away=[Away(Unit("kenya", 4, "clyde"), "repair", KEYS.index(back))])
    operation = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, operation, [], {}, {"allied": "heavy"})
    assert [one.units for one in begun.reinforcements if one.side == "allied"] == [units]


@rule("pq17", "15.3.2", "15.4.3")
@pytest.mark.parametrize(
    ("taken", "offered"),
    [
        ([], ["anson", "dd_j_r 2"]), (["jul_1.anson"], ["dd_j_r 2"]), (["jul_1.dd_j_r"], ["anson"]),
        (["jul_1.anson", "jul_1.dd_j_r"], []),
    ],
)  # fmt: skip
def test_15_3_2_who_came_with_a_green_crew_is_not_brought_by_the_situation(
    taken: list[str], offered: list[str]
) -> None:
    """Anson was sunk since, or lies in dock: there is no second one."""
    there = campaign().roster
    there.fortnight, there.taken = KEYS.index("jul_1"), taken
    found = []
    for wanted in ("heavy", "light"):
        bare = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
        begun = compose_operation(BOX, structs.replace(there, units=[*there.units]), bare, [], {}, {"allied": wanted})
        found += [one.units for one in begun.reinforcements if one.side == "allied"]
    assert sorted({unit for units in found for unit in units}) == offered


@rule("pq17", "15.3.2", "15.3")
@pytest.mark.parametrize(("why", "heavy"), [("leave", ["lutzow"]), ("", [])])
def test_15_3_2_nor_by_the_reinforcements_situation(why: Any, heavy: list[str]) -> None:
    there = campaign().roster
    there.fortnight, there.away = KEYS.index("dec_1"), [Away(Unit("lutzow", 4, "narvik"), why)] * bool(why)
    bare = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, bare, [], {}, {"axis": "heavy"})
    assert [unit for one in begun.reinforcements if one.side == "axis" for unit in one.units] == heavy


@rule("pq17", "15.3.2", "12.13", position="PP204")
@pytest.mark.parametrize("wanted", ["boats", "aircraft"])
def test_15_3_2_submarines_and_aircraft_come_together(wanted: str) -> None:
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


@rule("pq17", "15.3.2", position="PP204")
def test_15_3_2_what_came_early_does_not_come_again() -> None:
    board = hastened("jul_1", "aircraft")
    place_next_group(board, "axis")
    board.state.command = {one: Points() for one in ("home_fleet", "severny_flot", "gruppe_nord")}
    fold_operation(board)
    assert board.roster.early == {"bv_138": 1, "ss_german": 1}
    board.roster.units = []
    arrivals.place_arrivals(BOX, board.roster)
    assert (lies(board.roster, "ss_german"), lies(board.roster, "bv_138")) == ([(1, "bergen")], [])


@rule("pq17", "15.3.2", position="PP205")
def test_15_3_2_two_units_of_aircraft_come() -> None:
    board = hastened("sep_1", "aircraft")
    full = BOX.aircraft["he_111"].strength
    (group,) = [one for one in board.operation.reinforcements if one.side == "axis"]
    assert group.units == (f"he_111 {2 * full}",)
    assert group.beside == ()


@rule("pq17", "15.3.2", position="PP206")
@pytest.mark.parametrize(("wanted", "units"), [("light", ("dd_36a 2",)), ("heavy", ("lutzow",))])
def test_15_3_2_a_ship_comes_by_herself(wanted: str, units: tuple[str, ...]) -> None:
    board = hastened("may_1", wanted)
    assert [(one.units, one.beside) for one in board.operation.reinforcements if one.side == "axis"] == [(units, ())]


@rule("pq17", "15.3.3")
def test_15_3_3_tankers_do_not_count_as_cargo_for_aircraft() -> None:
    boxes = Boxes(unloading=[Unit("mo", 2, "murmansk"), Unit("mc", 1, "murmansk"), merchant_unit(5)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    unloading.unload_merchants(BOX, there)
    assert there.unloaded == 6


@rule("pq17", "15.3.3")
@pytest.mark.parametrize(("cargo", "come"), [(5, []), (6, [(2, "vaenga")])])
def test_15_3_3_soviet_aircraft_come_with_three_merchants_a_step(cargo: int, come: list[tuple[int, str]]) -> None:
    there = roster("jun_1", unloaded=cargo)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == come
    assert [unit.kind for unit in there.waiting] == ([] if come else ["p_40"])
    there.fortnight, there.unloaded = KEYS.index("jun_2"), 6
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == [(2, "vaenga")]


@rule("pq17", "15.3.3", "15.4.3", "15.6.3")
def test_15_3_3_what_comes_new_what_waits_for_cargo_and_what_is_replaced() -> None:
    coming = [(one.key, unit) for one in CAMPAIGN.fortnights for unit in one.arrivals]
    assert [key for key, unit in coming if unit.for_cargo] == ["jun_1", "aug_1"]
    assert ("aug_2", ("jamaica",)) in [(key, unit.units) for key, unit in coming if unit.new]
    assert [one.axis_air for one in CAMPAIGN.fortnights] == [2, 2, 3, 3] + [4] * 5 + [3] * 3 + [5, 3, 2, 2] + [1] * 4


@rule("pq17", "15.3.3", "15.2.2")
@pytest.mark.parametrize(
    ("boxed", "comes"),
    [(("mv 6",), True), (("mv 5", "mc 1"), True), (("mv 5", "mo 4"), False), (("mv 5",), False)],
)
def test_15_3_3_cargo_for_aircraft_is_of_both_ports_and_of_no_tanker(boxed: tuple[str, ...], comes: bool) -> None:
    """Three in Murmansk and the others in Arkhangelsk; a P-40 unit of two steps wants six."""
    units = [(kind, int(count)) for kind, count in (one.split() for one in boxed)]
    there = roster("jun_1", boxes={
        "murmansk": Boxes([Unit("mv", 3, "murmansk")]),
        "arkhangelsk": Boxes([Unit(kind, count - 3 * (kind == "mv"), "arkhangelsk") for kind, count in units]),
    })  # fmt: skip
    unloading.unload_merchants(BOX, there)
    arrivals.place_arrivals(BOX, there)
    assert bool(lies(there, "p_40")) is comes


@rule("pq17", "15.3.3", "15.6.4", position="PP217")
def test_15_3_3_cargo_brings_soviet_aircraft() -> None:
    there = roster("jun_1", unloaded=5)
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == []
    there.fortnight, there.unloaded = KEYS.index("jun_2"), 6
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "p_40") == [(2, "vaenga")]
    assert [-(-arrived // BOX.campaign.rules.soviet_air_merchants) for arrived in (7, 6)] == [3, 2]
