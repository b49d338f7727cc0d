"""3, 4.1, 4.2, 8.3: set-up, plans, the start of play, the sequence of a turn, and when an operation ends."""

from collections.abc import Mapping

import pytest

from games.kernel.conformance import play_out
from games.kernel.text import id_label
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.rules.operation import start as starting
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import IceMet
from games.titles.pq17.state.events.operation import BlocksStand
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.openings import WAY_OF_PQ17, opened
from tests.titles.procedures import Dice, Run, Says

rule = pytest.mark.rule
QP13 = (
    "0717", "0617", "0517", "0516", "0515", "0414", "0413", "0412", "0411", "0410", "0409", "0408", "0407", "0406",
    "0405", "0404", "0504",
)  # fmt: skip


def started(board: Board, written: Mapping[str, Plan], dice: Dice = (), says: Says | None = None) -> Board:
    """Play starts on day 5 AM, with these plans."""
    for name, plan in written.items():
        board.force(name).plan = plan
    board.state.turn = 9
    Run().carry_out(starting.start(board), board.state, dice=dice, draws=(), says=says)
    return board


@rule("pq17", "4.2", "5.1.5")
@pytest.mark.parametrize("scenario", list(BOX.operations))
def test_convoys_are_proposed_the_way_that_such_convoys_went(scenario: str) -> None:
    """Clear of Norway as far as the ice lets them, and never through pack."""
    board = opened(scenario)
    form = planning.plans_form(board, "allied")
    assert next(form.problems(form.default()), None) is None
    for order in form.default():
        assert isinstance(order, Schedule)
        near = BOX.areas.axis_radius.hexes
        shortest = form.shortest(order.convoy, order.to)
        assert order.way
        assert len(near.intersection(order.way)) < len(near.intersection(shortest))
        zones = {BOX.hexes[one].zone for one in order.way[:-3]} - {""}
        ice = {BOX.charts.ice.expects(board.operation.calendar_month, zone).ice for zone in zones}
        assert ice <= {"clear", "light_drift"}


@rule("pq17", "5.1.5")
def test_pq_17_goes_north_of_bear_island() -> None:
    form = planning.plans_form(opened(), "allied")
    assert {one.convoy: one.way[:14] for one in form.default() if isinstance(one, Schedule)}["pq17"] == WAY_OF_PQ17[:14]


@rule("pq17", "5.1.5")
@pytest.mark.parametrize("way", ["0404", "0404,0406", "0504", ",".join((*WAY_OF_PQ17, "1119"))])
def test_a_usual_way_that_leads_nowhere_is_refused(way: str) -> None:
    hexes = ", ".join(f'"{one}"' for one in way.split(","))
    old = ", ".join(f'"{one}"' for one in WAY_OF_PQ17)
    error = refused(swapped("scenario_08_pq17.toml", f"[{old}]", f"[{hexes}]"))
    assert "5.1.5" in str(error)


@rule("pq17", "4.2", "4.3.2")
def test_a_plan_says_when_it_ends_what_flies_over_it_and_what_it_costs() -> None:
    form = planning.plans_form(opened("pq18"), "allied")
    text = [line.text.en for line in form.preview(form.write(form.default())).lines]
    assert "21 hexes, there on day 12 AM at the earliest; 0 of them in enemy air radii." in text
    assert "Leaving port costs 1 of 8 Command Points." in text
    short = {"order": "schedule", "convoy": "pq18", "to": "arkhangelsk", "sails": "1.am", "way": []}
    lines = [line.text.en for line in form.preview([short]).lines]
    assert any("there on day 11 AM at the earliest; 11 of them in enemy air radii" in one for one in lines)


@rule("pq17", "4.2d")
def test_a_plan_ends_when_it_said() -> None:
    board = opened()
    form = planning.plans_form(board, "allied")
    order = next(one for one in form.default() if isinstance(one, Schedule) and one.convoy == "qp13")
    board.force("qp13").plan = Plan(1, order.way, order.to)
    for until, port in ((19, ""), (20, "reykjavik")):
        run = Run()
        run.carry_out(advance_force(board, board.force("qp13"), until), board.state, dice=(), draws=(), says=None)
        assert run.following[1] == port
        board.force("qp13").plan = Plan(1, order.way, order.to)
        board.force("qp13").at, board.force("qp13").port = "0817", "murmansk"
        board.force("qp13").convoy.been.clear()


@rule("pq17", "3.1", "3.2", "3.2a", "3.2b", "3.2c", "3.2d", "3.3")
def test_the_sequence_of_play() -> None:
    title = load("pq17")
    steps = [one.step for one in play_out(title, "qp14", title.options.type(), 0).checkpoints]
    before = steps[: steps.index("weather")]
    assert before[:5] == ["options", "draw", "set_up_axis", "set_up_allied", "plans"]
    phase = [
        "event", "orders", "photo", "movement", "air_movement", "search", "strikes",
        "air_combat", "submarine_combat", "surface_combat", "combine",
    ]  # fmt: skip
    turn = ["weather", "gale", "allied_phase", *phase, "axis_phase", *phase, "situations", "fuel", "turn_end"]
    known = [one for one in steps if one in turn]
    second = [place for place, one in enumerate(known) if one == "weather"][1]
    assert known[second : second + len(turn)] == turn
    assert steps[-2:] in (["turn_end", "victory"], ["victory", None])


@rule("pq17", "3.2e", "8.1")
def test_the_marker_moves_on_before_the_marks_are_judged() -> None:
    board = arctic(force("t", "allied", "task_force", "0410", "london", fuel=Fuel(10)))
    Run().carry_out(fuel(board), board.state, dice=(), draws=(), says=None)
    assert board.state.turn == 10
    assert board.force("t").fuel == Fuel(13, "low")


@rule("pq17", "3.4")
@pytest.mark.parametrize(
    ("convoy", "cover", "raider", "turn", "over"),
    [
        ("murmansk", "scapa_flow", "", 12, True),
        ("murmansk", "", "narvik", 12, True),
        ("murmansk", "", "", 12, False),
        ("murmansk", "", "", 30, False),
        ("murmansk", "", "", 31, True),
        ("", "scapa_flow", "narvik", 12, False),
        ("", "scapa_flow", "narvik", 31, False),
    ],
)
def test_an_operation_ends(convoy: str, cover: str, raider: str, turn: int, *, over: bool) -> None:
    ports = {name: BOX.ports[name].hex for name in (convoy, cover, raider) if name}
    board = arctic(
        force("c", "allied", "convoy", ports.get(convoy, "0410"), "mv 9", port=convoy),
        force("t", "allied", "task_force", ports.get(cover, "0409"), "london", port=cover),
        force("r", "axis", "task_force", ports.get(raider, "0613"), "lutzow", port=raider),
        force("p", "axis", "wolfpack", "0612", "ss_german 2"),
        force("d", "axis", "dummy", "0712"),
        turn=turn,
    )
    assert is_over(board) is over


@rule("pq17", "3.4")
def test_a_convoy_that_is_still_to_sail_is_not_home() -> None:
    board = arctic(
        force("c", "allied", "convoy", "0817", "mv 9", port="murmansk", plan=Plan(12, ("0717",), "reykjavik"))
    )
    assert not is_over(board)


@rule("pq17", "4.1", "4.1.1", "4.1.3", "4.1.3a", "4.1.3b", "4.1.3c", "10.1.1")
@pytest.mark.parametrize("scenario", list(BOX.operations))
def test_both_sides_set_up(scenario: str) -> None:
    board = opened(scenario)
    assert sum(one.port == "tromso" for one in board.forces_of("axis")) >= 1
    for one in board.state.forces:
        if one.port:
            assert BOX.ports[one.port].side == one.side
        else:
            zone = BOX.hexes[one.at].zone
            ice = BOX.charts.ice.expects(board.operation.calendar_month, zone) if zone else None
            assert ice is None or (ice.certain and ice.ice == "clear")
        assert not (one.port and one.level is not None)
    for side in ("allied", "axis"):
        dummies = board.operation.dummies.of(side)
        assert sum(one.is_dummy for one in board.forces_of(side)) == dummies.number


@rule("pq17", "5.1.9")
def test_patrol_white_begins_in_the_strait_and_at_reykjavik() -> None:
    board = opened()
    assert (board.force("patrol_white").at, board.force("patrol_white").fuel) == ("0305", Fuel(20))
    assert board.force("relief").port == "reykjavik"
    assert opened("pq13").force("patrol_white").at == "0304"  # in March the strait is not certainly clear


@rule("pq17", "4.2", "4.2a", "4.2b", "8.3.2")
def test_what_can_be_planned() -> None:
    board = opened()
    form = planning.plans_form(board, "allied")
    assert {one.force for one in form.convoys} == {"pq17", "qp13"}
    assert form.start == 9
    late = (Schedule("pq17", "arkhangelsk", "2.am"), Schedule("qp13", "reykjavik", "3.am"))
    assert [one.rule for one in form.problems(late)] == ["4.2a"]
    early = (Schedule("pq17", "arkhangelsk", "1.pm"), Schedule("qp13", "reykjavik", "15.pm"))
    assert not [*form.problems(early)]
    assert {one.rule for one in form.problems(early[:1])} == {"4.2"}
    astray = (Schedule("pq17", "arkhangelsk", "1.am", ("0404", "0304")), early[1])
    assert [one.rule for one in form.problems(astray)] == ["5.1.5"]
    led_on = form.read(form.write(astray))[0]
    assert isinstance(led_on, Schedule)
    assert (led_on.way[:2], led_on.way[-1]) == (("0404", "0304"), form.ports["arkhangelsk"])
    assert planning.plans_form(board, "axis").movers == ()
    assert opened(from_day_one=True).state.start == 2


@rule("pq17", "4.2", "5.1.5")
def test_a_tap_leads_the_usual_plan_elsewhere_and_a_route_that_stops_short_goes_on_to_its_port() -> None:
    form = planning.plans_form(opened(), "allied")
    usual = [
        {"order": "schedule", "convoy": "qp13", "to": "reykjavik", "sails": "1.am"},
        {"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am"},
    ]
    led = [one for one in form.suggested_edits(usual, "0315", ("pq17",), id_label) if one.pointer == "/1/way"]
    assert [[problem.code for problem in one.problems] for one in led] == [[]]
    assert "0315" in led[0].answer[1]["way"]
    assert form.accept(led[0].answer)[1].way[-1] == form.ports["arkhangelsk"]


@rule("pq17", "8.3.1")
@pytest.mark.parametrize("die", range(10))
def test_a_die_may_name_the_start(die: int) -> None:
    board = opened(variable_start=True)
    Run().carry_out(planning.plans(board), board.state, dice=[(die or 10,)], draws=(), says=None)
    assert board.state.start == BOX.charts.variable_start.begins(BOX.operations["pq17"].first_turn, die).number


@rule("pq17", "5.1.5a", "4.2")
def test_a_route_never_leads_two_hexes_away() -> None:
    form: PlansForm = planning.plans_form(opened(), "allied")
    back = ("0404", "0403", "0304", "0303", "0302")
    wrong = form.read(
        [{"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am", "way": [*back, "1119"]}]
    )
    assert [(one.pointer, one.rule) for one in form.problems(wrong) if one.code == "back"] == [("/0/way", "5.1.5a")]


@rule("pq17", "3.2a", "15.0")
def test_outside_a_phase_and_a_campaign_nothing_is_taken_for_one() -> None:
    with pytest.raises(LookupError, match="no player phase"):
        _ = opened().phase
    with pytest.raises(LookupError, match="no campaign"):
        _ = opened().roster


WRITTEN = {
    "pq17": Plan(1, WAY_OF_PQ17, "arkhangelsk"),
    "qp13": Plan(1, QP13, "reykjavik"),
    "cruisers": Plan(5, ("0404", "0405", "0406", "0407", "0408", "0409", "0410")),
    "home_fleet": Plan(5, ("1107", "1007", "0907", "0807", "0708", "0608", "0508")),
}


@rule("pq17", "8.3", "4.3.2", "11.1")
def test_the_worked_example_of_pq_17() -> None:
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


@rule("pq17", "8.3a")
def test_dummies_are_put_anywhere() -> None:
    board = started(opened(), {}, says={"dummies": "place dummy_1 at=0410"})
    assert (board.force("dummy_1").at, board.force("dummy_1").port) == ("0410", "")
    assert board.force("dummy_2").port == "scapa_flow"
    seen = [told.variants[0].event for told in board.told if isinstance(told.variants[0].event, BlocksStand)]
    assert seen == [BlocksStand("0410", "", 1)]


@rule("pq17", "8.3c")
def test_high_speed_before_the_start_costs_fuel() -> None:
    fast = Plan(7, ("1107", "1007", "0907", "0807", "0708", "0608"), pace="high")
    board = started(opened(), {"home_fleet": fast})
    assert board.force("home_fleet").at == "0807"
    assert board.force("home_fleet").fuel == Fuel(7 + 12 - 3)


@rule("pq17", "8.3b", "10.1")
@pytest.mark.parametrize(("die", "at", "left"), [(9, "0407", ("0308", "0407")), (8, "0308", ("0407",))])
def test_doubtful_ice_on_the_planned_way_is_rolled_for(die: int, at: str, left: tuple[str, ...]) -> None:
    plan = Plan(8, ("0308", "0407"), pace="slow", ice="stop")
    board = arctic(force("t", "allied", "task_force", "0407", "london", plan=plan))
    run, one = Run(), board.force("t")
    run.carry_out(advance_force(board, one, 9), board.state, dice=[(die,)], draws=(), says=None)
    assert (run.result, one.plan and one.plan.route) == ((at, ""), left)
    met = {seat: [isinstance(told.for_seat(seat), IceMet) for told in board.told] for seat in ("allied", "axis", "")}
    assert [any(one) for one in met.values()] == [True, False, False], "nobody else sees it"
