"""Send queued e-mails one by one: claim with a lease, render, send outside any transaction, mark.

A call (a *sender*) holds one of the few sender slots, works for a short while over one connection, and ends. An e-mail
whose sender dies is queued again, so that each e-mail is sent at least once; a second copy has the same Message-ID.
While the mail server is unavailable, all senders pause, and waiting e-mails count no attempts.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID, uuid4

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections

from games.models import OutgoingMail
from games.services import outbox, sender_slots
from worker.mail.outbound.prefetch import Prefetcher
from worker.mail.outbound.sender import DeliveryResult, MailSender, MailServerUnavailable
from worker.mail.outbound.signature import ensure_signing_key_published

T = TypeVar("T")

logger = logging.getLogger(__name__)

SLICE_SECONDS = 10.0
"""Seconds after which a sender starts no further e-mail, so that others get a turn and a worker can stop."""


@dataclass(frozen=True)
class MailClaim:
    """Claims e-mails from the outbox for one sender."""

    holder: UUID
    """The id of the sender, which the claimed rows store."""
    suspects_only: bool
    """True if it also claims suspects (e-mails during which sender processes died), once no other e-mail is due. Only
    one sender at a time does so, so that a suspect can kill only one sender.
    """

    def claim_first(self) -> OutgoingMail | None:
        """Claim and return the e-mail that has been due the longest; None if none is due."""
        return outbox.claim_mail(self.holder, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects_only)

    def mark_sent_and_claim_next(self, mail: OutgoingMail, ahead: Prefetcher) -> tuple[bool, OutgoingMail | None]:
        """Mark `mail` as sent and claim the next e-mail, in one round trip.

        Returns a pair: True if `mail` was still leased, and the next e-mail or None. While the database works, `ahead`
        writes the e-mail that it has prefetched. Afterwards `ahead` gets the e-mail that will probably be claimed after
        the next one.
        """
        sent, following, ahead.mail = outbox.mark_sent_and_claim(
            mail, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects_only, while_committing=ahead.render
        )
        return sent, following


def send_due_mail(*, holder: UUID | None = None, budget: float = SLICE_SECONDS) -> DeliveryResult:
    """Send e-mails until none is due, the mail server is unavailable, or `budget` seconds are over.

    Returns the numbers of e-mails by result. `holder` identifies the call; a retry after a crash has the same id and
    can claim the call's e-mails at once. Nothing is sent while all slots are taken, or while senders pause.
    """
    holder, done = holder or uuid4(), DeliveryResult()
    slot = sender_slots.claim_slot(holder, seconds=budget + settings.PBEM_MAIL_LEASE)
    if slot is None:
        return done
    outbox.release_expired_leases()
    postman = MailSender(get_connection(), done)
    try:
        done.more = _go_round(postman, done, MailClaim(holder, slot.number == 1), until=time.monotonic() + budget)
    except MailServerUnavailable as error:
        logger.warning("the mail server is away, senders pause: %s", error)
        sender_slots.pause_senders(settings.PBEM_MAIL_RETRY_SECONDS)
    finally:
        postman.close()
        sender_slots.release_slot(slot)
    return done


def _go_round(postman: MailSender, done: DeliveryResult, claim: MailClaim, *, until: float) -> bool:
    """Send e-mails until none is due (return False) or the time `until` (return True). Raises MailServerUnavailable."""
    ensure_signing_key_published()
    mail = claim.claim_first()
    while mail is not None:
        mail, late = _carried(postman, done, claim, mail, until=until)
        if late:
            return True
    return False


def _carried(
    postman: MailSender, done: DeliveryResult, claim: MailClaim, mail: OutgoingMail, *, until: float
) -> tuple[OutgoingMail | None, bool]:
    """Send an e-mail; return the next claimed one (None without one), and True if the time `until` is over.

    Raises MailServerUnavailable. If the database becomes unavailable, the e-mail is queued again.
    """
    try:
        out = postman.send(mail)
        if time.monotonic() > until:
            done.sent += out and _despite_loss(lambda: outbox.mark_sent(mail))
            return None, True
        if not out:
            return claim.claim_first(), False
        sent, next_mail = _despite_loss(lambda: claim.mark_sent_and_claim_next(mail, postman.ahead))
        done.sent += sent
        return next_mail, False
    except DatabaseError:
        close_old_connections()
        outbox.return_to_queue(mail, "the database was away", retry_in=0)
        raise


def _despite_loss(mark: Callable[[], T]) -> T:
    """Call `mark` to mark an e-mail as sent, and once more over a new connection if the database connection is lost."""
    try:
        return mark()
    except (OperationalError, InterfaceError):
        close_old_connections()
        return mark()
