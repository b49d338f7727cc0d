"""Skirmishes and whole operations, played at random, are as the rulebook has them (`umpire/`), and the umpire is awake.

`SKIRMISHES=5000 ./run test tests/titles/pq17/test_umpire.py` judges many more.
"""

import os
from collections import Counter as Count

import pytest

from tests.titles.loading import load
from tests.titles.pq17.umpire.playing import Judged, Operation

PQ17 = load("pq17")
LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "300")) // 10
OPERATIONS = [key for key in PQ17.scenarios if not key.startswith("campaign")]
EVERY = 8
"""For each of so many skirmishes that are asked for, one operation more is played."""
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"second_card": True, "air_groups": True, "air_surprise": True, "destroyer_fate": True},
    {"storm_combining": True, "from_day_one": True, "carrier_duel": True, "soviet_fuel": True},
    {"face_down": True, "variable_start": True},
)
WILD = (0.2, 0.5, 0.9)


@pytest.mark.parametrize("lot", range(LOTS))
def test_what_is_told_of_fights_drawn_at_random_follows_from_their_dice(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        try:
            Judged(seed).fight()
        except AssertionError as foul:
            raise AssertionError(f"seed {seed}") from foul


@pytest.mark.parametrize("seed", range(max(len(OPERATIONS), EACH * LOTS // EVERY)))
def test_what_is_told_of_whole_operations_follows_from_their_dice(seed: int) -> None:
    options, wild = OPTIONS[seed % len(OPTIONS)], WILD[seed % len(WILD)]
    Operation(PQ17, OPERATIONS[seed % len(OPERATIONS)], seed, wild=wild, **options).play()


def test_every_chapter_is_judged() -> None:
    judged: Count[str] = Count()
    for seed in range(EACH):
        judged.update(Judged(seed).fight().judged)
    for rule in ("6.2 found", "6.2.1 ID 2", "7.1.1 found", "7.2.3 modifier", "7.2.5 result", "7.2.6 bombs",
                 "7.3.1 air damage", "7.4 modifier", "7.4.1 modifiers", "7.5.2 hits", "7.5.2 gets away", "7.6 surprise",
                 "10.1 state", "T.vp sunk"):  # fmt: skip
        assert judged[rule], rule
