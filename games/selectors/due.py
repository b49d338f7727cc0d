"""What is waiting for the worker: the sweep asks here every few seconds."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Game, OpenRequest, OutgoingMail, Seat


def due_games(now: datetime | None = None, *, limit: int = 100) -> list[UUID]:
    """Running games in which nobody has to be waited for: all answers are in, or time is up for the missing ones.

    Where results come out at fixed hours, not before the hour that was noted as `due_from`.
    """
    now = now or timezone.now()
    unready = OpenRequest.objects.filter(game=OuterRef("pk"), closed_at=None, ready=False)
    expired = Exists(unready.filter(due_at__lte=now)) & ~Exists(unready.filter(Q(due_at=None) | Q(due_at__gt=now)))
    due = Q(due_from__lte=now) | (expired & Q(due_from=None))
    games = Game.objects.filter(due, status=Game.Status.RUNNING)
    return list(games.order_by("due_from", "pk").values_list("pk", flat=True)[:limit])


def games_with_idle_bots(*, limit: int = 50) -> list[UUID]:
    """Running games in which a bot has not answered yet."""
    asked = OpenRequest.objects.filter(game=OuterRef("pk"), closed_at=None, ready=False, seat__kind=Seat.Kind.BOT)
    games = Game.objects.filter(Exists(asked), status=Game.Status.RUNNING)
    return list(games.order_by("pk").values_list("pk", flat=True)[:limit])


def due_reminders(now: datetime | None = None, *, limit: int = 500) -> list[OpenRequest]:
    """Questions whose reminder is due: once each, and only to players who have not answered."""
    now = now or timezone.now()
    rows = OpenRequest.objects.filter(
        closed_at=None,
        ready=False,
        reminded_at=None,
        due_at__gt=now,
        seat__player__isnull=False,
        game__status=Game.Status.RUNNING,
        game__reminder_hours__isnull=False,
    )
    rows = rows.select_related("game", "seat").defer("question").order_by("due_at")
    return [row for row in rows[: limit * 4] if _reminder_time(row) <= now][:limit]


def _reminder_time(row: OpenRequest) -> datetime:
    due, hours = row.due_at, row.game.reminder_hours
    if due is None or hours is None:
        return datetime.max.replace(tzinfo=timezone.get_current_timezone())
    return due - timedelta(hours=hours)


def unsent_mail(now: datetime | None = None) -> bool:
    """True when a letter is due, or was left lying by a sender that died."""
    now = now or timezone.now()
    queued = Q(status=OutgoingMail.Status.QUEUED, next_try_at__lte=now)
    return OutgoingMail.objects.filter(queued | Q(status=OutgoingMail.Status.SENDING, leased_until__lte=now)).exists()


def mail_is_being_sent(now: datetime | None = None) -> bool:
    """True while a sender holds letters; it goes on until none is due."""
    held = OutgoingMail.objects.filter(status=OutgoingMail.Status.SENDING, leased_until__gt=now or timezone.now())
    return held.exists()
