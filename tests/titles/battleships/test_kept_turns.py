"""A few turns, kept: what the rules made of every answer, from battles drawn at random (`tests/titles/kept_turns.py`).

In `skirmishes.py` whatever may meet meets: in the haze what radar, aircraft and star shells alone can find, too.
"""

import os
from functools import partial
from pathlib import Path

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.state.board import Board
from tests.titles.battleships.box import BOX
from tests.titles.battleships.skirmishes import FIRST, Skirmish
from tests.titles.kept_turns import KeptTurns, Position
from tests.titles.loading import load

CLEAR = (1000, 1005, 1007, 1009, 1012, 1014, 1019, 1020, 1023, 1030, 1031, 1038, 1042, 1048, 1049, 1052, 1061, 1064,
         1065, 1070, 1092, 1096, 1123, 1157)  # fmt: skip
HAZY = (1022, 1025, 1033, 1034, 1041, 1050, 1056, 1058, 1079, 1129, 1131, 1156)
"""The seeds of battles that begin with a turn, two of each scenario and any options; and of those that begin in haze,
with the choice of targets, one of each.
"""
THICK = 6
"""Hexes that are seen in the haze, at most."""
STOPS = 6
"""A turn, and the targets of the next."""

EVERYTHING = Options(**dict.fromkeys(FIRST, True))


def begun(scenario: str) -> Board:
    """Before the first turn, with all options of the rulebook."""
    return Board(new_game(BOX, scenario, EVERYTHING), BOX)


def drawn(seed: int) -> Board:
    return Skirmish(seed, kept=True).board


def in_haze(seed: int) -> Board:
    board = drawn(seed)
    board.state.turn += 1
    board.state.sight = 1 + seed % THICK
    return board


POSITIONS: dict[str, Position] = {
    **{scenario: (partial(begun, scenario), "muster", STOPS) for scenario in ("mers_el_kebir", "third_solomon")},
    **{f"clear_{seed}": (partial(drawn, seed), "sighting", STOPS) for seed in CLEAR},
    **{f"haze_{seed}": (partial(in_haze, seed), "first_targets", STOPS) for seed in HAZY},
}
KEPT = KeptTurns(load("battleships"), Path(__file__).parent / "turns", POSITIONS, bot="captain", apart=5)

if os.environ.get("WRITE_PLAYTHROUGHS"):
    KEPT.write()


@pytest.mark.parametrize("name", KEPT.names)
def test_kept_turns_are_what_they_were(name: str) -> None:
    KEPT.check(name)


def test_turns_of_every_position_are_kept() -> None:
    KEPT.check_positions()
