"""1.2.5, 1.5.1, 11.3.2, 15.2b, 15.5.1a, 15.7.5: what no other test would miss, found by breaking it."""

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.rules.campaign.convoys import formable_convoys
from games.titles.pq17.rules.campaign.repairs import may_repair
from games.titles.pq17.rules.fuel.refuelling import may_refuel_at_sea
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import State
from tests.titles.pq17.arctic import force
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


@rule("pq17", "11.3.2")
@pytest.mark.parametrize(("state", "gives"), [({}, True), ({"used": True}, False), ({"dead": True}, False)])
def test_an_oiler_that_has_given_or_lies_dead_fuels_nobody(state: dict[str, bool], gives: bool) -> None:
    """What she holds would be enough, beside another that holds nothing."""
    counters = force("t", "allied", "task_force", "0310", "norfolk", "aldersdale", "gray_ranger").counters
    oilers = [one for one in counters if BOX.ships[one.ship].is_oiler]
    for one in oilers:
        one.oil = 0
    oilers[0].oil = 20
    for name, value in state.items():
        setattr(oilers[0], name, value)
    assert may_refuel_at_sea(BOX, counters) is gives
