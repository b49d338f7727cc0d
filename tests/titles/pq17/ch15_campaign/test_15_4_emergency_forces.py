"""15.4: emergency forces that are called for points."""

from typing import Any

import pytest

from games.kernel.errors import GameError
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.rules.campaign import folding, preparations, special_forces
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.campaign.special_forces import call_barred_by, call_forces, release_forces
from games.titles.pq17.state.events.administration import Called
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, points_booked, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN, roster_of
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.4", "15.4.1")
def test_15_4_emergency_forces_are_paid_for_when_they_are_called_and_come_after_the_fortnight() -> None:
    board = at_administration("mar_1")
    run = perform(board, preparations.preparations(board), says={"preparations@allied": "call dd_a_i strength=3"})
    assert [one.seat for one in run.asked] == ["allied", "axis"]
    assert [(one.points, one.on) for one in board.state.bookings] == [(-6, "allied")]
    assert lying_on(board, "dd_a_i") == []
    assert [one for one in events_for(board, "allied") if isinstance(one, Called)] == [Called("allied", ("dd_a_i 3",))]
    assert events_for(board, "axis") == []
    settle(board)
    assert lying_on(board, "dd_a_i") == [(3, "scapa_flow")]
    assert board.roster.called == {}


@rule("pq17", "15.4", "15.4a")
def test_15_4_emergency_forces_cost_a_point_each_fortnight_or_go() -> None:
    there = Roster()
    assert special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 3}) == -6
    assert special_forces.call_forces(BOX, there, "axis", {"tb_35_37": 2}) == 4
    assert [(unit.kind, unit.place) for unit in there.units] == [("dd_a_i", "scapa_flow"), ("tb_35_37", "kiel")]
    assert special_forces.release_forces(BOX, there, "allied", kept=2) == -4
    assert special_forces.release_forces(BOX, there, "axis") == 0
    assert [(unit.kind, unit.strength) for unit in there.units] == [("dd_a_i", 2)]
    with pytest.raises(ValueError, match=r"15\.4\.1"):
        special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 5})


@rule("pq17", "15.4", "15.4.3b", "15.5")
def test_15_4_what_was_noted_of_units_holds_of_what_is_left_of_them() -> None:
    """A fortnight less until a crew is trained; nothing of aircraft, nor of merchants that wait laden."""
    there = roster_of(
        "jul_1", Unit("jamaica", 3, "clyde"), Unit("dd_a_i", 3, "clyde"), Unit("tb_hunt", 1, "clyde"),
        Unit("anson", 5, "clyde"), Unit("mv", 4, "reykjavik", laden=True), Unit("ju_88", 4, "banak"),
        noted=[
            Unit("jamaica", 3, "clyde", green=True, due=11), Unit("dd_a_i", 2, "clyde", emergency=True),
            Unit("tb_hunt", 2, "clyde", emergency=True), Unit("mv", 4, "reykjavik", emergency=True),
            Unit("ju_88", 4, "banak"),
        ],
        sailed=["jamaica"],
    )  # fmt: skip
    folding._mark(BOX, there)
    found = [(one.kind, one.strength, one.emergency, one.green, one.due) for one in there.units]
    assert sorted(found) == [
        ("anson", 5, False, False, 0), ("dd_a_i", 1, False, False, 0), ("dd_a_i", 2, True, False, 0),
        ("jamaica", 3, False, True, 10), ("ju_88", 4, False, False, 0), ("mv", 4, False, False, 0),
        ("tb_hunt", 1, True, False, 0),
    ]  # fmt: skip
    assert there.noted == []


@rule("pq17", "15.4", "15.4a")
@pytest.mark.parametrize(("kept", "left", "points"), [(0, 0, 0), (3, 3, -6), (4, 4, -8), (9, 4, -8)])
def test_15_4_they_leave_in_the_next_phase_wherever_they_are_or_are_paid_again(
    kept: int, left: int, points: int
) -> None:
    there = roster("may_1", Unit("dd_us", 4, "murmansk", emergency=True), Unit("dd_us", 4, "scapa_flow"))
    assert special_forces.release_forces(BOX, there, "allied", kept) == points
    assert sum(strength for strength, place in lies(there, "dd_us") if place == "murmansk") == left
    assert (4, "scapa_flow") in lies(there, "dd_us")


@rule("pq17", "15.4", "15.4.1", "15.4.2", "15.4a", position="PP218")
def test_15_4_emergency_forces() -> None:
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


@rule("pq17", "15.4.1", "15.4.2")
@pytest.mark.parametrize(("side", "most", "beyond"), [
    ("allied", "call dd_a_i strength=2\ncall tb_old strength=2", "call dd_a_i strength=2\ncall tb_old strength=3"),
    ("allied", "call dd_a_i strength=4\ncall dd_us strength=4", "call dd_a_i strength=3\ncall tb_old strength=2"),
    ("axis", "call tb_35_37 strength=2", "call tb_35_37 strength=3"),
])  # fmt: skip
def test_15_4_1_so_much_may_be_called_in_a_fortnight(side: Any, most: str, beyond: str) -> None:
    form = preparations.form_of(at_administration("mar_1"), side)
    form.accept(form.parse(most))
    with pytest.raises(GameError) as error:
        form.accept(form.parse(beyond))
    assert error.value.problems[0].pointer.endswith("/strength")


@rule("pq17", "15.4.1", "15.4.2")
@pytest.mark.parametrize(
    ("side", "wanted", "barred"),
    [
        ("allied", {"dd_a_i": 4, "dd_us": 4}, ""), ("allied", {"dd_a_i": 2, "tb_old": 2}, ""),
        ("allied", {"dd_a_i": 3, "tb_old": 2}, "15.4.1"), ("allied", {"dd_us": 5}, "15.4.1"),
        ("allied", {"dd_j_r": 1}, "15.4.1"), ("allied", {"dd_a_i": 0}, "15.4.1"), ("axis", {"tb_35_37": 2}, ""),
        ("axis", {"tb_35_37": 3}, "15.4.2"), ("axis", {"dd_36a": 1}, "15.4.2"), ("allied", {"dd_a_i": 4}, ""),
        ("allied", {"dd_a_i": 5}, "15.4.1"), ("allied", {"tb_35_37": 1}, "15.4.1"),
    ],
)  # fmt: skip
def test_15_4_1_what_may_be_called_in_an_emergency(side: Side, wanted: dict[str, int], barred: str) -> None:
    assert special_forces.call_barred_by(BOX, side, wanted) == barred


@rule("pq17", "15.4.1", "15.4.2", "15.4.3", "15.4.3a", "15.5.1", "15.5.1a", "15.5.2", "15.5.3", "15.7.3", "15.9.1")
def test_15_4_1_prices_and_waits() -> None:
    rules = CAMPAIGN.rules
    assert (rules.emergency.allied, rules.emergency.axis) == ({"british": 4, "us": 4}, {"german": 2})
    assert (rules.emergency_cost, rules.us_cost, rules.repair_tirpitz_cost) == (2, 2, 2)
    assert (rules.repair, rules.repair_tirpitz, rules.inoperative_warship, rules.boats_third) == (5, 7, 3, 3)
    assert (rules.green_ahead, rules.green_share, rules.unloading, rules.idle_ballast) == (4, 2, 2, 1)


@rule("pq17", "15.4.1", "15.8.3")
def test_15_4_1_an_example_of_preparations_calls_somebody_if_it_can_and_brings_those_that_must_come() -> None:
    form = PreparationsForm(classes={"dd_us": "us"}, limits_of={"us": 2}, new=("jamaica",), due=("jamaica",))
    assert form.render(form.example()) == "early jamaica\ncall dd_us strength=1"
    nobody = PreparationsForm(new=("jamaica",), due=("jamaica",))
    assert nobody.render(nobody.example()) == "early jamaica"


@rule("pq17", "15.4a", "15.4.3c")
def test_15_4a_they_go_in_the_next_phase_unless_they_are_paid_for_again() -> None:
    called, green = Unit("dd_a_i", 3, "scapa_flow", emergency=True), Unit("tb_old", 1, "scapa_flow", emergency=True)
    green.green = True
    board = at_administration("apr_2", called, green)
    assert sheet(board, "allied").kept == 3
    settle(board, {"administration@allied": "keep 2"})
    assert (lying_on(board, "dd_a_i"), lying_on(board, "tb_old")) == ([(2, "scapa_flow")], [])
    assert points_booked(board) == -4


@rule("pq17", "15.4a", "15.4.3c")
@pytest.mark.parametrize(
    ("side", "kept", "points", "left_"),
    [
        ("allied", 0, 0, {}),
        ("allied", 2, -4, {"dd_a_i": 2}),
        ("allied", 4, -8, {"dd_a_i": 3, "dd_us": 1}),
        ("allied", 9, -10, {"dd_a_i": 3, "dd_us": 2}),
        ("axis", 1, 2, {"tb_35_37": 1}),
    ],
)
def test_15_4a_emergency_forces_stay_if_they_are_paid_for_again(side: Side, kept: int, points: int, left_: Any) -> None:
    """Green ones never; of the other side nobody goes, and what is no emergency force stays for nothing."""
    there = Roster(units=[
        Unit("dd_a_i", 3, "clyde", emergency=True), Unit("dd_us", 2, "clyde", emergency=True),
        Unit("dd_j_r", 2, "clyde", emergency=True, green=True), Unit("dd_a_i", 5, "scapa_flow"),
        Unit("tb_35_37", 2, "kiel", emergency=True),
    ])  # fmt: skip
    assert release_forces(BOX, there, side, kept) == points
    ours = {one.kind: one.strength for one in there.units if one.emergency and BOX.ships[one.kind].side == side}
    others = [one for one in there.units if one.emergency and BOX.ships[one.kind].side != side]
    assert (ours, len(others)) == (left_, 1 if side == "allied" else 3)
    assert sum(one.strength for one in there.units if not one.emergency) == 5
