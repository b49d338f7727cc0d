"""Chapter 11, by the positions of `positions/09_weather_ice_fuel.toml`. Turn 5 is day 3 AM."""

import pytest

from games.titles.pq17.rules.fuel.marks import (
    allows_high_speed,
    combined_fuel,
    extra_fuel,
    fuel_at_sailing,
    fuel_on_turn,
    fuel_without_soviets,
    needs_fuel,
    parted_fuel,
    spend_fuel,
    top_speed,
)
from games.titles.pq17.rules.fuel.refuelling import (
    full_oil,
    limit_oil,
    may_refuel_at_sea,
    oil_taken,
    refill_oilers,
    refuel_at_sea,
    usable_oilers,
)
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "11.1")
@rule("pq17", "11.1.2")
@rule("pq17", "11.4a")
def test_pp161_leaving_port() -> None:
    mixed, british, german = (
        read_counters("norfolk 3", "dd_a_i 2"),
        read_counters("norfolk 3", "jamaica 4"),
        read_counters("admiral_hipper 4"),
    )
    assert fuel_at_sailing(BOX, 5, mixed) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, british) == Fuel(25)
    assert fuel_at_sailing(BOX, 5, german, far=False) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, german) == Fuel(25)


@rule("pq17", "11.1")
@rule("pq17", "11.2.2")
@rule("pq17", "11.2.3")
def test_pp162_warning_danger_critical() -> None:
    full = Fuel(17)
    assert fuel_on_turn(BOX, full, 16) == full
    low = fuel_on_turn(BOX, full, 17)
    assert low == Fuel(20, "low")
    assert fuel_on_turn(BOX, low, 19) == low
    assert fuel_on_turn(BOX, low, 20).state == "critical"
    assert fuel_on_turn(BOX, fuel_on_turn(BOX, low, 20), 21).state == "critical"


@rule("pq17", "11.2.1")
@rule("pq17", "11.2.2")
@rule("pq17", "11.2.3")
def test_speed_by_fuel() -> None:
    assert allows_high_speed(None)
    assert [top_speed(BOX, Fuel(9, state)) for state in ("full", "low", "training", "critical")] == [3, 2, 2, 1]


@rule("pq17", "11.1.2")
@rule("pq17", "11.1.1")
def test_pp163_heavy_ships_that_part_go_further() -> None:
    whole, cruisers, destroyers = (
        read_counters("norfolk 3", "dd_a_i 2"),
        read_counters("norfolk 3"),
        read_counters("dd_a_i 2"),
    )
    assert parted_fuel(BOX, Fuel(17), whole, cruisers, far=True) == Fuel(25)
    assert parted_fuel(BOX, Fuel(17), whole, destroyers, far=True) == Fuel(17)
    assert parted_fuel(BOX, Fuel(17), whole, cruisers, far=False) == Fuel(17)
    assert parted_fuel(BOX, Fuel(25), read_counters("norfolk 3", "kent 2"), cruisers, far=True) == Fuel(25)


@rule("pq17", "11.1.1")
def test_pp164_combining_never_mends_a_state() -> None:
    assert combined_fuel(BOX, [Fuel(15), Fuel(14, "low")]) == Fuel(14, "low")
    assert combined_fuel(BOX, [Fuel(10), Fuel(12, "low")]) == Fuel(12, "low"), "12 comes before 10 + 3"
    assert combined_fuel(BOX, [Fuel(9), Fuel(12, "low")]) == Fuel(12, "low"), "of two that run out together the Danger"
    assert combined_fuel(BOX, [Fuel(8), Fuel(12, "low")]) == Fuel(8)
    assert combined_fuel(BOX, [Fuel(2), Fuel(30, "critical")]).state == "critical"
    assert combined_fuel(BOX, [Fuel(18), Fuel(14)]) == Fuel(14)


@rule("pq17", "11.1.3")
def test_pp165_what_takes_turns_off() -> None:
    turns = extra_fuel(BOX, high_speed=True, surface_combat=True, air_attack=True, hunted=True, convoy=False)
    assert turns == 7
    assert fuel_on_turn(BOX, spend_fuel(Fuel(17), turns), 13) == Fuel(16, "low")


@rule("pq17", "11.1.3")
@rule("pq17", "7.5a")
@rule("pq17", "7.2b")
@rule("pq17", "7.4.2b")
@pytest.mark.parametrize(
    ("what", "force_pays", "convoy_pays"),
    [("high_speed", 3, 3), ("surface_combat", 2, 2), ("air_attack", 1, 0), ("hunted", 1, 0)],
)
def test_pp98_pp116_pp140_each_cost(what: str, force_pays: int, convoy_pays: int) -> None:
    causes = dict.fromkeys(("high_speed", "surface_combat", "air_attack", "hunted"), False) | {what: True}
    assert extra_fuel(BOX, **causes, convoy=False) == force_pays
    assert extra_fuel(BOX, **causes, convoy=True) == convoy_pays


@rule("pq17", "11.1.4")
def test_pp166_soviet_endurance() -> None:
    ships = read_counters("dd_project_7 3")
    assert fuel_at_sailing(BOX, 5, ships, soviet_endurance=True) == Fuel(11)
    assert fuel_at_sailing(BOX, 5, ships) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, read_counters("dd_a_i 3"), soviet_endurance=True) == Fuel(17)
    assert fuel_without_soviets(BOX, Fuel(11)) == Fuel(17)


@rule("pq17", "11.4.1")
def test_pp173_training() -> None:
    assert fuel_at_sailing(BOX, 6, read_counters("tirpitz 5"), training=True) == Fuel(9, "training")
    assert fuel_on_turn(BOX, Fuel(9, "training"), 9).state == "critical"


@rule("pq17", "11.1a")
def test_who_burns_no_fuel() -> None:
    assert not needs_fuel(BOX, read_counters("mv 8", "aldersdale 2", "es_british 2", "ss_british 2"))
    assert needs_fuel(BOX, read_counters("mv 8", "dd_a_i 1"))


@rule("pq17", "11.3.2")
def test_pp168_ten_for_each_oiler() -> None:
    one = read_counters("mv 5", "aldersdale 2+oil=20", "norfolk 3", "dd_a_i 4", "tb_hunt 4", "es_british 4")
    assert not may_refuel_at_sea(BOX, one)
    assert may_refuel_at_sea(BOX, [*one, *read_counters("gray_ranger 1+oil=10")])
    assert may_refuel_at_sea(BOX, read_counters("mo 2+oil=20", "dd_a_i 4", "dd_j_r 4", "norfolk 3"))
    assert not may_refuel_at_sea(BOX, read_counters("aldersdale 2+oil=20", "mv 3")), "nobody there needs any"


@rule("pq17", "11.3.2")
@rule("pq17", "1.4.2")
def test_an_oiler_turned_over_or_dead_refuels_nobody() -> None:
    assert usable_oilers(BOX, read_counters("aldersdale 2+used", "gray_ranger 0+dead", "mo 3")) == 3
    assert not may_refuel_at_sea(BOX, read_counters("aldersdale 2+oil=5", "dd_a_i 4", "dd_j_r 2"))


@rule("pq17", "11.3.2a")
@pytest.mark.parametrize(
    ("ships", "cost"),
    [(("dd_a_i 1",), 5), (("dd_a_i 4", "dd_j_r 1"), 5), (("dd_a_i 4", "dd_j_r 2"), 10), (("es_british 4", "mv 8"), 0)],
)
def test_used_in_fives(ships: tuple[str, ...], cost: int) -> None:
    assert oil_taken(BOX, read_counters(*ships)) == cost


@rule("pq17", "11.3.2a")
@rule("pq17", "11.3.2")
def test_pp169_an_oiler_gives_until_she_is_empty() -> None:
    oiler = read_counters("aldersdale 2")[0]
    oiler.oil = full_oil(BOX, oiler)
    assert oiler.oil == 20
    fleets = read_counters("dd_a_i 1"), read_counters("dd_a_i 4", "dd_j_r 2"), read_counters("dd_a_i 4", "dd_j_r 1")
    left = []
    for fleet in fleets:
        assert refuel_at_sea(BOX, [oiler, *fleet], 10) == Fuel(22)
        left.append(oiler.oil)
    assert left == [15, 5, 0]
    assert oiler.used


@rule("pq17", "11.3.2a")
def test_p58_to_p60_aldersdale() -> None:
    oiler, destroyers, others = (
        read_counters("aldersdale 2+oil=20")[0],
        read_counters("dd_a_i 4"),
        read_counters("norfolk 3", "dd_a_i 4"),
    )
    assert refuel_at_sea(BOX, [oiler, *destroyers], 10) == Fuel(22), "day 5 PM and day 11 PM"
    assert oiler.oil == 15
    oiler.strength = 1
    limit_oil(BOX, oiler)
    assert oiler.oil == 10
    refuel_at_sea(BOX, [oiler, *others], 13)
    assert (oiler.oil, oiler.used) == (0, True)


@rule("pq17", "11.3.2a")
def test_pp170_a_hit_lowers_what_is_left() -> None:
    full, half = read_counters("aldersdale 1+oil=20", "aldersdale 1+oil=10")
    limit_oil(BOX, full)
    limit_oil(BOX, half)
    assert (full.oil, half.oil) == (10, 10)


@rule("pq17", "11.3.1")
@rule("pq17", "11.3.2a")
def test_oilers_are_filled_in_permanent_ports() -> None:
    (oiler,) = read_counters("aldersdale 2+used")
    refill_oilers(BOX, [oiler], permanent=False)
    assert (oiler.oil, oiler.used) == (0, True)
    refill_oilers(BOX, [oiler], permanent=True)
    assert (oiler.oil, oiler.used) == (20, False)
