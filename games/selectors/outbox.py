"""Mail that waits for a sender. Each question is answered from a partial index of what is not out yet."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import OutgoingMail
from games.models.statements import Spelled

Status = OutgoingMail.Status
FOR_WHAT_FOLLOWS = "for what follows at once"
"""Why news waits where the game goes on by itself."""
FOR_THE_END = "for the end of what goes on"
"""Why news waits in the midst of what soon ends, like a turn with its reactions."""
FOR_MORE = (FOR_WHAT_FOLLOWS, FOR_THE_END)
"""Why news waits that the next letter to its reader tells."""


def due_mail(now: datetime | None = None) -> QuerySet[OutgoingMail]:
    """Letters that wait and may be sent now, the longest due first."""
    due = OutgoingMail.objects.filter(status=Spelled(Status.QUEUED), next_try_at__lte=now or timezone.now())
    return due.order_by("next_try_at", "id")


def abandoned_mail(now: datetime | None = None) -> QuerySet[OutgoingMail]:
    """Letters whose sender has not been heard of for as long as its lease ran: it died."""
    left = OutgoingMail.objects.filter(status=Spelled(Status.SENDING), leased_until__lte=now or timezone.now())
    return left.order_by("leased_until", "id")


def unsent_mail(now: datetime | None = None) -> bool:
    """True when a letter is due, or was left lying by a sender that died."""
    return due_mail(now).exists() or abandoned_mail(now).exists()
