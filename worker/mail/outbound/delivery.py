"""Send queued e-mails one by one: claim with a lease, render, send outside any transaction, mark.

A call holds one of the few sender slots, works for a short while over one connection, and ends. An e-mail whose sender
dies is queued again, so that each is sent at least once; a second copy has the same Message-ID. While the mail server
is unavailable, all senders pause, and e-mails wait without counting attempts.
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
"""Seconds after which no further e-mail is started, so that other senders get a turn and a worker can end."""


@dataclass(frozen=True)
class MailClaim:
    """A sender's source of e-mails.

    With `suspects_only` it takes e-mails at which other senders died, so that these stop only one sender.
    """

    holder: UUID
    suspects_only: bool

    def claim_first(self) -> OutgoingMail | None:
        """Return the e-mail that has been due the longest."""
        return outbox.claim_mail(self.holder, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects_only)

    def mark_sent_and_claim_next(self, mail: OutgoingMail, ahead: Prefetcher) -> tuple[bool, OutgoingMail | None]:
        """Mark `mail` as sent and claim the next e-mail, in one round trip.

        Returns whether `mail` was still leased, and the next e-mail. That one is rendered while the database works;
        then the one likely to follow it is known.
        """
        sent, following, ahead.mail = outbox.mark_sent_and_claim(
            mail, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects_only, while_committing=ahead.render
        )
        return sent, following


def send_due_mail(*, holder: UUID | None = None, budget: float = SLICE_SECONDS) -> DeliveryResult:
    """Send e-mails until none is due, the mail server is unavailable, or `budget` seconds are over.

    `holder` names the call; a retry after a crash has the same name and can take over its e-mails at once. Nothing is
    sent while all slots are taken, or the senders pause.
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
    """Send e-mail after e-mail; return True if time is over, False if none is left. Raises MailServerUnavailable."""
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
    """Send an e-mail; return the next one, None if there is none, or True if time is over.

    Raises MailServerUnavailable. If the database becomes unavailable, the e-mail is returned to the outbox.
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
    """Mark an e-mail as sent, over a new connection if the old one is lost, so that it is not sent again."""
    try:
        return mark()
    except (OperationalError, InterfaceError):
        close_old_connections()
        return mark()
