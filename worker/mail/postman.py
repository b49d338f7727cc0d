"""One sender at work: writes a letter, sends it over the connection it keeps, and marks what became of it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import DatabaseError

from games.models import OutgoingMail
from games.selectors.letters import Letter, letter_for
from games.selectors.outbox import FOR_WHAT_FOLLOWS
from games.services import outbox
from games.services.delivery import do_hold_back, do_note
from games.stored.addresses import address_digest
from worker.mail import smtp
from worker.mail.ahead import Ahead
from worker.mail.domains import wait_for_domain
from worker.mail.gathering import is_followed_at_once, is_told_later, takes_up, waits
from worker.mail.message import message_of
from worker.mail.personal import Unreachable, personal_message
from worker.mail.trouble import Trouble, told_by_smtp, trouble_of
from worker.mail.wishes import is_wanted

logger = logging.getLogger(__name__)

Kind = OutgoingMail.Kind

FIRST_RETRY = 60.0
LAST_RETRY = 6 * 3600.0
"""Seconds to the second attempt at a letter, doubled each time up to the last."""
LOSSES = 2
"""After so many connections lost one after the other it is the server, not the letters."""


class Backend(Protocol):
    """What is needed of Django's mail backends. One may tell by `handed_over` that a letter's text has gone out."""

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


class ServerAway(Exception):
    """Nothing can be sent now."""


class Postman:
    """Carries letters over one connection."""

    def __init__(self, backend: Backend, done: Delivered) -> None:
        self._backend, self._done = backend, done
        self._connected = False
        self._losses = 0
        self.ahead = Ahead()
        if isinstance(backend, smtp.Backend):
            backend.meanwhile = self.ahead.read

    def carry(self, mail: OutgoingMail) -> bool:
        """Write and send a claimed letter. True when it is out, and to be marked; of all else it is marked what came.

        Raises ServerAway; the letter waits then.
        """
        try:
            message = self._written(mail)
        except DatabaseError:
            raise
        except Waits as later:
            self._done.delayed += outbox.hold(mail, seconds=later.seconds, why=later.why)
            return False
        except ToldLater:
            outbox.mark_merged(mail)
            return False
        except Unreachable:
            self._done.dropped += do_hold_back(mail)
            return False
        except Exception as error:
            logger.exception("letter %s cannot be written", mail.pk)
            self._try_again(mail, error)
            return False
        if message is None:
            self._done.dropped += outbox.mark_dropped(mail, "not wanted or not needed any more")
            return False
        if wait := wait_for_domain(message.to[0]):
            self._done.delayed += outbox.put_back(mail, "enough letters for this domain now", retry_in=wait)
            return False
        return outbox.renew(mail, lease_seconds=settings.PBEM_MAIL_LEASE) and self._deliver(mail, message)

    def rest(self) -> None:
        """Close the connection; a server that has gone already is no trouble any more."""
        try:
            self._backend.close()
        except OSError as error:
            logger.info("closing the mail connection: %s", error)
        self._connected = False

    def _deliver(self, mail: OutgoingMail, message: EmailMultiAlternatives) -> bool:
        try:
            self._send(mail, message)
        except ServerAway:
            raise
        except Exception as error:
            logger.error("letter %s was not taken", mail.pk, exc_info=True)
            self._refused(mail, message, error)
            return False
        mail.went_to, self._losses = message.to[0], 0
        return True

    @contextmanager
    def _asking_ahead(self) -> Iterator[None]:
        """Have the database look for the next letter's papers while this one is handed over."""
        self.ahead.ask()
        try:
            yield
        finally:
            self.ahead.read()  # at the latest

    def _send(self, mail: OutgoingMail, message: EmailMultiAlternatives) -> None:
        """Send over the open connection; over a new one if the server has closed it between two letters."""
        reused = self._connected
        self._connect(mail)
        try:
            with self._asking_ahead():
                self._backend.send_messages([message])
        except Exception as error:
            if not reused or trouble_of(error) is not Trouble.LOST or getattr(self._backend, "handed_over", False):
                raise
            logger.info("the mail server has closed the connection: %s", error)
            self.rest()
            self._connect(mail)
            self._backend.send_messages([message])

    def _connect(self, mail: OutgoingMail) -> None:
        """Have a connection. Without one the letter waits. Raises ServerAway."""
        if self._connected:
            return
        try:
            self._backend.open()
        except (OSError, ValueError) as error:  # smtplib's own are the former, names that are none the latter
            self._stay(mail, error)
        self._connected = True

    def _refused(self, mail: OutgoingMail, message: EmailMultiAlternatives, error: Exception) -> None:
        """The letter did not go out. Raises ServerAway where none will."""
        trouble, words = trouble_of(error), _words(error)
        if trouble is Trouble.AWAY:
            self._stay(mail, error)
        elif trouble is Trouble.REFUSED:
            self._done.failed += outbox.mark_bounced(mail, words)
            do_note(mail, told_by_smtp(error), address=address_digest(message.to[0]))
        elif trouble is Trouble.FAILED:
            self._done.failed += outbox.mark_failed(mail, words, retry_in=None)
        else:
            self._try_again(mail, error)
        if trouble is Trouble.LOST:
            self._lose(error)

    def _stay(self, mail: OutgoingMail, error: Exception) -> NoReturn:
        """The letter waits uncounted, as all others do. Raises ServerAway."""
        self.rest()
        self._done.delayed += outbox.put_back(mail, _words(error), retry_in=settings.PBEM_MAIL_PAUSE)
        raise ServerAway(_words(error)) from error

    def _lose(self, error: Exception) -> None:
        """The next letter goes over a new connection, unless that has happened too often. Raises ServerAway."""
        self.rest()
        self._losses += 1
        if self._losses >= LOSSES:
            raise ServerAway(_words(error)) from error

    def _try_again(self, mail: OutgoingMail, error: Exception) -> None:
        wait = min(FIRST_RETRY * 2 ** (mail.attempts - 1), LAST_RETRY)
        self._done.delayed += outbox.mark_failed(mail, _words(error), retry_in=wait)

    def _written(self, mail: OutgoingMail) -> EmailMultiAlternatives | None:
        """The letter as a message; None where nobody wants or needs it."""
        if mail.kind == Kind.ACCOUNT:
            return personal_message(mail)
        if mail.kind == Kind.REPLY and not mail.sealed:
            return None
        letter, written = self.ahead.take(mail)
        if letter is None or not is_wanted(letter):
            return None
        if letter.player.is_unreachable and mail.kind != Kind.REPLY:
            raise Unreachable
        return written or message_of(_at_its_hour(letter))


class Waits(Exception):
    """The letter leaves later, in so many seconds, and why."""

    def __init__(self, seconds: float, why: str) -> None:
        super().__init__(seconds, why)
        self.seconds, self.why = seconds, why


class ToldLater(Exception):
    """Another letter tells what this one would."""


def _at_its_hour(letter: Letter) -> Letter:
    """The letter, with what waited before it. Raises Waits, ToldLater."""
    if seconds := waits(letter):
        raise Waits(seconds, FOR_WHAT_FOLLOWS if is_followed_at_once(letter) else outbox.FOR_ITS_HOUR)
    if is_told_later(letter):
        raise ToldLater
    return (takes_up(letter) and letter_for(letter.mail)) or letter


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
