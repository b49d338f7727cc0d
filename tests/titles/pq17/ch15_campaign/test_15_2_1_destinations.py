"""15.2.1: destinations, and convoys for both Soviet ports."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.kernel.errors import Problem
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.narration.convoy import TELLERS
from games.titles.pq17.rules.campaign.convoys import formable_convoys
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.convoy.calling import _named, arrive_in_port
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.operation.plans import plans, plans_form
from games.titles.pq17.rules.operation.victory import victory
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.convoy import PutAshore
from games.titles.pq17.state.events.movement import BlockMoved
from games.titles.pq17.state.events.victory import Scored
from games.titles.pq17.state.roster import Boxes, EvStage, Unit
from games.titles.pq17.state.sailing import unloading_ports
from games.titles.pq17.state.state import Plan, Tally
from games.titles.pq17.visibility.redeal import conserved, redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.two_ports import (
    ARKHANGELSK,
    BOTH_PORTS,
    MURMANSK,
    before_murmansk,
    convoy_in_july,
    the_convoy,
)
from tests.titles.pq17.forms_laid_out import SEA, mover
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.rosters import KEYS, roster
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule
CALLS = PlansForm(
    convoys=(mover("pq", kind="convoy", to=("murmansk", "arkhangelsk")),), waters=SEA,
    ports={"murmansk": "0407", "arkhangelsk": "0408"}, cargo={"pq": {"mv": 3, "mo": 1}},
)  # fmt: skip


def form_of(board: Board) -> PlansForm:
    return plans_form(board, "allied")


def faults(board: Board, text: str) -> list[str]:
    form = form_of(board)
    return [one.rule for one in form.problems(form.read(form.parse(text)))]


def strength(units: Any, kind: str) -> int:
    return sum(one.strength for one in units if getattr(one, "kind", getattr(one, "ship", "")) == kind)


@rule("pq17", "15.2.1", "15.2.1a", "4.2")
@pytest.mark.parametrize(("more", "wrong"), [
    ("", []),
    (" then=arkhangelsk lands=mv,mv,mo", []),
    (f" then=arkhangelsk lands={','.join(['mv'] * 10 + ['mo'])}", []),
    (f" then=arkhangelsk lands={','.join(['mv'] * 10 + ['mo'] * 2)}", ["15.2.1a"]),
    (" then=arkhangelsk lands=mo,mo,mo", ["15.2.1a"]),
    (" then=murmansk lands=mv", ["15.2.1a"]),
    (" then=arkhangelsk", ["15.2.1a"]),
    (" lands=mv", ["15.2.1a"]),
])  # fmt: skip
def test_15_2_1_a_plan_names_two_ports_and_who_stays_in_the_first(more: str, wrong: list[str]) -> None:
    assert faults(convoy_in_july(), f"schedule pq12 to=murmansk sails=1.am{more}") == wrong


@rule("pq17", "15.2.1", "15.2.2")
@pytest.mark.parametrize(
    ("waiting", "strength", "first"),
    [
        (0, 11, "murmansk"),
        (0, 41, "murmansk"),
        (0, 42, "arkhangelsk"),
        (60, 11, "arkhangelsk"),
    ],
)
def test_15_2_1_the_port_that_has_unloaded_first_is_proposed(waiting: int, strength: int, first: str) -> None:
    roster = campaign().roster
    roster.boxes = {}
    if waiting:
        roster.boxes["murmansk"] = Boxes([Unit("mv", waiting, "murmansk")])
    assert unloading_ports(BOX, roster, strength)[0] == first


@rule("pq17", "15.2.1", "15.8.3b")
@pytest.mark.parametrize(("stage", "goal"), [("", "reykjavik"), ("declared", "loch_ewe"), ("crossed", "loch_ewe"),
                                             ("done", "loch_ewe")])  # fmt: skip
def test_15_2_1_convoys_in_ballast_make_for_loch_ewe_from_the_declaration_on(stage: EvStage, goal: str) -> None:
    there = roster("jul_1", ev=stage, boxes={"murmansk": Boxes([], [Unit("mv", 4, "murmansk")])})
    (convoy,) = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert convoy.destinations == (goal,)


@rule("pq17", "15.2.1a")
def test_15_2_1a_the_plan_is_written_for_the_convoy() -> None:
    board = convoy_in_july()
    play(plans(board), says={"plans@allied": "schedule pq12 to=murmansk sails=1.am then=arkhangelsk lands=mv,mv"})
    plan = the_convoy(board).plan
    assert plan is not None
    assert (plan.destination, plan.then, plan.lands) == ("murmansk", "arkhangelsk", ("mv", "mv"))
    assert plan.route[-1] == BOX.ports["murmansk"].hex, "whose way is not written takes the shortest"


@rule("pq17", "15.2.1a")
def test_15_2_1a_single_operations_and_convoys_in_ballast_have_one_port_each() -> None:
    board = convoy_in_july()
    convoy = the_convoy(board).convoy
    assert convoy is not None
    assert form_of(board).cargo == {"pq12": {"mv": 10, "mo": 2}}
    convoy.laden = False
    assert form_of(board).cargo == {}
    convoy.laden, board.state.roster = True, None
    assert form_of(board).cargo == {}


@rule("pq17", "15.2.1a", "2.1.1", "5.1.5a")
def test_15_2_1a_it_leaves_in_the_first_port_whom_the_plan_names_and_sails_again_with_the_rest() -> None:
    board = before_murmansk()
    before = conserved(BOX, board.state)
    play(move_force(board, the_convoy(board)))
    convoy = the_convoy(board)
    assert (convoy.port, strength(convoy.counters, "mv"), strength(convoy.counters, "mo")) == ("murmansk", 6, 1)
    landed = [(one.kind, one.strength) for one in board.roster.at("murmansk") if one.laden]
    assert landed == [("mv", 4), ("mo", 1)]
    assert conserved(BOX, board.state) == before
    assert convoy.plan is not None
    assert (convoy.plan.sails, convoy.plan.destination, convoy.plan.then) == (2, "arkhangelsk", "")
    assert convoy.plan.route[-1] == ARKHANGELSK
    board.state.turn = 2
    convoy.moved, convoy.from_port = 0, False
    play(move_force(board, convoy))
    assert (convoy.port, convoy.at_sea) == ("", True)
    while convoy.at_sea:
        board.state.turn += 1
        convoy.moved, convoy.from_port = 0, False
        play(move_force(board, convoy))
        assert board.state.turn < 12
    assert convoy.port == "arkhangelsk"
    assert the_convoy(board).plan is None


@rule("pq17", "15.2.1a", "2.1.1", "2.1.2")
def test_15_2_1a_each_merchant_arrives_once_in_the_port_where_it_stays() -> None:
    board = before_murmansk()
    (tally,) = board.state.tallies = [Tally("pq12", laden=True, began=12)]
    play(move_force(board, the_convoy(board)))
    assert (tally.arrived, tally.landed) == (5, 5)
    assert [one.points for one in board.state.bookings] == [5 * BOX.numbers.points.laden_arrives]
    arrive_in_port(board)
    assert tally.arrived == 12
    arrive_in_port(board)
    assert tally.arrived == 12


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(("holding", "lands", "stays", "goes"), [
    (("mv 3",), ("mv",) * 4, 0, None),  # of those named too few are left, and nobody would go on
    (("mv 10",), ("mo", "mo"), 0, 10),  # all that were to stay are gone
    (("mv 5", "mo 1"), ("mv",) * 6, 5, 1),
])  # fmt: skip
def test_15_2_1a_what_was_lost_on_the_way_neither_stays_nor_goes_on(
    holding: tuple[str, ...], lands: tuple[str, ...], stays: int, goes: int | None
) -> None:
    board = before_murmansk(*holding, lands=lands)
    play(move_force(board, the_convoy(board)))
    convoy = the_convoy(board)
    assert sum(one.strength for one in board.roster.at("murmansk") if one.laden) == stays
    assert (convoy.plan is None) == (goes is None)
    assert convoy.convoy is not None
    assert convoy.convoy.arrived is (goes is None)
    if goes is not None:
        assert sum(one.strength for one in convoy.counters) == goes


@rule("pq17", "15.2.1a")
def test_15_2_1a_sound_merchants_stay_before_those_that_are_hurt_and_nobody_leaves_a_tow() -> None:
    board = before_murmansk("mv 2", "mv 2", "mv 1", lands=("mv",) * 3)
    board.state.turn = 2  # who tows moves in PM turns only
    first, second, third = the_convoy(board).counters
    first.crippled = True
    second.dead = second.towed = True
    third.tows = True
    the_convoy(board).counters.append(force("x", "allied", "convoy", MURMANSK, "mv 2").counters[0])
    play(move_force(board, the_convoy(board)))
    landed = [(one.strength, one.crippled, one.dead) for one in board.roster.at("murmansk") if one.laden]
    assert landed == [(2, False, False), (1, True, False)]


@rule("pq17", "15.2.1a", "15.2.2a", "15.1b")
def test_15_2_1a_after_the_operation_they_wait_to_be_unloaded_where_they_were_left() -> None:
    board = before_murmansk()
    board.state.tallies = [Tally("pq12", laden=True, began=12)]
    play(move_force(board, the_convoy(board)))
    board.set_down(the_convoy(board), ARKHANGELSK, "arkhangelsk")
    fold_operation(board)
    there = {
        port: sorted((one.kind, one.strength) for one in board.roster.at(port) if one.laden) for port in BOTH_PORTS
    }
    assert there == {"murmansk": [("mo", 1), ("mv", 4)], "arkhangelsk": [("mo", 1), ("mv", 6)]}
    assert (board.roster.arrived, board.roster.raised) == (12, False)


@rule("pq17", "15.2.1a", "15.0a")
def test_15_2_1a_the_enemy_sees_a_block_that_enters_port_and_no_more() -> None:
    there, other = before_murmansk(), before_murmansk(then="", lands=())
    for board in (there, other):
        play(move_force(board, the_convoy(board)))
    for seat in ("axis", "public"):
        assert view(there, seat) == view(other, seat)
        assert heard(there, seat) == heard(other, seat)
    assert [type(one) for one in heard(there, "axis")] == [BlockMoved]
    assert {PutAshore, Scored} <= {type(one) for one in heard(there, "allied")}


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(("then", "others"), [("arkhangelsk", {"convoy"}), ("", {"convoy", "task_force"})])
def test_15_2_1a_no_other_block_could_stand_for_one_that_goes_on(then: str, others: set[str]) -> None:
    """In another world what holds a block does what is written for it: a task force would not put out again."""
    board = convoy_in_july()
    board.remove(the_convoy(board))
    convoy = force("pq12", "allied", "convoy", "0611", "mv 8", "dd_a_i 2")
    for block in (convoy, force("cover", "allied", "task_force", "0611", "dd_a_i 2")):
        if block.convoy is not None:
            block.convoy.destinations = BOTH_PORTS
            block.plan = Plan(1, ("0612",), "murmansk", then=then, lands=("mv",) if then else ())
        board.place(block)
    kinds = {redeal(BOX, board.state, "axis", lambda options: options - 1).forces[0].kind}
    assert kinds | {"convoy"} == others


@rule("pq17", "15.2.1a")
def test_15_2_1a_its_owner_reads_who_stayed_in_both_languages() -> None:
    event = PutAshore("allied", "pq12", "murmansk", ("mv",) * 4 + ("mo",), "arkhangelsk")
    said = [TELLERS[PutAshore](event, Words(Labels(BOX), language)) for language in ("en", "ja")]
    assert said[0] == "PQ 12 leaves in Murmansk: 4 Merchant vessels and Tankers; then to Arkhangelsk."
    assert said[1] == "PQ 12がムルマンスクに残した船：貨物船 4、油槽船。次はアルハンゲリスクへ。"


@rule("pq17", "15.2.1a", "2.1.1", "3.3")
def test_15_2_1a_the_rest_has_arrived_in_the_first_port_if_the_operation_ends_there() -> None:
    board = before_murmansk()
    (tally,) = board.state.tallies = [Tally("pq12", laden=True, began=12)]
    play(move_force(board, the_convoy(board)))
    assert tally.arrived == 5
    play(victory(board))
    assert tally.arrived == 12
    assert "unarrived" not in [one.why for one in board.state.bookings]


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(
    ("names", "ashore"),
    [
        (("mv", "mv"), [("mv", 2, False)]),
        (("mv",) * 4, [("mv", 3, False), ("mv", 1, True)]),
        (("mv",) * 9, [("mv", 3, False), ("mv", 2, True)]),
        (("mv", "mo"), [("mv", 1, False), ("mo", 1, False)]),
        (("dd_a_i",), []),
        (("mc",), []),
        ((), []),
    ],
)
def test_15_2_1a_the_sound_ones_are_left_first_and_no_warship(names: tuple[str, ...], ashore: Any) -> None:
    one = force("pq", "allied", "convoy", "0817", port="murmansk")
    one.counters = read_counters("mv 2+crippled", "mv 3", "mo 1", "dd_a_i 2", "mc 1+towed")
    assert [(left.ship, left.strength, left.crippled) for left in _named(arctic(one), one, names)] == ashore


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(
    ("to", "then", "lands", "wrong"),
    [
        ("murmansk", "", (), []),
        ("murmansk", "arkhangelsk", ("mv",), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mo"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", ("mo", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", (), [("/0/then", "port")]),
        ("murmansk", "", ("mv",), [("/0/then", "port")]),
        ("murmansk", "murmansk", ("mv",), [("/0/then", "port")]),
    ],
)
def test_15_2_1a_a_second_port_and_who_stays_in_the_first(
    to: str, then: str, lands: tuple[str, ...], wrong: list[tuple[str, str]]
) -> None:
    order = Schedule("pq", to, "1.am", (), then=then, lands=lands)
    found: list[Problem] = [one for one in CALLS.conflicts((order,)) if one.rule == "15.2.1a"]
    assert [(one.pointer, one.code) for one in found] == wrong
    assert bool(list(violations(CALLS.schema(), CALLS.parse(CALLS.render((order,)))))) is bool(wrong)
