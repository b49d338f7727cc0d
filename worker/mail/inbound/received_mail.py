"""An e-mail that is being executed, and how it enters quarantine.

A sender's address that is not authenticated may be forged. So the changes of such an e-mail wait for a grace period,
and the reply contains a link to cancel them (`games.services.mail_quarantine`).
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
    """An e-mail that is being executed."""

    row: IncomingMail
    """The stored e-mail."""
    player: Player
    """The sender."""
    text: InterpretedMail
    """The result of reading it."""
    has_waited: bool
    """True if it was in quarantine and its grace period is over."""

    @property
    def must_wait(self) -> bool:
        """True if changes by this e-mail must wait: its sender is not authenticated, and no grace period has passed."""
        return bool(not self.row.proven and not self.has_waited and settings.PBEM_MAIL_GRACE_SECONDS)

    def quarantine(self, due: datetime | None = None, parts: Collection[str] = (), **more: Any) -> MailReply:
        """Put the e-mail into quarantine; return a reply with the time of execution and the cancel link.

        `due` is the deadline of the question. `parts` are the names of the parts that wait
        (`worker.mail.inbound.replacement`), by default the whole e-mail. `more` are further fields of the reply.
        """
        token, counts_at = quarantine(self.row, due, parts or (reply_part(self.row),))
        return MailReply(outcome="waiting", cancel=cancel_url(token), counts_at=counts_at.isoformat(), **more)
