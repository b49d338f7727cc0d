"""Whole games are what they were: see `tests/titles/whole_games.py`."""

import os
from pathlib import Path

import pytest

from tests.titles.loading import load
from tests.titles.whole_games import KeptGames

KEPT = KeptGames(load(Path(__file__).parent.name), Path(__file__).parent / "whole_games")

if os.environ.get("WRITE_PLAYTHROUGHS"):
    KEPT.write()


@pytest.mark.parametrize("name", KEPT.names)
def test_a_whole_game_is_what_it_was(name: str) -> None:
    KEPT.check(name)


def test_a_game_of_every_scenario_and_bot_is_kept() -> None:
    KEPT.check_scenarios()
