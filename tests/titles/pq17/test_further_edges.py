"""More single conditions that no other test of their chapter would miss, found by breaking them."""

import pytest

from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.state import Chit, Sky
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase, play

rule = pytest.mark.rule


@rule("pq17", "13.4")
def test_local_weather_holds_until_its_turn_whoevers_coast_it_is() -> None:
    local = {"norway": ("fair", 11), "britain": ("fair", 11), "kola": ("fair", 9)}
    board = phase(arctic(turn=10, sky=Sky("fog", local=local)), "axis")
    play(event(board), dice=[(4, 4)])
    assert sorted(board.state.sky.local) == ["britain", "norway"]


@rule("pq17", "12.0")
def test_a_chit_whose_condition_was_met_is_not_dealt_anew() -> None:
    """What it scored, or spent, was told."""
    for done, changes in ((True, False), (False, True)):
        chits = {"allied": Chit("w", "none", shown=True), "axis": Chit("p", "none", done=done)}
        world = redeal(BOX, arctic(chits=chits, cup=["g", "h"]).state, "allied", lambda limit: limit - 1)
        assert (world.chits["axis"].letter != "p") is changes
