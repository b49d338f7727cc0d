"""A player may be spared the questions that have only one answer; nobody else is, and only that player learns of it."""

import pytest

from games.errors import Missing
from games.kernel.forms import Choose, MayChoose
from games.models import Game, Player, Seat
from games.services.forced_passes import do_pass_when_forced
from games.services.lifecycle import vacate_seat
from games.services.umpire import do_substitute
from tests.store.test_waiting import bid, look, said, waiting

ONE = Choose(options=("c03",))
NOTHING = MayChoose(options=())


def test_only_the_single_answer_of_a_seat_that_wants_it_is_given() -> None:
    assert said(waiting(passing=("red",)).get_answer(bid(form=ONE), 4, look))[0] == "c03"
    assert said(waiting(passing=("red",)).get_answer(bid(form=NOTHING), 4, look))[0] is None
    assert waiting(passing=("red",)).get_answer(bid(), 4, look) is None
    assert waiting(passing=("black",)).get_answer(bid(form=ONE), 4, look) is None
    assert waiting().get_answer(bid(form=ONE), 4, look) is None


@pytest.mark.django_db
def test_a_player_sets_it_for_own_seats_alone(running: Game, anna: Player, ben: Player) -> None:
    do_pass_when_forced(player=anna, game_id=running.pk, wanted=True)
    on = Seat.objects.filter(game=running, passes_when_forced=True)
    assert {seat.player for seat in on} == {anna}
    with pytest.raises(Missing):
        do_pass_when_forced(player=anna, game_id=running.pk, seat=running.seats.get(player=ben).role, wanted=True)
    do_pass_when_forced(player=anna, game_id=running.pk, wanted=False)
    assert not on.all().exists()


@pytest.mark.django_db
@pytest.mark.parametrize("leaves", [True, False])
def test_a_successor_begins_without_it(running: Game, anna: Player, staff: Player, *, leaves: bool) -> None:
    do_pass_when_forced(player=anna, game_id=running.pk, wanted=True)
    seat = running.seats.get(player=anna)
    if leaves:
        vacate_seat(seat)
    else:
        do_substitute(by=staff, game_id=running.pk, role=seat.role, bot="random")
    seat.refresh_from_db()
    assert not seat.passes_when_forced
