"""3, 4.1, 4.2, 8.3: set-up, plans, the start of play, the sequence of a turn, and when an operation ends."""

import pytest

from games.kernel.text import id_label
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan
from tests.titles.pq17.box import BOX
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.openings import WAY_OF_PQ17, opened
from tests.titles.procedures import Run

rule = pytest.mark.rule


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


@rule("pq17", "5.1.5a", "4.2")
def test_a_route_never_leads_two_hexes_away() -> None:
    form: PlansForm = planning.plans_form(opened(), "allied")
    back = ("0404", "0403", "0304", "0303", "0302")
    wrong = form.read(
        [{"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am", "way": [*back, "1119"]}]
    )
    assert [(one.pointer, one.rule) for one in form.problems(wrong) if one.code == "back"] == [("/0/way", "5.1.5a")]
