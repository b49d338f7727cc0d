"""12.4, 12.7: the bombing order against Tirpitz in port, and the port raid of the confirmation phase."""

import pytest

from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.raids import in_boxes, raiding
from tests.titles.pq17.procedures import events_for, perform

rule = pytest.mark.rule


@rule("pq17", "15.2.2b", "12.7b", "2.1.1")
@pytest.mark.parametrize(("box", "where", "halves"), [("unloading", 0, -4), ("down", 1, -2), ("up", 2, -2)])
def test_merchants_in_the_boxes_are_hit_like_those_in_port(box: str, where: int, halves: int) -> None:
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
def test_by_an_event_too_and_the_last_merchant_of_a_box_leaves_nothing_behind() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mo", 1, "murmansk")])})
    order = Raid("murmansk", ("kg30",), "day")
    perform(board, resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), dice=[(0,), (0,), (9, 8)])
    assert in_boxes(board) == [[], [], []]
    assert [(one.unit, one.how) for one in board.state.losses if one.side == "allied"] == [("mo", "sunk")]


@rule("pq17", "15.2.2b")
def test_where_the_boxes_are_empty_nobody_is_bombed() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes()})
    perform(board, port_raids(board), says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert [one for one in board.state.losses if one.side == "allied"] == []
