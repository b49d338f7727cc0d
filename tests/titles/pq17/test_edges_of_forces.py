"""1.2.5, 1.5.1, 11.3.2, 15.2b, 15.5.1a, 15.7.5: what no other test would miss, found by breaking it."""

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.rules.campaign.convoys import formable_convoys
from games.titles.pq17.rules.campaign.repairs import may_repair
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import State
from tests.titles.pq17.box import BOX
from tests.titles.pq17.rosters import KEYS

rule = pytest.mark.rule


@rule("pq17", "15.2", "15.2b")
def test_no_convoy_is_formed_without_merchants() -> None:
    board = Board(State(scenario="pq17", turn=1, start=1, roster=Roster(fortnight=KEYS.index("jul_1"))), BOX)
    assert formable_convoys(BOX, board.roster, board.operation) == []


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("home", "abroad", "late"), [(0, 4, 2), (1, 4, 1), (0, 1, 1), (2, 4, 0), (3, 4, 0), (0, 0, 0)])
def test_late_is_what_is_due_and_not_home_as_far_as_it_is_there(home: int, abroad: int, late: int) -> None:
    units = [Unit("dd_34_36", home, "kiel")] * bool(home) + [Unit("dd_34_36", abroad, "narvik")] * bool(abroad)
    roster = Roster(fortnight=KEYS.index("jul_1"), units=units, overdue={"dd_34_36": 2})
    assert withdrawals.overdue_ships(BOX, roster).get("dd_34_36", 0) == late


@rule("pq17", "15.5.1", "15.5.1a")
@pytest.mark.parametrize(
    ("ship", "place", "rule_"),
    [
        ("tirpitz", "german", "15.5.1a"),
        ("tirpitz", "trondheim", ""),
        ("lutzow", "trondheim", ""),
        ("lutzow", "german", ""),
        ("tirpitz", "kiel", "15.5.1a"),
        ("lutzow", "murmansk", "15.5.1"),
    ],
)
def test_where_german_ships_are_repaired(ship: str, place: str, rule_: str) -> None:
    assert may_repair(BOX, Unit(ship, 1, place)) == rule_
