"""Chapter 3: the sequence of a turn, and when an operation ends."""

import pytest

from games.kernel.conformance import play_out
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.movement.segment import _in_order
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.operation.victory import score, victory
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.state.events.movement import BlockMoved
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Booking, Chit, Convoy, Phase, Plan, Points
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.pq17.ch05_movement.sailings import PORTS, named_task_force
from tests.titles.pq17.ch06_search.searches import moved_anew
from tests.titles.pq17.ch15_campaign.two_ports import before_murmansk, the_convoy
from tests.titles.pq17.openings import opened
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import at_turn, broke_out
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "3.1", "3.2", "3.2a", "3.2b", "3.2c", "3.2d", "3.3")
def test_3_1_the_sequence_of_play() -> None:
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


@rule("pq17", "3.2", "12.2.1a")
def test_3_2_the_chit_is_shown_in_the_special_situation_phase() -> None:
    board = at_turn(broke_out(returning="b"), "4 am")
    assert perform(board, situations(board)).following == "fuel"
    assert events_for(board, "public") == [ChitShown("axis", "b", "break_out")]


@rule("pq17", "3.2a", "15.0")
def test_3_2a_outside_a_phase_and_a_campaign_nothing_is_taken_for_one() -> None:
    with pytest.raises(LookupError, match="no player phase"):
        _ = opened().phase
    with pytest.raises(LookupError, match="no campaign"):
        _ = opened().roster


@rule("pq17", "3.2b", "1.2b")
def test_3_2b_of_blocks_that_look_alike_and_go_one_way_the_slower_moves_first() -> None:
    """A dummy that keeps a convoy company: which of the two comes first in the owner's list decides nothing."""
    told = []
    for turned in (False, True):
        way = ("0411", "0412", "0413")
        blocks = [
            force("pq", "allied", "convoy", "0410", "mv 9", plan=Plan(0, way, "murmansk")),
            force("lure", "allied", "dummy", "0410", plan=Plan(0, way, pace="cruise")),
        ]
        board = arctic(*(reversed(blocks) if turned else blocks), start=8, command={"home_fleet": Points(16)})
        moved_anew(board, side="allied")
        told.append([one for one in heard(board, "axis") if isinstance(one, BlockMoved)])
    assert told[0] == told[1]
    assert [one.way for one in told[0]] == [("0411",), ("0411", "0412")]


@rule("pq17", "3.2b", "5.6")
def test_3_2b_who_moves_when_nothing_is_ordered_goes_by_place_port_and_way() -> None:
    plan = Plan(0, ("0409",))
    board = arctic(
        force("c", "allied", "task_force", "0410", "london", plan=plan),
        force("still", "allied", "task_force", "0310", "norfolk"),
        force("b", "allied", "task_force", "0504", "kent", port="reykjavik", plan=plan),
        force("a", "allied", "task_force", "0504", "berwick", plan=plan),
        force("part", "allied", "convoy", "0309", "mv 2", plan=plan, convoy=Convoy(part_of="pq")),
        force("enemy", "axis", "task_force", "0308", "koln", plan=plan),
    )
    board.state.phase = Phase("allied")
    assert [one.id for one in _in_order(board)] == ["c", "a", "b"]


@rule("pq17", "3.2e", "8.1")
def test_3_2e_the_marker_moves_on_before_the_marks_are_judged() -> None:
    board = arctic(force("t", "allied", "task_force", "0410", "london", fuel=Fuel(10)))
    Run().carry_out(fuel(board), board.state, dice=(), draws=(), says=None)
    assert board.state.turn == 10
    assert board.force("t").fuel == Fuel(13, "low")


@rule("pq17", "3.3", "12.0a", "2.0b", "12.12b")
def test_3_3_at_the_end_chits_are_shown_sheets_opened_and_debts_paid() -> None:
    fleet = force("f", "allied", "task_force", "1206", "victorious", port="scapa_flow")
    kara = force("kara_convoy", "allied", "convoy", "kara_sea", "mv 2")
    board = arctic(
        fleet, kara, began={"victorious": "scapa_flow"}, bookings=[Booking(9, 6, "arrived", "allied")],
        chits={"allied": Chit("c", "fleet_air_strike"), "axis": Chit("p", "none")},
    )  # fmt: skip
    run = perform(board, victory(board))
    assert (run.following, run.asked, board.state.verdict, board.state.over) == (None, [], "axis", True)
    assert score(board.state) == -4
    assert [one.id for one in board.state.forces] == ["f"]
    told = [type(one).__name__ for one in events_for(board, "public")]
    assert told[:4] == ["ChitShown", "ChitShown", "SheetOpened", "Scored"]


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
def test_3_4_an_operation_ends(convoy: str, cover: str, raider: str, turn: int, *, over: bool) -> None:
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
def test_3_4_a_convoy_that_is_still_to_sail_is_not_home() -> None:
    board = arctic(
        force("c", "allied", "convoy", "0817", "mv 9", port="murmansk", plan=Plan(12, ("0717",), "reykjavik"))
    )
    assert not is_over(board)


@rule("pq17", "3.4", "15.2.1a")
def test_3_4_the_operation_goes_on_until_the_second_port() -> None:
    board = before_murmansk()
    play(move_force(board, the_convoy(board)))
    board.state.turn = 31
    assert not is_over(board)
    the_convoy(board).plan = None
    assert is_over(board)


@rule("pq17", "3.4", position="PP18")
def test_3_4_the_task_forces_of_one_side_are_enough() -> None:
    board = arctic(
        force("c", "allied", "convoy", PORTS["murmansk"], "mv 9", port="murmansk"),
        named_task_force("a", "allied", "0409", "london"), named_task_force("b", "allied", "0611", "kent"),
        named_task_force("r", "axis", PORTS["narvik"], "lutzow", port="narvik"),
        force("p", "axis", "wolfpack", "0612", "ss_german 2"), force("d", "axis", "dummy", "0712"),
    )  # fmt: skip
    assert is_over(board)


@rule("pq17", "3.4", "8.1", position="PP19")
@pytest.mark.parametrize(("at", "port", "over"), [("0611", "", False), (PORTS["murmansk"], "murmansk", True)])
def test_3_4_after_day_15_convoys_alone_keep_it_going(at: str, port: str, over: bool) -> None:
    board = arctic(
        force("c", "allied", "convoy", at, "mv 9", port=port), named_task_force("a", "allied", "0409", "london"),
        named_task_force("r", "axis", "0713", "lutzow"), turn=31,
    )  # fmt: skip
    assert is_over(board) is over


@rule("pq17", "3.4", "8.1")
@pytest.mark.parametrize(
    ("turn", "convoy", "allied", "axis", "over"),
    [
        (30, "murmansk", "", "", False),
        (31, "murmansk", "", "", True),
        (31, "", "scapa_flow", "narvik", False),
        (20, "murmansk", "scapa_flow", "", True),
        (20, "murmansk", "", "narvik", True),
        (20, "", "scapa_flow", "narvik", False),
        (20, "murmansk", "", "", False),
    ],
)
def test_3_4_when_an_operation_is_over(turn: int, convoy: str, allied: str, axis: str, over: bool) -> None:
    """After the fuel phase the marker of day 15 PM (30) stands on 31. Packs and dummies at sea hold nothing up."""
    board = arctic(
        fleet("c", "mv 9", at="0817", port=convoy),
        fleet("t", "kent", at="1206", port=allied),
        fleet("g", "lutzow", at="0813", side="axis", port=axis),
        fleet("d"),
        fleet("p", "ss_german 3", side="axis"),
        turn=turn,
    )
    assert is_over(board) is over


@rule("pq17", "3.4")
def test_3_4_a_convoy_that_has_not_sailed_yet_keeps_it_going() -> None:
    waiting = fleet("c", "mv 9", at="0504", port="reykjavik", plan=Plan(12, ("0404",), "murmansk"))
    assert not is_over(arctic(waiting, turn=10))
