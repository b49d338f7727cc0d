"""15.2.2, 15.2.3: merchants unload and wait, and merchants that are damaged."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.campaign import administration, unloading
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.campaign.unloading import (
    _able,
    _named,
    _unloaded,
    lay_in_box,
    put_in_boxes,
    unload_merchants,
)
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.rules.movement.ice import try_to_cross
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.boxed import boxed_merchants, put_back
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter as Ships
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import Convoy, Force, Loss, Tally
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign, in_play
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import in_boxes, murmansk_raided, port_raided, raiding
from tests.titles.pq17.ch15_campaign.administration import at_administration, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import (
    booked,
    empty_roster,
    folded,
    merchant_unit,
    merchantmen,
    unit_words,
)
from tests.titles.pq17.ch15_campaign.two_ports import before_murmansk, the_convoy
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


def boxed(*units: Unit) -> dict[str, Boxes]:
    return {"murmansk": Boxes(unloading=list(units))}


def embark_none(key: str) -> Board:
    """A fortnight in which no operation is played."""
    board = at_administration(key)
    now = BOX.campaign.fortnights[KEYS.index(key)]
    board.state.composed = BOX.campaign.bare(now, {})
    board.state.command = begin_fortnight(BOX, board.roster)
    return board


def campaign_convoy(name: str, port: str, *ships: Ships, laden: bool = True) -> Force:
    return Force(id=name, side="allied", kind="convoy", block=1, at=BOX.ports[port].hex if port else "0615", port=port,
                 counters=[*ships], convoy=Convoy(laden=laden))  # fmt: skip


def _ballast() -> Any:
    return ListedConvoy(id="qp8m", name="QP 8M", laden=False, destinations=("reykjavik",), ships=("mv 9",),
                        port="murmansk")  # fmt: skip


@rule("pq17", "15.2.2", "15.2.2a")
def test_15_2_2_the_owner_names_what_is_unloaded_first_when_the_next_operation_is_over() -> None:
    """Of nine merchants and four tankers, two of which lie in the port still, eleven are unloaded."""
    units = (Unit("mv", 9, "murmansk"), Unit("mo", 2, "murmansk"))
    board = at_administration("apr_1", Unit("mo", 2, "murmansk", laden=True), boxes=boxed(*units))
    assert sheet(board, "allied").cargo == {"murmansk": {"mv": 9, "mo": 4}, "arkhangelsk": {}}
    settle(board, {"administration@allied": "unload murmansk ship=mo strength=3"})
    assert not sheet(board, "axis").cargo
    unload_merchants(BOX, board.roster)
    assert {unit.kind: unit.strength for unit in board.roster.boxes["murmansk"].down} == {"mo": 3, "mv": 8}
    assert board.roster.unload_first == {}


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(("word", "left"), [("mv", {"mo": 2}), ("mo", {"mv": 2})])
def test_15_2_2_which_kind_is_unloaded_before_others_is_a_standing_instruction(word: Any, left: dict[str, int]) -> None:
    board = embark_none("mar_2")
    board.roster.boxes = boxed(Unit("mv", 9, "murmansk"), Unit("mo", 4, "murmansk"))
    board.state.instructions["allied"] = Instructions(unloads=word)
    perform(board, fortnights.unloading(board))
    assert {unit.kind: unit.strength for unit in board.roster.boxes["murmansk"].unloading} == left


@rule("pq17", "15.2.2")
def test_15_2_2_no_more_is_named_than_a_port_unloads_or_holds() -> None:
    board = at_administration("apr_1", boxes=boxed(Unit("mv", 12, "murmansk"), Unit("mo", 4, "murmansk")))
    assert [one[0] for one in refused(board, "allied", "unload murmansk ship=mv strength=12")] == ["/0/strength"]
    assert refused(board, "allied", "unload murmansk ship=mo strength=5")
    text = "unload murmansk ship=mv strength={}\nunload murmansk ship=mo strength=4"
    assert refused(board, "allied", text.format(8)) == [("/1/strength", "count", "15.2.2")]
    sheet(board, "allied").accept(sheet(board, "allied").parse(text.format(7)))


@rule("pq17", "15.2.2")
def test_15_2_2_who_was_named_is_unloaded_first_the_sound_before_the_hurt_and_no_more_than_fit() -> None:
    boxes = Boxes(unloading=[
        Unit("mv", 3, "murmansk", crippled=True), Unit("mv", 2, "murmansk"), Unit("mo", 2, "murmansk"),
    ])  # fmt: skip
    moved = unloading._named(boxes, 4, {"mv": 3, "mo": 2})
    assert [(one.kind, one.strength, one.crippled) for one in moved] == [
        ("mv", 2, False), ("mv", 1, True), ("mo", 1, False)
    ]  # fmt: skip
    assert [(one.kind, one.strength, one.crippled) for one in boxes.unloading] == [("mv", 2, True), ("mo", 1, False)]


@rule("pq17", "15.2.2", "15.9.1")
@pytest.mark.parametrize(("port", "waiting", "unloaded"), [
    ("murmansk", 10, 10), ("murmansk", 11, 11), ("murmansk", 12, 11), ("arkhangelsk", 15, 15), ("arkhangelsk", 16, 15),
])  # fmt: skip
def test_15_2_2_so_many_merchants_of_a_port_are_unloaded(port: str, waiting: int, unloaded: int) -> None:
    there = roster("apr_1", boxes={port: Boxes(unloading=[merchant_unit(waiting, port=port)])})
    assert unloading.unload_merchants(BOX, there) == 2 * unloaded
    assert sum(unit.strength for unit in there.boxes[port].down) == unloaded == there.unloaded
    assert sum(unit.strength for unit in there.boxes[port].unloading) == waiting - unloaded


@rule("pq17", "15.2.2", "15.9.1")
def test_15_2_2_who_lies_in_ballast_for_a_fortnight_is_idle_and_costs_half_a_point() -> None:
    boxes = Boxes(unloading=[merchant_unit(3)], down=[merchant_unit(4)], up=[merchant_unit(2)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 3 - (4 + 2)
    assert [unit.strength for unit in boxes.up] == [6]
    assert [unit.strength for unit in boxes.down] == [3]


@rule("pq17", "15.2.2", "15.9.1", "15.3.3")
@pytest.mark.parametrize("named", [{}, {"mv": 4}, {"mo": 1, "mv": 4}, {"mv": 15}])
def test_15_2_2_who_names_some_of_a_kind_scores_no_merchant_twice(named: dict[str, int]) -> None:
    waiting = [Unit("mv", 15, "murmansk"), Unit("mo", 2, "murmansk")]
    first = {"murmansk": named} if named else {}
    roster = Roster(boxes={"murmansk": Boxes(unloading=waiting)}, unload_first=first)
    points, most = unload_merchants(BOX, roster), BOX.campaign.rules.unloaded["murmansk"]
    down = roster.boxes["murmansk"].down
    tankers = sum(one.strength for one in down if one.kind == "mo")
    assert sum(one.strength for one in down) == most
    assert points == most * BOX.campaign.rules.unloading
    assert (roster.discharged, roster.unloaded) == (most, most - tankers)


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    ("most", "first", "moved", "left"),
    [
        (11, "mv", ["mv 4", "mo 2", "mc 1", "mv 2+crippled", "mo 1+dead"], []),
        (5, "mv", ["mv 4", "mo 1"], ["mo 1", "mc 1", "mv 2+crippled", "mo 1+dead"]),
        (3, "mo", ["mo 2", "mv 1"], ["mv 3", "mc 1", "mv 2+crippled", "mo 1+dead"]),
        (1, "mc", ["mc 1"], ["mv 4", "mo 2", "mv 2+crippled", "mo 1+dead"]),
        (8, "mv", ["mv 4", "mo 2", "mc 1", "mv 1+crippled"], ["mv 1+crippled", "mo 1+dead"]),
        (0, "mv", [], ["mv 4", "mo 2", "mc 1", "mv 2+crippled", "mo 1+dead"]),
    ],
)
def test_15_2_2_who_is_unloaded_first_when_a_port_can_not_take_all(
    most: int, first: str, moved: Any, left: Any
) -> None:
    boxes = Boxes(merchantmen("mv 2+crippled", "mo 2", "mv 4", "mo 1+dead", "mc 1"))
    assert sorted(unit_words(_unloaded(boxes, most, first))) == sorted(moved)
    assert sorted(unit_words(boxes.unloading)) == sorted(left)


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    ("wanted", "most", "moved", "left"),
    [
        ({"mv": 3}, 11, ["mv 3"], ["mv 1", "mv 2+crippled", "mo 2"]),
        ({"mv": 5}, 11, ["mv 4", "mv 1+crippled"], ["mv 1+crippled", "mo 2"]),
        ({"mo": 9}, 11, ["mo 2"], ["mv 4", "mv 2+crippled"]),
        ({"mo": 1, "mv": 3}, 3, ["mo 1", "mv 2"], ["mo 1", "mv 2", "mv 2+crippled"]),
        ({"mc": 1}, 11, [], ["mv 4", "mv 2+crippled", "mo 2"]),
        ({}, 11, [], ["mv 4", "mv 2+crippled", "mo 2"]),
    ],
)
def test_15_2_2_what_its_owner_names_is_unloaded_first(
    wanted: dict[str, int], most: int, moved: Any, left: Any
) -> None:
    boxes = Boxes(merchantmen("mv 2+crippled", "mv 4", "mo 2"))
    assert unit_words(_named(boxes, most, wanted)) == moved
    assert sorted(unit_words(boxes.unloading)) == sorted(left)


@rule("pq17", "15.2.2", "15.9.1")
def test_15_2_2_a_point_for_each_sound_one_that_is_unloaded_and_half_a_point_for_each_that_is_idle() -> None:
    roster = empty_roster()
    roster.boxes = {"murmansk": Boxes(merchantmen("mv 12", "mo 2+crippled"), merchantmen("mv 3"), merchantmen("mv 2")),
                    "arkhangelsk": Boxes(merchantmen("mo 4"))}  # fmt: skip
    roster.unload_first = {"murmansk": {"mo": 1}}
    points = unload_merchants(BOX, roster, "mv")
    assert points == 2 * (10 + 4) - (2 + 3)
    assert unit_words(roster.boxes["murmansk"].up) == ["mv 5"]
    assert sorted(unit_words(roster.boxes["murmansk"].down)) == ["mo 1+crippled", "mv 10"]
    assert sorted(unit_words(roster.boxes["murmansk"].unloading)) == ["mo 1+crippled", "mv 2"]
    assert (roster.discharged, roster.unloaded) == (15, 10), "tankers bring no aircraft"
    assert roster.unload_first == {}


@rule("pq17", "15.2.2")
def test_15_2_2_a_port_in_which_nothing_lies_is_not_named_in_the_state_of_the_campaign() -> None:
    board = campaign("campaign_march")
    board.roster.boxes = {"murmansk": Boxes(), "arkhangelsk": Boxes(down=[Unit("mv", 2, "arkhangelsk")])}
    told = PQ17.presentation.text_board(PQ17.secrecy.view(board.state, "allied"), "en")
    assert "Arkhangelsk: 0 to be unloaded, 2 in ballast, 0 idle." in told
    assert "Murmansk: 0" not in told


@rule("pq17", "15.2.2", "15.9.1")
@pytest.mark.parametrize(
    ("unloading_", "down", "up", "points"),
    [(12, 4, 0, 22 - 4), (11, 0, 3, 22 - 3), (0, 15, 0, -15), (3, 0, 0, 6)],
)
def test_15_2_2_turned_up_first_then_unloaded_then_charged(unloading_: int, down: int, up: int, points: int) -> None:
    """Who is laid down in ballast now is not idle yet."""
    lots = [[Unit("mv", count, "murmansk")] if count else [] for count in (unloading_, down, up)]
    there = roster("apr_1", boxes={"murmansk": Boxes(*lots)})
    assert unloading.unload_merchants(BOX, there) == points


@rule("pq17", "15.2.2", "15.2.2a", "15.9.1", position="PP215")
def test_15_2_2_unloading_at_murmansk() -> None:
    boxes = Boxes(unloading=[Unit("mv", 14, "murmansk")], down=[Unit("mv", 3, "murmansk")])
    there = roster("may_1", Unit("mv", 6, "murmansk", laden=True), boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 11 - 3
    assert [sum(one.strength for one in lot) for lot in (boxes.unloading, boxes.down, boxes.up)] == [3, 11, 3]
    unloading.put_in_boxes(BOX, there)
    assert [sum(one.strength for one in lot) for lot in (boxes.unloading, boxes.down, boxes.up)] == [9, 11, 3]
    assert there.units == []


@rule("pq17", "15.2.2a", "15.6.4", "15.7.6", "15.2b")
@pytest.mark.parametrize(("port", "laden", "arrived", "unit", "up"), [
    ("murmansk", True, 9, [("murmansk", True)], 0),
    ("reykjavik", True, 0, [("reykjavik", True)], 0),
    ("reykjavik", False, 0, [("reykjavik", False)], 0),
    ("murmansk", False, 0, [], 9),
])  # fmt: skip
def test_15_2_2a_where_merchants_are_after_an_operation(
    port: str, laden: bool, arrived: int, unit: list[tuple[str, bool]], up: int
) -> None:
    there = folded(campaign_convoy("pq12", port, Ships("mv", 9), laden=laden))
    assert there.arrived == arrived
    assert [(one.place, one.laden) for one in there.units] == unit
    assert sum(one.strength for boxes in there.boxes.values() for one in boxes.up) == up


@rule("pq17", "15.2.2a")
def test_15_2_2a_laden_merchants_in_a_soviet_port_wait_to_be_unloaded() -> None:
    there = roster("apr_1", Unit("mv", 8, "murmansk", laden=True), Unit("mv", 3, "reykjavik", laden=True))
    unloading.put_in_boxes(BOX, there)
    assert [(unit.strength, unit.laden) for unit in there.boxes["murmansk"].unloading] == [(8, False)]
    assert lies(there, "mv") == [(3, "reykjavik")]


@rule("pq17", "15.2.2a", "15.2b", "15.2.3")
def test_15_2_2a_laden_merchants_in_a_soviet_port_wait_and_wrecks_in_ballast_are_gone() -> None:
    roster = empty_roster()
    roster.units = [Unit("mv", 3, "murmansk", laden=True), Unit("mv", 2, "murmansk"),
                    Unit("mv", 4, "reykjavik", laden=True), Unit("dd_a_i", 2, "murmansk")]  # fmt: skip
    roster.boxes = {
        "murmansk": Boxes(merchantmen("mv 1"), merchantmen("mv 2", "mo 1+crippled"), merchantmen("mv 1+dead"))
    }
    put_in_boxes(BOX, roster)
    boxes = roster.boxes["murmansk"]
    assert (unit_words(boxes.unloading), unit_words(boxes.down), unit_words(boxes.up)) == (["mv 4"], ["mv 2"], ["mv 2"])
    assert [(one.kind, one.strength, one.place) for one in roster.units] == [
        ("mv", 4, "reykjavik"), ("dd_a_i", 2, "murmansk"),
    ]  # fmt: skip
    assert unit_words(_able(merchantmen("mv 1", "mv 1+crippled", "mv 1+dead"))) == ["mv 1"]
    box = merchantmen("mv 2")
    lay_in_box(box, merchantmen("mv 1", "mv 1+crippled", "mo 1"))
    assert unit_words(box) == ["mv 3", "mv 1+crippled", "mo 1"]


@rule("pq17", "15.2.2b", "12.7b", "2.1.1")
@pytest.mark.parametrize(("box", "where", "halves"), [("unloading", 0, -4), ("down", 1, -2), ("up", 2, -2)])
def test_15_2_2b_merchants_in_the_boxes_are_hit_like_those_in_port(box: str, where: int, halves: int) -> None:
    """A point each, and a second one for cargo that is not unloaded yet, as for a convoy that has come into port."""
    board = raiding()
    units = [Unit("mv", 8, "murmansk")]
    boxes = Boxes(units) if box == "unloading" else Boxes([], units) if box == "down" else Boxes([], [], units)
    board.state.roster = Roster(boxes={"murmansk": boxes, "arkhangelsk": Boxes([Unit("mv", 3, "arkhangelsk")])})
    before = conserved(BOX, board.state)
    dice = [*[(0,)] * 4, (9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=dice, says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert in_boxes(board) == [[("mv", 7)] if place == where else [] for place in range(3)]
    assert board.roster.boxes["arkhangelsk"].unloading[0].strength == 3
    assert (score(board.state), sum(one.points for one in board.state.bookings)) == (-2, halves)
    assert [one.sunk for one in events_for(board, "allied") if isinstance(one, Raided)] == [("mv",)]
    assert [one.sunk for one in events_for(board, "axis") if isinstance(one, Raided)] == [("mv",)]
    assert conserved(BOX, board.state) == before
    assert [one.id for one in board.state.forces] == []


@rule("pq17", "15.2.2b", "13.0d")
def test_15_2_2b_by_an_event_too_and_the_last_merchant_of_a_box_leaves_nothing_behind() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mo", 1, "murmansk")])})
    order = Raid("murmansk", ("kg30",), "day")
    perform(board, resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), dice=[(0,), (0,), (9, 8)])
    assert in_boxes(board) == [[], [], []]
    assert [(one.unit, one.how) for one in board.state.losses if one.side == "allied"] == [("mo", "sunk")]


@rule("pq17", "15.2.2b")
def test_15_2_2b_where_the_boxes_are_empty_nobody_is_bombed() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes()})
    perform(board, port_raids(board), says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert [one for one in board.state.losses if one.side == "allied"] == []


@rule("pq17", "15.2.2b", "7.2.4")
def test_15_2_2b_merchants_in_the_boxes_lie_in_the_row() -> None:
    board = murmansk_raided(instructions={**ASKED_ONCE})
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 8, "murmansk")], [Unit("mo", 1, "murmansk")])})
    says = {"air_defence": "lay_out mo,mv stacked=no", "air_strike": "assign kg30 at=mo"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (9, 0)], says=says)
    assert run.asked[1].form.row == (Laid("mo", (("mo", 1),)), Laid("mv", (("mv", 8),)))
    assert in_boxes(board) == [[("mv", 8)], [], []]


@rule("pq17", "15.2.2b", "15.2.1a")
def test_15_2_2b_raids_hit_those_that_were_left_in_port() -> None:
    board = before_murmansk(lands=("mv",) * 4)
    board.roster.boxes["murmansk"].down = [Unit("mv", 3, "murmansk")]
    play(move_force(board, the_convoy(board)))
    before = conserved(BOX, board.state)
    laden, ballast = lying = boxed_merchants(board, "allied", "murmansk")
    assert [(one.ship, one.strength) for force in lying for one in force.counters] == [("mv", 4), ("mv", 3)]
    assert [force.convoy is not None and force.convoy.laden for force in lying] == [True, False]
    laid = [[one] for one in (*laden.counters, *ballast.counters)]
    laden.counters = []
    put_back(board, "murmansk", lying, laid)
    assert [one for one in board.roster.at("murmansk") if one.laden] == []
    assert sum(one.strength for one in board.roster.boxes["murmansk"].down) == 3
    assert conserved(BOX, board.state)["strength of ships"] == before["strength of ships"] - 4


@rule("pq17", "15.2.3")
def test_15_2_3_merchants_that_were_turned_back_are_laden_as_their_own_convoy_was() -> None:
    """Ice took a tanker out of a convoy in ballast before it took one of a laden convoy."""
    there = folded(losses=(
        Loss("allied", "mo", 1, 8, "ice", open=False, at="0715", convoy="qp8m"),
        Loss("allied", "mv", 2, 9, "ice", open=False, at="0715", convoy="pq12"),
    ), tallies=(
        Tally("pq12", laden=True, began=15, excepted=2), Tally("qp8m", laden=False, began=15, excepted=1)
    ))  # fmt: skip
    assert sorted((one.kind, one.strength, one.laden) for one in there.units if one.kind in ("mv", "mo")) == [
        ("mo", 1, False), ("mv", 2, True),
    ]  # fmt: skip


@rule("pq17", "15.2.3", "9.3.1")
@pytest.mark.parametrize(("how", "known", "expected"), [
    ("ice", False, "pq12"), ("weather", False, "pq12"), ("weather", True, ""), ("sunk", False, ""),
])  # fmt: skip
def test_15_2_3_of_merchants_that_are_turned_back_their_owner_alone_knows_the_convoy(
    how: Any, known: bool, expected: str
) -> None:
    board = campaign()
    play(fortnight(board))
    board.state.forces = [campaign_convoy("pq12_2", "", Ships("mv", 5))]
    board.state.forces[0].convoy = Convoy(laden=True, part_of="pq12")
    board.state.tallies = [Tally("qp8m", laden=False, began=9), Tally("pq12", laden=True, began=15)]
    record_ship_lost(board, board.state.forces[0], "mv", 1, how, known=known)
    assert [one.convoy for one in board.state.losses] == [expected]
    assert [one.convoy for one in view(board, "axis").losses] == [""] * known


@rule("pq17", "15.2.3", "15.2.2", "15.9.1")
@pytest.mark.parametrize(("how", "at", "box"), [("weather", "0413", 2), ("ice", "0516", 2), ("ice", "0408", 0)])
def test_15_2_3_merchants_in_ballast_that_turned_back_come_in_the_order_of_battle(how: Any, at: str, box: int) -> None:
    """They are back behind the victory point phase, so that nobody is idle in it: what lay there costs, not they."""
    board = in_play("mar_2", tallies=[Tally("qp8m", laden=False, began=9, excepted=2)],
                    losses=[Loss("allied", "mv", 2, 9, how, open=False, at=at, convoy="qp8m")])  # fmt: skip
    board.state.composed = structs.replace(board.operation, convoys=(_ballast(),))
    board.roster.boxes = {"murmansk": Boxes([], [Unit("mv", 3, "murmansk")], [])}
    board.roster.ev = "declared"
    perform(board, fortnights.unloading(board))
    assert booked(board, "unloading") == -3
    perform(board, administration.order_of_battle(board))
    assert sum(one.strength for one in board.roster.boxes["murmansk"].up) == 3 + box
    assert [one for one in board.roster.units if one.kind == "mv"] == []


@rule("pq17", "15.2.3", "10.0", "10.2.6")
@pytest.mark.parametrize(("at", "hex_", "place"), [("0404", "0305", "reykjavik"), ("0614", "0515", "murmansk")])
def test_15_2_3_the_ice_that_hurt_them_lies_beyond_the_hex_side(at: str, hex_: str, place: str) -> None:
    """From open water into a zone of ice: it is the zone that counts, not the water they came from."""

    one = force("qp8m", "allied", "convoy", at, "mv 9", convoy=Convoy(destinations=("reykjavik",)))
    board = in_play("mar_1", one, tallies=[Tally("qp8m", laden=False, began=9)])
    board.state.composed = structs.replace(board.operation, convoys=(_ballast(),))
    play(try_to_cross(board, one, hex_), dice=[(3,)], cards=["card_02", "card_04"])
    assert [(loss.unit, loss.how, loss.at) for loss in board.state.losses] == [("mv", "ice", hex_)]
    board.state.forces = []
    fold_operation(board)
    unloading.put_in_boxes(BOX, board.roster)
    boxed = [(one.strength, "murmansk") for one in board.roster.boxes.get("murmansk", Boxes()).up]
    assert [*lies(board.roster, "mv"), *boxed] == [(1, place)]


@rule("pq17", "15.2.3", "15.5.3b", position="PP216")
@pytest.mark.parametrize(("how", "zone", "laden", "place"), [
    ("ice", "e4", True, "reykjavik"), ("ice", "w4", True, "reykjavik"), ("weather", "", True, "reykjavik"),
    ("ice", "e4", False, "murmansk"), ("weather", "", False, "murmansk"), ("ice", "w4", False, "reykjavik"),
    ("weather", "w4", False, "murmansk"),
])  # fmt: skip
def test_15_2_3_merchants_that_were_turned_back(how: Any, zone: str, laden: bool, place: str) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.units, board.roster.boxes = [], {}
    port = "reykjavik" if laden else "murmansk"
    convoy = ListedConvoy(id="x", name="x", laden=laden, destinations=(), ships=("mv 12",), port=port)
    board.state.composed = structs.replace(
        compose_operation(BOX, board.roster, board.operation, [], {}), convoys=(convoy,)
    )
    at = next(one.id for one in BOX.hexes.values() if one.zone == zone)
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.losses = [Loss("allied", "mv", 1, 9, how, at=at)]
    board.state.tallies = [Tally("x", laden=laden, began=12, excepted=1)]
    board.state.forces = []
    fold_operation(board)
    boxed = [(one.strength, "murmansk") for one in board.roster.boxes.get("murmansk", Boxes()).up]
    assert [*lies(board.roster, "mv"), *boxed] == [(1, place)]
    assert all(one.laden is laden for one in board.roster.units if one.kind == "mv")
