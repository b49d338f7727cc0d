"""Sending what is owed, letter by letter: claimed with a lease, written, sent outside any transaction, marked.

A call holds one of the few slots for senders, works for a short while over one connection, and ends. A letter whose
sender dies comes back, so that each is sent at least once; a second copy has the same Message-ID. While the mail
server is away, all senders pause, and letters wait without being counted as tried.
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
from games.services import outbox, senders
from worker.mail.ahead import Ahead
from worker.mail.evidence import publish_key
from worker.mail.postman import Delivered, Postman, ServerAway

T = TypeVar("T")

logger = logging.getLogger(__name__)

SLICE_SECONDS = 10.0
"""After this no further letter is begun. Others want to send, too, and a worker wants to end."""


@dataclass(frozen=True)
class Claim:
    """How a sender gets its letters. One alone takes `suspects`, at which others died: these stop no more than it."""

    holder: UUID
    suspects: bool

    def first(self) -> OutgoingMail | None:
        """The letter that has been due the longest."""
        return outbox.claim_mail(self.holder, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects)

    def after(self, mail: OutgoingMail, ahead: Ahead) -> tuple[bool, OutgoingMail | None]:
        """Whether `mail` was ours when it was marked as sent, and the letter that follows, claimed in the same breath.

        That one is written while the database is at it; then it is known which will probably come next.
        """
        sent, following, ahead.mail = outbox.mark_sent_and_claim(
            mail, lease_seconds=settings.PBEM_MAIL_LEASE, suspects=self.suspects, meanwhile=ahead.write
        )
        return sent, following


def deliver(*, holder: UUID | None = None, budget: float = SLICE_SECONDS) -> Delivered:
    """Send letters until none is due, the mail server is away, or `budget` seconds are over.

    `holder` names the call, the same when it is made again after its process died: then what it held is free at once.
    Nothing is sent while all slots are taken, or the senders pause.
    """
    holder, done = holder or uuid4(), Delivered()
    slot = senders.take_slot(holder, seconds=budget + settings.PBEM_MAIL_LEASE)
    if slot is None:
        return done
    outbox.recover_expired()
    postman = Postman(get_connection(), done)
    try:
        done.more = _go_round(postman, done, Claim(holder, slot.number == 1), until=time.monotonic() + budget)
    except ServerAway as error:
        logger.warning("the mail server is away, senders pause: %s", error)
        senders.pause(settings.PBEM_MAIL_PAUSE)
    finally:
        postman.rest()
        senders.leave_slot(slot)
    return done


def _go_round(postman: Postman, done: Delivered, claim: Claim, *, until: float) -> bool:
    """Letter after letter, until none is left or time is over: then True. Raises ServerAway."""
    publish_key()
    mail = claim.first()
    while mail is not None:
        mail, late = _carried(postman, done, claim, mail, until=until)
        if late:
            return True
    return False


def _carried(
    postman: Postman, done: Delivered, claim: Claim, mail: OutgoingMail, *, until: float
) -> tuple[OutgoingMail | None, bool]:
    """Have a letter carried; the next one, none if time is over: then True. Raises ServerAway.

    If the database goes away, the letter is handed back rather than left to wait.
    """
    try:
        out = postman.carry(mail)
        if time.monotonic() > until:
            done.sent += out and _despite_loss(lambda: outbox.mark_sent(mail))
            return None, True
        if not out:
            return claim.first(), False
        sent, next_mail = _despite_loss(lambda: claim.after(mail, postman.ahead))
        done.sent += sent
        return next_mail, False
    except DatabaseError:
        close_old_connections()
        outbox.put_back(mail, "the database was away", retry_in=0)
        raise


def _despite_loss(mark: Callable[[], T]) -> T:
    """Note that a letter is out; over a new connection if the old one is gone, lest it is sent again."""
    try:
        return mark()
    except (OperationalError, InterfaceError):
        close_old_connections()
        return mark()
