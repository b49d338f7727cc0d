"""Django's SMTP backend, with an end to every wait.

A mail server that says a word now and then can keep its client for ever, for time-outs count from word to word. Here
the whole of opening a connection, and the whole of handing over a letter, take at most `EMAIL_TIMEOUT` seconds each.
Sender, reader and the wish to hand over go out together where the server offers it (RFC 2920): two waits for its word
fewer a letter, which is half of all where the server is far away.
"""

import io
import smtplib
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

_LEAVE = 2.0
"""Seconds for taking leave; whether the server hears it does not matter."""
_TAKEN, _GO_ON, _CLOSING = 250, 354, 421
"""Replies of a server (RFC 5321, 4.2.3)."""
_WELL = (_TAKEN, 251)
"""Of a reader: taken, be it to be passed on."""


def _nothing() -> None:
    """There is nothing to do."""


class _Bounded(smtplib.SMTP):
    """A connection that knows until when its present business must be done."""

    handed_over = False
    """From here on nobody knows what becomes of the letter until the server has said so."""

    def __init__(self, host: str, port: int, *, timeout: float, **options: Any) -> None:
        self._seconds, self.meanwhile = timeout, _nothing
        self.begin()
        super().__init__(host, port, timeout=timeout, **options)

    def begin(self) -> None:
        """The next business begins: a letter, of whose text nothing has gone out yet."""
        self._until = time.monotonic() + self._seconds
        self.handed_over = False

    def send(self, s: Any) -> None:
        """One command or a letter's text, in what is left of the time."""
        self.limit()
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        """The reply to a command, however many lines it has, in what is left of the time."""
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(_Replies(self))
        return super().getreply()

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Hand over the text. Raises SMTPDataError where the server wants none."""
        wanted = self.docmd("DATA")
        if wanted[0] != _GO_ON:
            raise smtplib.SMTPDataError(*wanted)
        return self._text(msg)

    def post(self, sender: str, readers: Sequence[str], letter: bytes) -> None:
        """Hand over a letter, in as few goes as the server allows. Raises what `sendmail` raises."""
        self.ehlo_or_helo_if_needed()
        if not self.has_extn("pipelining"):
            self.sendmail(sender, readers, letter)
            return
        self._envelope(sender, readers, len(letter))
        verdict = self._text(letter)
        if verdict[0] != _TAKEN:
            self._leave(verdict[0])
            raise smtplib.SMTPDataError(*verdict)

    def _envelope(self, sender: str, readers: Sequence[str], size: int) -> None:
        """Who writes to whom, and that the text follows, in one go. Raises as `sendmail`; then no text is expected."""
        limit = f" size={size}" if self.has_extn("size") else ""
        commands = [f"MAIL FROM:{smtplib.quoteaddr(sender)}{limit}"]
        commands += [*(f"RCPT TO:{smtplib.quoteaddr(reader)}" for reader in readers), "DATA"]
        if any(end in command for command in commands for end in "\r\n"):
            raise ValueError("an address with a line end in it")
        self.send("".join(f"{command}\r\n" for command in commands))
        answers = self._answers(len(commands))
        if refusal := _refusal(sender, readers, answers):
            if answers[-1][0] == _GO_ON:  # it takes an empty text; nobody gets that
                self._text(b"")
            self._leave(max(code if code == _CLOSING else 0 for code, _ in answers))
            raise refusal

    def _answers(self, count: int) -> list[tuple[int, bytes]]:
        """The replies to so many commands; fewer from a server that hangs up behind one it refused."""
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
        """The letter itself, and what the server says to it."""
        self.handed_over = True
        self.send(_dotted(text))
        began = time.monotonic()
        self.meanwhile()  # which is no waiting
        self._until += time.monotonic() - began
        return self.getreply()

    def _leave(self, code: int) -> None:
        """Nothing comes of this letter: the next begins anew, over this connection if the server keeps it open."""
        if code == _CLOSING:
            self.close()
        elif self.sock is not None:
            self._rset()  # type: ignore[attr-defined]

    def quit(self) -> tuple[int, bytes]:
        """Take leave."""
        self._until = time.monotonic() + min(self._seconds, _LEAVE)
        return super().quit()

    def limit(self) -> None:
        """The next wait ends when the time is over."""
        if self.sock is not None:
            self.sock.settimeout(max(self._until - time.monotonic(), 0.001))


def _refusal(sender: str, readers: Sequence[str], answers: Sequence[tuple[int, bytes]]) -> smtplib.SMTPException | None:
    """What the server's answers to an envelope come to; None if it waits for the text, be it for some readers only."""
    if answers[0][0] != _TAKEN:
        return smtplib.SMTPSenderRefused(*answers[0], sender)
    refused = {reader: one for reader, one in zip(readers, answers[1:], strict=False) if one[0] not in _WELL}
    if len(refused) == len(readers) or any(code == _CLOSING for code, _ in refused.values()):
        return smtplib.SMTPRecipientsRefused(refused)
    return None if answers[-1][0] == _GO_ON else smtplib.SMTPDataError(*answers[-1])


def _dotted(text: bytes) -> bytes:
    """A text as it goes over the line: a dot at the head of a line is doubled, one alone ends it (RFC 5321, 4.5.2)."""
    doubled = text.replace(b"\n.", b"\n..")
    head, tail = b"." if text.startswith(b".") else b"", b"" if not text or text.endswith(b"\r\n") else b"\r\n"
    return b"".join((head, doubled, tail, b".\r\n"))


class _Replies(io.RawIOBase):
    """What comes over a connection; each wait for more of it has an end."""

    def __init__(self, line: _Bounded) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Some bytes, as many as have come."""
        if self._line.sock is None:
            return 0
        self._line.limit()
        return self._line.sock.recv_into(buffer)


class _BoundedTLS(_Bounded, smtplib.SMTP_SSL):
    """The same over TLS from the first byte on."""


@lru_cache(maxsize=4096)
def _on_envelope(address: str, encoding: str) -> str:
    """An address as it is told to the server. Raises ValueError for what is none."""
    return str(sanitize_address(address, encoding))


class Backend(EmailBackend):
    """Sends over one connection, within bounds."""

    connection: _Bounded | None
    meanwhile: Callable[[], None] = staticmethod(_nothing)
    """What is done while the server thinks about a text."""

    @property
    def connection_class(self) -> type[_Bounded]:
        """With TLS or without."""
        return _BoundedTLS if self.use_ssl else _Bounded

    @property
    def handed_over(self) -> bool:
        """Whether the text of the present letter has gone out: then the server may have taken it."""
        return self.connection is not None and self.connection.handed_over

    def _send(self, email_message: EmailMessage) -> bool:
        """Send one letter as Django does, without reading anew how its sender and its reader are written."""
        if self.connection is None or not email_message.recipients():
            return False
        encoding = email_message.encoding or settings.DEFAULT_CHARSET
        sender, *readers = (
            _on_envelope(one, str(encoding)) for one in (email_message.from_email, *email_message.recipients())
        )
        message: Any = email_message.message()
        self.connection.meanwhile = self.meanwhile
        self.connection.post(sender, readers, message.as_bytes(linesep="\r\n"))
        return True

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send letters; how many. Raises what smtplib raises."""
        if self.connection is not None:
            self.connection.begin()
        return super().send_messages(email_messages)
