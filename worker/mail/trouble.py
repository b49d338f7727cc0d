"""What a failed sending means: the letter's own fault, for now or for good, or the mail server's."""

import re
import smtplib
from enum import Enum

from games.models import MailEvent
from games.services.delivery import Told


class Trouble(Enum):
    """What to do about it."""

    REFUSED = "refused"
    """The address takes no mail: never again."""
    FAILED = "failed"
    """The server will not have this letter: never again."""
    AGAIN = "again"
    """Not now: this letter later, others may go on."""
    LOST = "lost"
    """The connection broke at this letter: it later, others over a new connection; if that breaks too, all later."""
    AWAY = "away"
    """Nothing can be sent at present: all letters later."""


_CLOSING = 421
"""The server says good-bye whatever it was asked."""
_UNKNOWN_SENDER = frozenset({530, 534, 535, 538})
"""We should have said who we are, or otherwise."""
_TOO_LARGE = 552


def trouble_of(error: Exception) -> Trouble:
    """Judge what a mail backend raised when it was given a letter, over a connection that was open."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _of_recipients([code for code, _ in error.recipients.values()])
    if isinstance(error, smtplib.SMTPResponseException):
        return _of_code(error.smtp_code, to_us=isinstance(error, smtplib.SMTPSenderRefused))
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Trouble.FAILED
    if isinstance(error, OSError):  # all else of smtplib's own, broken and timed-out connections, full disks
        return Trouble.LOST
    return Trouble.AGAIN


def _of_recipients(codes: list[int]) -> Trouble:
    if _CLOSING in codes:
        return Trouble.LOST
    if _UNKNOWN_SENDER.intersection(codes):
        return Trouble.AWAY
    return Trouble.REFUSED if all(code >= 500 for code in codes) else Trouble.AGAIN


def _of_code(code: int, *, to_us: bool) -> Trouble:
    """Of one reply; `to_us` where it was said when we named ourselves, as we do in every letter alike."""
    if code == _CLOSING or code < 0:  # smtplib's word for no code at all
        return Trouble.LOST
    if code in _UNKNOWN_SENDER or (to_us and code >= 500 and code != _TOO_LARGE):
        return Trouble.AWAY
    return Trouble.FAILED if code >= 500 else Trouble.AGAIN


_ENHANCED = re.compile(r"(?<![\w.])[245]\.[0-7]\.\d{1,3}(?!\w|\.\d)")
"""A class, a subject and a detail (RFC 3463), and no part of an address such as 5.7.120.7 or of a version."""
_NO_SUCH = frozenset({"5.0.0", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4", "5.7.27"})
"""Enhanced codes (RFC 3463, 7505) by which an address takes no mail at all. A full mailbox, a letter too large and a
letter that is taken for spam say nothing of the next one."""


def enhanced_code(said: str) -> str:
    """The first enhanced status code in what a mail server said; empty where there is none."""
    found = _ENHANCED.search(said)
    return found[0] if found else ""


def is_hard(code: str) -> bool:
    """Whether an enhanced status code says that the address takes no mail, now or later."""
    return code in _NO_SUCH


def told_by_smtp(error: Exception) -> Told:
    """What a mail server said of an address that it refused, for the letter's history."""
    replies = error.recipients.values() if isinstance(error, smtplib.SMTPRecipientsRefused) else ()
    number, words = next(iter(replies), (0, b""))
    said = words.decode(errors="replace")
    code = enhanced_code(said[:500])
    hard = is_hard(code) if code else number in (550, 551, 553)
    return Told(MailEvent.What.BOUNCED, "smtp", hard=hard, code=code or str(number), detail=f"{number} {said}")
