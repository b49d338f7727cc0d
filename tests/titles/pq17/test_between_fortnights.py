"""15.2 to 15.8: unloading, docks, who comes back, convoys that can be put together, Patrol White, edge by edge."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign import repairs
from games.titles.pq17.rules.campaign.convoys import Formed, _ballast, _company, _laden, usual_escort
from games.titles.pq17.rules.campaign.patrol import may_patrol, patrol_ships, ranked_reliefs, relieve
from games.titles.pq17.rules.campaign.unloading import (
    _able,
    _named,
    _unloaded,
    lay_in_box,
    put_in_boxes,
    unload_merchants,
)
from games.titles.pq17.state.roster import Away, Boxes, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.orders_of_battle import empty_roster, merchantmen, unit_words

rule = pytest.mark.rule


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    ("most", "first", "moved", "left"),
    [
        (11, "mv", ["mv 4", "mo 2", "mc 1", "mv 2+crippled", "mo 1+dead"], []),
        (5, "mv", ["mv 4", "mo 1"], ["mo 1", "mc 1", "mv 2+crippled", "mo 1+dead"]),
        (3, "mo", ["mo 2", "mv 1"], ["mv 3", "mc 1", "mv 2+crippled", "mo 1+dead"]),
        (1, "mc", ["mc 1"], ["mv 4", "mo 2", "mv 2+crippled", "mo 1+dead"]),
        (8, "mv", ["mv 4", "mo 2", "mc 1", "mv 1+crippled"], ["mv 1+crippled", "mo 1+dead"]),
        (0, "mv", [], ["mv 4", "mo 2", "mc 1", "mv 2+crippled", "mo 1+dead"]),
    ],
)
def test_who_is_unloaded_first_when_a_port_can_not_take_all(most: int, first: str, moved: Any, left: Any) -> None:
    boxes = Boxes(merchantmen("mv 2+crippled", "mo 2", "mv 4", "mo 1+dead", "mc 1"))
    assert sorted(unit_words(_unloaded(boxes, most, first))) == sorted(moved)
    assert sorted(unit_words(boxes.unloading)) == sorted(left)


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    ("wanted", "most", "moved", "left"),
    [
        ({"mv": 3}, 11, ["mv 3"], ["mv 1", "mv 2+crippled", "mo 2"]),
        ({"mv": 5}, 11, ["mv 4", "mv 1+crippled"], ["mv 1+crippled", "mo 2"]),
        ({"mo": 9}, 11, ["mo 2"], ["mv 4", "mv 2+crippled"]),
        ({"mo": 1, "mv": 3}, 3, ["mo 1", "mv 2"], ["mo 1", "mv 2", "mv 2+crippled"]),
        ({"mc": 1}, 11, [], ["mv 4", "mv 2+crippled", "mo 2"]),
        ({}, 11, [], ["mv 4", "mv 2+crippled", "mo 2"]),
    ],
)
def test_what_its_owner_names_is_unloaded_first(wanted: dict[str, int], most: int, moved: Any, left: Any) -> None:
    boxes = Boxes(merchantmen("mv 2+crippled", "mv 4", "mo 2"))
    assert unit_words(_named(boxes, most, wanted)) == moved
    assert sorted(unit_words(boxes.unloading)) == sorted(left)


@rule("pq17", "15.2.2", "15.9.1")
def test_a_point_for_each_sound_one_that_is_unloaded_and_half_a_point_for_each_that_is_idle() -> None:
    roster = empty_roster()
    roster.boxes = {"murmansk": Boxes(merchantmen("mv 12", "mo 2+crippled"), merchantmen("mv 3"), merchantmen("mv 2")),
                    "arkhangelsk": Boxes(merchantmen("mo 4"))}  # fmt: skip
    roster.unload_first = {"murmansk": {"mo": 1}}
    points = unload_merchants(BOX, roster, "mv")
    assert points == 2 * (10 + 4) - (2 + 3)
    assert unit_words(roster.boxes["murmansk"].up) == ["mv 5"]
    assert sorted(unit_words(roster.boxes["murmansk"].down)) == ["mo 1+crippled", "mv 10"]
    assert sorted(unit_words(roster.boxes["murmansk"].unloading)) == ["mo 1+crippled", "mv 2"]
    assert (roster.discharged, roster.unloaded) == (15, 10), "tankers bring no aircraft"
    assert roster.unload_first == {}


@rule("pq17", "15.2.2a", "15.2b", "15.2.3")
def test_laden_merchants_in_a_soviet_port_wait_and_wrecks_in_ballast_are_gone() -> None:
    roster = empty_roster()
    roster.units = [Unit("mv", 3, "murmansk", laden=True), Unit("mv", 2, "murmansk"),
                    Unit("mv", 4, "reykjavik", laden=True), Unit("dd_a_i", 2, "murmansk")]  # fmt: skip
    roster.boxes = {
        "murmansk": Boxes(merchantmen("mv 1"), merchantmen("mv 2", "mo 1+crippled"), merchantmen("mv 1+dead"))
    }
    put_in_boxes(BOX, roster)
    boxes = roster.boxes["murmansk"]
    assert (unit_words(boxes.unloading), unit_words(boxes.down), unit_words(boxes.up)) == (["mv 4"], ["mv 2"], ["mv 2"])
    assert [(one.kind, one.strength, one.place) for one in roster.units] == [
        ("mv", 4, "reykjavik"), ("dd_a_i", 2, "murmansk"),
    ]  # fmt: skip
    assert unit_words(_able(merchantmen("mv 1", "mv 1+crippled", "mv 1+dead"))) == ["mv 1"]
    box = merchantmen("mv 2")
    lay_in_box(box, merchantmen("mv 1", "mv 1+crippled", "mo 1"))
    assert unit_words(box) == ["mv 3", "mv 1+crippled", "mo 1"]


@rule("pq17", "15.5", "15.5.1", "15.5.1a")
@pytest.mark.parametrize(
    ("unit", "barred"),
    [
        (Unit("london", 2, "scapa_flow"), ""),
        (Unit("london", 3, "scapa_flow"), "15.5"),
        (Unit("london", 2, "murmansk"), "15.5.1"),
        (Unit("london", 2, "scapa_flow", crippled=True), "15.5"),
        (Unit("london", 2, "scapa_flow", dead=True), "15.5"),
        (Unit("wichita", 2, "scapa_flow"), "15.5"),
        (Unit("dd_a_i", 1, "scapa_flow"), "15.5"),
        (Unit("ju_88", 1, "banak"), "15.5"),
        (Unit("koln", 1, "narvik"), ""),
        (Unit("koln", 1, "kiel"), ""),
        (Unit("koln", 1, "scapa_flow"), "15.5.1"),
        (Unit("tirpitz", 3, "narvik"), ""),
        (Unit("tirpitz", 3, "kirkenes"), "15.5.1a"),
        (Unit("tirpitz", 3, "german"), "15.5.1a"),
        (Unit("tirpitz", 5, "narvik"), "15.5"),
    ],
)
def test_who_is_taken_into_dock(unit: Unit, barred: str) -> None:
    assert repairs.may_repair(BOX, unit) == barred


@rule("pq17", "15.5.1", "15.5.1a")
@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_repair_takes_five_fortnights_a_step_and_of_tirpitz_seven_and_a_point(steps: int) -> None:
    roster = empty_roster()
    roster.fortnight = 2
    roster.units = [Unit("london", 1, "scapa_flow"), Unit("tirpitz", 3, "narvik")]
    london, tirpitz = roster.units
    if not 0 < steps <= 2:
        for unit in (london, tirpitz):
            with pytest.raises(ValueError, match=r"15\.5\.1"):
                repairs.repair(BOX, roster, unit, steps)
        return
    assert repairs.repair(BOX, roster, tirpitz, steps) == 2 * steps
    assert repairs.repair(BOX, roster, london, steps, "clyde") == 0
    assert tirpitz.inoperative == 2 + 7 * steps
    assert [(one.unit.kind, one.unit.strength, one.unit.place, one.why, one.back) for one in roster.away] == [
        ("tirpitz", steps, "narvik", "repair", 2 + 7 * steps), ("london", 1 + steps, "clyde", "repair", 2 + 5 * steps),
    ]  # fmt: skip
    assert [(one.kind, one.strength) for one in roster.units] == [("tirpitz", 3)]


@rule("pq17", "15.5.1", "15.5.3b", "15.3.2")
def test_who_is_due_comes_back_once() -> None:
    roster = empty_roster()
    roster.fortnight, roster.early = 7, {"kent": 2, "dd_a_i": 1}
    roster.units = [Unit("tirpitz", 3, "narvik", inoperative=7)]
    roster.away = [
        Away(Unit("london", 3, "clyde"), "repair", 7), Away(Unit("norfolk", 3, "clyde"), "repair", 8),
        Away(Unit("kent", 2, "clyde"), "repair", 7), Away(Unit("dd_a_i", 1, "scapa_flow"), "ice_or_weather", 7),
        Away(Unit("tirpitz", 2, "narvik"), "repair", 7),
    ]  # fmt: skip
    repairs.return_units(BOX, roster)
    assert {one.kind: (one.strength, one.inoperative) for one in roster.units} == {
        "tirpitz": (5, 0), "london": (3, 0), "dd_a_i": (1, 0),
    }  # fmt: skip
    assert [one.unit.kind for one in roster.away] == ["norfolk"]
    roster.units, roster.away = [], [Away(Unit("tirpitz", 2, "narvik"), "repair", 7)]
    repairs.return_units(BOX, roster)
    assert roster.units == []


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(("damaged", "back"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_third_of_the_damaged_boats_comes_back_in_the_first_fortnight_of_a_month(damaged: int, back: int) -> None:
    for place, fortnight in enumerate(BOX.campaign.fortnights[:4]):
        roster = empty_roster()
        roster.fortnight, roster.damaged_boats = place, damaged
        expected = back if fortnight.begins_a_month else 0
        assert repairs.return_boats(BOX, roster) == expected
        assert roster.damaged_boats == damaged - expected
        assert sum(one.strength for one in roster.units) == expected


@rule("pq17", "15.5.3", "15.5.4")
def test_breakdowns_are_mended_in_their_fortnight_and_aircraft_at_once() -> None:
    roster = empty_roster()
    roster.fortnight = 5
    roster.units = [Unit("london", 3, "clyde", inoperative=5), Unit("kent", 2, "clyde", inoperative=6),
                    Unit("tirpitz", 3, "narvik", inoperative=5), Unit("ju_88", 2, "banak", damaged=1)]  # fmt: skip
    repairs.mend_breakdowns_and_aircraft(BOX, roster)
    assert [one.inoperative for one in roster.units] == [0, 6, 5, 0]
    assert not any(one.damaged for one in roster.units)


@rule("pq17", "15.2", "15.2a")
def test_a_laden_convoy_is_put_together_where_most_lie_with_no_more_cam_ships_than_it_holds() -> None:
    roster = empty_roster()
    roster.units = [
        Unit("mv", 6, "reykjavik", laden=True), Unit("mc", 5, "reykjavik", laden=True), Unit("mv", 2, "reykjavik"),
        Unit("mv", 9, "reykjavik", laden=True, crippled=True), Unit("mv", 10, "loch_ewe", laden=True),
        Unit("dd_a_i", 2, "reykjavik"), Unit("anson", 4, "reykjavik"), Unit("dd_project_7", 2, "reykjavik"),
        Unit("norfolk", 3, "reykjavik"), Unit("kent", 2, "reykjavik", dead=True), Unit("es_british", 2, "loch_ewe"),
    ]  # fmt: skip
    roster.patrol = ["norfolk"]
    convoy = _laden(BOX, roster, 13)
    assert (convoy.id, convoy.name, convoy.laden, convoy.port) == ("pq13", "PQ 13", True, "reykjavik")
    assert [(one.kind, one.strength, one.laden) for one in convoy.merchants] == [("mv", 6, True), ("mc", 2, True)]
    assert [one.kind for one in convoy.company] == ["dd_a_i"]
    roster.units.append(Unit("mv", 2, "loch_ewe", laden=True))
    assert _laden(BOX, roster, 13).port == "loch_ewe"
    assert [one.kind for one in _company(BOX, roster, "loch_ewe")] == ["es_british"]


@rule("pq17", "15.2b", "15.2.1")
def test_what_lies_in_ballast_sails_from_each_port() -> None:
    roster = empty_roster()
    roster.boxes = {"murmansk": Boxes(merchantmen("mv 5"), merchantmen("mv 3", "mo 1+crippled"), merchantmen("mv 2"))}
    homeward = _ballast(BOX, roster, "murmansk", 13)
    assert (homeward.laden, homeward.port, homeward.destinations) == (False, "murmansk", ("reykjavik",))
    assert unit_words(homeward.merchants) == ["mv 2", "mv 3"]
    assert homeward.id.endswith("m")
    roster.ev = "done"
    assert _ballast(BOX, roster, "murmansk", 13).destinations == ("loch_ewe",)
    assert _ballast(BOX, roster, "arkhangelsk", 13).merchants == ()


@rule("pq17", "15.2a", "1.2.1a")
def test_the_usual_escort_takes_two_classes_of_escorts_and_leaves_who_is_taken() -> None:
    company = tuple(Unit(*one) for one in (
        ("es_british", 3, "reykjavik"), ("es_kola", 3, "reykjavik"), ("es_soviet", 3, "reykjavik"),
        ("dd_a_i", 4, "reykjavik"), ("palomares", 1, "reykjavik"),
    ))  # fmt: skip
    convoy = Formed("pq13", "PQ 13", True, "reykjavik", ("murmansk",), (), company)
    found = {unit.kind: strength for unit, strength in usual_escort(BOX, convoy, lambda unit: unit.strength)}
    assert sum(kind.startswith("es_") for kind in found) <= 2
    assert sum(strength for kind, strength in found.items() if kind.startswith("es_")) <= 4
    assert found["palomares"] == 1
    busy = {unit.kind: strength for unit, strength in usual_escort(BOX, convoy, lambda unit: 0)}
    assert busy == {}


@rule("pq17", "15.8.1", "5.1.9")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (Unit("london", 3, "scapa_flow"), True),
        (Unit("london", 3, "reykjavik"), True),
        (Unit("london", 2, "scapa_flow"), False),
        (Unit("london", 3, "murmansk"), False),
        (Unit("london", 3, "scapa_flow", crippled=True), False),
        (Unit("london", 3, "scapa_flow", inoperative=9), False),
        (Unit("wichita", 4, "scapa_flow"), True),
        (Unit("renown", 3, "scapa_flow"), True),
        (Unit("nigeria", 4, "scapa_flow"), True),
        (Unit("scylla", 2, "scapa_flow"), True),
        (Unit("anson", 4, "scapa_flow"), False),
        (Unit("dd_a_i", 1, "scapa_flow"), False),
        (Unit("ju_88", 2, "scapa_flow"), False),
    ],
)
def test_who_may_be_on_patrol_white(unit: Unit, may: bool) -> None:
    assert may_patrol(BOX, unit) is may


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("patrol", "there", "after"),
    [
        (["norfolk", "kent"], ["norfolk", "kent", "london"], ["london", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent", "nigeria"], ["nigeria", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent", "nigeria", "renown"], ["renown", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent"], ["kent", "norfolk"]),
        (["norfolk", "kent"], ["norfolk", "london"], ["london", "norfolk"]),
        (["norfolk", "kent"], ["london", "devonshire", "nigeria"], ["devonshire", "london"]),
        (["norfolk"], [], []),
    ],
)
def test_one_of_the_two_is_relieved_a_heavy_cruiser_first(patrol: Any, there: Any, after: Any) -> None:
    roster = empty_roster()
    roster.patrol = list(patrol)
    roster.units = [Unit(kind, BOX.ships[kind].strength, "scapa_flow") for kind in there]
    ranks = [rank for rank, _ in ranked_reliefs(BOX, roster)]
    assert ranks == sorted(ranks)
    relieve(BOX, roster)
    assert roster.patrol == after


@rule("pq17", "15.8.1a", "5.1.9")
@pytest.mark.parametrize(
    ("ev", "betrayed", "there", "found", "left"),
    [
        ("", [], ["norfolk", "kent"], ("norfolk", "kent"), []),
        ("", [], ["kent"], ("kent", ""), []),
        ("", [], [], ("", ""), []),
        ("done", [], ["norfolk", "kent"], ("", "norfolk"), ["kent"]),
        ("", ["a"], ["norfolk", "kent"], ("", "norfolk"), ["kent"]),
        ("done", [], [], ("", ""), []),
    ],
)
def test_who_stands_in_the_strait_and_who_at_reykjavik(
    ev: Any, betrayed: list[str], there: list[str], found: tuple[str, str], left: list[str]
) -> None:
    roster = empty_roster()
    roster.patrol, roster.ev, roster.betrayed = ["norfolk", "kent"], ev, betrayed
    roster.units = [Unit(kind, BOX.ships[kind].strength, "reykjavik") for kind in there]
    assert patrol_ships(BOX, roster) == found
    assert [(one.kind, one.place) for one in roster.units] == [(kind, "reykjavik") for kind in left]


@rule("pq17", "15.7.1", "15.7.4")
def test_who_left_for_good_comes_back_in_no_fortnight() -> None:
    for fortnight in range(len(BOX.campaign.fortnights)):
        roster = empty_roster()
        roster.fortnight, roster.away = fortnight, [Away(Unit("koln", 2, "kiel"), "leave")]
        repairs.return_units(BOX, roster)
        assert roster.units == []
        assert len(roster.away) == 1
