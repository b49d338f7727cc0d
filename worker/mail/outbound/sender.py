"""Write an e-mail, send it over an open connection, and mark the result."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import DatabaseError

from games.models import OutgoingMail
from games.persistence.address_digest import address_digest
from games.selectors.email_context import EmailContext, load_email_context
from games.services import outbox
from games.services.mail_delivery import do_hold_back_mail, do_record_delivery_event
from worker.mail.outbound import smtp_backend
from worker.mail.outbound.account_emails import AddressUnreachable, build_account_email
from worker.mail.outbound.digest import (
    find_delay,
    is_merged_later,
    merge_waiting_mail,
)
from worker.mail.outbound.domain_limits import seconds_until_domain_allows
from worker.mail.outbound.errors import SendFailure, classify_failure, smtp_delivery_report
from worker.mail.outbound.mime_message import build_message
from worker.mail.outbound.preferences import is_wanted
from worker.mail.outbound.prefetch import Prefetcher

logger = logging.getLogger(__name__)

Kind = OutgoingMail.Kind

MIN_RETRY_SECONDS = 60.0
MAX_RETRY_SECONDS = 6 * 3600.0
"""The maximum number of seconds until the next attempt; the delay doubles after each attempt."""
MAX_CONNECTION_LOSSES = 2
"""After this many lost connections in a row, the server counts as unavailable."""


class MailBackend(Protocol):
    """The interface of Django's mail backends that a sender needs.

    Some backends also have the attribute `handed_over`: True if the text of the e-mail has been transmitted.
    """

    def open(self) -> Any: ...
    def close(self) -> None: ...
    def send_messages(self, email_messages: list[EmailMultiAlternatives]) -> int | None: ...


@dataclass
class DeliveryResult:
    """The numbers of e-mails that a call has sent, dropped, failed to send and delayed.

    `more` is true if further e-mails may be due.
    """

    sent: int = 0
    dropped: int = 0
    failed: int = 0
    delayed: int = 0
    more: bool = False


class MailServerUnavailable(Exception):
    """No e-mail can be sent now."""


class MailSender:
    """Writes e-mails and sends them over one connection."""

    def __init__(self, backend: MailBackend, done: DeliveryResult) -> None:
        self._backend, self._done = backend, done
        self._connected = False
        self._losses = 0
        self.ahead = Prefetcher()
        if isinstance(backend, smtp_backend.BoundedSmtpBackend):
            backend.meanwhile = self.ahead.fetch_rows

    def send(self, mail: OutgoingMail) -> bool:
        """Write and send a claimed e-mail.

        Returns True if the e-mail was sent: then the caller must mark it. This method marks other results. Raises
        MailServerUnavailable after queueing the e-mail again.
        """
        try:
            message = self._written(mail)
        except DatabaseError:
            raise
        except SendLater as later:
            self._done.delayed += outbox.delay_mail(mail, seconds=later.seconds, reason=later.why)
            return False
        except MergedLater:
            outbox.mark_merged(mail)
            return False
        except AddressUnreachable:
            self._done.dropped += do_hold_back_mail(mail)
            return False
        except Exception as error:
            logger.exception("letter %s cannot be written", mail.pk)
            self._try_again(mail, error)
            return False
        if message is None:
            self._done.dropped += outbox.mark_dropped(mail, "not wanted or not needed any more")
            return False
        if wait := seconds_until_domain_allows(message.to[0]):
            self._done.delayed += outbox.return_to_queue(mail, "enough letters for this domain now", retry_in=wait)
            return False
        return outbox.renew_lease(mail, lease_seconds=settings.PBEM_MAIL_LEASE) and self._deliver(mail, message)

    def close(self) -> None:
        """Close the connection; it is no error if the server has closed it already."""
        try:
            self._backend.close()
        except OSError as error:
            logger.info("closing the mail connection: %s", error)
        self._connected = False

    def _deliver(self, mail: OutgoingMail, message: EmailMultiAlternatives) -> bool:
        try:
            self._send(mail, message)
        except MailServerUnavailable:
            raise
        except Exception as error:
            logger.error("letter %s was not taken", mail.pk, exc_info=True)
            self._refused(mail, message, error)
            return False
        mail.went_to, self._losses = message.to[0], 0
        return True

    @contextmanager
    def _asking_ahead(self) -> Iterator[None]:
        """Send the query for the next e-mail's rows; the block transmits the current e-mail meanwhile."""
        self.ahead.send_queries()
        try:
            yield
        finally:
            self.ahead.fetch_rows()  # at the latest

    def _send(self, mail: OutgoingMail, message: EmailMultiAlternatives) -> None:
        """Send a message over the open connection, or a new one if the server has closed it between two e-mails."""
        reused = self._connected
        self._connect(mail)
        try:
            with self._asking_ahead():
                self._backend.send_messages([message])
        except Exception as error:
            if (
                not reused
                or classify_failure(error) is not SendFailure.LOST
                or getattr(self._backend, "handed_over", False)
            ):
                raise
            logger.info("the mail server has closed the connection: %s", error)
            self.close()
            self._connect(mail)
            self._backend.send_messages([message])

    def _connect(self, mail: OutgoingMail) -> None:
        """Open a connection. If that fails, queue the e-mail again and raise MailServerUnavailable."""
        if self._connected:
            return
        try:
            self._backend.open()
        except (OSError, ValueError) as error:  # errors of smtplib are OSErrors, invalid names are neither
            self._stay(mail, error)
        self._connected = True

    def _refused(self, mail: OutgoingMail, message: EmailMultiAlternatives, error: Exception) -> None:
        """Mark the failed e-mail. Raises MailServerUnavailable if other e-mails would fail too."""
        trouble, words = classify_failure(error), _words(error)
        if trouble is SendFailure.AWAY:
            self._stay(mail, error)
        elif trouble is SendFailure.REFUSED:
            self._done.failed += outbox.mark_bounced(mail, words)
            do_record_delivery_event(mail, smtp_delivery_report(error), address=address_digest(message.to[0]))
        elif trouble is SendFailure.FAILED:
            self._done.failed += outbox.mark_failed(mail, words, retry_in=None)
        else:
            self._try_again(mail, error)
        if trouble is SendFailure.LOST:
            self._lose(error)

    def _stay(self, mail: OutgoingMail, error: Exception) -> NoReturn:
        """Queue the e-mail again without counting the attempt, and raise MailServerUnavailable."""
        self.close()
        self._done.delayed += outbox.return_to_queue(mail, _words(error), retry_in=settings.PBEM_MAIL_RETRY_SECONDS)
        raise MailServerUnavailable(_words(error)) from error

    def _lose(self, error: Exception) -> None:
        """Close a lost connection, so that the next e-mail uses a new one.

        Raises MailServerUnavailable after `MAX_CONNECTION_LOSSES` in a row.
        """
        self.close()
        self._losses += 1
        if self._losses >= MAX_CONNECTION_LOSSES:
            raise MailServerUnavailable(_words(error)) from error

    def _try_again(self, mail: OutgoingMail, error: Exception) -> None:
        wait = min(MIN_RETRY_SECONDS * 2 ** (mail.attempts - 1), MAX_RETRY_SECONDS)
        self._done.delayed += outbox.mark_failed(mail, _words(error), retry_in=wait)

    def _written(self, mail: OutgoingMail) -> EmailMultiAlternatives | None:
        """Return the e-mail as a message; None if it is not wanted or not needed any more."""
        if mail.kind == Kind.ACCOUNT:
            return build_account_email(mail)
        if mail.kind == Kind.REPLY and not mail.sealed:
            return None
        context, written = self.ahead.load(mail)
        if context is None or not is_wanted(context):
            return None
        if context.player.is_unreachable and mail.kind != Kind.REPLY:
            raise AddressUnreachable
        if written is None:
            context = _at_its_hour(context)
        mail.has_receipts = bool(context.receipts)
        return written or build_message(context)


class SendLater(Exception):
    """Raised if an e-mail must be sent later: the seconds to wait, and the reason."""

    def __init__(self, seconds: float, why: str) -> None:
        super().__init__(seconds, why)
        self.seconds, self.why = seconds, why


class MergedLater(Exception):
    """Raised if a later e-mail includes the news of this one."""


def _at_its_hour(context: EmailContext) -> EmailContext:
    """Return the e-mail's data after merging waiting e-mails into it. Raises SendLater, MergedLater."""
    if delay := find_delay(context):
        raise SendLater(delay.seconds, delay.reason)
    if is_merged_later(context):
        raise MergedLater
    return (merge_waiting_mail(context) and load_email_context(context.mail)) or context


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
