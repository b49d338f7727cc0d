"""5.1.2a, 5.1.3, 5.2.1, 5.1.9a, 7.5.2g, 7.5.8, 14.0, 15.4: limits, shares and warnings, each edge from both sides."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.campaign.special_forces import release_forces
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "15.4a", "15.4.3c")
@pytest.mark.parametrize(
    ("side", "kept", "points", "left_"),
    [
        ("allied", 0, 0, {}),
        ("allied", 2, -4, {"dd_a_i": 2}),
        ("allied", 4, -8, {"dd_a_i": 3, "dd_us": 1}),
        ("allied", 9, -10, {"dd_a_i": 3, "dd_us": 2}),
        ("axis", 1, 2, {"tb_35_37": 1}),
    ],
)
def test_emergency_forces_stay_if_they_are_paid_for_again(side: Side, kept: int, points: int, left_: Any) -> None:
    """Green ones never; of the other side nobody goes, and what is no emergency force stays for nothing."""
    there = Roster(units=[
        Unit("dd_a_i", 3, "clyde", emergency=True), Unit("dd_us", 2, "clyde", emergency=True),
        Unit("dd_j_r", 2, "clyde", emergency=True, green=True), Unit("dd_a_i", 5, "scapa_flow"),
        Unit("tb_35_37", 2, "kiel", emergency=True),
    ])  # fmt: skip
    assert release_forces(BOX, there, side, kept) == points
    ours = {one.kind: one.strength for one in there.units if one.emergency and BOX.ships[one.kind].side == side}
    others = [one for one in there.units if one.emergency and BOX.ships[one.kind].side != side]
    assert (ours, len(others)) == (left_, 1 if side == "allied" else 3)
    assert sum(one.strength for one in there.units if not one.emergency) == 5
