"""Alarms: the time when the worker must look at a game next, and the time of a player's next reminder.

The transaction that causes an alarm also stores it, so that the sweep finds due games through an index and never looks
at idle games. An alarm may be too early: a job that finds nothing to do sets the next alarm. An alarm must not be too
late; `games.selectors.due_work.find_overlooked_games` finds games whose alarm is too late or missing.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.database.batch import update
from games.models import Game, OpenRequest, Seat
from games.persistence.clock import (
    compute_deadline,
    compute_next_reminder,
    has_deadlines,
    load_clock,
    next_allowed_moment,
)
from games.persistence.release_hours import next_release_time
from games.selectors.due_work import CLAIM_DURATION, list_due_games

EMPTY_SEAT_TIME = timedelta(hours=72)
"""In a game without deadlines: the time after which a question to an empty seat is answered by its default."""


def next_alarm(
    due_from: datetime | None,
    deadlines: Iterable[datetime | None],
    now: datetime,
    *,
    bots: bool,
    grace: timedelta = timedelta(0),
) -> datetime | None:
    """Return the time when the worker must look at a running game next; None if there is no such time.

    The result is `now` if bots have open questions without an answer (`bots`); else `due_from`, the time from which
    ``resolve`` has work, if it is known; else the next future time among the `deadlines` and the ends of their `grace`
    periods. `deadlines` are the deadlines of all open questions, also of answered questions.
    """
    if bots:
        return now
    if due_from is not None:
        return due_from
    known = [due for due in deadlines if due is not None]
    return min((moment for due in known for moment in (due, due + grace) if moment > now), default=None)


def set_alarm(game: Game, now: datetime) -> None:
    """Compute and store a game's alarm from its stored questions; the caller has locked the game's row."""
    wake_at = game.paused_until if game.status == Game.Status.PAUSED else None
    if game.status == Game.Status.RUNNING:
        open_ = OpenRequest.objects.filter(game=game, closed_at=None).values_list(
            "due_at", "ready", "seat__bot", "seat__stand_in"
        )
        questions = list(open_)
        bots = any((bot or stand_in) and not ready for _, ready, bot, stand_in in questions)
        wake_at = next_alarm(
            game.due_from, [due for due, *_ in questions], now, bots=bots, grace=load_clock(game.clock).grace
        )
    if game.wake_at != wake_at:
        game.wake_at = wake_at
        update(game, "wake_at")


def clear_alarm(game: Game) -> None:
    """Remove the alarm of a game that does not continue now, except the alarm for the end of its pause.

    The caller has locked the game's row.
    """
    wake_at = game.paused_until if game.status == Game.Status.PAUSED else None
    if game.wake_at != wake_at:
        game.wake_at = wake_at
        update(game, "wake_at")


def compute_due_time(game: Game, asked_at: datetime) -> datetime | None:
    """Return the deadline of a question that is asked at `asked_at`; None in a game without deadlines."""
    return compute_deadline(load_clock(game.clock), game.deadline_hours, ZoneInfo(game.time_zone), asked_at)


def is_empty(seat: Seat) -> bool:
    """Return True if neither a player nor a bot answers for the seat."""
    return seat.player_id is None and not seat.bot


def set_empty_seat_deadlines(game: Game, now: datetime) -> None:
    """Give questions of empty seats a deadline if they have none, so that the game does not wait for ever."""
    if not has_deadlines(load_clock(game.clock), game.deadline_hours):
        rows = OpenRequest.objects.filter(game=game, closed_at=None, due_at=None, seat__player=None, seat__bot="")
        rows.update(due_at=now + EMPTY_SEAT_TIME)


def clear_empty_seat_deadlines(game: Game, seat: Seat) -> None:
    """Remove the deadlines that `set_empty_seat_deadlines` gave, when a player takes the seat."""
    if not has_deadlines(load_clock(game.clock), game.deadline_hours):
        OpenRequest.objects.filter(game=game, seat=seat, closed_at=None).update(due_at=None)


def compute_reminder(game: Game, due: datetime | None, asked_at: datetime, now: datetime) -> datetime | None:
    """Return the time of the next reminder of a question that was asked at `asked_at` with the deadline `due`.

    None if the question has no deadline, or if the game's rules permit no further reminder.
    """
    clock = load_clock(game.clock)
    if due is None:
        return None
    if clock.remind:
        return compute_next_reminder(asked_at, due, now)
    if game.reminder_hours is None:
        return None
    moment = due - timedelta(hours=game.reminder_hours)
    return None if clock.at and moment <= asked_at else moment


def move_deadlines(game: Game, delay: timedelta, *, remind_again: bool) -> int:
    """Move the deadlines and reminders of all open questions by `delay`; return how many deadlines there are.

    With `remind_again`, players who were reminded already are reminded once more. The caller has locked the game's row.
    """
    open_ = OpenRequest.objects.filter(game=game, closed_at=None, due_at__isnull=False)
    reminded = open_.filter(reminded_at__isnull=False)
    if remind_again:
        reminded.update(reminded_at=None)
    if game.clock:
        return _move_each(game, list(open_), delay)
    if game.reminder_hours is not None:
        before = timedelta(hours=game.reminder_hours)
        open_.filter(reminded_at=None).update(remind_at=F("due_at") + (delay - before))
    return open_.update(due_at=F("due_at") + delay)


def _move_each(game: Game, rows: Sequence[OpenRequest], by: timedelta) -> int:
    """Move the deadlines one by one, for games whose reminders are not a fixed number of hours before the deadline."""
    now = timezone.now()
    for row in rows:
        if row.due_at is None:
            continue
        row.due_at += by
        fresh = row.reminded_at is None or load_clock(game.clock).remind
        row.remind_at = compute_reminder(game, row.due_at, row.opened_at, now) if fresh else None
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at"])
    return len(rows)


def _move_to_allowed_times(game: Game) -> None:
    """After a pause has moved the open deadlines, move each on to the next time that the game's clock permits."""
    clock, zone, now = load_clock(game.clock), ZoneInfo(game.time_zone), timezone.now()
    rows = list(OpenRequest.objects.filter(game=game, closed_at=None, due_at__isnull=False))
    for row in rows:
        if row.due_at is not None:
            row.due_at = next_allowed_moment(clock, zone, row.due_at)
            row.remind_at = compute_reminder(game, row.due_at, row.opened_at, now)
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at"])


def stop_clocks(game: Game, now: datetime, until: datetime | None = None) -> None:
    """Pause a game; the pause ends automatically at `until`, if given. The caller has locked the game's row."""
    game.status, game.paused_at, game.paused_until = Game.Status.PAUSED, now, until
    game.wake_at = until
    game.save(update_fields=["status", "paused_at", "paused_until", "wake_at"])


def resume_clocks(game: Game, now: datetime) -> None:
    """Restart the clocks of a paused game.

    Every deadline moves by the length of the pause, and then on to the next time that the game's clock permits. The
    caller has locked the game's row.
    """
    move_deadlines(game, now - (game.paused_at or now), remind_again=False)
    if game.clock:
        _move_to_allowed_times(game)
    game.status, game.paused_at, game.due_from = Game.Status.RUNNING, None, next_release_time(game, now)
    game.paused_until = None
    game.save(update_fields=["status", "paused_at", "paused_until", "due_from"])
    set_empty_seat_deadlines(game, now)
    set_alarm(game, now)


def do_claim_games(now: datetime, *, limit: int = 100) -> list[UUID]:
    """Claim up to `limit` due games, the longest due first; return their ids.

    For a while no other worker gets them. Games that another worker is processing are skipped: that worker sets their
    next alarm.
    """
    with transaction.atomic():
        found = list_due_games(now, limit=limit, lock=connection.features.has_select_for_update_skip_locked)
        Game.objects.filter(pk__in=found).update(wake_at=now + CLAIM_DURATION)
    return found
