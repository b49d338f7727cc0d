"""5.1 to 5.1.3, 8.3: what of a way is gone in one turn, in port and out of it, and at what pace."""

from typing import Any

import pytest

from games.titles.pq17.rules.movement.passage import hexes_now, hexes_this_turn
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch05_movement.sailings import WAY

rule = pytest.mark.rule


@rule("pq17", "5.1.2", "5.1.3")
@pytest.mark.parametrize(
    ("port", "hexes", "enters", "most", "gone", "there"),
    [
        ("", 4, "", 2, 2, False),
        ("", 2, "", 2, 2, False),
        ("", 1, "", 2, 1, False),
        ("", 2, "narvik", 2, 2, False),
        ("", 2, "narvik", 3, 2, True),
        ("", 1, "narvik", 2, 1, True),
        ("", 0, "narvik", 1, 0, True),
        ("", 0, "narvik", 0, 0, False),
        ("tromso", 4, "", 2, 1, False),
        ("tromso", 1, "narvik", 2, 1, False),
        ("tromso", 1, "narvik", 3, 1, True),
        ("tromso", 0, "", 1, 0, False),
    ],
)
def test_leaving_port_and_entering_one_are_a_hex_each(
    port: str, hexes: int, enters: str, most: int, gone: int, there: bool
) -> None:
    one = force("t", "axis", "task_force", "0408", "lutzow", port=port)
    assert hexes_this_turn(one, Plan(0, WAY[:hexes], enters), most) == (WAY[:gone], there)


@rule("pq17", "5.1", "5.1.2", "5.1.3", "5.1.6", "11.2.1")
@pytest.mark.parametrize(
    ("fields", "plan", "most"),
    [
        ({}, Plan(0, WAY), 2),
        ({}, Plan(0, WAY, pace="high"), 3),
        ({}, Plan(0, WAY, pace="slow"), 1),
        ({"moved": 1}, Plan(0, WAY), 1),
        ({"moved": 2}, Plan(0, WAY), 0),
        ({"port": "tromso"}, Plan(0, WAY, pace="high"), 2),
        ({}, Plan(0, WAY[:2], "narvik", "high"), 2),
        ({}, Plan(0, WAY[:3], "narvik", "high"), 3),
        ({}, Plan(0, WAY, "narvik", "high"), 3),
        ({"fuel": Fuel(9, "low")}, Plan(0, WAY, pace="high"), 2),
        ({"fuel": Fuel(9, "critical")}, Plan(0, WAY, pace="high"), 1),
    ],
)
def test_how_far_a_force_goes_in_a_turn(fields: Any, plan: Plan, most: int) -> None:
    one = force("t", "axis", "task_force", "0408", "admiral_hipper", **fields)
    assert hexes_now(arctic(one), one, plan) == most
