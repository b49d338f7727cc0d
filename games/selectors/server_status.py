"""Read the server's status for the operator: numbers of games and e-mails that wait, are stopped or have failed."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from msgspec import Struct

from games.database.batch import Spelled
from games.models import Game, Heartbeat, OutgoingMail, Player
from games.models.heartbeat import SWEEP_HEARTBEAT
from games.selectors.access import games_with_secrets_from

Status = OutgoingMail.Status
COUNT_LIMIT = 50
ESTIMATED_FROM = 10_000
"""If the server has at least this many games, the number of finished games is estimated instead of counted."""


class HeldGame(Struct, frozen=True):
    """A held game."""

    id: UUID
    name: str
    reason: str
    """Why it is held; empty if the reader may not see this."""


class ServerStatus(Struct, frozen=True, kw_only=True):
    """The server's status, for the operator."""

    games: dict[str, int]
    """The numbers of games by status; the number of finished games is an estimate on large servers (`ESTIMATED_FROM`).
    """
    due: int
    """The number of games with due work."""
    letters: dict[str, int]
    """The numbers of e-mails by status."""
    oldest_letter: float | None
    """How long the longest due e-mail has waited, in seconds; None without one."""
    swept: float | None
    """The time since the last sweep, in seconds; None before the first."""


def get_server_status(reader: Player | None = None, now: datetime | None = None) -> ServerStatus:
    """Return the status of the server.

    The numbers leave out pending work in games in which the `reader` plays, because such work could reveal hidden
    facts.
    """
    now = now or timezone.now()
    shut = list(games_with_secrets_from(reader).order_by().values_list("pk", flat=True)) if reader else []
    mails = OutgoingMail.objects.exclude(game__in=shut) if shut else OutgoingMail.objects.all()
    waiting = mails.filter(status=Spelled(Status.QUEUED), next_try_at__lte=now)
    return ServerStatus(
        games=_games(),
        due=Game.objects.exclude(pk__in=shut).filter(wake_at__lte=now, status=Game.Status.RUNNING).count(),
        letters={status: _letters(mails, status, now) for status in ("queued", "sending", "failed", "bounced")},
        oldest_letter=_age(waiting.aggregate(first=Min("next_try_at"))["first"], now),
        swept=_age(Heartbeat.objects.filter(name=SWEEP_HEARTBEAT).values_list("at", flat=True).first(), now),
    )


def _games() -> dict[str, int]:
    """Return the number of games by status; that of the many finished games is counted or estimated by `_over`."""
    others = [Spelled(status) for status in Game.Status.values if status != Game.Status.OVER]
    rows = Game.objects.filter(status__in=others).order_by().values_list("status").annotate(Count("pk"))
    counted = {**dict.fromkeys(Game.Status.values, 0), **dict(rows)}
    counted[Game.Status.OVER] = _over(sum(counted.values()))
    return counted


def _over(others: int) -> int:
    """Return the number of finished games: counted, or the database's estimate of all games minus the `others`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [Game._meta.db_table])
            believed = int(cursor.fetchone()[0])  # -1: the table was never analyzed
        if believed >= ESTIMATED_FROM:
            return max(believed - others, 0)
    return Game.objects.filter(status=Spelled(Game.Status.OVER)).count()


def _letters(mails: QuerySet[OutgoingMail], status: str, now: datetime) -> int:
    """Return the number of e-mails with this status; failed and bounced ones count for a week after their creation."""
    found = mails.filter(status=Spelled(status))
    if status in (Status.FAILED, Status.BOUNCED):
        found = found.filter(created_at__gt=now - timedelta(days=7))
    return found.count()


def _age(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max((now - moment).total_seconds(), 0.0)


def held_games(player: Player) -> list[HeldGame]:
    """Return the newest held games. The reason is "" for games in which the player holds or held a seat."""
    shut = set(games_with_secrets_from(player).values_list("pk", flat=True))
    rows = Game.objects.filter(status=Game.Status.HELD).order_by("-created_at", "id")[:COUNT_LIMIT]
    return [HeldGame(row.pk, row.name, "" if row.pk in shut else row.hold_reason) for row in rows]


def has_unfinished_games(reader: Player) -> bool:
    """Return True if the reader holds or held a seat in an unfinished game, which must stay hidden from the reader."""
    return games_with_secrets_from(reader).exists()
