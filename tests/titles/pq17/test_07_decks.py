"""7.8, 2.0: aircraft that are lost with their carrier are gone in whatever state she was, and score as any others."""

import pytest

from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.state.events.victory import Scored
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "7.8", "7.0d")
def test_what_is_left_aboard_goes_down_with_a_carrier_that_lay_dead_in_the_water() -> None:
    """She has no step left that she could lose, and sinks by the next hit: who was in the air before has landed."""
    one = force("t", "allied", "task_force", OPEN, "victorious")
    one.counters[0].strength, one.counters[0].dead = 0, True
    board = arctic(one, air=[AirUnit("fulmar", 2, id="f", base="victorious")])
    before = strength_by_ship(BOX, one)
    one.counters = []
    play(settle_losses(board, one, before, key="k"))
    assert board.state.air == []
    assert [(loss.unit, loss.strength) for loss in board.state.losses] == [("victorious", 0), ("fulmar", 2)]


@rule("pq17", "7.8", "2.0", "2.0b", "T.vp")
def test_they_score_on_the_sheet_of_their_owner_who_alone_knows_of_them() -> None:
    """Half a point for each: the rulebook says where lost aircraft score nothing (7.2.3b, 12.4a, 12.6.1)."""
    one = force("t", "allied", "task_force", OPEN, "victorious")
    units = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("fulmar", 2, id="f", base="victorious")]
    board = arctic(one, air=units)
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= 2
    play(settle_losses(board, one, before, key="k"))
    assert board.state.air == []
    assert [(one.points, one.on) for one in board.state.bookings] == [(-2, "allied"), (-2, "allied")]
    assert sorted((told.unit, told.strength) for told in heard(board, "allied") if isinstance(told, Scored)) == [
        ("albacore", 2), ("fulmar", 2),
    ]  # fmt: skip
    assert heard(board, "axis") == []
