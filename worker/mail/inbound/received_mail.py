"""The context of an e-mail that is being executed, and its quarantine.

A sender's address that is not authenticated may be forged. What such an e-mail changes waits for its grace period
before it counts, and the reply names a link to cancel it (`games.services.mail_quarantine`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from games.models import IncomingMail, Player
from games.persistence.mail_replies import MailReply
from games.services.mail_quarantine import quarantine
from worker.mail.inbound.interpretation import InterpretedMail
from worker.mail.inbound.replacement import reply_part
from worker.mail.outbound.links import cancel_url


@dataclass(frozen=True)
class ReceivedMail:
    """An e-mail that is being executed: its row, its player, its text, and whether its grace period is over."""

    row: IncomingMail
    player: Player
    text: InterpretedMail
    has_waited: bool

    @property
    def must_wait(self) -> bool:
        """True if a change by this e-mail waits: its sender is not authenticated, and its grace period is not over."""
        return bool(not self.row.proven and not self.has_waited and settings.PBEM_MAIL_GRACE_SECONDS)

    def quarantine(self, due: datetime | None = None, parts: Collection[str] = (), **more: Any) -> MailReply:
        """Put the e-mail into quarantine; return a reply with the time of execution and the cancel link.

        `due` is the deadline of its question. `parts` name what waits; the default is the one answer to its tag.
        """
        token, counts_at = quarantine(self.row, due, parts or (reply_part(self.row),))
        return MailReply(outcome="waiting", cancel=cancel_url(token), counts_at=counts_at.isoformat(), **more)
