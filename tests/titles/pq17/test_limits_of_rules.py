"""5.1.2a, 5.1.3, 5.2.1, 5.1.9a, 7.5.2g, 7.5.8, 14.0, 15.4: limits, shares and warnings, each edge from both sides."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.campaign.special_forces import release_forces
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.gunnery import Aim
from games.titles.pq17.rules.surface.layout import join_force
from games.titles.pq17.rules.surface.withdrawal import unescorted_rounds
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.oracles import strays
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


@rule("pq17", "7.5.2g", "7.5.2h")
@pytest.mark.parametrize(
    ("ships", "aims", "wrong"),
    [
        (("dd_36a 3",), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 0),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 2),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("lutzow", "kent")], 0),
        (("lutzow 4",), [("lutzow", "norfolk"), ("lutzow", "kent")], 2),
    ],
)
def test_who_may_aim_at_two(ships: tuple[str, ...], aims: list[tuple[str, str]], wrong: int) -> None:
    fight = battle(("norfolk 3", "kent 3"), ships)
    found = strays(BOX, fight, [Aim(*one) for one in aims])
    assert len(found) == wrong


@rule("pq17", "7.5.8")
@pytest.mark.parametrize(
    ("weather", "day", "escorted", "surprised", "rounds"),
    [
        ("fair", True, False, False, 2), ("fair", True, True, False, 3), ("fair", True, False, True, 3),
        ("fair", True, True, True, 4), ("fair", False, True, True, 3), ("reduced", True, True, True, 3),
        ("reduced", False, True, True, 3), ("fog", True, True, True, 2), ("fog", False, True, True, 1),
        ("storm", True, True, True, 2), ("gale", True, True, True, 2), ("gale", False, False, False, 1),
    ],
)  # fmt: skip
def test_how_long_convoy_ships_are_fired_at(
    weather: Any, day: bool, escorted: bool, surprised: bool, rounds: int
) -> None:
    assert unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised) == rounds


@rule("pq17", "7.5.2a", "7.5.2b", "1.4b", "7.3.2")
@pytest.mark.parametrize(
    ("lies", "comes", "after"),
    [
        ("dd_36a 1", "dd_36a 2", ["dd_36a 3"]),
        ("dd_36a 3", "dd_36a 2", ["dd_36a 4", "dd_36a 1"]),
        ("dd_36a 4", "dd_36a 2", ["dd_36a 4", "dd_36a 2"]),
        ("dd_36a 1", "dd_34_36 2", ["dd_36a 1", "dd_34_36 2"]),
        ("dd_36a 1+crippled", "dd_36a 2", ["dd_36a 1+crippled", "dd_36a 2"]),
        ("dd_36a 1", "dd_36a 1+crippled", ["dd_36a 1", "dd_36a 1+crippled"]),
        ("dd_36a 1+tows", "dd_36a 2", ["dd_36a 1+tows", "dd_36a 2"]),
        ("mv 3", "mv 2", ["mv 3", "mv 2"]),
        ("dd_36a 1", "lutzow 4", ["dd_36a 1", "lutzow 4"]),
    ],
)
def test_light_ships_of_a_class_that_join_fill_up_its_counters(lies: str, comes: str, after: list[str]) -> None:
    fight = battle(("norfolk 3",), (lies,), round_=2)
    join_force(BOX, fight, "axis", read_counters(comes), force="new")
    assert [left(one.counters)[0] for one in fight.of("axis")] == after
    assert [one.force for one in fight.of("axis")][1:] == ["new"] * (len(after) - 1)


@rule("pq17", "7.5.8", "7.5.8a")
@pytest.mark.parametrize(
    ("allied", "axis", "fired"),
    [
        (("mv 8",), ("lutzow",), True),
        (("mv 8", "dd_a_i 1"), ("lutzow",), False),
        (("norfolk",), ("lutzow",), False),
        (("mv 8",), (), False),
    ],
)
def test_only_convoy_ships_without_warships_are_fired_at_by_themselves(allied: Any, axis: Any, fired: bool) -> None:
    forces = [force("pq", "allied", "convoy", OPEN, *allied)] + [force("r", "axis", "task_force", OPEN, *axis)] * bool(
        axis
    )
    board = arctic(*forces)
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(forces)
    procedure = fight.unescorted()
    if fired:
        assert procedure.send(None).rule
    else:
        with pytest.raises(StopIteration):
            procedure.send(None)
    assert [one.id for one in fight.scatters] == []


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
def test_emergency_forces_stay_if_they_are_paid_for_again(side: Side, kept: int, points: int, left_: Any) -> None:
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
