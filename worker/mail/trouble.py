"""What a failed sending means: the letter's own fault, for now or for good, or the mail server's."""

import smtplib
from enum import Enum


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
