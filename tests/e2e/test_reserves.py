"""A reserve is asked, and takes the seat or declines it, on every screen and without JavaScript."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, OpenRequest, Player, ReserveStep, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from tests.e2e.conftest import fits, log_in, turned

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def ask(game: Game) -> None:
    """Emil is to take red."""
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True)))
    do_volunteer(player=emil, game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    do_call_reserves(timezone.now())


@pytest.mark.parametrize("width", [390, 1366])
def test_a_reserve_takes_the_seat(page: Any, plan: OpenRequest, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    ask(plan.game)
    log_in(page, "emil")
    page.goto("/")
    assert fits(page)
    turned(page, page.get_by_role("link", name="Cocos Island").click)
    assert fits(page)
    turned(page, page.get_by_role("button", name="Take the seat").click)
    assert page.get_by_text("The seat is yours.").is_visible()
    assert fits(page)
    assert Seat.objects.get(game=plan.game, role="red").player == Player.objects.get(username="emil")


def test_one_declines_without_javascript(plain_page: Any, plan: OpenRequest) -> None:
    ask(plan.game)
    log_in(plain_page, "emil")
    plain_page.goto("/")
    turned(plain_page, plain_page.get_by_role("button", name="Decline").click)
    assert plain_page.get_by_text("You have declined").is_visible()
    assert ReserveStep.objects.filter(what="declined").count() == 1
