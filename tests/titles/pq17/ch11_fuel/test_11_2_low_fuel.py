"""11.2: full, low and critical fuel."""

from typing import Any

import pytest

from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.fuel.marks import allows_high_speed, top_speed
from games.titles.pq17.rules.movement.speed import speed_of_force
from games.titles.pq17.rules.surface.gunnery import gun_modifier
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.events.fuel import FuelFell
from games.titles.pq17.state.fuel import Fuel, FuelState
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch11_fuel.tanks import fuelled_fleet
from tests.titles.pq17.trial import counter, read_counters

rule = pytest.mark.rule


@rule("pq17", "11.2.1", "11.2.2", "11.2.3")
def test_11_2_1_speed_by_fuel() -> None:
    assert allows_high_speed(None)
    assert [top_speed(BOX, Fuel(9, state)) for state in ("full", "low", "training", "critical")] == [3, 2, 2, 1]


@rule("pq17", "11.2.1", "11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("state", "pace"), [("full", "high"), ("low", "cruise"), ("training", "cruise"), ("critical", "slow")]
)
def test_11_2_1_how_fast_fuel_lets_a_force_go(state: FuelState, pace: str) -> None:
    assert speed_of_force(BOX, fuelled_fleet("t", "kent", fuel=Fuel(20, state)), "fair") == pace


@rule("pq17", "11.2.1", "11.2.2", "11.2.3")
@pytest.mark.parametrize(("fuel", "speed"), [(None, 3), (Fuel(20), 3), (Fuel(20, "low"), 2), (Fuel(20, "critical"), 1)])
def test_11_2_1_fuel_limits_the_speed(fuel: Fuel | None, speed: int) -> None:
    assert top_speed(BOX, fuel) == speed


@rule("pq17", "11.2.2", "11.2.3", "11.4.1")
@pytest.mark.parametrize(("state", "hexes"), [("full", 3), ("low", 2), ("training", 2), ("critical", 1)])
def test_11_2_2_how_fast_with_little_fuel(state: Any, hexes: int) -> None:
    assert marks.top_speed(BOX, Fuel(20, state)) == hexes


@rule("pq17", "11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        (FuelFell("axis", "task_force_1", "low", 13), "critical on day 7 AM without refuelling", "7日目午前に燃料微量"),
        (FuelFell("axis", "task_force_1", "critical"), "has Critical fuel: slow speed only", "燃料微量。低速のみ"),
    ],
)
def test_11_2_2_what_is_said_of_fuel_that_falls(event: FuelFell, english: str, japanese: str) -> None:
    assert english in WORDS.describe_event(event, "en")
    assert japanese in WORDS.describe_event(event, "ja")


@rule("pq17", "11.2.3")
def test_11_2_3_critical_fuel_spoils_the_aim() -> None:
    assert gun_modifier(BOX, Unit("x", "allied", read_counters("jamaica 4"), critical=True), counter("lutzow 4")) == -1
