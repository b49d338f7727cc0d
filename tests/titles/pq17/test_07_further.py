"""5.1.8, 7.4.2, 7.4.4, 7.4.6, 7.5.6, 7.5.7c, 13.0b: single conditions of fights and of what was told, one by one."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.mishaps import breakdown
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase, play

rule = pytest.mark.rule


@rule("pq17", "13.0b")
@pytest.mark.parametrize(
    ("ships", "port", "leaves"),
    [
        (("norfolk", "dd_a_i 2"), "", True),
        (("norfolk",), "", False),
        (("norfolk", "dd_a_i 2"), "reykjavik", False),
        (("aldersdale", "dd_a_i 2"), "", False),
    ],
)
def test_who_breaks_down_at_sea_leaves_her_force_for_the_nearest_port(ships: Any, port: str, leaves: bool) -> None:
    """A merchant or an auxiliary stays, and so does who lies in port; who is alone makes for port herself."""
    one = force("t", "allied", "task_force", "0504" if port else "0405", *ships, port=port)
    points = {name: Points(left=9) for name in ("home_fleet", "severny_flot", "gruppe_nord")}
    board = phase(arctic(one, command=points), "allied")
    play(breakdown(board, "allied"), lots=[0, 0] if len(ships) > 1 else [])
    broken = [(there.id, ship.ship) for there in board.state.forces for ship in there.counters if ship.inoperative]
    assert broken == [("t_inop" if leaves else "t", ships[0])]
    assert len(board.state.forces) == 1 + leaves
    going = board.force(broken[0][0])
    if leaves or len(ships) == 1:
        assert going.plan is not None
        assert (going.plan.destination, going.plan.pace, going.plan.route[-1]) == ("akureyri", "slow", "0505")
    else:
        assert going.plan is None
