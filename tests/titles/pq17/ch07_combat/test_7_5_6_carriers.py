"""7.5.6: carriers in surface battles."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.rules.surface.sorties import bombers_aboard, strike_from_carriers
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.strikes import OPEN, air, facing

rule = pytest.mark.rule


def carriers(**fields: Any) -> tuple[Board, Battle]:
    """Victorious and an escort against Lutzow, each counter a unit; an air unit of each sort aboard."""
    home = force("home", "allied", "task_force", OPEN, "victorious", "dd_a_i 2")
    board = facing(home, force("raid", "axis", "task_force", OPEN, "lutzow"), **fields)
    fight = Battle("axis", [], day=True)
    for one in board.state.forces:
        lay_out_force(fight, one.side, [[counter] for counter in one.counters], force=one.id)
    fight.round = 2
    board.state.air = [air("albacore", "bomber", "victorious", 1), air("fulmar", "fighter", "victorious", 1)]
    return board, fight


@rule("pq17", "7.5.6")
def test_7_5_6_carriers_of_the_defender_strike_from_round_2() -> None:
    board = attacked(
        force("home", "allied", "task_force", OPEN, "victorious", "norfolk"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no")
    dice = [*misses(3, 4), (9,), (0,), (0, 0), *misses(3, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert board.state.air[0].mission == "", "it is back once the segment is over"


@rule("pq17", "7.5.6", "7.8a")
@pytest.mark.parametrize(
    ("change", "flies"),
    [
        ({}, ["bomber"]),
        ({"mission": "search"}, []),
        ({"aborted": 1}, []),
        ({"base": "banak"}, []),
        ({"aircraft": "fulmar"}, []),
    ],
)
def test_7_5_6_bombers_aboard_that_have_not_flown_strike_from_the_display(
    change: dict[str, Any], flies: list[str]
) -> None:
    board, fight = carriers()
    for name, value in change.items():
        setattr(board.state.air[0], name, value)
    assert [one.id for one in bombers_aboard(board, fight, "allied")] == flies
    board.force("home").counters[0].crippled = True
    assert bombers_aboard(board, fight, "allied") == []
    assert bombers_aboard(board, fight, "axis") == []


@rule("pq17", "7.5.6", "9.2.3")
@pytest.mark.parametrize(("sky", "light"), [("fog", "jul_1"), ("storm", "jul_1"), ("fair", "dec_1")])
def test_7_5_6_carriers_of_the_display_do_not_strike_by_night_or_in_bad_weather(sky: Any, light: str) -> None:
    board, fight = carriers(sky=Sky(sky), light=light)
    play(strike_from_carriers(board, fight, "allied", key="k"))
    assert board.state.air[0].mission == ""


@rule("pq17", "7.5.6", "7.2.5")
def test_7_5_6_carriers_of_the_display_strike_once_in_a_phase() -> None:
    board, fight = carriers()
    play(strike_from_carriers(board, fight, "allied", key="k"), dice=[(0,), (0,), (0,)])
    assert [one.mission for one in board.state.air] == ["attack", ""]
    play(strike_from_carriers(board, fight, "allied", key="l"))
    board, fight = carriers()
    play(strike_from_carriers(board, fight, "allied", key="k"), dice=[(0,), (9,)])
    assert [one.id for one in board.state.air] == ["fighter"], "flak shot the bomber down"
    assert [(one.unit, one.strength) for one in board.state.losses] == [("albacore", 1)]


@rule("pq17", "7.5.6", position="PP260")
@pytest.mark.parametrize(
    ("weather", "light", "of_defender", "struck"),
    [("fair", "jul_1", True, True), ("reduced", "jul_1", True, True), ("fog", "jul_1", True, False),
     ("fair", "dec_1", True, False), ("fair", "jul_1", False, False)],
)  # fmt: skip
def test_7_5_6_carriers_of_the_defender_by_day_and_in_sight(
    weather: WeatherKind, light: str, of_defender: bool, struck: bool
) -> None:
    home = force("home", "allied", "task_force", OPEN, "victorious")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1)
    side: Side = "axis" if of_defender else "allied"
    prey, hunter = (home, hipper) if of_defender else (hipper, home)
    board = attacked(prey, hunter, side=side, level=3, light=light, sky=Sky(weather))
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    day = light == "jul_1"
    column = {"fair": 0, "reduced": 1, "fog": 3}[weather]
    card = a_card("force", "2", day=day, weather=column)
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedoes="no", torpedo_round="never"
    )
    caught = [] if day and weather == "fair" else [(0,)]
    strike = [(0,), (0, 0)] if struck else []
    play(surface_combat(board), cards=[card], dice=[*caught, *misses(4), (9,), *strike, *misses(4), (0,)])
