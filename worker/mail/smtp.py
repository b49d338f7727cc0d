"""Django's SMTP backend, with an end to every wait.

A mail server that says a word now and then can keep its client for ever, for time-outs count from word to word. Here
the whole of opening a connection, and the whole of handing over a letter, take at most `EMAIL_TIMEOUT` seconds each.
"""

import io
import smtplib
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

_LEAVE = 2.0
"""Seconds for taking leave; whether the server hears it does not matter."""


class _Bounded(smtplib.SMTP):
    """A connection that knows until when its present business must be done."""

    handed_over = False
    """From here on nobody knows what becomes of the letter until the server has said so."""

    def __init__(self, host: str, port: int, *, timeout: float, **options: Any) -> None:
        self._seconds = timeout
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
        """Hand over the text."""
        self.handed_over = True
        return super().data(msg)

    def quit(self) -> tuple[int, bytes]:
        """Take leave."""
        self._until = time.monotonic() + min(self._seconds, _LEAVE)
        return super().quit()

    def limit(self) -> None:
        """The next wait ends when the time is over."""
        if self.sock is not None:
            self.sock.settimeout(max(self._until - time.monotonic(), 0.001))


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
        self.connection.sendmail(sender, readers, message.as_bytes(linesep="\r\n"))
        return True

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send letters; how many. Raises what smtplib raises."""
        if self.connection is not None:
            self.connection.begin()
        return super().send_messages(email_messages)
