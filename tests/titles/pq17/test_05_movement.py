"""5.0 to 5.2, 5.7: how fast forces are, where they may go, what holds them in port."""

import pytest

from games.titles.pq17.rules.movement.ports import (
    identifies_target,
)
from tests.titles.pq17.ch05_movement.sailings import report_to_axis

rule = pytest.mark.rule


@rule("pq17", "11.4")
def test_what_lets_german_ships_sail() -> None:
    assert identifies_target(report_to_axis(kind="convoy", level=0))
    assert identifies_target(report_to_axis(kind="task_force", level=2))
    assert not identifies_target(report_to_axis(kind="wolfpack", level=0))
    assert not identifies_target(report_to_axis(kind="task_force", port="reykjavik"))
    assert not identifies_target(report_to_axis(kind="convoy", to="allied"))
