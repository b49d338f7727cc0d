"""Standing orders where results come at fixed hours."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.kernel.errors import Malformed
from games.models import Game, OpenRequest, Player
from games.selectors.due_work import list_due_games
from games.selectors.events import list_audience_notices
from games.selectors.games import get_game_state
from games.selectors.seats import get_access
from games.services.answers import do_withdraw_answer
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_remove_order
from games.services.umpire import do_substitute
from tests.orders import awaited, given, late, order
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


# --- results at fixed hours


@pytest.fixture
def timed(new_game: Callable[..., Game]) -> Game:
    """A game whose results come out at 18:00 in Tokyo (09:00 UTC) each day."""
    return new_game(release_at=["18:00"], time_zone="Asia/Tokyo")


def test_answers_wait_for_their_hour(timed: Game, anna: Player) -> None:
    for role, card in (("red", "c05"), ("black", "c12")):
        answer(timed, role, card)
    timed.refresh_from_db()
    moment = timed.due_from
    assert moment is not None
    assert (moment.hour, moment.minute) == (9, 0)
    assert timezone.now() <= moment <= timezone.now() + timedelta(hours=24)
    assert not do_resolve(timed.pk, now=moment - timedelta(seconds=1)).has_advanced
    assert list_due_games(moment - timedelta(seconds=1)) == []
    assert list_due_games(moment) == [timed.pk]
    assert do_resolve(timed.pk, now=moment).has_advanced
    assert awaited(timed) == [("red", "react")]
    assert get_game_state(anna, timed.pk).release_at == ("18:00",)
    assert get_game_state(anna, timed.pk).time_zone == "Asia/Tokyo"


def test_a_seat_with_a_standing_order_is_asked_like_the_others(timed: Game, anna: Player, ben: Player) -> None:
    order(anna, timed, "react", "trump")
    moment = _released(timed)
    assert awaited(timed) == [("red", "react")]
    assert asked(timed, "red").ready
    timed.refresh_from_db()
    assert timed.due_from == moment + timedelta(days=1)
    assert not do_resolve(timed.pk, now=moment + timedelta(hours=23)).has_advanced
    do_resolve(timed.pk, now=moment + timedelta(days=1))
    assert given(timed, "trump") == [("red", "c02", "standing")]
    row = OpenRequest.objects.get(game=timed, kind="react")
    assert (row.outcome, row.revision) == ("standing", 1)
    assert list_audience_notices(get_access(anna, timed.pk)) == []


def test_an_answer_by_hand_goes_before_the_order(timed: Game, anna: Player) -> None:
    order(anna, timed, "react", "trump")
    moment = _released(timed)
    answer(timed, "red", "c01")
    do_resolve(timed.pk, now=moment + timedelta(days=1))
    assert given(timed, "trump") == [("red", "c01", "rest")]


def test_an_answer_taken_back_leaves_it_to_the_order(timed: Game, anna: Player) -> None:
    order(anna, timed, "react", "trump")
    moment = _released(timed)
    answer(timed, "red", "c01")
    do_withdraw_answer(player=anna, request_id=asked(timed, "red").pk)
    assert asked(timed, "red").ready
    do_resolve(timed.pk, now=moment + timedelta(days=1))
    assert given(timed, "trump") == [("red", "c02", "standing")]


def test_a_draft_taken_back_last_of_all_is_no_dead_end(timed: Game, anna: Player) -> None:
    """Nobody is waited for then, and nobody will write again: the next hour has to be noted."""
    order(anna, timed, "react", "trump")
    moment = _released(timed)
    answer(timed, "red", "c01", ready=False)
    assert not do_resolve(timed.pk, now=moment + timedelta(days=1)).has_advanced
    do_withdraw_answer(player=anna, request_id=asked(timed, "red").pk)
    timed.refresh_from_db()
    assert timed.due_from is not None
    assert list_due_games(timed.due_from) == [timed.pk]
    do_resolve(timed.pk, now=timed.due_from)
    assert given(timed, "trump") == [("red", "c02", "standing")]


def test_an_order_taken_back_leaves_the_question_open(timed: Game, anna: Player) -> None:
    row = order(anna, timed, "react", "trump")
    moment = _released(timed)
    do_remove_order(player=anna, order_id=row.pk)
    assert not asked(timed, "red").ready
    assert not do_resolve(timed.pk, now=moment + timedelta(days=1)).has_advanced
    assert awaited(timed) == [("red", "react")]


def test_a_substitute_is_waited_for(timed: Game, anna: Player, staff: Player) -> None:
    order(anna, timed, "react", "trump")
    _released(timed)
    carla = Player.objects.create_user("carla", "carla@example.org")
    do_substitute(by=staff, game_id=timed.pk, role="red", player=carla)
    assert not asked(timed, "red").ready


def test_what_time_decides_waits_for_its_hour_too(timed: Game) -> None:
    late(timed)
    assert not do_resolve(timed.pk).has_advanced
    timed.refresh_from_db()
    assert timed.due_from is not None
    assert timed.due_from > timezone.now()
    assert do_resolve(timed.pk, now=timed.due_from).has_advanced


def test_a_receipt_promises_no_haste(timed: Game) -> None:
    answer(timed, "red", "c05")
    answer(timed, "black", "c12")
    timed.refresh_from_db()
    do_resolve(timed.pk, now=timed.due_from)
    assert answer(timed, "red", "c01").closes == "when_all_answered"


def _released(game: Game) -> Any:
    """Both have bid, and the hour has come."""
    answer(game, "red", "c05")
    answer(game, "black", "c12")
    game.refresh_from_db()
    moment = game.due_from
    do_resolve(game.pk, now=moment)
    return moment


@pytest.mark.parametrize(
    "wish", [{"release_at": ["6"]}, {"release_at": ["24:00"]}, {"time_zone": "Atlantis/Capital"}], ids=str
)
def test_hours_that_are_none_are_refused(new_game: Callable[..., Game], wish: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        new_game(**wish)
