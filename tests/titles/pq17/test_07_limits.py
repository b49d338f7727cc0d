"""7.5.7, 7.6, 7.7.1: what German forces attack, surprise, stragglers, by `positions/07_surface.toml`."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.forces.limits import (
    Strength as ForceStrength,
)
from games.titles.pq17.rules.forces.limits import (
    actual_strength,
    attack_forbidden_by,
    must_axis_turn_away,
    must_turn_away,
)
from games.titles.pq17.rules.forces.surprise import is_possible, roll_surprise
from games.titles.pq17.rules.surface.stragglers import sink_straggler
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.5.7")
@rule("pq17", "7.5.7a")
@rule("pq17", "7.5.7b")
@rule("pq17", "7.5.7c")
@pytest.mark.parametrize(
    ("german", "known", "why"),
    [
        (("admiral_hipper 4",), ForceStrength(unhurt=1, battleships=1), "7.5.7"),
        (("tirpitz 5",), ForceStrength(unhurt=1, battleships=1), "7.5.7"),
        (("tirpitz 5",), ForceStrength(battleships=1, cruisers=4), ""),
        (("tirpitz 4",), ForceStrength(battleships=1), "7.5.7a"),
        (("admiral_hipper 4",), ForceStrength(cruisers=2), "7.5.7a"),
        (("admiral_hipper 4",), ForceStrength(cruisers=1), "7.5.7a"),
        (("admiral_hipper 4", "lutzow 4"), ForceStrength(cruisers=1), ""),
        (("dd_36a 4",), ForceStrength(cruisers=1), ""),
        (("dd_36a 4", "dd_34_36 2"), ForceStrength(light=6), "7.5.7b"),
        (("dd_36a 4", "dd_34_36 3"), ForceStrength(light=6), ""),
        (("admiral_hipper 4",), ForceStrength(), ""),
    ],
)
def test_pp136_what_german_forces_do_not_attack(german: tuple[str, ...], known: ForceStrength, why: str) -> None:
    assert attack_forbidden_by(actual_strength(BOX, read_counters(*german)), known) == why


@rule("pq17", "7.5.7d")
@pytest.mark.parametrize(
    ("german", "allied", "goes"),
    [
        (("admiral_hipper 4", "lutzow 4"), ("jamaica 4", "sheffield 4"), False),
        (("admiral_hipper 4", "lutzow 4"), ("jamaica 4", "sheffield 4", "norfolk 3"), True),
        (("admiral_hipper 4",), ("dd_a_i 4",), True),
        (("admiral_hipper 4",), ("dd_a_i 3",), False),
        (("admiral_hipper 4",), ("duke_of_york 3",), True),
        (("tirpitz 5",), ("duke_of_york 4",), True),
        (("tirpitz 5",), ("duke_of_york 3", "jamaica 4", "norfolk 3"), False),
        (("tirpitz 4",), ("duke_of_york 3",), True),
        (("dd_36a 3",), ("edinburgh 4",), False),
    ],
)
def test_pp137_from_whom_german_ships_turn_away(german: tuple[str, ...], allied: tuple[str, ...], goes: bool) -> None:
    assert must_axis_turn_away(BOX, battle(allied, german)) is goes


@rule("pq17", "7.5.7d")
def test_a_crippled_battleship_is_not_unhurt() -> None:
    assert not actual_strength(BOX, read_counters("duke_of_york 4+crippled")).unhurt
    assert must_turn_away(
        actual_strength(BOX, read_counters("lutzow 4")), actual_strength(BOX, read_counters("duke_of_york 4+crippled"))
    )


@rule("pq17", "7.6")
@pytest.mark.parametrize(
    ("weather", "unidentified", "least"),
    [("reduced", False, 7), ("fog", True, 5), ("fair", False, 8), ("gale", True, 5)],
)
def test_p39_pp141_surprise(weather: WeatherKind, unidentified: bool, least: int) -> None:
    for die in (least - 1, least):
        found = run(roll_surprise(BOX, weather, unidentified=unidentified, key="s"), dice=[(die,)])
        assert found.succeeds is (die == least)


@rule("pq17", "7.6")
def test_pp141_no_surprise_by_day_in_fair_weather() -> None:
    assert not is_possible("fair", day=True)
    assert is_possible("fair", day=False)
    assert is_possible("reduced", day=True)


@rule("pq17", "7.2.1o")
def test_a_carrier_that_searches_is_warned() -> None:
    found = run(roll_surprise(BOX, "reduced", unidentified=False, carrier_searches=True, key="s"), dice=[(7,)])
    assert (found.modifier, found.succeeds) == (0, False)


@rule("pq17", "7.7.1")
def test_pp142_one_straggler_is_sunk() -> None:
    ships = read_counters("mv 5", "aldersdale 2", "es_british 1")
    assert run(sink_straggler(BOX, ships, key="s"), lots=[5], secret=True) == "aldersdale"
    assert run(sink_straggler(BOX, ships, key="s")) == "mv"
    assert left(ships) == ["mv 4", "es_british 1"]
    assert run(sink_straggler(BOX, read_counters("es_british 1"), key="s")) is None
