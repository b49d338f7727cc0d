"""5.1.9a, 6.1, 6.3, 6.6, 7.1, 7.7.3, 12.4, 13.0b: small conditions, each by itself."""

from typing import Any

import pytest

from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.special.mishaps import _make_for_port
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "13.0b")
@pytest.mark.parametrize(("side", "at"), [("allied", "1006"), ("allied", "0410"), ("axis", "0612"), ("axis", "0410")])
def test_who_breaks_down_makes_for_the_nearest_port_that_is_not_for_boats_alone(side: Any, at: str) -> None:
    one = force("t", side, "task_force", at, "london" if side == "allied" else "koln")
    board = arctic(one)
    _make_for_port(board, one)
    assert one.plan is not None
    shut = BOX.enemy_ports(board.operation, side)
    ways = {port: BOX.waters.shortest(at, hex_, shut) for port, hex_ in own_ports(board, side).items()
            if BOX.ports[port].use != "submarines"}  # fmt: skip
    nearest = min(len(way) for way in ways.values() if way is not None)
    assert (len(one.plan.route), one.plan.pace, one.plan.ice) == (nearest, "slow", "")
    assert one.plan.route[-1] == BOX.ports[one.plan.destination].hex
    assert one.plan.destination == min(port for port, way in ways.items() if way is not None and len(way) == nearest)
