"""More single conditions that no other test of their chapter would miss, found by breaking them."""

import pytest

from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.playing import phase, play

rule = pytest.mark.rule


@rule("pq17", "13.4")
def test_local_weather_holds_until_its_turn_whoevers_coast_it_is() -> None:
    local = {"norway": ("fair", 11), "britain": ("fair", 11), "kola": ("fair", 9)}
    board = phase(arctic(turn=10, sky=Sky("fog", local=local)), "axis")
    play(event(board), dice=[(4, 4)])
    assert sorted(board.state.sky.local) == ["britain", "norway"]
