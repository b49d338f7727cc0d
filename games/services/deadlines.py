"""Reminders before a deadline. What happens at the deadline itself is `resolve`'s business."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import OpenRequest
from games.selectors.due import due_reminders
from games.services import hooks, outbox


def do_remind(now: datetime | None = None) -> int:
    """Make the reminders that are due, one for each question; how many were made."""
    now = now or timezone.now()
    return sum(_remind(request, now) for request in due_reminders(now))


def _remind(request: OpenRequest, now: datetime) -> bool:
    """One reminder, unless somebody else has just made it or the question was answered meanwhile."""
    with transaction.atomic():
        still = OpenRequest.objects.filter(pk=request.pk, closed_at=None, ready=False, reminded_at=None)
        if not still.update(reminded_at=now):
            return False
        mail = outbox.owed(
            request.game, request.seat, outbox.Kind.REMINDER, seat_stop=request.seat_stop, reference=request.pk.hex
        )
        mail.stop = request.stop
        outbox.post([mail])
        hooks.after_commit(hooks.MAIL, request.game_id)
    return True
