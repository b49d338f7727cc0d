"""Sending what is owed: claimed with a lease, written, sent over one connection outside any transaction, marked.

A letter whose sender dies comes back when its lease runs out, so that each is sent at least once; a second copy has the
same Message-ID. While the mail server is away, letters wait without being counted as tried.
"""

import logging
import time
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections
from django.utils import timezone

from games.models import OutgoingMail
from games.selectors.letters import letter_for
from games.services import outbox
from worker.mail.message import message_of
from worker.mail.trouble import Trouble, trouble_of

logger = logging.getLogger(__name__)

Kind = OutgoingMail.Kind

BATCH = 20
LEASE_SECONDS = 60
"""How long a claimed letter is nobody else's. After a sender's death its letters wait that long."""
SPARE_SECONDS = 25
"""A letter is not begun with less than this left of its lease: the server may be silent for most of it."""
BUDGET_SECONDS = 45
"""After this a call ends, so that it stays well below the time limit of a task."""
FIRST_RETRY = 60.0
LAST_RETRY = 6 * 3600.0
"""Seconds to the second attempt at a letter, doubled each time up to the last."""


class _Backend(Protocol):
    """What is needed of Django's mail backends."""

    def open(self) -> Any: ...
    def close(self) -> None: ...
    def send_messages(self, email_messages: list[EmailMultiAlternatives]) -> int | None: ...


@dataclass
class Delivered:
    """What a call did. `more` says that letters may be waiting still."""

    sent: int = 0
    dropped: int = 0
    failed: int = 0
    delayed: int = 0
    more: bool = False


class _ServerAway(Exception):
    """Nothing can be sent now; `connected` tells that the server went away in the middle of a letter."""

    def __init__(self, error: Exception, *, connected: bool) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.connected = connected


def deliver(*, batch: int = BATCH, budget: float = BUDGET_SECONDS) -> Delivered:
    """Send letters until none is due, the mail server is away, or `budget` seconds are over."""
    done, until = Delivered(), time.monotonic() + budget
    postman = _Postman(get_connection(), done)
    try:
        while mails := outbox.claim_mail(limit=batch, lease_seconds=LEASE_SECONDS):
            if not _carried(postman, mails):
                break
            if time.monotonic() > until:
                done.more = True
                break
    finally:
        postman.rest()
    return done


def _carried(postman: "_Postman", mails: list[OutgoingMail]) -> bool:
    """Have claimed letters carried. If the database goes away, hand back what is left rather than let it wait."""
    try:
        return postman.carry(mails)
    except DatabaseError:
        close_old_connections()
        outbox.put_back(mails, "the database was away", retry_in=0)
        raise


class _Postman:
    """Carries letters over one connection."""

    def __init__(self, backend: _Backend, done: Delivered) -> None:
        self._backend, self._done = backend, done
        self._connected = False

    def carry(self, mails: list[OutgoingMail]) -> bool:
        """Send claimed letters; False when the mail server is away."""
        for place, mail in enumerate(mails):
            if _nearly_expired(mail):
                self._done.delayed += outbox.put_back(mails[place:], "the mail server is slow", retry_in=0)
                return True
            try:
                self._carry_one(mail)
            except _ServerAway as error:
                self._give_back(mails[place:], error)
                return False
        return True

    def rest(self) -> None:
        """Close the connection; a server that has gone already is no trouble any more."""
        try:
            self._backend.close()
        except OSError as error:
            logger.info("closing the mail connection: %s", error)
        self._connected = False

    def _carry_one(self, mail: OutgoingMail) -> None:
        """Write and send one letter and mark what became of it. Raises _ServerAway."""
        try:
            message = _written(mail)
        except DatabaseError:
            raise
        except Exception as error:
            logger.exception("letter %s cannot be written", mail.pk)
            self._try_again(mail, error)
            return
        if message is None:
            self._done.dropped += outbox.mark_dropped(mail, "not wanted or not needed any more")
            return
        try:
            self._send(message)
        except _ServerAway:
            raise
        except Exception as error:
            logger.error("letter %s was not taken", mail.pk, exc_info=True)
            self._refused(mail, error)
        else:
            self._done.sent += _mark_sent(mail)

    def _send(self, message: EmailMultiAlternatives) -> None:
        """Send over the open connection; over a new one if the server has closed it between two letters."""
        reused = self._connected
        try:
            self._connect()
            self._backend.send_messages([message])
        except Exception as error:
            if trouble_of(error) is not Trouble.SERVER:
                raise
            connected = self._connected
            self.rest()
            if not reused:
                raise _ServerAway(error, connected=connected) from error
            self._send(message)

    def _connect(self) -> None:
        if not self._connected:
            self._backend.open()
            self._connected = True

    def _refused(self, mail: OutgoingMail, error: Exception) -> None:
        trouble, words = trouble_of(error), f"{type(error).__name__}: {error}"
        if trouble is Trouble.REFUSED:
            self._done.failed += outbox.mark_bounced(mail, words)
        elif trouble is Trouble.FAILED:
            self._done.failed += outbox.mark_failed(mail, words, retry_in=None)
        else:
            self._try_again(mail, error)

    def _try_again(self, mail: OutgoingMail, error: Exception) -> None:
        wait = min(FIRST_RETRY * 2**mail.attempts, LAST_RETRY)
        self._done.delayed += outbox.mark_failed(mail, f"{type(error).__name__}: {error}", retry_in=wait)

    def _give_back(self, mails: list[OutgoingMail], error: _ServerAway) -> None:
        """All letters wait. One in the middle of which the server went away counts the attempt, lest it stop others."""
        logger.warning("the mail server is away, %d letters wait: %s", len(mails), error)
        if error.connected:
            self._try_again(mails[0], error)
            mails = mails[1:]
        self._done.delayed += outbox.put_back(mails, str(error), retry_in=settings.PBEM_MAIL_PAUSE)


def _mark_sent(mail: OutgoingMail) -> bool:
    """Note that the letter is out; over a new connection if the old one is gone, lest it is sent again."""
    try:
        return outbox.mark_sent(mail)
    except (OperationalError, InterfaceError):
        close_old_connections()
        return outbox.mark_sent(mail)


def _written(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """The letter as a message; None where nobody wants or needs it."""
    letter = letter_for(mail)
    if letter is None or not _wanted(mail, letter.player.mail_preferences):
        return None
    return message_of(letter)


def _wanted(mail: OutgoingMail, preferences: dict[str, Any]) -> bool:
    wish = {Kind.STOP: "stops", Kind.REMINDER: "reminders", Kind.MESSAGE: "messages", Kind.ADVICE: "messages"}.get(
        Kind(mail.kind)
    )
    return wish is None or bool(preferences.get(wish, True))


def _nearly_expired(mail: OutgoingMail) -> bool:
    return mail.leased_until is not None and (mail.leased_until - timezone.now()).total_seconds() < SPARE_SECONDS
