"""7.5.2 to 7.5.6, 7.5.8, 7.9: surface combat, by the positions of `positions/07_surface.toml`."""

import pytest

from games.titles.pq17.rules.surface.gunnery import gun_modifier
from games.titles.pq17.rules.surface.withdrawal import (
    withdrawal_modifier,
)
from games.titles.pq17.state.battle import Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import counter, read_counters

rule = pytest.mark.rule


@rule("pq17", "11.2.3")
def test_critical_fuel_spoils_the_aim() -> None:
    assert gun_modifier(BOX, Unit("x", "allied", read_counters("jamaica 4"), critical=True), counter("lutzow 4")) == -1


@rule("pq17", "13.3")
def test_pp186_a_warning_from_superiors() -> None:
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True, others=False) == 2
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True) == 4
    assert withdrawal_modifier(BOX, "fair", day=True, slower=True) == -1
