"""Django's SMTP backend with total time limits and pipelining.

A mail server that sends a byte now and then can keep its client waiting for ever, because time-outs restart with each
byte. In this backend, opening a connection and transmitting an e-mail each take at most `EMAIL_TIMEOUT` seconds in
total. If the server supports pipelining (RFC 2920), sender, recipient and DATA are sent together, which saves two round
trips per e-mail.
"""

import io
import smtplib
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from email import message_from_bytes
from email.policy import SMTP
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

_LEAVE = 2.0
"""Seconds for the QUIT command, whose failure is ignored."""
_TAKEN, _GO_ON, _CLOSING = 250, 354, 421
"""SMTP reply codes (RFC 5321, 4.2.3)."""
_WELL = (_TAKEN, 251)
"""The reply codes by which a server accepts a recipient."""


def _nothing() -> None:
    """Do nothing."""


class _Bounded(smtplib.SMTP):
    """A connection with a deadline for the present operation: opening it, or sending an e-mail."""

    handed_over = False
    """True if the text of the e-mail was sent, so that the server may have accepted it."""

    def __init__(self, host: str, port: int, *, timeout: float, **options: Any) -> None:
        self._seconds, self.meanwhile = timeout, _nothing
        self.begin()
        super().__init__(host, port, timeout=timeout, **options)

    def begin(self) -> None:
        """Begin the next operation: set its deadline, and note that no text was sent yet."""
        self._until = time.monotonic() + self._seconds
        self.handed_over = False

    def send(self, s: Any) -> None:
        """Send a command or an e-mail's text, within the remaining time."""
        self.limit()
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        """Return the reply to a command, with any number of lines, within the remaining time."""
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(_Replies(self))
        return super().getreply()

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the DATA command and the text. Raises SMTPDataError if the server refuses the text."""
        wanted = self.docmd("DATA")
        if wanted[0] != _GO_ON:
            raise smtplib.SMTPDataError(*wanted)
        return self._text(msg)

    def post(self, sender: str, readers: Sequence[str], message: bytes) -> None:
        """Send an e-mail with as few round trips as the server allows. Raises as smtplib's `sendmail`."""
        self.ehlo_or_helo_if_needed()
        options: list[str] = []
        if not message.isascii():
            if self.has_extn("8bitmime"):
                options = ["body=8BITMIME"]
            else:
                message = to_seven_bit(message)
        if not self.has_extn("pipelining"):
            self.sendmail(sender, readers, message, options)
            return
        self._envelope(sender, readers, len(message), options)
        verdict = self._text(message)
        if verdict[0] != _TAKEN:
            self._leave(verdict[0])
            raise smtplib.SMTPDataError(*verdict)

    def _envelope(self, sender: str, readers: Sequence[str], size: int, options: Sequence[str]) -> None:
        """Send the envelope and DATA together. If this raises (as `sendmail`), the server expects no text."""
        more = [f"size={size}", *options] if self.has_extn("size") else options
        commands = [" ".join((f"MAIL FROM:{smtplib.quoteaddr(sender)}", *more))]
        commands += [*(f"RCPT TO:{smtplib.quoteaddr(reader)}" for reader in readers), "DATA"]
        if any(end in command for command in commands for end in "\r\n"):
            raise ValueError("an address with a line end in it")
        self.send("".join(f"{command}\r\n" for command in commands))
        answers = self._answers(len(commands))
        if refusal := _refusal(sender, readers, answers):
            if answers[-1][0] == _GO_ON:  # it accepts an empty text, which reaches nobody
                self._text(b"")
            self._leave(max(code if code == _CLOSING else 0 for code, _ in answers))
            raise refusal

    def _answers(self, count: int) -> list[tuple[int, bytes]]:
        """Return the replies to `count` commands; fewer if the server disconnects after a refusal."""
        answers: list[tuple[int, bytes]] = []
        while len(answers) < count and all(code != _CLOSING for code, _ in answers):
            try:
                answers.append(self.getreply())
            except smtplib.SMTPServerDisconnected:
                if all(code in _WELL for code, _ in answers):
                    raise
                break
        return answers

    def _text(self, text: bytes) -> tuple[int, bytes]:
        """Send the text and return the server's reply."""
        self.handed_over = True
        self.send(_dotted(text))
        began = time.monotonic()
        self.meanwhile()  # which is no waiting
        self._until += time.monotonic() - began
        return self.getreply()

    def _leave(self, code: int) -> None:
        """Abort this e-mail after the reply `code`: reset the session, or close it if the server closes it."""
        if code == _CLOSING:
            self.close()
        elif self.sock is not None:
            with suppress(smtplib.SMTPServerDisconnected):
                self.rset()

    def quit(self) -> tuple[int, bytes]:
        """Send QUIT."""
        self._until = time.monotonic() + min(self._seconds, _LEAVE)
        return super().quit()

    def limit(self) -> None:
        """Limit the next wait to the remaining time."""
        if self.sock is not None:
            self.sock.settimeout(max(self._until - time.monotonic(), 0.001))


def _refusal(sender: str, readers: Sequence[str], answers: Sequence[tuple[int, bytes]]) -> smtplib.SMTPException | None:
    """Return the error in the replies to an envelope.

    Returns None if the server expects the text, even for some recipients only.
    """
    if answers[0][0] != _TAKEN:
        return smtplib.SMTPSenderRefused(*answers[0], sender)
    refused = {reader: one for reader, one in zip(readers, answers[1:], strict=False) if one[0] not in _WELL}
    if len(refused) == len(readers) or any(code == _CLOSING for code, _ in refused.values()):
        return smtplib.SMTPRecipientsRefused(refused)
    return None if answers[-1][0] == _GO_ON else smtplib.SMTPDataError(*answers[-1])


def _dotted(text: bytes) -> bytes:
    """Return a text for transmission: leading dots are doubled, and a single dot ends it (RFC 5321, 4.5.2)."""
    doubled = text.replace(b"\n.", b"\n..")
    head, tail = b"." if text.startswith(b".") else b"", b"" if not text or text.endswith(b"\r\n") else b"\r\n"
    return b"".join((head, doubled, tail, b".\r\n"))


class _Replies(io.RawIOBase):
    """Data received over the connection; each wait for more is limited."""

    def __init__(self, line: _Bounded) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read the bytes that are available."""
        if self._line.sock is None:
            return 0
        self._line.limit()
        return self._line.sock.recv_into(buffer)


class _BoundedTLS(_Bounded, smtplib.SMTP_SSL):
    """A `_Bounded` connection with TLS from the first byte on."""


def to_seven_bit(message: bytes) -> bytes:
    """Return a message with 8-bit parts in quoted-printable or base64, for servers without 8BITMIME (RFC 6152)."""
    policy = SMTP.clone(cte_type="7bit", refold_source="none")
    return message_from_bytes(message, policy=policy).as_bytes(policy=policy)


@lru_cache(maxsize=4096)
def _on_envelope(address: str, encoding: str) -> str:
    """Return an address in the form for the SMTP envelope. Raises ValueError if it is invalid."""
    return str(sanitize_address(address, encoding))


class BoundedSmtpBackend(EmailBackend):
    """A mail backend that sends over one connection, within time limits."""

    connection: _Bounded | None
    meanwhile: Callable[[], None] = staticmethod(_nothing)
    """The function to call while the server processes the text of an e-mail."""

    @property
    def connection_class(self) -> type[_Bounded]:
        """Return the class of connections, with or without TLS."""
        return _BoundedTLS if self.use_ssl else _Bounded

    @property
    def handed_over(self) -> bool:
        """True if the text of the current e-mail was transmitted: then the server may have accepted it."""
        return self.connection is not None and self.connection.handed_over

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send e-mails over one connection and return their number. Raises smtplib's exceptions."""
        if not email_messages:
            return 0
        if self.connection is not None:
            self.connection.begin()
        is_new = self.open()
        if self.connection is None:  # it cannot be opened, and `fail_silently` is set
            return 0
        try:
            return sum(_post(self.connection, one, self.meanwhile) for one in email_messages)
        finally:
            if is_new:
                self.close()


def _post(connection: _Bounded, email: EmailMessage, meanwhile: Callable[[], None]) -> bool:
    """Send an e-mail as Django does, but call `meanwhile` while the server works; False without recipients."""
    if not email.recipients():
        return False
    encoding = str(email.encoding or settings.DEFAULT_CHARSET)
    sender, *readers = (_on_envelope(one, encoding) for one in (email.from_email, *email.recipients()))
    message: Any = email.message()
    connection.meanwhile = meanwhile
    connection.post(sender, readers, message.as_bytes(linesep="\r\n"))
    return True
