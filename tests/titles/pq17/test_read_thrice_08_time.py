"""Chapter 8 read a third time by somebody who had not seen the code: when play starts, and where everybody is then."""

import pytest

from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.weather.phase import weather
from games.titles.pq17.state.events.operation import PlayStarted
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import heard, play

rule = pytest.mark.rule
FAIR, GALE = (0, 0), (9, 9)
WAY = ("0604", "0704", "0705", "0706", "0707")


@rule("pq17", "8.3", "11.1", "5.1.5")
@pytest.mark.parametrize(
    ("rolls", "turn", "at", "fuel_", "early"),
    [
        ([GALE], 1, "0504", None, True), ([FAIR, GALE], 2, "0504", Fuel(13), True),
        ([FAIR, FAIR, GALE], 3, "0604", Fuel(13), True), ([FAIR] * 5, 5, "0705", Fuel(13), False),
        ([FAIR] * 4 + [GALE], 5, "0705", Fuel(13), False),
    ],
)  # fmt: skip
def test_pp648_the_first_gale_starts_play_and_a_fifth_roll_is_the_weather_of_day_3(
    rolls: list[tuple[int, int]], turn: int, at: str, fuel_: Fuel | None, early: bool
) -> None:
    """JW-51B. A convoy that sails on day 1 AM stands off its port by the end of that turn, a hex on after each more."""
    convoy = force("c", "allied", "convoy", "0504", "mv 9", "dd_a_i 2", port="reykjavik", plan=Plan(1, WAY))
    points = {"home_fleet": Points(16), "severny_flot": Points(6), "gruppe_nord": Points(10)}
    board = arctic(convoy, scenario="jw51b", light="dec_2", turn=1, start=5, command=points)
    after = ""
    for number, thrown in enumerate(rolls):
        after = play(weather(board), dice=[thrown]).result
        if number + 1 < len(rolls):
            assert after == "fuel"
            play(fuel(board))
    assert (after, board.state.turn) == ("start", turn)
    play(start(board))
    assert (convoy.at, bool(convoy.port), convoy.fuel) == (at, turn == 1, fuel_)
    assert convoy.level is None
    assert [one.gale for one in heard(board, "axis") if isinstance(one, PlayStarted)] == [early]


@rule("pq17", "8.1", "3.4")
@pytest.mark.parametrize(
    ("turn", "at_sea", "over"), [(30, False, False), (31, False, True), (31, True, False), (61, True, True)]
)
def test_pp649_an_operation_goes_on_after_day_15_while_a_convoy_is_at_sea(turn: int, at_sea: bool, over: bool) -> None:
    """Task forces of both sides are at sea; the turn is the one that has begun."""
    fields = {} if at_sea else {"port": "reykjavik"}
    board = arctic(
        force("c", "allied", "convoy", "0504", "mv 9", **fields), force("t", "allied", "task_force", "0411", "kent"),
        force("x", "axis", "task_force", "0613", "lutzow"), turn=turn,
    )  # fmt: skip
    assert is_over(board) is over
