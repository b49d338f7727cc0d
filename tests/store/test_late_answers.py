"""Answers that come after the deadline and count, because the worker had not closed the decision yet."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Notice, OpenRequest, Player
from games.persistence.clock import Clock, dump_clock
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.services.answers import do_withdraw_answer
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def answered_by_black(running: Game) -> Game:
    """Black has answered in time; then the deadline passes, and no worker has run."""
    assert not answer(running, "black").late
    OpenRequest.objects.filter(game=running).update(due_at=timezone.now() - timedelta(minutes=1))
    return running


def told(game: Game) -> list[tuple[str, list[str]]]:
    rows = Notice.objects.filter(game=game, kind="answered_late")
    return [(row.facts["seat"], row.seats) for row in rows]


@pytest.mark.parametrize("ready", [True, False])
def test_the_receipt_and_the_table_say_that_an_answer_was_late(answered_by_black: Game, ready: bool) -> None:
    assert answer(answered_by_black, "red", ready=ready).late
    assert told(answered_by_black) == []
    assert do_resolve(answered_by_black.pk).has_advanced
    assert told(answered_by_black) == [("red", ["*"])]


@pytest.mark.parametrize(("seen_by", "readers"), [("table", ["red", "black"]), ("umpire", ["red"])])
def test_the_policy_says_who_is_told(answered_by_black: Game, seen_by: Any, readers: list[str]) -> None:
    policy = dump_metadata_visibility(MetadataVisibility(late=seen_by))
    Game.objects.filter(pk=answered_by_black.pk).update(openness=policy)
    answer(answered_by_black, "red")
    do_resolve(answered_by_black.pk)
    assert told(answered_by_black) == [("red", readers)]


def test_a_late_answer_that_is_withdrawn_is_not_announced(answered_by_black: Game, anna: Player) -> None:
    answer(answered_by_black, "red")
    do_withdraw_answer(player=anna, request_id=asked(answered_by_black, "red").pk)
    do_resolve(answered_by_black.pk)
    assert told(answered_by_black) == []
    assert Notice.objects.filter(game=answered_by_black, kind="default_played").exists()


def test_an_answer_within_the_grace_is_not_late(answered_by_black: Game) -> None:
    Game.objects.filter(pk=answered_by_black.pk).update(clock=dump_clock(Clock(grace_minutes=30)))
    assert not answer(answered_by_black, "red").late
    do_resolve(answered_by_black.pk)
    assert told(answered_by_black) == []


def test_no_answer_is_late_while_the_clocks_stand(running: Game, anna: Player) -> None:
    do_pause(by=anna, game_id=running.pk)
    paused_at = Game.objects.get(pk=running.pk).paused_at
    assert paused_at is not None
    OpenRequest.objects.filter(game=running).update(due_at=paused_at + timedelta(milliseconds=1))
    assert not answer(running, "red").late
    OpenRequest.objects.filter(game=running).update(due_at=paused_at - timedelta(seconds=1))
    assert answer(running, "red").late


def test_nobody_on_vacation_is_late(answered_by_black: Game, anna: Player) -> None:
    today = timezone.now().date()
    Player.objects.filter(pk=anna.pk).update(vacation_from=today, vacation_until=today + timedelta(days=3))
    assert not answer(answered_by_black, "red").late
