"""Chapter 9, by the positions of `positions/09_weather_ice_fuel.toml`."""

import pytest

from games.titles.pq17.components.pieces import Damage
from games.titles.pq17.rules.weather.damage import (
    remove_damaged,
)
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "10.2.6")
def test_who_is_not_there_is_not_drawn() -> None:
    ships = read_counters("dd_a_i 1")
    assert run(remove_damaged(BOX, ships, Damage(1, 2, 0, 1, 0), whole=True, key="c")) == ["dd_a_i"]
    assert ships == []
