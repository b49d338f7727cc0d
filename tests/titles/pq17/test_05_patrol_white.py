"""5.1.9a: a ship of Patrol White has left as she enters a hex beyond, whatever befalls her further on."""

import pytest

from games.titles.pq17.orders.moves import Move
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import play

rule = pytest.mark.rule


@rule("pq17", "5.1.9a", "10.2.6")
@pytest.mark.parametrize(("way", "points"), [(("0406", "0307"), -4), (("0306",), 0)])
def test_who_has_left_and_is_put_out_by_the_ice_of_the_next_hex_has_left(way: tuple[str, ...], points: int) -> None:
    """Card 1 puts a heavy ship out. Whom it meets within her area, at 0306, has not left it."""
    kent = force("patrol", "allied", "task_force", "0405", "kent")
    board = arctic(kent, patrol=["kent", "berwick"], start=8)
    board.state.phase = Phase(side="allied", orders=(Move("patrol", way),))
    play(movement(board), dice=[(3,)], cards=["card_01"])
    assert [(one.unit, one.how) for one in board.state.losses] == [("kent", "ice")]
    assert sum(one.points for one in board.state.bookings) == points
