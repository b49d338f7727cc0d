"""Chapter 9, by the positions of `positions/09_weather_ice_fuel.toml`."""

import msgspec
import pytest

from games.titles.pq17.components.pieces import WEATHER, Damage, WeatherKind
from games.titles.pq17.components.turns import Month
from games.titles.pq17.rules.forces.surprise import is_possible
from games.titles.pq17.rules.weather.damage import (
    gale_cards,
    is_storm_damage,
    remove_damaged,
    ships_at_risk,
    storm_risks,
)
from games.titles.pq17.rules.weather.gale import is_halted, roll_dispersal, roll_rejoining
from games.titles.pq17.rules.weather.weather import (
    aircraft_fly,
    cam_serves,
    carriers_operate,
    patrols_work,
    roll_weather,
    submarines_fight,
    top_speed,
)
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch09_weather.gales import CARDS
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule
FIRST_HALT = next(card for card in CARDS if card.halts)
FIRST_FREE = next(card for card in CARDS if not card.halts)
DISPERSES = next(card for card in CARDS if card.disperses)


def weather_after(month: Month, before: WeatherKind | None, total: int) -> WeatherKind:
    return run(roll_weather(BOX, month, before), dice=[(min(total, 9), total - min(total, 9))]).weather


@rule("pq17", "9.1")
@pytest.mark.parametrize(
    ("month", "before", "sums", "found"),
    [
        ("jul", "reduced", (7, 8, 11, 12, 14, 15, 16, 17), "fair reduced reduced fog fog storm storm gale"),
        ("jul", "fair", (8,), "fair"),
        ("jul", "storm", (16,), "gale"),
        ("jul", "gale", (15,), "gale"),
        ("jul", None, (8, 16, 15), "reduced storm storm"),
        ("dec", "fog", (3, 4, 8, 9, 10, 13, 14), "fair reduced reduced fog storm storm gale"),
        ("apr", "fog", (5, 6, 9, 10, 11, 14, 15), "fair reduced reduced fog storm storm gale"),
    ],
)
def test_pp145_to_pp147_the_weather(
    month: Month, before: WeatherKind | None, sums: tuple[int, ...], found: str
) -> None:
    assert [weather_after(month, before, one) for one in sums] == found.split()


def those(holds: "list[bool]") -> str:
    return " ".join(kind for kind, yes in zip(WEATHER, holds, strict=True) if yes)


@rule("pq17", "9.2.1")
@rule("pq17", "9.2.3")
@rule("pq17", "9.2.4")
@rule("pq17", "9.2.5")
def test_what_weather_lets_be() -> None:
    assert those([is_possible(kind, day=True) for kind in WEATHER]) == "reduced fog storm gale"
    assert those([aircraft_fly(kind) for kind in WEATHER]) == "fair reduced storm"
    assert those([carriers_operate(kind) for kind in WEATHER]) == "fair reduced"
    assert those([patrols_work(kind) for kind in WEATHER]) == "fair reduced fog storm"
    assert those([cam_serves(kind) for kind in WEATHER]) == "fair reduced"
    assert those([submarines_fight(kind) for kind in WEATHER]) == "fair reduced fog storm"


@rule("pq17", "9.2.2")
def test_what_reduced_visibility_adds() -> None:
    charts = BOX.charts
    assert [one.weather["reduced"] for one in (charts.surprise, charts.submarine, charts.withdrawal)] == [1, 1, 1]
    assert top_speed(BOX, "reduced", light=True, submarines=False) == 3


@rule("pq17", "9.2.5a")
def test_pp148_either_card_halts_both_parts_of_a_convoy() -> None:
    assert is_halted([FIRST_FREE, FIRST_HALT])
    assert not is_halted([FIRST_FREE, FIRST_FREE])


@rule("pq17", "9.3.2")
@pytest.mark.parametrize(
    ("natural", "together", "dice", "ships"),
    [
        (18, 10, (), 0),
        (18, 11, (5,), 3),
        (18, 22, (5, 5), 6),
        (16, 11, (5,), 2),
        (17, 22, (5, 5), 4),
        (14, 11, (5,), 1),
        (15, 22, (5, 5), 2),
        (13, 11, (2,), 0),
        (13, 11, (3,), 0),
        (13, 11, (9,), 2),
        (18, 21, (9,), 5),
    ],
)
def test_pp151_pp152_dispersal(natural: int, together: int, dice: tuple[int, ...], ships: int) -> None:
    modifier = BOX.charts.weather.disperses(natural)
    rolls = [dice] if dice else []
    assert run(roll_dispersal(BOX, DISPERSES, together, modifier, key="d"), dice=rolls).ships == ships


@rule("pq17", "9.3.2")
def test_no_dispersal_without_the_boxed_d() -> None:
    card = msgspec.structs.replace(DISPERSES, disperses=False)
    assert run(roll_dispersal(BOX, card, 22, 2, key="d")).ships == 0


@rule("pq17", "9.3.3")
@pytest.mark.parametrize(
    ("kind", "die", "found"),
    [
        ("reduced", 2, "none"),
        ("reduced", 3, "half"),
        ("reduced", 5, "all"),
        ("fair", 2, "half"),
        ("fair", 3, "all"),
        ("fog", 4, "none"),
        ("fog", 5, "half"),
        ("fog", 7, "all"),
    ],
)
def test_pp153_rejoining(kind: WeatherKind, die: int, found: str) -> None:
    assert run(roll_rejoining(BOX, kind, key="r"), dice=[(die,)]) == (die, found)


@rule("pq17", "9.3.3")
def test_nobody_rejoins_in_storm_or_gale() -> None:
    assert run(roll_rejoining(BOX, "storm", key="r")) is None
    assert run(roll_rejoining(BOX, "gale", key="r")) is None


@rule("pq17", "9.3.1a")
def test_pp149_cards_of_a_gale() -> None:
    convoy = read_counters("mv 8", "mv 8", "mo 2", "mv 1", "dd_a_i 2", "aldersdale 2", "palomares 1", "es_british 3")
    assert ships_at_risk(BOX, convoy) == 21
    assert gale_cards(BOX, convoy) == 2
    assert gale_cards(BOX, [one for one in convoy if one.strength != 1]) == 1
    assert gale_cards(BOX, read_counters("es_british 3")) == 0


@rule("pq17", "9.3.1b")
def test_pp150_who_is_at_risk_in_storm() -> None:
    ships = read_counters(
        "koln 2", "admiral_hipper 4", "tb_35_37 2", "dd_36a 3", "dd_project_7 2", "es_soviet 1", "dd_a_i 2"
    )
    assert [one.ship for one in storm_risks(BOX, ships)] == [
        "koln",
        "tb_35_37",
        "tb_35_37",
        "dd_project_7",
        "dd_project_7",
    ]
    light, heavy = Damage(0, 1, 0, 2, 2), Damage(1, 0, 1, 0, 0)
    assert is_storm_damage(BOX, counter("dd_project_7 1"), light)
    assert not is_storm_damage(BOX, counter("dd_project_7 1"), heavy)
    assert is_storm_damage(BOX, counter("koln 2"), heavy)


@rule("pq17", "9.3.1a")
@rule("pq17", "9.3.1c")
@rule("pq17", "10.2.6")
@rule("pq17", "10.2.6a")
def test_pp150_pp159_ships_are_drawn_and_gone() -> None:
    ships = read_counters("norfolk 3", "dd_a_i 2", "es_british 2", "mv 2", "aldersdale 2")
    assert run(remove_damaged(BOX, ships, Damage(1, 1, 1, 2, 2), whole=False, key="c"), lots=[2], secret=True) == [
        "norfolk",
        "dd_a_i",
        "aldersdale",
        "mv",
    ]
    assert left(ships) == ["dd_a_i 1", "es_british 2", "mv 1"]
    ships = read_counters("dd_a_i 3")
    assert len(run(remove_damaged(BOX, ships, Damage(0, 1, 1, 0, 0), whole=True, key="c"))) == 2
    assert left(ships) == ["dd_a_i 1"]


@rule("pq17", "10.2.6")
def test_who_is_not_there_is_not_drawn() -> None:
    ships = read_counters("dd_a_i 1")
    assert run(remove_damaged(BOX, ships, Damage(1, 2, 0, 1, 0), whole=True, key="c")) == ["dd_a_i"]
    assert ships == []
