"""How the server is doing, in numbers, for its operator: what waits, what stands still, what went wrong."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from msgspec import Struct

from games.models import Game, OutgoingMail, Player, Pulse
from games.models.statements import Spelled
from games.selectors.access import shut_games
from games.stored.pulse import SWEEP

Status = OutgoingMail.Status
MANY = 50
ESTIMATED_FROM = 10_000
"""Of so many games in all, those that are over are no longer counted one by one."""


class HeldGame(Struct, frozen=True):
    """A game that stands still until somebody releases it."""

    id: UUID
    name: str
    reason: str


class Operation(Struct, frozen=True, kw_only=True):
    """The state of affairs. Times are in seconds; None where there is nothing, or nothing is known.

    `games` are those of each status; how many are over is an estimate where the server has many (`ESTIMATED_FROM`).
    `swept` is how long ago the last sweep was; `oldest_letter` how long the letter that is due longest has waited.
    """

    games: dict[str, int]
    due: int
    letters: dict[str, int]
    oldest_letter: float | None
    swept: float | None


def operation(reader: Player | None = None, now: datetime | None = None) -> Operation:
    """The numbers; for a `reader` who plays without what waits in those games, because its number alone would tell."""
    now = now or timezone.now()
    shut = list(shut_games(reader).order_by().values_list("pk", flat=True)) if reader else []
    mails = OutgoingMail.objects.exclude(game__in=shut) if shut else OutgoingMail.objects.all()
    waiting = mails.filter(status=Spelled(Status.QUEUED), next_try_at__lte=now)
    return Operation(
        games=_games(),
        due=Game.objects.exclude(pk__in=shut).filter(wake_at__lte=now, status=Game.Status.RUNNING).count(),
        letters={status: _letters(mails, status, now) for status in ("queued", "sending", "failed", "bounced")},
        oldest_letter=_age(waiting.aggregate(first=Min("next_try_at"))["first"], now),
        swept=_age(Pulse.objects.filter(name=SWEEP).values_list("at", flat=True).first(), now),
    )


def _games() -> dict[str, int]:
    """How many games there are of each status. What is over only grows, and nobody reads through it for a number."""
    others = [Spelled(status) for status in Game.Status.values if status != Game.Status.OVER]
    rows = Game.objects.filter(status__in=others).order_by().values_list("status").annotate(Count("pk"))
    counted = {**dict.fromkeys(Game.Status.values, 0), **dict(rows)}
    counted[Game.Status.OVER] = _over(sum(counted.values()))
    return counted


def _over(others: int) -> int:
    """How many games are over: counted, or what the database believes of its table without all `others`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [Game._meta.db_table])
            believed = int(cursor.fetchone()[0])  # -1: it has never looked
        if believed >= ESTIMATED_FROM:
            return max(believed - others, 0)
    return Game.objects.filter(status=Spelled(Game.Status.OVER)).count()


def _letters(mails: QuerySet[OutgoingMail], status: str, now: datetime) -> int:
    """Letters in this state; of those that failed, the last week's."""
    found = mails.filter(status=Spelled(status))
    if status in (Status.FAILED, Status.BOUNCED):
        found = found.filter(created_at__gt=now - timedelta(days=7))
    return found.count()


def _age(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max((now - moment).total_seconds(), 0.0)


def held_games(player: Player) -> list[HeldGame]:
    """The games that are held; why, only of those in which the reader does not play."""
    shut = set(shut_games(player).values_list("pk", flat=True))
    rows = Game.objects.filter(status=Game.Status.HELD).order_by("-created_at", "id")[:MANY]
    return [HeldGame(row.pk, row.name, "" if row.pk in shut else row.hold_reason) for row in rows]


def plays(reader: Player) -> bool:
    """Whether there are games whose course must stay hidden from the reader."""
    return shut_games(reader).exists()
