"""Classify errors of sending: of the e-mail or of the mail server, temporary or permanent."""

import re
import smtplib
from enum import Enum

from games.models import MailEvent
from games.services.mail_delivery import DeliveryReport


class SendFailure(Enum):
    """The consequence of an error for the e-mail, or for its sender."""

    REFUSED = "refused"
    """The address accepts no mail: do not retry."""
    FAILED = "failed"
    """The server refuses this e-mail: do not retry."""
    AGAIN = "again"
    """A temporary error: retry this e-mail later; others may go on."""
    LOST = "lost"
    """The connection broke at this e-mail: retry it later, send others over a new connection; if that breaks too, all
    later.
    """
    AWAY = "away"
    """Nothing can be sent at present: all e-mails later."""


_CLOSING = 421
"""The server closes the connection, whatever the command was."""
_UNKNOWN_SENDER = frozenset({530, 534, 535, 538})
"""The server requires authentication, or another sender."""
_TOO_LARGE = 552


def classify_failure(error: Exception) -> SendFailure:
    """Classify the exception of a mail backend that was sending an e-mail over an open connection."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _of_recipients([code for code, _ in error.recipients.values()])
    if isinstance(error, smtplib.SMTPResponseException):
        return _of_code(error.smtp_code, to_us=isinstance(error, smtplib.SMTPSenderRefused))
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return SendFailure.FAILED
    if isinstance(error, OSError):  # all other errors of smtplib, broken and timed-out connections, full disks
        return SendFailure.LOST
    return SendFailure.AGAIN


def _of_recipients(codes: list[int]) -> SendFailure:
    if _CLOSING in codes:
        return SendFailure.LOST
    if _UNKNOWN_SENDER.intersection(codes):
        return SendFailure.AWAY
    return SendFailure.REFUSED if all(code >= 500 for code in codes) else SendFailure.AGAIN


def _of_code(code: int, *, to_us: bool) -> SendFailure:
    """Classify one reply; `to_us` if it was to our greeting, which is the same for every e-mail."""
    if code == _CLOSING or code < 0:  # smtplib's value for no code
        return SendFailure.LOST
    if code in _UNKNOWN_SENDER or (to_us and code >= 500 and code != _TOO_LARGE):
        return SendFailure.AWAY
    return SendFailure.FAILED if code >= 500 else SendFailure.AGAIN


_ENHANCED = re.compile(r"(?<![\w.])[245]\.[0-7]\.\d{1,3}(?!\w|\.\d)")
"""A class, a subject and a detail (RFC 3463), but no part of an address such as 5.7.120.7 or of a version."""
_NO_SUCH = frozenset({"5.0.0", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4", "5.7.27"})
"""Enhanced codes (RFC 3463, 7505) of addresses that accept no mail at all. A full mailbox, an oversized e-mail and
suspected spam say nothing about the next e-mail.
"""


def find_enhanced_code(said: str) -> str:
    """Return the first enhanced status code in a mail server's reply; empty if there is none."""
    found = _ENHANCED.search(said)
    return found[0] if found else ""


def is_permanent_failure(code: str) -> bool:
    """Return True if an enhanced status code says that the address accepts no mail, now or later."""
    return code in _NO_SUCH


def smtp_delivery_report(error: Exception) -> DeliveryReport:
    """Return the delivery report for a mail server's refusal of an address."""
    replies = error.recipients.values() if isinstance(error, smtplib.SMTPRecipientsRefused) else ()
    number, words = next(iter(replies), (0, b""))
    said = words.decode(errors="replace")
    code = find_enhanced_code(said[:500])
    hard = is_permanent_failure(code) if code else number in (550, 551, 553)
    return DeliveryReport(
        MailEvent.What.BOUNCED, "smtp", hard=hard, code=code or str(number), detail=f"{number} {said}"
    )
