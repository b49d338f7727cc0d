"""Whole games are what they were: see `tests/titles/whole_games.py`."""

import os
from pathlib import Path

import pytest

from tests.titles.loading import load
from tests.titles.whole_games import alike, first_difference, recipes, write, written

FOLDER = Path(__file__).parent / "whole_games"
KEY = Path(__file__).parent.name

if os.environ.get("WRITE_PLAYTHROUGHS"):
    for recipe in recipes(load(KEY)):
        write(FOLDER / f"{recipe.name}.txt", load(KEY), recipe)


@pytest.mark.parametrize("name", alike(path.stem for path in FOLDER.glob("*.txt")))
def test_a_whole_game_is_what_it_was(name: str) -> None:
    recipe, lines = written(FOLDER / f"{name}.txt")
    difference = first_difference(load(KEY), recipe, lines)
    assert not difference, f"{difference}\nIf the rules were meant to change: WRITE_PLAYTHROUGHS=1 pytest {__file__}"


def test_a_game_of_every_scenario_and_bot_is_kept() -> None:
    kept = {(recipe.scenario, recipe.bot) for recipe, _ in map(written, FOLDER.glob("*.txt"))}
    title = load(KEY)
    assert kept >= {(scenario, bot) for scenario in title.scenarios for bot in ("random", *title.bots)}
