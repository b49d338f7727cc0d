"""Chapter 13: the random event of each player phase, by PP186 to PP188."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.mishaps import collision, grounding
from games.titles.pq17.state.roster import Roster
from tests.titles.pq17.arctic import force
from tests.titles.pq17.ch13_events.happenings import event_phase
from tests.titles.pq17.procedures import perform

rule = pytest.mark.rule


@rule("pq17", "15.5.3a")
@pytest.mark.parametrize(("mishap", "how"), [(collision, "collided"), (grounding, "aground")])
def test_in_a_campaign_such_ships_score_nothing(mishap: Any, how: str) -> None:
    board = event_phase("allied", force("c", "allied", "convoy", "0404", "mv 3"))
    board.state.roster = Roster()
    perform(board, mishap(board, "allied"))
    assert {one.how for one in board.state.losses} == {how}
    assert board.state.bookings == []
