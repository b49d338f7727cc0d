"""Chapter 8 read sentence by sentence: the track, light, what has happened before play starts."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.operation.plans import _vary_start
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.operation.time import turn_end
from games.titles.pq17.rules.weather.phase import weather
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.operation import BlocksStand, PlayStarted
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.playing import heard, play

rule = pytest.mark.rule


@rule("pq17", "8.1")
@pytest.mark.parametrize(
    ("number", "day", "morning", "text"),
    [
        (1, 1, True, "1 am"),
        (2, 1, False, "1 pm"),
        (3, 2, True, "2 am"),
        (30, 15, False, "15 pm"),
        (31, 16, True, "16 am"),
    ],
)
def test_two_turns_a_day_and_on_after_day_fifteen(number: int, day: int, morning: bool, text: str) -> None:
    turn = Turn(number)
    assert (turn.day, turn.is_morning, str(turn), read_turn(text)) == (day, morning, text, turn)


@rule("pq17", "8.1", "11.1")
def test_marks_go_on_with_the_track_after_day_fifteen() -> None:
    """A mark twelve turns on, beyond the end of the track: it is reached when the track has begun anew."""
    one = force("t", "allied", "task_force", "0310", "kent", "dd_a_i 2", fuel=Fuel(32))
    board = arctic(one, turn=29)
    for turn, state in ((30, "full"), (31, "full"), (32, "low")):
        play(fuel(board))
        assert (board.state.turn, one.fuel and one.fuel.state) == (turn, state)


@rule("pq17", "8.2")
@pytest.mark.parametrize(
    ("light", "am", "pm"),
    [
        ("dec_2", False, False), ("jan_2", False, False), ("feb_1", True, False), ("apr_1", True, False),
        ("apr_2", True, True), ("jul_1", True, True), ("aug_1", True, True), ("aug_2", True, False),
        ("nov_1", True, False), ("nov_2", False, False),
    ],
)  # fmt: skip
def test_day_and_night_by_the_date(light: str, am: bool, pm: bool) -> None:
    assert (arctic(light=light, turn=9).is_day, arctic(light=light, turn=10).is_day) == (am, pm)


def jw_51b(*dice: tuple[int, int], options: Options | None = None) -> tuple[Board, str]:
    """The weather of turn after turn, as long as dice are laid out; the step that comes after the last."""
    convoy = force("c", "allied", "convoy", "0504", "mv 9", "dd_a_i 2", port="reykjavik", plan=Plan(1, ("0404",) * 9))
    state = {"scenario": "jw51b", "light": "dec_2", "turn": 1, "start": 5}
    board = arctic(convoy, options=options or Options(), **state)
    after = ""
    for number, thrown in enumerate(dice):
        after = play(weather(board), dice=[thrown]).result
        if number + 1 < len(dice):
            assert after == "fuel", "no player phases yet"
            play(fuel(board))
            assert play(turn_end(board)).result == "weather"
    return board, after


@rule("pq17", "8.3")
def test_the_example_of_jw_51b() -> None:
    """December: gale from 14 on, storm from 10, fog 9, reduced to 8. No gale in four turns: play starts on day 3 AM."""
    board, after = jw_51b((4, 4), (5, 8), (4, 4), (6, 7), (3, 4))
    assert (board.state.turn, board.state.start, board.state.sky.kind, after) == (5, 5, "reduced", "start")


@rule("pq17", "8.3", "9.1")
@pytest.mark.parametrize(
    ("dice", "turn", "kind"),
    [
        ([(7, 7)], 1, "gale"),
        ([(4, 4), (7, 7)], 2, "gale"),
        ([(4, 4), (6, 7), (6, 7)], 3, "gale"),
    ],
)
def test_the_first_gale_starts_play(dice: list[tuple[int, int]], turn: int, kind: WeatherKind) -> None:
    """A 13 is a storm, and after a storm a gale."""
    board, after = jw_51b(*dice)
    assert (board.state.turn, board.state.start, board.state.sky.kind, after) == (turn, turn, kind, "start")
    assert board.state.due_start == 5


@rule("pq17", "8.3", "8.3.1")
@pytest.mark.parametrize(("due", "turn", "early"), [(9, 7, True), (3, 3, False)])
def test_play_starts_early_only_where_a_gale_came_before_the_turn_that_the_die_named(
    due: int, turn: int, early: bool
) -> None:
    """Day 5 AM by the die, and a gale on day 4 AM; day 2 AM by the die, with a gale on that very turn."""
    board = arctic(scenario="jw51b", light="dec_2", turn=turn, start=due, options=Options(variable_start=True))
    play(weather(board), dice=[(9, 9)])
    play(start(board))
    assert heard(board, "axis")[-1] == PlayStarted(turn, early)


@rule("pq17", "8.3")
@pytest.mark.parametrize(
    ("turn", "sky", "early"), [(3, "gale", True), (3, "fair", False), (5, "gale", False), (5, "fair", False)]
)
def test_forces_stand_where_the_turn_before_left_them(turn: int, sky: WeatherKind, early: bool) -> None:
    """A convoy leaves port in its first turn and goes a hex in each that follows, in 0406 through drift."""
    way = ("0404", "0405", "0406", "0407")
    one = force("c", "allied", "convoy", "0504", "mv 9", "dd_a_i 2", port="reykjavik", plan=Plan(1, way), level=None)
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, scenario="jw51b", light="dec_2", turn=turn, start=turn, due_start=5 * early, command=points)
    board.state.sky.kind = sky
    play(start(board), dice=[(5,)] * (turn == 5), cards=["card_04"] * (turn == 5))
    stood = {3: "0404", 5: "0406"}[turn]
    assert (one.at, one.port, one.level, one.trail) == (stood, "", None, [stood])
    assert [event for event in heard(board, "axis") if isinstance(event, PlayStarted)] == [PlayStarted(turn, early)]
    assert [event for event in heard(board, "axis") if isinstance(event, BlocksStand)] == [BlocksStand(stood, "", 1)]


@rule("pq17", "8.3")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "German blocks in 0811 (W of Narvik): 1."),
        ("ja", "0811（ナルビク西方）のドイツ軍の積み木: 1。"),
    ],
)
def test_a_german_block_that_sailed_before_play_started_is_told_as_one(language: str, words: str) -> None:
    way = ("0812", "0811", "0711", "0710")
    one = force("t", "axis", "task_force", "0813", "lutzow", port="narvik", plan=Plan(4, way, pace="slow"), level=None)
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, scenario="pq17", turn=7, start=7, command=points)
    play(start(board))
    (told,) = [event for event in heard(board, "allied") if isinstance(event, BlocksStand)]
    assert (told.at, told.side) == (one.at, "axis")
    assert PQ17.presentation.describe_event(told, language) == words


@rule("pq17", "8.3b", "10.2.6")
def test_what_ice_took_before_play_started_was_never_seen() -> None:
    """May, W4: heavy drift. Card 1 takes the only ship; the enemy hears of no block at all."""
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(8, ("0313",), pace="slow"))
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, scenario="pq16", light="may_2", command=points)
    play(start(board), dice=[(5,)], cards=["card_01", "card_04"])
    assert board.state.forces == []
    assert heard(board, "axis") == [PlayStarted(9, False)]


@rule("pq17", "8.3.1", "8.3.2")
@pytest.mark.parametrize(("die", "turn"), [(0, 2), (1, 3), (2, 3), (3, 3), (4, 5), (6, 5), (7, 7), (8, 7), (9, 9)])
def test_the_variable_start(die: int, turn: int) -> None:
    """JW-51B starts on day 3 AM, turn 5: a day earlier is turn 3, one later 7, two later 9."""
    board = arctic(scenario="jw51b", light="dec_2", turn=1, start=5, options=Options(variable_start=True))
    play(_vary_start(board), dice=[(die,)])
    assert board.state.start == turn
    assert BOX.operations["jw51b"].first_turn.number == 5
