"""Reminders before a deadline. What happens at the deadline itself is `resolve`'s business."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Game, OpenRequest, OutgoingMail
from games.selectors.due import due_reminders
from games.services import hooks, outbox
from games.services.alarms import reminder
from games.stored.clock import clock_of


def do_remind(now: datetime | None = None, *, limit: int = 200) -> int:
    """Make up to `limit` reminders that are due, one for each question; how many were looked at.

    Nobody is reminded in a game that stands still, after the deadline, or in a seat without a player; when a pause
    ends or a deadline is moved, the reminder is due anew.
    """
    now = now or timezone.now()
    with transaction.atomic():
        due = due_reminders(now, limit=limit, hold=connection.features.has_select_for_update_skip_locked)
        wanted = [row for row in due if _is_wanted(row, now)]
        OpenRequest.objects.filter(pk__in=[row.pk for row in due]).update(remind_at=None)
        OpenRequest.objects.filter(pk__in=[row.pk for row in wanted]).update(reminded_at=now)
        _plan_next(wanted, now)
        outbox.post(_letters(wanted))
        if wanted:
            hooks.after_commit(hooks.MAIL, wanted[0].game_id)
    return len(due)


def _is_wanted(row: OpenRequest, now: datetime) -> bool:
    running = row.game.status == Game.Status.RUNNING
    return running and row.seat.player_id is not None and row.due_at is not None and row.due_at > now


def _plan_next(rows: Sequence[OpenRequest], now: datetime) -> None:
    """Where reminders are scaled to the time, more than one may follow."""
    scaled = [row for row in rows if clock_of(row.game.clock).remind]
    for row in scaled:
        row.remind_at, row.reminded_at = reminder(row.game, row.due_at, row.opened_at, now), now
    OpenRequest.objects.bulk_update(scaled, ["remind_at", "reminded_at"])


def _letters(rows: Sequence[OpenRequest]) -> list[OutgoingMail]:
    """A letter for each; one that is not the first about its question is another letter."""
    known = Q(pk__in=())
    for row in rows:
        known |= Q(game=row.game_id, seat=row.seat_id, reference__startswith=row.pk.hex)
    sent = OutgoingMail.objects.filter(known, kind=outbox.Kind.REMINDER).values_list("reference", flat=True)
    before = Counter(reference[:32] for reference in sent)
    return [_letter(row, before[row.pk.hex]) for row in rows]


def _letter(row: OpenRequest, before: int) -> OutgoingMail:
    reference = f"{row.pk.hex}+{before}" if before else row.pk.hex
    mail = outbox.owed(row.game, row.seat, outbox.Kind.REMINDER, seat_stop=row.seat_stop, reference=reference)
    mail.stop = row.stop
    return mail
