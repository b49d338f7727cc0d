"""15.6.3, 15.7: who stands in for a ship that is not there, who of a type leaves, what it costs, steps of aircraft."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.state import steps
from games.titles.pq17.state.roster import Away, Roster, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.rosters import KEYS, roster

rule = pytest.mark.rule


def gone(there: Roster) -> dict[str, int]:
    """What has left, with its strength."""
    found: dict[str, int] = {}
    for one in there.away:
        found[one.unit.kind] = found.get(one.unit.kind, 0) + one.unit.strength
    return found


def half_of(ship: str, strength: int = 1) -> int:
    """Half the value of a ship, in half points against the Allies."""
    return -BOX.ships[ship].value * strength


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
def test_a_ship_that_is_named_leaves_from_home_or_as_if_sunk_by_half(
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
def test_for_an_operation_another_of_the_type_goes(others: tuple[Unit, ...], goes: str, points: int) -> None:
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
def test_eight_destroyers_leave_in_june(units: Any, sent: dict[str, int], left: dict[str, int], points: int) -> None:
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
def test_the_escort_carriers_of_torch_are_all_that_lie_at_scapa_flow() -> None:
    there = roster("oct_2", Unit("avenger", 2, "scapa_flow"), Unit("dasher", 2, "clyde") if "dasher" in BOX.ships
                   else Unit("kent", 3, "clyde"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert gone(there) == {"avenger": 2}


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
def test_the_us_navy_leaves_and_who_is_not_at_home_costs(unit: Unit, points: int) -> None:
    there = roster("aug_2", unit)
    assert withdrawals.withdraw_units(BOX, there) == points
    assert (there.units == []) is (BOX.ships[unit.kind].nation == "us")


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
def test_who_is_late_may_begin_the_next_operation_in_germany(kinds: Any, overdue: Any, units: Any, lies: Any) -> None:
    there = roster("sep_1", *units, overdue=dict(overdue))
    withdrawals.begin_at_home(BOX, there, kinds)
    assert sorted((one.kind, one.strength, one.place) for one in there.units) == sorted(lies)
    assert there.overdue == overdue, "she is no less due for that"


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(
    ("strengths", "lost", "after", "done"),
    [
        ([2], 0, [2], False),
        ([1], 0, [2], True),
        ([3], 0, [4], True),
        ([2, 1], 0, [2, 2], True),
        ([2], 1, [2, 1], True),
        ([1], 1, [2], True),
        ([], 1, [1], True),
        ([], 0, [], False),
    ],
)
def test_a_step_turns_up_a_counter_or_brings_a_unit_back(
    strengths: list[int], lost: int, after: list[int], done: bool
) -> None:
    other = [Unit("ju_88", 1, "bardufoss"), Unit("he_111", 1, "banak")]
    away = [Away(Unit("ju_88", 1, "banak"), "lost")] * lost
    away += [Away(Unit("ju_88", 1, "bardufoss"), "lost"), Away(Unit("ju_88", 1, "banak"), "leave")]
    there = roster("jul_1", *(Unit("ju_88", one, "banak") for one in strengths), *other, away=list(away))
    assert steps.add_step(BOX, there, "ju_88", "banak") is done
    assert [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")] == after
    assert [one.strength for one in other] == [1, 1]
    if done:
        assert steps.take_step(BOX, there, "ju_88", "banak")
        left = [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")]
        assert sum(left) == sum(strengths)


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(
    ("strengths", "after", "lost"), [([2], [1], 0), ([4], [3], 0), ([1], [], 1), ([3, 1], [3], 1), ([], [], 0)]
)
def test_a_step_that_is_taken_back(strengths: list[int], after: list[int], lost: int) -> None:
    there = roster("jul_1", *(Unit("ju_88", one, "banak") for one in strengths), Unit("ju_88", 2, "bardufoss"))
    assert steps.take_step(BOX, there, "ju_88", "banak") is bool(strengths)
    assert [one.strength for one in there.units if one.place == "banak"] == after
    assert [(one.unit.kind, one.unit.place, one.unit.strength, one.why) for one in there.away] == [
        ("ju_88", "banak", 1, "lost")
    ] * lost


@rule("pq17", "15.6.3", "15.6.4")
def test_what_each_side_may_replace() -> None:
    there = roster(
        "jul_1", Unit("ju_88", 3, "banak"), Unit("ju_88", 1, "banak"), Unit("he_111", 2, "banak"),
        Unit("p_40", 1, "vaenga"), Unit("catalina", 1, "lerwick"), Unit("dd_a_i", 1, "clyde"),
        away=[Away(Unit("ju_87", 1, "banak"), "lost"), Away(Unit("ju_87", 1, "banak"), "leave"),
              Away(Unit("p_400", 1, "vaenga"), "lost"), Away(Unit("hampden", 1, "vaenga"), "lost")],
    )  # fmt: skip
    lacks = {unit: -1 % BOX.aircraft[unit].strength for unit in ("p_40",)}
    assert list(steps.lacking(BOX, there, "axis")) == [("ju_88", "banak", 2), ("ju_87", "banak", 1)]
    assert list(steps.lacking(BOX, there, "allied")) == [
        *([("p_40", "vaenga", lacks["p_40"])] if lacks["p_40"] else []), ("p_400", "vaenga", 1)
    ]  # fmt: skip
