"""6.3.1: a sector, or the radius, has one marker on a block that it follows, however often that is ordered."""

import pytest

from games.titles.pq17.rules.search.shadowers import begin_shadowing
from games.titles.pq17.state.events.search import ShadowBegan
from games.titles.pq17.state.state import Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "6.3.1b", "6.3.1c")
@pytest.mark.parametrize(
    ("by", "shadow"), [("sector_barents", ("sector", "barents")), ("radius", ("radius", "radius"))]
)
def test_what_follows_a_block_already_begins_nothing(by: str, shadow: tuple[str, str]) -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent", level=2)
    board = phase(arctic(prey), "axis")
    for _ in range(3):
        begin_shadowing(board, "axis", by, prey, ("capital",))
    assert [(one.target, one.by, one.who) for one in board.state.shadows] == [("t", *shadow)]
    assert isinstance(board.state.shadows[0], Shadow)
    assert len([one for one in heard(board, "axis") if isinstance(one, ShadowBegan)]) == 1
