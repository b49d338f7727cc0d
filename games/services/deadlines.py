"""Reminders before a deadline. What happens at the deadline itself is `resolve`'s business."""

from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from games.models import Game, OpenRequest, OutgoingMail
from games.selectors.due import due_reminders
from games.services import hooks, outbox


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
        outbox.post([_letter(row) for row in wanted])
        if wanted:
            hooks.after_commit(hooks.MAIL, wanted[0].game_id)
    return len(due)


def _is_wanted(row: OpenRequest, now: datetime) -> bool:
    running = row.game.status == Game.Status.RUNNING
    return running and row.seat.player_id is not None and row.due_at is not None and row.due_at > now


def _letter(row: OpenRequest) -> OutgoingMail:
    mail = outbox.owed(row.game, row.seat, outbox.Kind.REMINDER, seat_stop=row.seat_stop, reference=row.pk.hex)
    mail.stop = row.stop
    return mail
