"""Chapter 8: the turn track, day and night, and what happens before play starts."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.titles.pq17.components.options import Options, problems
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.ice import try_to_cross
from games.titles.pq17.rules.movement.orders import held_by
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.rules.operation import start as starting
from games.titles.pq17.rules.operation.plans import _vary_start
from games.titles.pq17.rules.operation.setup import new_game, set_up_allied, set_up_axis
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.operation.time import is_over, turn_end
from games.titles.pq17.rules.weather.phase import weather
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import IceMet
from games.titles.pq17.state.events.operation import BlocksStand, PlayStarted
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Phase, Plan, Points, Report
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch10_ice.drift import LANE, ice_board, ice_task_force, zone_of
from tests.titles.pq17.openings import WAY_OF_PQ17, opened, operation
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.under_way import table
from tests.titles.procedures import Dice, Run, Says

rule = pytest.mark.rule
QP13 = (
    "0717", "0617", "0517", "0516", "0515", "0414", "0413", "0412", "0411", "0410", "0409", "0408", "0407", "0406",
    "0405", "0404", "0504",
)  # fmt: skip
WRITTEN = {
    "pq17": Plan(1, WAY_OF_PQ17, "arkhangelsk"),
    "qp13": Plan(1, QP13, "reykjavik"),
    "cruisers": Plan(5, ("0404", "0405", "0406", "0407", "0408", "0409", "0410")),
    "home_fleet": Plan(5, ("1107", "1007", "0907", "0807", "0708", "0608", "0508")),
}
PQ17_WAY = ("0404", "0405", "0406", "0407", "0408", "0409", "0410", "0411", "0412")
FAIR_DICE, FOG_DICE, GALE_DICE = (0, 1), (7, 6), (9, 9)
"""Two dice each, in July; after fog it takes no more to come to a gale."""
FAIR, GALE = (0, 0), (9, 9)
WAY = ("0604", "0704", "0705", "0706", "0707")
RUN = ("0405", "0406", "0407", "0408", "0409", "0410", "0411", "0412", "0413", "0414", "0515", "0516", "0517")


def started(board: Board, written: Mapping[str, Plan], dice: Dice = (), says: Says | None = None) -> Board:
    """Play starts on day 5 AM, with these plans."""
    for name, plan in written.items():
        board.force(name).plan = plan
    board.state.turn = 9
    Run().carry_out(starting.start(board), board.state, dice=dice, draws=(), says=says)
    return board


def planned(scenario: str = "pq17", **plans: Plan) -> Board:
    """An operation that is set up, with these plans."""
    board = Board(new_game(BOX, scenario, Options()), BOX)
    for step in (set_up_axis, set_up_allied):
        play(step(board))
    for name, plan in plans.items():
        board.force(name).plan = plan
    return board


def under_way(board: Board, *rolls: tuple[int, int]) -> list[str]:
    """The turns before play starts, a roll for the weather of each; what follows each."""
    found = []
    for thrown in rolls:
        found.append(play(weather(board), dice=[thrown]).result)
        if found[-1] == "fuel":
            play(fuel(board))
    return found


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


@rule("pq17", "8.1", "3.4")
@pytest.mark.parametrize(
    ("turn", "at_sea", "over"), [(30, False, False), (31, False, True), (31, True, False), (61, True, True)]
)
def test_8_1_an_operation_goes_on_after_day_15_while_a_convoy_is_at_sea(turn: int, at_sea: bool, over: bool) -> None:
    """Task forces of both sides are at sea; the turn is the one that has begun."""
    fields = {} if at_sea else {"port": "reykjavik"}
    board = arctic(
        force("c", "allied", "convoy", "0504", "mv 9", **fields), force("t", "allied", "task_force", "0411", "kent"),
        force("x", "axis", "task_force", "0613", "lutzow"), turn=turn,
    )  # fmt: skip
    assert is_over(board) is over


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
def test_8_1_two_turns_a_day_and_on_after_day_fifteen(number: int, day: int, morning: bool, text: str) -> None:
    turn = Turn(number)
    assert (turn.day, turn.is_morning, str(turn), read_turn(text)) == (day, morning, text, turn)


@rule("pq17", "8.1", "11.1")
def test_8_1_marks_go_on_with_the_track_after_day_fifteen() -> None:
    """A mark twelve turns on, beyond the end of the track: it is reached when the track has begun anew."""
    one = force("t", "allied", "task_force", "0310", "kent", "dd_a_i 2", fuel=Fuel(32))
    board = arctic(one, turn=29)
    for turn, state in ((30, "full"), (31, "full"), (32, "low")):
        play(fuel(board))
        assert (board.state.turn, one.fuel and one.fuel.state) == (turn, state)


@rule("pq17", "8.2", "T.scenarios.a", position="PP293")
@pytest.mark.parametrize(("key", "light"), [("pq12", [True, False]), ("pq16", [True, True]), ("pq18", [True, False]),
                                            ("jw51b", [False, False])])  # fmt: skip
def test_8_2_light(key: str, light: list[bool]) -> None:
    found = []
    for turn in (1, 2):
        found.append(operation(key, turn).is_day)
    assert found == light


@rule("pq17", "8.2")
@pytest.mark.parametrize(
    ("light", "am", "pm"),
    [
        ("dec_2", False, False), ("jan_2", False, False), ("feb_1", True, False), ("apr_1", True, False),
        ("apr_2", True, True), ("jul_1", True, True), ("aug_1", True, True), ("aug_2", True, False),
        ("nov_1", True, False), ("nov_2", False, False),
    ],
)  # fmt: skip
def test_8_2_day_and_night_by_the_date(light: str, am: bool, pm: bool) -> None:
    assert (arctic(light=light, turn=9).is_day, arctic(light=light, turn=10).is_day) == (am, pm)


@rule("pq17", "8.3", "4.3.2", "11.1")
def test_8_3_the_worked_example_of_pq_17() -> None:
    board = started(opened(), WRITTEN)
    places = {name: (board.force(name).at, board.force(name).port) for name in WRITTEN}
    assert places == {
        "pq17": ("0410", ""),
        "qp13": ("0413", ""),
        "cruisers": ("0410", ""),
        "home_fleet": ("0508", ""),
    }
    assert [board.force(name).fuel for name in WRITTEN] == [Fuel(13), Fuel(13), Fuel(17), Fuel(17)]
    assert board.force("relief").port == "reykjavik"
    points = board.state.command["home_fleet"]
    assert (points.spent, points.left, points.over) == (14, 2, 1)
    assert all(one.level is None for one in board.forces_of("allied"))


@rule("pq17", "8.3", position="PP26")
def test_8_3_the_first_gale_starts_play() -> None:
    board = planned(pq17=Plan(1, PQ17_WAY, "arkhangelsk"))
    board.state.start = 5
    assert under_way(board, FAIR_DICE, FOG_DICE, GALE_DICE) == ["fuel", "fuel", "start"]
    assert (board.state.turn, board.state.start, board.state.sky.kind) == (3, 3, "gale")
    play(starting.start(board))
    assert (board.force("pq17").at, board.force("pq17").port) == ("0404", "")  # out of port, and a hex


@rule("pq17", "8.3", position="P56")
def test_8_3_without_a_gale_the_weather_of_the_fifth_roll_is_that_of_day_3_am() -> None:
    board = planned(pq17=Plan(1, PQ17_WAY, "arkhangelsk"))
    board.state.start = 5
    assert under_way(board, FAIR_DICE, FAIR_DICE, FAIR_DICE, FAIR_DICE, FOG_DICE) == [
        "fuel",
        "fuel",
        "fuel",
        "fuel",
        "start",
    ]
    assert (board.state.turn, board.state.sky.kind) == (5, "fog")
    play(starting.start(board))
    assert board.force("pq17").at == PQ17_WAY[2]  # as at the end of day 2 PM: out of port, and three hexes


@rule("pq17", "8.3", "11.1", position="PP27")
def test_8_3_eight_turns_of_a_convoy_before_play() -> None:
    board = planned(pq17=Plan(1, PQ17_WAY, "arkhangelsk"))
    board.state.turn = 9
    play(starting.start(board))
    convoy = board.force("pq17")
    assert (convoy.at, convoy.fuel) == (PQ17_WAY[6], Fuel(13))


@rule("pq17", "8.3", "8.3.1", position="PP273")
@pytest.mark.parametrize(("rolls", "begins"), [([(0, 1), (7, 6), (9, 9)], 3), ([(0, 1)] * 11, 11)])
def test_8_3_the_first_gale_or_the_turn_of_the_die(rolls: list[tuple[int, int]], begins: int) -> None:
    board = Board(new_game(BOX, "pq17", Options(variable_start=True)), BOX)
    board.state.start = 11
    follows = ""
    for thrown in rolls:
        follows = play(weather(board), dice=[thrown]).result
        if follows == "fuel":
            play(fuel(board))
    assert (follows, board.state.turn, board.state.start) == ("start", begins, begins)


@rule("pq17", "8.3", "11.1", "5.1.5")
@pytest.mark.parametrize(
    ("rolls", "turn", "at", "fuel_", "early"),
    [
        ([GALE], 1, "0504", None, True), ([FAIR, GALE], 2, "0504", Fuel(13), True),
        ([FAIR, FAIR, GALE], 3, "0604", Fuel(13), True), ([FAIR] * 5, 5, "0705", Fuel(13), False),
        ([FAIR] * 4 + [GALE], 5, "0705", Fuel(13), False),
    ],
)  # fmt: skip
def test_8_3_the_first_gale_starts_play_and_a_fifth_roll_is_the_weather_of_day_3(
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


@rule("pq17", "8.3")
def test_8_3_the_example_of_jw_51b() -> None:
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
def test_8_3_9_1_the_first_gale_starts_play(dice: list[tuple[int, int]], turn: int, kind: WeatherKind) -> None:
    """A 13 is a storm, and after a storm a gale."""
    board, after = jw_51b(*dice)
    assert (board.state.turn, board.state.start, board.state.sky.kind, after) == (turn, turn, kind, "start")
    assert board.state.due_start == 5


@rule("pq17", "8.3", "8.3.1")
@pytest.mark.parametrize(("due", "turn", "early"), [(9, 7, True), (3, 3, False)])
def test_8_3_play_starts_early_only_where_a_gale_came_before_the_turn_that_the_die_named(
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
def test_8_3_forces_stand_where_the_turn_before_left_them(turn: int, sky: WeatherKind, early: bool) -> None:
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
        ("ja", "0811（ナルビク西方）のドイツ軍の積み木：1。"),
    ],
)
def test_8_3_a_german_block_that_sailed_before_play_started_is_told_as_one(language: str, words: str) -> None:
    way = ("0812", "0811", "0711", "0710")
    one = force("t", "axis", "task_force", "0813", "lutzow", port="narvik", plan=Plan(4, way, pace="slow"), level=None)
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, scenario="pq17", turn=7, start=7, command=points)
    play(start(board))
    (told,) = [event for event in heard(board, "allied") if isinstance(event, BlocksStand)]
    assert (told.at, told.side) == (one.at, "axis")
    assert PQ17.presentation.describe_event(told, language) == words


@rule("pq17", "8.3.1")
@pytest.mark.parametrize("die", range(10))
def test_8_3_1_a_die_may_name_the_start(die: int) -> None:
    board = opened(variable_start=True)
    Run().carry_out(planning.plans(board), board.state, dice=[(die or 10,)], draws=(), says=None)
    assert board.state.start == BOX.charts.variable_start.begins(BOX.operations["pq17"].first_turn, die).number


@rule("pq17", "8.3.1", positions=("PP269", "PP270"))
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("pq17", [2, 3, 7, 7, 9, 9, 9, 11, 11, 13]), ("qp14", [2, 3, 1, 1, 1, 1, 1, 3, 3, 5])],
)
def test_8_3_1_the_die_of_a_variable_start(scenario: str, turns: list[int]) -> None:
    usual = BOX.operations[scenario].first_turn
    assert [BOX.charts.variable_start.begins(usual, die).number for die in range(10)] == turns


@rule("pq17", "8.3.1", "8.3.2", position="PP271")
def test_8_3_1_two_starts_exclude_each_other() -> None:
    both = problems(Options(variable_start=True, from_day_one=True))
    assert {one.rule for one in both} == {"8.3.1", "8.3.2"}
    assert not list(problems(Options(variable_start=True, destroyer_fate=True)))


@rule("pq17", "8.3.1", "8.3.2")
@pytest.mark.parametrize(("die", "turn"), [(0, 2), (1, 3), (2, 3), (3, 3), (4, 5), (6, 5), (7, 7), (8, 7), (9, 9)])
def test_8_3_1_the_variable_start(die: int, turn: int) -> None:
    """JW-51B starts on day 3 AM, turn 5: a day earlier is turn 3, one later 7, two later 9."""
    board = arctic(scenario="jw51b", light="dec_2", turn=1, start=5, options=Options(variable_start=True))
    play(_vary_start(board), dice=[(die,)])
    assert board.state.start == turn
    assert BOX.operations["jw51b"].first_turn.number == 5


@rule("pq17", "8.3.2", "4.2a", position="PP272")
def test_8_3_2_who_plays_from_day_1_may_sail_on_day_2() -> None:
    state = new_game(BOX, "pq17", Options(from_day_one=True))
    assert state.start == 2
    board = arctic(force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"), start=2, turn=3)
    board.state.phase = Phase("axis", orders=(Move("t", ("0713",)),))
    seen = Report(to="axis", turn=3, source="search", at="0404", kind="convoy", level=1)
    assert held_by(board, board.force("t")) == "11.4"
    board.state.sighted = True
    board.state.reports.append(seen)
    assert held_by(board, board.force("t")) == ""


@rule("pq17", "8.3a")
def test_8_3a_dummies_are_put_anywhere() -> None:
    board = started(opened(), {}, says={"dummies": "place dummy_1 at=0410"})
    assert (board.force("dummy_1").at, board.force("dummy_1").port) == ("0410", "")
    assert board.force("dummy_2").port == "scapa_flow"
    seen = [told.variants[0].event for told in board.told if isinstance(told.variants[0].event, BlocksStand)]
    assert seen == [BlocksStand("0410", "", 1)]


@rule("pq17", "8.3b", "10.1")
@pytest.mark.parametrize(("die", "at", "left"), [(9, "0407", ("0308", "0407")), (8, "0308", ("0407",))])
def test_8_3b_doubtful_ice_on_the_planned_way_is_rolled_for(die: int, at: str, left: tuple[str, ...]) -> None:
    plan = Plan(8, ("0308", "0407"), pace="slow", ice="stop")
    board = arctic(force("t", "allied", "task_force", "0407", "london", plan=plan))
    run, one = Run(), board.force("t")
    run.carry_out(advance_force(board, one, 9), board.state, dice=[(die,)], draws=(), says=None)
    assert (run.result, one.plan and one.plan.route) == ((at, ""), left)
    met = {seat: [isinstance(told.for_seat(seat), IceMet) for told in board.told] for seat in ("allied", "axis", "")}
    assert [any(one) for one in met.values()] == [True, False, False], "nobody else sees it"


@rule("pq17", "8.3b", "10.2.6")
def test_8_3b_what_ice_took_before_play_started_was_never_seen() -> None:
    """May, W4: heavy drift. Card 1 takes the only ship; the enemy hears of no block at all."""
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(8, ("0313",), pace="slow"))
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, scenario="pq16", light="may_2", command=points)
    play(start(board), dice=[(5,)], cards=["card_01", "card_04"])
    assert board.state.forces == []
    assert heard(board, "axis") == [PlayStarted(9, False)]


@rule("pq17", "8.3b", "10.1")
def test_8_3b_ice_that_only_its_side_saw_is_reported_to_nobody() -> None:
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent"))
    play(try_to_cross(board, board.force("t"), there, openly=False), dice=[(8,)], cards=["card_01"])
    assert not board.state.ice_seen


@rule("pq17", "8.3b", "10.0")
def test_8_3b_before_play_starts_the_port_is_left_through_its_ice_too() -> None:
    """Thin pack keeps it in Barentsburg in turn 7, in turn 8 it is out; in turn 9 play starts."""
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(7, ("0313",), pace="slow"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    cards = ["card_04", "card_07", "card_08", "card_11"]
    assert play(advance_force(board, one, 9), dice=[(8,), (5,), (1,)], cards=cards).result == ("0214", "")
    assert [isinstance(event, IceMet) for event in heard(board, "allied")].count(True) == 2
    assert heard(board, "axis") == []


@rule("pq17", "8.3c")
def test_8_3c_high_speed_before_the_start_costs_fuel() -> None:
    fast = Plan(7, ("1107", "1007", "0907", "0807", "0708", "0608"), pace="high")
    board = started(opened(), {"home_fleet": fast})
    assert board.force("home_fleet").at == "0807"
    assert board.force("home_fleet").fuel == Fuel(7 + 12 - 3)


@rule("pq17", "8.3c", "11.1.3", "11.2.2", "5.1.9")
@pytest.mark.parametrize(
    ("pace", "mark", "until", "at", "fuel"),
    [
        ("cruise", 20, 5, "0412", Fuel(20)), ("high", 20, 3, "0410", Fuel(14)), ("high", 20, 5, "0516", Fuel(8)),
        ("high", 9, 3, "0410", Fuel(6, "low")), ("high", 9, 4, "0412", Fuel(6, "low")),
        ("high", 9, 6, "0516", Fuel(6, "critical")), ("high", 9, 7, "0517", Fuel(6, "critical")),
    ],
)  # fmt: skip
def test_8_3c_high_speed_before_play_costs_its_fuel_turn_by_turn(
    pace: Any, mark: int, until: int, at: str, fuel: Fuel
) -> None:
    """The cruiser in the strait has a mark from the beginning. Once Low she cruises, once Critical she is slow."""
    one = force("p", "allied", "task_force", "0404", "kent", fuel=Fuel(mark), plan=Plan(1, RUN, pace=pace))
    board = table(one, turn=1)
    assert play(advance_force(board, one, until)).result == (at, "")
    assert one.fuel == fuel
