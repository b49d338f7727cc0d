"""Mail from an address that nobody vouches for waits a while before it changes anything."""

from datetime import datetime
from typing import Any

from django.conf import settings

from games.models import IncomingMail
from games.services.inbound import let_wait
from games.stored.replies import Reply
from worker.mail.links import cancel_page


def is_doubtful(row: IncomingMail, *, waited: bool) -> bool:
    """Whether nobody vouches for the address that a message came from, and it has not waited yet."""
    return bool(not row.proven and not waited and settings.PBEM_MAIL_GRACE)


def waiting(row: IncomingMail, due: datetime | None, **more: Any) -> Reply:
    """A message waits, and its answer says until when, and how to cancel it."""
    token, counts_at = let_wait(row, due)
    return Reply(outcome="waiting", cancel=cancel_page(token), counts_at=counts_at.isoformat(), **more)
