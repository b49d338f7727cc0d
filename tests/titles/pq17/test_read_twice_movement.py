"""Chapters 5, 6, 8 and 11 read again by a stranger: ways, ports, who follows, and the fuel that it costs."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.state import AirUnit, Phase, Shadow, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


@rule("pq17", "6.3.5", "9.5", "13.4")
@pytest.mark.parametrize(("until", "side", "kept"), [(9, "allied", True), (9, "axis", False), (10, "axis", True)])
def test_pp336_who_shadows_in_local_weather_that_is_over_gives_up(until: int, side: Any, kept: bool) -> None:
    """A gale, and fair weather over North Norway that holds in the Allied phase of its last turn alone."""
    prey = force("c", "allied", "convoy", "0611", "mv 5")
    board = table(prey, sky=Sky("gale", local={"norway": ("fair", until)}))
    board.identify(prey, 2)
    board.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="shadow", at="0611")]
    board.state.shadows = [Shadow("c", "aircraft", "bv")]
    board.state.phase = Phase(side=side)
    play(event(board), dice=[(3, 4)])
    assert (bool(board.state.shadows), prey.level) == (kept, 2 if kept else 1)
    assert board.state.air[0].mission == ("shadow" if kept else "")
    for seat in ("allied", "axis"):
        ended = [told for told in heard(board, seat) if isinstance(told, ShadowEnded)]
        assert [told.why for told in ended] == ([] if kept else ["weather"])
