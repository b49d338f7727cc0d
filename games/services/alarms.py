"""Alarms: when the worker has to look at a game next, and when a player has to be reminded.

What brings an alarm about writes it down in the same transaction, so that the sweep reads what is due off an index and
never looks at games in which nothing is. An alarm may ring too early: whoever is woken for nothing sets it anew. It
must not ring too late; `games.selectors.due.overlooked_games` finds those that would.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.models import Game, OpenRequest
from games.models.statements import update
from games.selectors.due import HANDED_OUT_FOR, due_games
from games.stored.clock import allowed, clock_of, deadline, next_reminder
from games.stored.release import release_moment


def next_alarm(
    due_from: datetime | None,
    deadlines: Iterable[datetime | None],
    now: datetime,
    *,
    bots: bool,
    grace: timedelta = timedelta(0),
) -> datetime | None:
    """When to look at a running game whose open questions have these `deadlines`, answered or not.

    With `grace` it is looked at when the deadline is there, for whoever waited for it, and when the grace is over.

    At once where `bots` have not answered yet; else when `resolve` has something to do, as far as that is known
    (`due_from`); else at the next deadline, although only answered questions may have it.
    """
    if bots:
        return now
    if due_from is not None:
        return due_from
    known = [due for due in deadlines if due is not None]
    return min((moment for due in known for moment in (due, due + grace) if moment > now), default=None)


def set_alarm(game: Game, now: datetime) -> None:
    """Set the alarm of a game by what is stored; the caller holds its row."""
    wake_at = game.paused_until if game.status == Game.Status.PAUSED else None
    if game.status == Game.Status.RUNNING:
        open_ = OpenRequest.objects.filter(game=game, closed_at=None).values_list(
            "due_at", "ready", "seat__bot", "seat__stand_in"
        )
        questions = list(open_)
        bots = any((bot or stand_in) and not ready for _, ready, bot, stand_in in questions)
        wake_at = next_alarm(
            game.due_from, [due for due, *_ in questions], now, bots=bots, grace=clock_of(game.clock).grace
        )
    if game.wake_at != wake_at:
        game.wake_at = wake_at
        update(game, "wake_at")


def switch_off(game: Game) -> None:
    """No alarm for a game that stands still but for the end of its pause; the caller holds its row."""
    wake_at = game.paused_until if game.status == Game.Status.PAUSED else None
    if game.wake_at != wake_at:
        game.wake_at = wake_at
        update(game, "wake_at")


def due_after(game: Game, asked_at: datetime) -> datetime | None:
    """When a question is due that is asked, or asked anew, at this moment."""
    return deadline(clock_of(game.clock), game.deadline_hours, ZoneInfo(game.time_zone), asked_at)


def reminder(game: Game, due: datetime | None, asked_at: datetime, now: datetime) -> datetime | None:
    """When a seat is to be reminded next of a question that was asked then, and that it has to answer until `due`."""
    clock = clock_of(game.clock)
    if due is None:
        return None
    if clock.remind:
        return next_reminder(asked_at, due, now)
    if game.reminder_hours is None:
        return None
    moment = due - timedelta(hours=game.reminder_hours)
    return None if clock.at and moment <= asked_at else moment


def move_deadlines(game: Game, by: timedelta, *, remind_again: bool) -> int:
    """Give all open questions with a deadline more time, and their reminders too; how many there are.

    With `remind_again` those who were reminded already will be so once more. The caller holds the game's row.
    """
    open_ = OpenRequest.objects.filter(game=game, closed_at=None, due_at__isnull=False)
    reminded = open_.filter(reminded_at__isnull=False)
    if remind_again:
        reminded.update(reminded_at=None)
    if game.clock:
        return _move_each(game, list(open_), by)
    if game.reminder_hours is not None:
        before = timedelta(hours=game.reminder_hours)
        open_.filter(reminded_at=None).update(remind_at=F("due_at") + (by - before))
    return open_.update(due_at=F("due_at") + by)


def _move_each(game: Game, rows: Sequence[OpenRequest], by: timedelta) -> int:
    """The same where reminders do not come so many hours before."""
    now = timezone.now()
    for row in rows:
        if row.due_at is None:
            continue
        row.due_at += by
        fresh = row.reminded_at is None or clock_of(game.clock).remind
        row.remind_at = reminder(game, row.due_at, row.opened_at, now) if fresh else None
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at"])
    return len(rows)


def _let_fall(game: Game) -> None:
    """Put deadlines that a pause has moved to where the game's clock lets them fall."""
    clock, zone, now = clock_of(game.clock), ZoneInfo(game.time_zone), timezone.now()
    rows = list(OpenRequest.objects.filter(game=game, closed_at=None, due_at__isnull=False))
    for row in rows:
        if row.due_at is not None:
            row.due_at = allowed(clock, zone, row.due_at)
            row.remind_at = reminder(game, row.due_at, row.opened_at, now)
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at"])


def stop_clocks(game: Game, now: datetime, until: datetime | None = None) -> None:
    """Pause a game; with `until` the pause ends then by itself. The caller holds the game's row."""
    game.status, game.paused_at, game.paused_until = Game.Status.PAUSED, now, until
    game.wake_at = until
    game.save(update_fields=["status", "paused_at", "paused_until", "wake_at"])


def restart(game: Game, now: datetime) -> None:
    """Let the clocks of a paused game run again: every deadline moves by the length of the pause,
    and on to where the clock lets one fall.

    The caller holds the game's row.
    """
    move_deadlines(game, now - (game.paused_at or now), remind_again=False)
    if game.clock:
        _let_fall(game)
    game.status, game.paused_at, game.due_from = Game.Status.RUNNING, None, release_moment(game, now)
    game.paused_until = None
    game.save(update_fields=["status", "paused_at", "paused_until", "due_from"])
    set_alarm(game, now)


def do_claim_games(now: datetime, *, limit: int = 100) -> list[UUID]:
    """Take up to `limit` games that are due, those first that have waited longest; nobody else gets them for a while.

    A game that is being worked on is passed over: whoever does that sets its alarm anew.
    """
    with transaction.atomic():
        found = due_games(now, limit=limit, hold=connection.features.has_select_for_update_skip_locked)
        Game.objects.filter(pk__in=found).update(wake_at=now + HANDED_OUT_FOR)
    return found
