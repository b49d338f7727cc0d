"""9.1, 9.2: the weather of a turn, and what it does."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import WEATHER, WeatherKind
from games.titles.pq17.components.turns import Month
from games.titles.pq17.rules.air.flak import unused_cams
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, strike
from games.titles.pq17.rules.forces.surprise import is_possible
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.movement.speed import allowance
from games.titles.pq17.rules.weather import weather as weathering
from games.titles.pq17.rules.weather.gale import is_halted
from games.titles.pq17.rules.weather.phase import gale, weather
from games.titles.pq17.rules.weather.weather import (
    aircraft_fly,
    cam_serves,
    carriers_operate,
    patrols_work,
    roll_weather,
    submarines_fight,
    top_speed,
)
from games.titles.pq17.state.events.movement import GaleRead
from games.titles.pq17.state.state import Convoy, Plan, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, squadrons
from tests.titles.pq17.ch09_weather.gales import CARDS, blowing, weather_convoy
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters, run
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule
FIRST_HALT = next(card for card in CARDS if card.halts)
FIRST_FREE = next(card for card in CARDS if not card.halts)
AM = table().now
FREE, HALTS, APART, BOTH = "card_02", "card_04", "card_01", "card_09"
"""Cards of a gale: nothing; a red octagon; a boxed D; both."""


def weather_after(month: Month, before: WeatherKind | None, total: int) -> WeatherKind:
    return run(roll_weather(BOX, month, before), dice=[(min(total, 9), total - min(total, 9))]).weather


def those(holds: "list[bool]") -> str:
    return " ".join(kind for kind, yes in zip(WEATHER, holds, strict=True) if yes)


@rule("pq17", "9.1", positions=("PP145", "PP146", "PP147"))
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
def test_9_1_the_weather(month: Month, before: WeatherKind | None, sums: tuple[int, ...], found: str) -> None:
    assert [weather_after(month, before, one) for one in sums] == found.split()


@rule("pq17", "9.1", "T.charts")
@pytest.mark.parametrize(
    ("month", "before", "dice", "expected"),
    [
        ("jul", "fair", (4, 4), "fair"), ("jul", None, (4, 4), "reduced"), ("jul", "gale", (9, 6), "gale"),
        ("jul", "gale", (8, 6), "storm"), ("jul", "storm", (8, 6), "storm"), ("jul", "storm", (9, 7), "gale"),
        ("jul", "fog", (9, 7), "storm"), ("jul", "fair", (9, 9), "gale"), ("nov", "fair", (0, 0), "fair"),
        ("nov", "fair", (4, 0), "fair"), ("nov", "reduced", (4, 0), "reduced"), ("nov", "fair", (9, 0), "reduced"),
        ("apr", "reduced", (9, 1), "fog"), ("apr", "storm", (9, 1), "storm"), ("apr", "gale", (9, 4), "gale"),
    ],
)  # fmt: skip
def test_9_1_the_weather_before_moves_the_sum(
    month: Month, before: WeatherKind | None, dice: tuple[int, int], expected: str
) -> None:
    assert run(weathering.roll_weather(BOX, month, before), dice=[dice]).weather == expected


@rule("pq17", "9.1")
@pytest.mark.parametrize(
    ("before", "local", "dice", "found"),
    [
        ("fair", {}, (4, 4), "fair"),
        ("fair", {}, (4, 5), "reduced"),
        ("reduced", {}, (4, 4), "reduced"),
        ("storm", {}, (7, 7), "storm"),
        ("storm", {}, (8, 8), "gale"),
        ("gale", {}, (7, 8), "gale"),
        ("gale", {}, (7, 7), "storm"),
        ("fog", {}, (8, 8), "storm"),
        ("gale", {"norway": ("fair", 9)}, (7, 8), "gale"),
    ],
)
def test_9_1_the_weather_before_changes_the_dice(
    before: WeatherKind, local: dict[str, tuple[WeatherKind, int]], dice: tuple[int, int], found: str
) -> None:
    """July: fair to 7, reduced to 11, fog to 14, storm to 16. Fair -1, storm +1, gale +2; local weather is no part."""
    board = arctic(sky=Sky(before, local=local))
    play(weather(board), dice=[dice])
    assert board.state.sky.kind == found


@rule("pq17", "9.1", "8.3")
def test_9_1_nothing_changes_the_dice_of_day_one_am() -> None:
    board = arctic(turn=1, sky=Sky("fair"))
    play(weather(board), dice=[(4, 4)])
    assert board.state.sky.kind == "reduced"


@rule("pq17", "9.2.1", "9.2.3", "9.2.4", "9.2.5")
def test_9_2_1_what_weather_lets_be() -> None:
    assert those([is_possible(kind, day=True) for kind in WEATHER]) == "reduced fog storm gale"
    assert those([aircraft_fly(kind) for kind in WEATHER]) == "fair reduced storm"
    assert those([carriers_operate(kind) for kind in WEATHER]) == "fair reduced"
    assert those([patrols_work(kind) for kind in WEATHER]) == "fair reduced fog storm"
    assert those([cam_serves(kind) for kind in WEATHER]) == "fair reduced"
    assert those([submarines_fight(kind) for kind in WEATHER]) == "fair reduced fog storm"


@rule("pq17", "9.2.2")
def test_9_2_2_what_reduced_visibility_adds() -> None:
    charts = BOX.charts
    assert [one.weather["reduced"] for one in (charts.surprise, charts.submarine, charts.withdrawal)] == [1, 1, 1]
    assert top_speed(BOX, "reduced", light=True, submarines=False) == 3


@rule("pq17", "9.2.3", "9.2.4", "9.2.5", "1.4.3", "5.3.1a")
@pytest.mark.parametrize(
    ("kind", "fly", "carriers", "patrols", "cam", "boats"),
    [
        ("fair", True, True, True, True, True), ("reduced", True, True, True, True, True),
        ("fog", False, False, True, False, True), ("storm", True, False, True, False, True),
        ("gale", False, False, False, False, False),
    ],
)  # fmt: skip
def test_9_2_3_what_each_weather_lets_be(
    kind: WeatherKind, *, fly: bool, carriers: bool, patrols: bool, cam: bool, boats: bool
) -> None:
    found = (weathering.aircraft_fly(kind), weathering.carriers_operate(kind), weathering.patrols_work(kind),
             weathering.cam_serves(kind), weathering.submarines_fight(kind))  # fmt: skip
    assert found == (fly, carriers, patrols, cam, boats)


@rule("pq17", "9.2.4", "7.2.5c", position="PP9")
@pytest.mark.parametrize(("place", "strength"), [(Place(day=True, weather="storm"), 2), (BY_DAY, 1)])
def test_9_2_4_a_cam_does_not_serve_in_storm_or_against_a_single_aircraft_unit(place: Place, strength: int) -> None:
    row = [read_counters("mv 3", "mc 1")]
    run(strike(BOX, row, squadrons(ju_88=strength), [Sortie("ju_88", 0)], place, key="s"), dice=[(7,), (0,) * strength])
    assert unused_cams(BOX, row[0]) == 1


@rule("pq17", "9.2.4", "9.2.5", "5.1a")
@pytest.mark.parametrize(
    ("holding_", "kind", "storm", "gale_"),
    [
        (("anson",), "task_force", 3, 2),
        (("anson", "dd_a_i 1"), "task_force", 2, 2),
        (("es_british 1",), "task_force", 2, 2),
        (("ss_british 2",), "wolfpack", 2, 1),
        (("mv 9", "dd_a_i 2"), "convoy", 1, 1),
    ],
)
def test_9_2_4_how_fast_in_storm_and_gale(holding_: tuple[str, ...], kind: Any, storm: int, gale_: int) -> None:
    one = force("t", "allied", kind, "0310", *holding_)
    assert [allowance(BOX, one, sky, AM) for sky in ("storm", "gale")] == [storm, gale_]


@rule("pq17", "9.2.5a", position="PP148")
def test_9_2_5a_either_card_halts_both_parts_of_a_convoy() -> None:
    assert is_halted([FIRST_FREE, FIRST_HALT])
    assert not is_halted([FIRST_FREE, FIRST_FREE])


@rule("pq17", "9.2.5a")
def test_9_2_5a_who_draws_a_card_in_a_gale() -> None:
    """Convoys at sea of both sides, dispersed parts too; none in port, no task force, no dummy."""
    part = weather_convoy("mv 3", name="p", convoy=Convoy(part_of="c"))
    board = blowing(
        weather_convoy(), part,
        force("in", "allied", "convoy", "0504", "mv 3", port="reykjavik"),
        force("t", "allied", "task_force", OPEN, "kent"),
        force("d", "allied", "dummy", OPEN),
        force("b", "axis", "convoy", "0712", "mv_german 2", "es_german 1"),
    )  # fmt: skip
    play(gale(board), cards=[FREE, HALTS, BOTH])
    assert (board.state.sky.stopped, board.state.sky.dispersing) == (["p", "b"], [])
    assert [one for one in heard(board, "allied") if isinstance(one, GaleRead)] == [GaleRead("allied", ("p",))]
    assert [one for one in heard(board, "axis") if isinstance(one, GaleRead)] == [GaleRead("axis", ("b",))]
    assert heard(board, "") == []


@rule("pq17", "9.2.5a")
@pytest.mark.parametrize("kind", ["fair", "reduced", "fog", "storm"])
def test_9_2_5a_no_cards_in_other_weather(kind: WeatherKind) -> None:
    board = blowing(weather_convoy(), kind=kind)
    play(gale(board))
    assert heard(board, "allied") == []


@rule("pq17", "9.2.5a", "5.6")
@pytest.mark.parametrize(
    ("cards", "moves"),
    [((FREE, "card_03"), True), ((HALTS, FREE), False), ((FREE, HALTS), False), ((BOTH, FREE), False)],
)
def test_9_2_5a_neither_moves_if_either_cannot(cards: tuple[str, ...], moves: bool) -> None:
    one = weather_convoy("mv 9", convoy=Convoy(destinations=("arkhangelsk",)), plan=Plan(0, ("0410",)))
    part = weather_convoy("mv 3", name="p", convoy=Convoy(part_of="c"))
    board = blowing(one, part)
    play(gale(board), cards=cards)
    play(movement(phase(board, "allied")))
    assert (one.at, part.at) == (("0410", "0410") if moves else (OPEN, OPEN))
