"""Find e-mails that wait for a sender. Each query reads a partial index of unsent e-mails."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.database.batch import Spelled
from games.models import OutgoingMail

Status = OutgoingMail.Status
WAIT_FOR_NEXT_STOP = "for what follows at once"
"""The reason stored with news that waits because the game may continue at once."""
WAIT_FOR_PHASE_END = "for the end of what goes on"
"""The reason stored with news that waits for the end of a short turn, such as a turn with its reactions."""
WAIT_FOR_NEWS_OF_DAY = "for the news of the day"
"""The reason stored with news whose reader had other news within a day."""
WAIT_REASONS = (WAIT_FOR_NEXT_STOP, WAIT_FOR_PHASE_END, WAIT_FOR_NEWS_OF_DAY)
"""The reasons of news that waits to be included in its reader's next e-mail."""
WAIT_FOR_QUESTION = "for the next question"
"""The reason stored with a receipt that waits to be included in its reader's next turn e-mail."""


def merged_reason(mail_id: int) -> str:
    """Return the reason stored with a receipt that is merged into the e-mail with this id."""
    return f"included in letter {mail_id}"


def due_mail(now: datetime | None = None) -> QuerySet[OutgoingMail]:
    """Return the e-mails that may be sent now, the longest due first."""
    due = OutgoingMail.objects.filter(status=Spelled(Status.QUEUED), next_try_at__lte=now or timezone.now())
    return due.order_by("next_try_at", "id")


def mail_with_expired_lease(now: datetime | None = None) -> QuerySet[OutgoingMail]:
    """Return e-mails whose lease expired: their sender died."""
    left = OutgoingMail.objects.filter(status=Spelled(Status.SENDING), leased_until__lte=now or timezone.now())
    return left.order_by("leased_until", "id")


def has_unsent_mail(now: datetime | None = None) -> bool:
    """Return True if an e-mail is due, or is claimed with an expired lease."""
    return due_mail(now).exists() or mail_with_expired_lease(now).exists()
