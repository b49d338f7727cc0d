"""Chapters 4 and 5 read a third time by somebody who had not seen the code: points, boxes, and who goes along."""

from typing import Any

import pytest

from tests.titles.pq17.ch06_search.shadowers import pack_follows
from tests.titles.pq17.playing import phase
from tests.titles.pq17.under_way import moved

rule = pytest.mark.rule


@rule("pq17", "6.6", "5.4")
@pytest.mark.parametrize(("turn", "side", "level"), [(9, "axis", 2), (10, "axis", 1), (9, "allied", 2)])
def test_pp611_who_follows_loses_no_level_for_going_along(turn: int, side: Any, level: int) -> None:
    """A reading: it does not move in its own segment, and so falls by one there in PM turns alone."""
    board = pack_follows("0411", "0412", level=2, die=[], turn=turn)
    phase(board, side)
    if side == "axis":
        moved(board, side="axis")
    assert board.force("p").level == level
