"""Chapters 12 and 13 together, read a second time: a chit and an event that bring or change the same thing."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.events import EFFECTS, _expire
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase
from tests.titles.pq17.procedures import by_default

rule = pytest.mark.rule


@rule("pq17", "13.4", "9.5")
@pytest.mark.parametrize(
    ("coast", "until", "side", "turn", "holds"),
    [
        ("norway", 11, "axis", 10, True), ("norway", 11, "allied", 11, True), ("norway", 11, "axis", 11, False),
        ("kola", 10, "axis", 10, True), ("kola", 10, "allied", 11, False), ("britain", 10, "axis", 10, True),
    ],
)  # fmt: skip
def test_pp521_local_weather_outlasts_the_general_one_by_one_allied_phase_at_most(
    coast: str, until: int, side: Any, turn: int, holds: bool
) -> None:
    board = arctic(turn=turn, sky=Sky("gale", local={coast: ("fair", until)}))
    _expire(board, side)
    assert (coast in board.state.sky.local) is holds


@rule("pq17", "13.0b")
def test_pp523_each_ship_of_a_force_that_breaks_down_at_sea_is_a_force_with_a_word_of_its_own() -> None:
    board = phase(arctic(force("s", "axis", "task_force", "0613", "lutzow", "dd_36a 3")), "axis")
    for _ in range(3):
        by_default(EFFECTS["breakdown"](board, "axis"), lambda _: 0)
    found = {one.id: [f"{c.ship} {c.strength}" for c in one.counters] for one in board.forces_of("axis")}
    assert sorted(found) == ["s", "s_inop", "s_inop_2", "s_inop_3"]
    assert len(board.forces_of("axis")) == len(found)
    assert all(one.plan is not None for one in board.forces_of("axis") if one.id != "s")
