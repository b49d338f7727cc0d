"""Bombardment, read once more: coastal defences are no mark for torpedoes."""

import pytest

from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import battle_board, fight, misses

rule = pytest.mark.rule

FORT = next(name for name, value in BOX.forts.items() if value == 2)


@rule("goeben", "16.0.5")
def test_nobody_is_asked_for_torpedoes_ashore() -> None:
    """The shore column of the fire table is for guns; with `each-round` three batteries are asked for, no fourth."""
    board = battle_board("", at="bone", forts={"bone": FORT}, doctrine="each-round; targets bc")
    played = fight(board, dice=[(6,), misses(9), misses(2), misses(7), misses(6)], begin="bombardment")
    assert played.kinds == ["round"] * 3
    assert not [
        question for question in played.asked if any(way.verb == "launch" for way in question.form.cached_templates)
    ]
    assert [event.batteries for event in played.told(told.RoundBegan)] == [("primary",), ("secondary",), ("tertiary",)]
