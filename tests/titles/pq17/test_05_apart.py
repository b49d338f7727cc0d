"""5.5, 5.6, 9.3.3, 12.1: convoys that scatter, their dispersed parts, and those that Cobweb betrays."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.convoy.dispersal import rejoin_parts
from games.titles.pq17.rules.special.fortnights import betray_convoys
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Rejoined
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import scattered_convoy
from tests.titles.pq17.playing import heard, phase, play

rule = pytest.mark.rule
CHART = BOX.charts.rejoining
ALL, HALF = (least - CHART.weather.get("fair", 0) for least in (CHART.all, CHART.half))
"""From which die on all, or half, rejoin in fair weather."""


def with_part(*, as_part: bool, sky: Any = "fair", **fields: Any) -> Board:
    one = scattered_convoy("mv 8", **fields)
    if as_part:
        return phase(arctic(one, scattered_convoy("mv 5", name="away", part_of="pq"), sky=Sky(sky)), "allied")
    one.counters.append(Counter("mv", 5, dispersed=True))
    return phase(arctic(one, sky=Sky(sky)), "allied")


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("as_part", [True, False])
@pytest.mark.parametrize(("die", "back"), [(ALL, 5), (ALL - 1, 3), (HALF, 3), (HALF - 1, 0)])
def test_all_half_or_none_of_what_dispersed_rejoins(die: int, back: int, as_part: bool) -> None:
    """Half of five is three. Its owner alone is told."""
    assert 0 < HALF < ALL <= 9
    board = with_part(as_part=as_part)
    play(rejoin_parts(board), dice=[(die,)])
    whole = sum(one.strength for one in board.force("pq").counters if not one.dispersed)
    assert whole == 8 + back
    assert heard(board, "allied")[-1] == Rejoined("allied", "pq", die, back)
    assert not [one for one in heard(board, "axis") if isinstance(one, Rejoined)]
    assert ("away" in {one.id for one in board.state.forces}) is (as_part and back < 5)


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("sky", ["storm", "gale"])
def test_in_a_storm_or_a_gale_nothing_rejoins(sky: str) -> None:
    board = with_part(as_part=True, sky=sky)
    play(rejoin_parts(board))
    assert len(board.state.forces) == 2


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
