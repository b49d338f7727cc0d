"""4.2: plans written before the start of play."""

import pytest

from games.kernel.text import id_label
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.orders import held_by
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.rules.operation.plans import plans, plans_form
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.special.writing import situation_part
from games.titles.pq17.state.state import Plan, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import PORTS, tapped
from tests.titles.pq17.openings import opened
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.situations import holding
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "4.2", "5.1.5")
@pytest.mark.parametrize("scenario", list(BOX.operations))
def test_4_2_convoys_are_proposed_the_way_that_such_convoys_went(scenario: str) -> None:
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


@rule("pq17", "4.2", "4.3.2")
def test_4_2_a_plan_says_when_it_ends_what_flies_over_it_and_what_it_costs() -> None:
    form = planning.plans_form(opened("pq18"), "allied")
    text = [line.text.en for line in form.preview(form.write(form.default())).lines]
    assert "21 hexes, there on day 12 AM at the earliest; none of them in enemy air radii." in text
    assert "Leaving port costs 1 of 8 Command Points." in text
    short = {"order": "schedule", "convoy": "pq18", "to": "arkhangelsk", "sails": "1.am", "way": []}
    lines = [line.text.en for line in form.preview([short]).lines]
    assert any("there on day 11 AM at the earliest; 11 of them in enemy air radii" in one for one in lines)


@rule("pq17", "4.2", "4.2a", "4.2b", "8.3.2")
def test_4_2_what_can_be_planned() -> None:
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
def test_4_2_a_tap_leads_the_usual_plan_elsewhere_and_a_route_that_stops_short_goes_on_to_its_port() -> None:
    form = planning.plans_form(opened(), "allied")
    usual = [
        {"order": "schedule", "convoy": "qp13", "to": "reykjavik", "sails": "1.am"},
        {"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am"},
    ]
    led = [one for one in form.suggested_edits(usual, "0315", ("pq17",), id_label) if one.pointer == "/1/way"]
    assert [[problem.code for problem in one.problems] for one in led] == [[]]
    assert "0315" in led[0].answer[1]["way"]
    assert form.accept(led[0].answer)[1].way[-1] == form.ports["arkhangelsk"]


@rule("pq17", "4.2", "5.1.5")
def test_4_2_a_tap_on_a_port_of_destination_writes_a_convoys_route() -> None:
    board = table(force("c", "allied", "convoy", "0909", "mv 8"))
    (order,) = [one for one in tapped(board, "allied", "arkhangelsk", "c") if isinstance(one, dict)]
    assert (order["order"], order["to"], order["way"][-1]) == ("route", "arkhangelsk", "1119")


@rule("pq17", "4.2", "4.2b", "11.4", "5.1.8", "5.1.3")
@pytest.mark.parametrize(
    ("ship", "port", "barred"),
    [
        ("lutzow 4", "kiel", ""), ("lutzow 4+inoperative", "kiel", "5.1.3"), ("tirpitz 5", "kiel", "5.1.8"),
        ("lutzow 4", "narvik", "4.2b"), ("tirpitz 5", "narvik", "4.2b"),
    ],
)  # fmt: skip
def test_4_2_from_kiel_ships_are_planned_though_nobody_was_identified(ship: str, port: str, barred: str) -> None:
    """What keeps them in port otherwise keeps them from being planned."""
    one = force("x", "axis", "task_force", BOX.ports[port].hex, port=port)
    one.counters = read_counters(ship)
    board = arctic(one, command={"gruppe_nord": Points(10)}, turn=1, start=5)
    form = plans_form(board, "axis")
    assert [mover.force for mover in form.movers] == (["x"] if not barred else [])
    assert [bar.rule for way in form.unavailable_templates() for bar in way.fields[0].unavailable] == (
        [barred] if barred else []
    )
    assert held_by(board, one) == (barred if barred.startswith("5") else "5.1.8" if "tirpitz" in ship else "11.4")


@rule("pq17", "4.2", "4.2a", position="PP28")
@pytest.mark.parametrize(("turns", "initiative_allied", "wrong"), [
    (("1.pm", "2.am"), True, False), (("1.pm", "2.am"), False, False),
    (("2.am", "2.pm"), True, True), (("2.am", "2.pm"), False, False),
])  # fmt: skip
def test_4_2_a_convoy_sails_on_day_1_unless_the_axis_has_the_initiative(
    turns: tuple[str, str], initiative_allied: bool, wrong: bool
) -> None:
    board = arctic(
        force("a", "allied", "convoy", PORTS["reykjavik"], "mv 9", port="reykjavik"),
        force("b", "allied", "convoy", PORTS["murmansk"], "mv 9", port="murmansk"),
        command={"home_fleet": Points(left=16), "severny_flot": Points(), "gruppe_nord": Points()}, start=9,
    )  # fmt: skip
    found = plans_form(board, "allied")
    form = PlansForm(
        forces=found.forces, convoys=found.convoys, waters=found.waters, ports=found.ports, points=found.points,
        start=9, first_day=initiative_allied,
    )  # fmt: skip
    text = "\n".join(f"schedule {name} to=arkhangelsk sails={turn}" for name, turn in zip("ab", turns, strict=True))
    rules = {one.rule for one in form.problems(form.read(form.parse(text)))}
    assert ("4.2a" in rules) is wrong


@rule("pq17", "4.2b", "11.4", "8.3b")
def test_4_2b_who_was_planned_is_at_sea_as_play_starts_and_who_was_not_stays() -> None:
    way = BOX.waters.shortest(BOX.ports["kiel"].hex, BOX.ports["bergen"].hex, frozenset()) or ()
    one = force("x", "axis", "task_force", BOX.ports["kiel"].hex, "lutzow", port="kiel", plan=Plan(1, tuple(way), ""))
    other = force("y", "axis", "task_force", BOX.ports["kiel"].hex, "koln", port="kiel")
    board = arctic(one, other, command={"gruppe_nord": Points(10)}, turn=3, start=3)
    play(start(board))
    moved(board, Move("y", tuple(way[:1])), side="axis")
    assert (one.port, other.port) == ("", "kiel")


@rule("pq17", "4.2b")
def test_4_2b_of_the_axis_only_ships_at_kiel_and_in_the_german_box_plan_before_play() -> None:
    board = arctic(
        force("k", "axis", "task_force", "1709", "lutzow", port="kiel"),
        force("g", "axis", "task_force", "german", "admiral_hipper"),
        force("n", "axis", "task_force", "0612", "tirpitz", port="narvik"),
        force("h", "allied", "task_force", "0504", "london", port="reykjavik"),
        command={name: Points(left=9) for name in ("home_fleet", "severny_flot", "gruppe_nord")},
    )
    assert [one.force for one in plans_form(board, "axis").movers] == ["k", "g"]
    assert [one.force for one in plans_form(board, "allied").movers] == ["h"]


@rule("pq17", "4.2c", "12.8")
def test_4_2c_minelaying_is_written_before_the_operation() -> None:
    cruisers = force("raiders", "axis", "task_force", "0814", "admiral_hipper", "dd_36a 3", port="tromso")
    others = force("battle", "axis", "task_force", "0814", "tirpitz", "dd_36a 1", port="tromso")
    board = holding("axis", "f", "minelaying", cruisers, others)
    part = situation_part(board, "axis")
    assert (part.verb, part.able) == ("lay_mines", ("raiders",))
    assert "0421" in part.targets
    run = perform(board, plans(board), says={"plans@axis": "lay-mines raiders at=0421"})
    assert (run.following, [one.seat for one in run.asked]) == ("weather", ["allied", "axis"])
    assert (board.state.chits["axis"].target, board.state.chits["axis"].forces) == ("0421", ["raiders"])


@rule("pq17", "4.2c", "12.0a")
def test_4_2c_both_are_asked_whatever_they_hold() -> None:
    for letter, situation in (("p", "none"), ("f", "minelaying")):
        board = holding("axis", letter, situation)
        run = perform(board, plans(board))
        assert [(one.kind, one.seat, one.form.is_forced()) for one in run.asked] == [
            ("plans", "allied", False), ("plans", "axis", False),
        ]  # fmt: skip


@rule("pq17", "4.2d")
def test_4_2d_a_plan_ends_when_it_said() -> None:
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
