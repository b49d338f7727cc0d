"""Chapters 1 to 4 read sentence by sentence: what a force may hold, what scores, the end, and what sailing costs."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.operation.victory import (
    score,
)
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "5.1.1a", "3.2d", "2.0")
@pytest.mark.parametrize(("side", "turn_of"), [("allied", "axis"), ("allied", "allied"), ("axis", "allied")])
def test_a_wreck_without_a_tug_goes_down_in_either_combine_segment(side: str, turn_of: Side) -> None:
    ship = "kent" if side == "allied" else "koln"
    one = fleet("t", ship, "es_british 1" if side == "allied" else "es_german 1", side=side)
    one.counters[0] = Counter(ship, 0, dead=True)
    board = arctic(one)
    board.state.phase = Phase(turn_of)
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert [counter.ship for counter in one.counters] == ["es_british" if side == "allied" else "es_german"]
    assert score(board.state) == (-6 if side == "allied" else 10)
