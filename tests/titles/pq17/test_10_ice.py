"""Chapter 10, by the positions of `positions/09_weather_ice_fuel.toml`."""

import pytest

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import ICE, Ice, Side
from games.titles.pq17.components.turns import MONTHS, Month
from games.titles.pq17.rules.weather.ice import (
    effective_ice,
    ice_met,
    is_impassable,
    may_start,
    try_passage,
)
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


@rule("pq17", "10.1")
@pytest.mark.parametrize(
    ("month", "states"),
    [
        ("may", "light_drift heavy_drift heavy_drift thin_pack"),
        ("jul", "light_drift light_drift heavy_drift heavy_drift"),
        ("feb", "heavy_drift heavy_drift thin_pack thin_pack"),
    ],
)
def test_pp155_doubtful_ice(month: Month, states: str) -> None:
    expected = Expected("heavy_drift", certain=False)
    met = [run(ice_met(BOX, month, expected, key="i"), dice=[(die,)]) for die in (1, 2, 7, 8)]
    assert [one.ice for one in met] == states.split()
    assert [one.die for one in met] == [1, 2, 7, 8]


@rule("pq17", "10.1")
def test_pp156_nothing_is_better_than_clear_or_worse_than_solid_pack() -> None:
    assert run(ice_met(BOX, "may", Expected("clear", certain=False), key="i"), dice=[(0,)]).ice == "clear"
    assert run(ice_met(BOX, "may", Expected("solid_pack", certain=False), key="i"), dice=[(9,)]).ice == "solid_pack"


@rule("pq17", "10.1")
def test_certain_ice_needs_no_die() -> None:
    assert run(ice_met(BOX, "jul", Expected("heavy_drift", certain=True), key="i")).ice == "heavy_drift"


@rule("pq17", "10.2.1")
@rule("pq17", "10.2.2")
@rule("pq17", "10.2.3")
@rule("pq17", "10.2.5")
@pytest.mark.parametrize(
    ("ice", "cards", "passes"),
    [("clear", 0, True), ("light_drift", 1, True), ("heavy_drift", 2, True), ("solid_pack", 4, False)],
)
def test_pp157_what_ice_costs(ice: Ice, cards: int, passes: bool) -> None:
    passage = run(try_passage(BOX, "allied", ice, goes_on=True, key="i"))
    assert (passage.cards, passage.passes) == (cards, passes)


@rule("pq17", "10.2.4")
@pytest.mark.parametrize(("die", "passes"), [(0, False), (5, False), (6, True), (9, True)])
def test_pp158_thin_pack(die: int, passes: bool) -> None:
    passage = run(try_passage(BOX, "allied", "thin_pack", goes_on=True, key="i"), dice=[(die,)])
    assert (passage.passes, passage.cards, passage.whole) == (passes, 3, True)


@rule("pq17", "10.1a")
def test_who_stops_draws_the_cards_all_the_same() -> None:
    passage = run(try_passage(BOX, "allied", "thin_pack", goes_on=False, key="i"))
    assert (passage.passes, passage.cards) == (False, 3)


@rule("pq17", "10.1b")
@rule("pq17", "5.1.7")
@rule("pq17", "10.2.6a")
@pytest.mark.parametrize(
    ("side", "ice", "passes", "whole"),
    [
        ("axis", "light_drift", True, False),
        ("axis", "heavy_drift", False, False),
        ("axis", "thin_pack", False, False),
        ("axis", "solid_pack", False, True),
        ("allied", "light_drift", True, False),
        ("allied", "heavy_drift", True, True),
        ("allied", "solid_pack", False, True),
    ],
)
def test_pp39_pp159_axis_forces_stop_before_heavy_drift(side: Side, ice: Ice, passes: bool, whole: bool) -> None:
    passage = run(try_passage(BOX, side, ice, goes_on=True, key="i"))
    assert (passage.passes, passage.whole) == (passes, whole)


@rule("pq17", "10.1b")
def test_the_axis_does_not_even_try_thin_pack() -> None:
    assert is_impassable("axis", "thin_pack")
    assert run(try_passage(BOX, "axis", "thin_pack", goes_on=True, key="i")).die is None


@rule("pq17", "10.3")
def test_pp160_icebreakers() -> None:
    eased = "clear clear clear light_drift solid_pack"
    assert " ".join(effective_ice("allied", ice, in_lane=True) for ice in ICE) == eased
    assert tuple(effective_ice("axis", ice, in_lane=True) for ice in ICE) == ICE
    assert tuple(effective_ice("allied", ice, in_lane=False) for ice in ICE) == ICE


@rule("pq17", "10.1.1")
def test_forces_start_in_water_that_is_certainly_clear() -> None:
    assert may_start(Expected("clear", certain=True))
    assert not may_start(Expected("clear", certain=False))
    assert not may_start(Expected("light_drift", certain=True))


@rule("pq17", "10.0")
def test_two_sectors_of_five_zones_and_pack_that_never_melts() -> None:
    zones = {one.zone for one in BOX.hexes.values() if one.is_sea}
    assert zones == {"", "pack", *(f"{sector}{number}" for sector in "we" for number in range(1, 6))}
    for month in MONTHS:
        assert BOX.charts.ice.expects(month, "pack") == Expected("solid_pack", certain=True)
        assert BOX.charts.ice.expects(month, "") == Expected("clear", certain=True)
