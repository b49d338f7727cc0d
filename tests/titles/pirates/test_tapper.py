"""Whole games of The Kaiser's Pirates by taps alone: cards, ships, merchants and seats, reactions too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.titles.loading import load
from tests.titles.tapper import play

ROOT = Path(__file__).parents[3]
PIRATES = load("pirates")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("two_players", {}),
        ("three_players", {"tempo": "sealed"}),
        ("teams", {}),
        ("solitaire", {}),
    ],
)
def test_a_game_is_played_to_its_end_by_taps_alone(scenario: str, options: dict[str, str]) -> None:
    tapper = play(PIRATES, scenario, 1, options)
    assert {"new", "set", "add"} <= set(tapper.taken)
    helpless = set(tapper.helpless) - {"plan_ahead"}
    assert not helpless, f"no taps led to an answer of {helpless}"


def test_what_is_offered_does_not_hang_on_the_hash_seed() -> None:
    """The same plan, tapped at in two processes."""
    command = [sys.executable, "-m", "tests.titles.tapper", "pirates", "solitaire", "2"]
    said = {
        subprocess.run(
            command, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
