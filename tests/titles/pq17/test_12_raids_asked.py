"""Raids on ports and airfields, and second strikes, with one question a side; worked out by hand."""

import pytest

from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import (
    in_boxes,
    murmansk_raided,
    port_raided,
)

rule = pytest.mark.rule


@rule("pq17", "15.2.2b", "7.2.4")
def test_merchants_in_the_boxes_lie_in_the_row() -> None:
    board = murmansk_raided(instructions={**ASKED_ONCE})
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 8, "murmansk")], [Unit("mo", 1, "murmansk")])})
    says = {"air_defence": "lay_out mo,mv stacked=no", "air_strike": "assign kg30 at=mo"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (9, 0)], says=says)
    assert run.asked[1].form.row == (Laid("mo", (("mo", 1),)), Laid("mv", (("mv", 8),)))
    assert in_boxes(board) == [[("mv", 8)], [], []]
