"""Deadlines: one reminder, then the draft or the default, for that question only, and everybody is told."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Notice, OpenRequest, OutgoingMail, Player
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.selectors.due_work import list_due_games, list_due_reminders
from games.selectors.events import list_audience_notices
from games.selectors.games import get_game_state
from games.selectors.seats import get_access
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_extend, do_pause, do_resume
from tests.table import answer, asked, remind_ahead

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(running: Game) -> Game:
    """Time is up for everybody."""
    OpenRequest.objects.filter(game=running).update(due_at=timezone.now() - timedelta(minutes=1))
    return running


def test_each_question_has_its_deadline(running: Game) -> None:
    request = asked(running, "red")
    assert request.due_at == request.opened_at + timedelta(hours=48)


def test_the_default_is_played_and_told_to_all(late: Game, anna: Player, ben: Player) -> None:
    answer(late, "black")
    request = asked(late, "red")
    assert do_resolve(late.pk).has_advanced
    request.refresh_from_db()
    assert request.outcome == "default"
    for player in (anna, ben):
        found = {notice.kind: notice.facts["seat"] for notice in list_audience_notices(get_access(player, late.pk))}
        assert found == {"default_played": "red", "answered_late": "black"}


@pytest.mark.parametrize(("seen_by", "readers"), [("all", ["*"]), ("table", ["red", "black"]), ("umpire", ["red"])])
def test_those_are_told_of_a_default_who_may_see_who_is_late(late: Game, seen_by: Any, readers: list[str]) -> None:
    Game.objects.filter(pk=late.pk).update(openness=dump_metadata_visibility(MetadataVisibility(late=seen_by)))
    answer(late, "black")
    assert do_resolve(late.pk).has_advanced
    (notice,) = Notice.objects.filter(game=late, kind="default_played")
    assert notice.seats == readers


def test_a_draft_goes_before_the_default(late: Game, anna: Player, ben: Player) -> None:
    answer(late, "red", ready=False)
    answer(late, "black")
    request = asked(late, "red")
    do_resolve(late.pk)
    request.refresh_from_db()
    assert request.outcome == "draft"
    found = [notice.kind for notice in list_audience_notices(get_access(anna, late.pk))]
    assert sorted(found) == ["answered_late", "answered_late", "draft_taken"]
    others = list_audience_notices(get_access(ben, late.pk))
    assert {notice.kind for notice in others} == {"answered_late"}


def test_time_is_up_for_one_question_only(late: Game) -> None:
    do_resolve(late.pk)
    later = OpenRequest.objects.get(game=late, closed_at=None)
    assert later.kind == "react"
    assert later.due_at > timezone.now()
    assert not do_resolve(late.pk).has_advanced


def test_nothing_is_played_before_time_is_up(running: Game) -> None:
    almost = asked(running, "red").due_at - timedelta(seconds=1)
    assert not do_resolve(running.pk, now=almost).has_advanced
    assert do_resolve(running.pk, now=almost + timedelta(seconds=1)).has_advanced


def test_the_sweep_finds_what_is_due(running: Game) -> None:
    assert list_due_games() == []
    assert list_due_games(asked(running, "red").due_at) == [running.pk]
    answer(running, "red")
    assert list_due_games() == []
    answer(running, "black")
    assert list_due_games() == [running.pk]
    do_resolve(running.pk)
    assert list_due_games() == []


def test_one_reminder_for_each_question(running: Game) -> None:
    remind_ahead(running, hours=12)
    assert do_send_reminders() == 0
    soon = asked(running, "red").due_at - timedelta(hours=12)
    answer(running, "black")
    assert do_send_reminders(soon) == 1
    assert do_send_reminders(soon) == 0
    mail = OutgoingMail.objects.get(kind="reminder")
    assert (mail.seat.role, mail.reference) == ("red", asked(running, "red").pk.hex)


def test_an_extension_moves_every_deadline_and_is_told(running: Game, anna: Player, staff: Player) -> None:
    before = asked(running, "red").due_at
    do_extend(by=staff, game_id=running.pk, hours=24, reason="harbour holiday")
    assert asked(running, "red").due_at == before + timedelta(hours=24)
    notice = Notice.objects.get(kind="extended")
    assert notice.facts == {"hours": 24, "reason": "harbour holiday"}
    assert OutgoingMail.objects.filter(kind="notice", reference=notice.pk.hex).count() == 2


def test_a_pause_stops_the_clock(running: Game, staff: Player) -> None:
    before = asked(running, "red").due_at
    do_pause(by=staff, game_id=running.pk)
    answer(running, "red")
    answer(running, "black")
    assert not do_resolve(running.pk).has_advanced
    assert list_due_games() == []
    Game.objects.filter(pk=running.pk).update(paused_at=timezone.now() - timedelta(hours=5))
    do_resume(by=staff, game_id=running.pk)
    assert asked(running, "red").due_at - before > timedelta(hours=4, minutes=59)
    assert list_due_games() == [running.pk]
    assert do_resolve(running.pk).has_advanced


def test_a_game_shows_its_deadline_but_not_who_answered(running: Game, anna: Player) -> None:
    before = get_game_state(anna, running.pk)
    answer(running, "black")
    after = get_game_state(anna, running.pk)
    assert [one.seat for one in after.awaited] == ["red", "black"]
    assert after == before
    assert after.due_at == asked(running, "red").due_at


def test_no_reminder_without_a_wish_for_one(running: Game) -> None:
    assert list_due_reminders(asked(running, "red").due_at - timedelta(hours=1)) == []
