"""1.2a, 7.2.4a, 7.5.2a, 7.5.9: what a phase shows of the other side's forces, who joins, who lies apart after fire."""

import pytest

from games.titles.pq17.rules.surface.engagement import _as_seen, _is_critical
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import force
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "13.0b", "11.2.3")
def test_breakdowns_are_seen_by_nobody_and_who_is_in_critical_fuel_is_so_alone() -> None:
    unit = Unit("a", "allied", [Counter("london", 3, inoperative=True, crippled=True)])
    assert [(one.inoperative, one.crippled) for one in _as_seen(unit).counters] == [(False, True)]
    assert unit.counters[0].inoperative
    states = [_is_critical(force("t", "allied", "task_force", OPEN, "london", fuel=fuel)) for fuel in
              (None, Fuel(9), Fuel(9, "low"), Fuel(9, "critical"), Fuel(9, "training"))]  # fmt: skip
    assert states == [False, False, False, True, False]
