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
    SERVER = "server"
    """Nothing can be sent at present: all letters later."""


_CLOSING = 421
"""The server says good-bye whatever it was asked."""


def trouble_of(error: Exception) -> Trouble:
    """Judge what a mail backend raised."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _of_codes([code for code, _ in error.recipients.values()])
    if isinstance(error, smtplib.SMTPAuthenticationError | smtplib.SMTPConnectError | smtplib.SMTPHeloError):
        return Trouble.SERVER
    if isinstance(error, smtplib.SMTPResponseException):
        if error.smtp_code == _CLOSING:
            return Trouble.SERVER
        return Trouble.FAILED if error.smtp_code >= 500 else Trouble.AGAIN
    if isinstance(error, OSError):  # all of smtplib's own, refused and timed-out connections, full disks
        return Trouble.SERVER
    return Trouble.AGAIN


def _of_codes(codes: list[int]) -> Trouble:
    if _CLOSING in codes:
        return Trouble.SERVER
    return Trouble.REFUSED if all(code >= 500 for code in codes) else Trouble.AGAIN
