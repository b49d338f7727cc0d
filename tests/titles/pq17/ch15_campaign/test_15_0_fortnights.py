"""15.0: the fortnights of a campaign."""

from collections import Counter as Tally

import pytest

from games.kernel.conformance import check
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign import preparations
from games.titles.pq17.rules.campaign.composing import _shared
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign, embarked, strengths
from tests.titles.pq17.ch15_campaign.administration import at_administration, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import lies

rule = pytest.mark.rule


@rule("pq17", "15.0")
def test_15_0_an_instruction_that_is_given_once_stands_until_it_is_changed() -> None:
    board = at_administration("mar_2")
    settle(board, {"administration@axis": "instruct administers does=never\ninstruct replaces does=fighters"})
    assert board.state.instructed("axis") == Instructions(administers="never", replaces="fighters")
    assert board.state.instructed("allied") == Instructions()
    assert [one.seat for one in settle(board).asked] == ["allied"]
    perform(board, preparations.preparations(board), says={"preparations@axis": "instruct administers does=each"})
    assert [one.seat for one in settle(board).asked] == ["allied", "axis"]


@rule("pq17", "15.0", "15.8", "15.2b")
def test_15_0_what_goes_into_an_operation_comes_back_from_it() -> None:
    board = campaign()
    before = strengths(board.roster)
    ships = Tally(unit.kind for unit in board.roster.units)
    embarked(board)
    assert not [unit for unit in board.roster.units if unit.kind in BOX.ships and BOX.ships[unit.kind].side == "axis"]
    fold_operation(board)
    after = strengths(board.roster)
    assert {kind: sum(count for (one, _), count in before.items() if one == kind) for kind in ships} == {
        kind: sum(count for (one, _), count in after.items() if one == kind) for kind in ships
    }
    moved = {kind for kind, _ in before - after}
    assert moved <= {"norfolk", "ss_british", "ss_german", "ss_soviet"}
    assert [board.state.forces, board.state.air, board.state.reports, board.state.losses] == [[], [], [], []]


@rule("pq17", "15.0", "15.9")
def test_15_0_a_campaign_of_a_month_is_played_to_its_verdict() -> None:
    """Another game of it than the one that `titles/test_conformance.py` tries in full."""
    check(PQ17, "campaign_march", PQ17.options.type(), [1], ("parts", "ends", "conserved")).raise_findings()


@rule("pq17", "15.0")
def test_15_0_strength_of_a_class_lies_together_in_one_state() -> None:
    there = Roster()
    there.add(Unit("dd_a_i", 2, "clyde"), single=False)
    there.add(Unit("dd_a_i", 3, "clyde"), single=False)
    there.add(Unit("dd_a_i", 1, "clyde", crippled=True), single=False)
    assert lies(there, "dd_a_i") == [(5, "clyde"), (1, "clyde")]
    with pytest.raises(ValueError, match="no strength of 6"):
        there.take(there.units[0], 6)


@rule("pq17", "15.0", "15.3", "8.4")
def test_15_0_ten_months_of_two_fortnights() -> None:
    assert CAMPAIGN.months == 10
    assert (CAMPAIGN.fortnights[0].key, CAMPAIGN.fortnights[-1].key) == ("mar_1", "dec_2")
    assert [one.begins_a_month for one in CAMPAIGN.fortnights[:4]] == [True, False, True, False]
    assert {one.calendar_month for one in CAMPAIGN.fortnights} <= set(BOX.charts.ice.expected)


@rule("pq17", "15.0")
@pytest.mark.parametrize(
    ("ship", "strength", "lots"),
    [
        ("dd_a_i", 1, [("main", 1)]),
        ("dd_a_i", 4, [("main", 2), ("cruisers", 2)]),
        ("dd_a_i", 5, [("main", 3), ("cruisers", 2)]),
        ("anson", 4, [("main", 4)]),
        ("victorious", 4, [("main", 4)]),
        ("avenger", 1, [("main", 1)]),
        ("london", 3, [("cruisers", 3)]),
        ("tb_hunt", 3, [("escorts", 3)]),
        ("es_british", 2, [("escorts", 2)]),
        ("aldersdale", 2, [("escorts", 2)]),
    ],
)
def test_15_0_which_task_force_a_ship_lies_with(ship: str, strength: int, lots: list[tuple[str, int]]) -> None:
    assert _shared(BOX.ships[ship], strength) == lots
