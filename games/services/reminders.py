"""Send reminders before deadlines; `resolve` handles the deadlines themselves."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Game, OpenRequest, OutgoingMail
from games.persistence.clock import load_clock
from games.selectors.due_work import list_due_reminders
from games.services import outbox, triggers
from games.services.alarms import compute_reminder


def do_send_reminders(now: datetime | None = None, *, limit: int = 200) -> int:
    """Queue the reminder e-mails of up to `limit` questions with a due reminder; return the number of these questions.

    No e-mail is queued in a stopped game, after the deadline, or to a seat without a player. The end of a pause and the
    move of a deadline set a new reminder.
    """
    now = now or timezone.now()
    with transaction.atomic():
        due = list_due_reminders(now, limit=limit, lock=connection.features.has_select_for_update_skip_locked)
        wanted = [row for row in due if _is_wanted(row, now)]
        OpenRequest.objects.filter(pk__in=[row.pk for row in due]).update(remind_at=None)
        OpenRequest.objects.filter(pk__in=[row.pk for row in wanted]).update(reminded_at=now)
        _plan_next(wanted, now)
        outbox.queue_mail(_letters(wanted))
        if wanted:
            triggers.trigger_after_commit(triggers.MAIL, wanted[0].game_id)
    return len(due)


def _is_wanted(row: OpenRequest, now: datetime) -> bool:
    running = row.game.status == Game.Status.RUNNING
    return running and row.seat.player_id is not None and row.due_at is not None and row.due_at > now


def _plan_next(rows: Sequence[OpenRequest], now: datetime) -> None:
    """Set the next reminder of questions in games with several reminders, spread over the time until the deadline."""
    scaled = [row for row in rows if load_clock(row.game.clock).remind]
    for row in scaled:
        row.remind_at, row.reminded_at = compute_reminder(row.game, row.due_at, row.opened_at, now), now
    OpenRequest.objects.bulk_update(scaled, ["remind_at", "reminded_at"])


def _letters(rows: Sequence[OpenRequest]) -> list[OutgoingMail]:
    """Return a reminder e-mail for each question; later reminders of a question have another text than the first."""
    known = Q(pk__in=())
    for row in rows:
        known |= Q(game=row.game_id, seat=row.seat_id, reference__startswith=row.pk.hex)
    sent = OutgoingMail.objects.filter(known, kind=outbox.Kind.REMINDER).values_list("reference", flat=True)
    before = Counter(reference[:32] for reference in sent)
    return [_letter(row, before[row.pk.hex]) for row in rows]


def _letter(row: OpenRequest, before: int) -> OutgoingMail:
    reference = f"{row.pk.hex}+{before}" if before else row.pk.hex
    mail = outbox.make_outgoing_mail(
        row.game, row.seat, outbox.Kind.REMINDER, seat_stop=row.seat_stop, reference=reference
    )
    mail.stop = row.stop
    return mail
