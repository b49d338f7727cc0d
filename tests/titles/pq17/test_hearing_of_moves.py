"""4.2, 10.2.6 The facts that a move discloses to the enemy: a plan written before, and that ice has removed nothing."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.components.pieces import ICE
from games.titles.pq17.orders.moves import Move
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.state.events.movement import BlockMoved, IceMet
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.state import Phase
from games.titles.pq17.visibility.hearing import discloses
from tests.titles.pq17.arctic import arctic, force

rule = pytest.mark.rule


@rule("pq17", "4.2")
@pytest.mark.parametrize(("ordered", "hidden"), [(True, False), (False, True)])
def test_a_move_without_an_order_of_this_phase_discloses_a_plan(ordered: bool, hidden: bool) -> None:
    board = arctic(force("a", "allied", "task_force", "0409", "norfolk"))
    board.state.phase = Phase("allied", orders=(Move("a", ("0409",)),) if ordered else ())
    block = board.force("a").block
    moved = BlockMoved("allied", block, block, "0408", ("0409",))
    passed = Searched("axis", "0409", block, passing=True)
    for event in (moved, passed):
        assert (ALL_FIELDS in discloses(board, event, "axis")) is hidden
    assert ALL_FIELDS not in discloses(board, moved, "allied")


@rule("pq17", "10.2.6")
@pytest.mark.parametrize(("ice", "turns_ago", "hidden"), [(ICE[-1], 0, True), (ICE[-1], 1, False), (ICE[0], 0, False)])
def test_a_further_move_after_ice_discloses_that_it_removed_nothing(ice: str, turns_ago: int, hidden: bool) -> None:
    board = arctic(force("a", "allied", "task_force", "0409", "norfolk"))
    board.state.phase = Phase("allied", orders=(Move("a", ("0409", "0410")),))
    board.state.ice_seen = {"0409": IceSeen(ice, board.state.turn - turns_ago)}  # type: ignore[arg-type]
    block = board.force("a").block
    events = (IceMet("allied", block, "0409", "0410", ICE[1]), BlockMoved("allied", block, block, "0408", ("0409",)))
    for event in events:
        assert (ALL_FIELDS in discloses(board, event, "axis")) is hidden
