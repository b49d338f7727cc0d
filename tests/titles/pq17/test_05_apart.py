"""5.5, 5.6, 9.3.3, 12.1: convoys that scatter, their dispersed parts, and those that Cobweb betrays."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.special.fortnights import betray_convoys
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.roster import Roster
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.ch05_movement.scattered import scattered_convoy
from tests.titles.pq17.playing import heard, phase, play

rule = pytest.mark.rule


@rule("pq17", "12.1", "12.1a")
@pytest.mark.parametrize(
    ("roster", "at_sea", "port", "betrayed"),
    [
        ({"cobweb": 2}, True, "reykjavik", True),
        ({"cobweb": 3}, True, "reykjavik", False),
        ({"cobweb": -1}, True, "reykjavik", False),
        ({"cobweb": 2}, False, "reykjavik", False),
        ({"cobweb": 2}, True, "loch_ewe", False),
        ({"cobweb": 2, "betrayed": ["pq"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a", "b"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a"]}, True, "reykjavik", True),
    ],
)
def test_cobweb_betrays_two_convoys_from_reykjavik(roster: Any, at_sea: bool, port: str, betrayed: bool) -> None:
    one = scattered_convoy(at="0404" if at_sea else "0504", port="" if at_sea else "reykjavik")
    board = phase(arctic(one), "allied")
    board.state.roster = Roster(fortnight=3, agent="d", **{**roster, "betrayed": list(roster.get("betrayed", []))})
    first = not roster.get("betrayed")
    sails = [structs.replace(found, id="pq", port=port) for found in board.operation.convoys[:1]]
    board.state.composed = structs.replace(board.operation, convoys=tuple(sails))
    play(betray_convoys(board))
    assert (one.level == 2) is betrayed
    assert ("pq" in board.roster.betrayed) is (betrayed or "pq" in roster.get("betrayed", []))
    assert (ChitShown("axis", "d", "cobweb") in heard(board, "public")) is (betrayed and first)
