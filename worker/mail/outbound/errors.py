"""Classify errors of sending: of the e-mail or of the mail server, temporary or permanent."""

import re
import smtplib
from enum import Enum

from games.models import MailEvent
from games.services.mail_delivery import DeliveryReport


class SendFailure(Enum):
    """What a sending error means for the e-mail and for other e-mails."""

    REFUSED = "refused"
    """The address accepts no mail: do not retry."""
    FAILED = "failed"
    """The server refuses this e-mail: do not retry."""
    AGAIN = "again"
    """A temporary error: retry this e-mail later, and send other e-mails."""
    LOST = "lost"
    """The connection broke at this e-mail: retry the e-mail later, and send others over a new connection.

    If the new connection breaks too, retry all e-mails later.
    """
    AWAY = "away"
    """Nothing can be sent at present: retry all e-mails later."""


_CLOSING = 421
"""The SMTP reply by which the server closes the connection."""
_UNKNOWN_SENDER = frozenset({530, 534, 535, 538})
"""The SMTP replies by which the server requires authentication or another sender."""
_TOO_LARGE = 552


def classify_failure(error: Exception) -> SendFailure:
    """Classify an exception that a mail backend raised while it sent an e-mail over an open connection."""
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
    """Classify one SMTP reply; `to_us` is true for a reply to the greeting, which is the same for all e-mails."""
    if code == _CLOSING or code < 0:  # smtplib's value for no code
        return SendFailure.LOST
    if code in _UNKNOWN_SENDER or (to_us and code >= 500 and code != _TOO_LARGE):
        return SendFailure.AWAY
    return SendFailure.FAILED if code >= 500 else SendFailure.AGAIN


_ENHANCED = re.compile(r"(?<![\w.])[245]\.[0-7]\.\d{1,3}(?!\w|\.\d)")
"""An enhanced status code (RFC 3463: class, subject, detail), not part of an IP address or version number."""
_NO_SUCH = frozenset({"5.0.0", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4", "5.7.27"})
"""Enhanced status codes (RFC 3463, 7505) of addresses that accept no e-mail at all.

A full mailbox, an oversized e-mail and suspected spam are not among them: the next e-mail may arrive.
"""


def find_enhanced_code(said: str) -> str:
    """Return the first enhanced status code in a mail server's reply; "" without such a code."""
    found = _ENHANCED.search(said)
    return found[0] if found else ""


def is_permanent_failure(code: str) -> bool:
    """Return True if an enhanced status code says that the address accepts no e-mail, now or later."""
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
