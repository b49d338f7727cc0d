"""LMTP server for a mail server on the same network (RFC 2033), with a reply for each recipient.

E-mail from senders who are not players is accepted too, and ignored, so that such senders do not learn which addresses
exist. Messages that cannot be stored now get a temporary error, so that the mail server keeps them. An oversized
message is accepted too, but only its beginning is read: so a player gets this server's reply, and a stranger gets no
bounce.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from aiosmtpd.lmtp import LMTP
from django.db import close_old_connections

from worker.mail.inbound.ingest import ingest
from worker.mail.inbound.mail_parser import MAX_BYTES

logger = logging.getLogger(__name__)

IDLE_SECONDS = 120
TAKEN, LATER, UNFIT = "250 2.0.0 Taken", "451 4.3.0 Try again later", "554 5.6.0 Cannot be stored"


class LmtpHandler:
    """The handler of an LMTP session: it stores each message before it accepts it."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Accept every recipient; what a message is about is decided later."""
        envelope.rcpt_tos.append(address[:320])
        return "250 2.1.5 Recipient taken"

    async def handle_exception(self, error: Exception) -> str:
        """Log the error without showing it to the client."""
        logger.error("a mail server's command failed", exc_info=error)
        return LATER

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Store a message and return the reply for each recipient.

        A message that `Beginning` has cut is padded, so that it still exceeds the size limit and counts as oversized.
        """
        raw = bytes(envelope.content)
        if server.beginning and server.beginning.is_cut:
            raw = raw.ljust(MAX_BYTES + 1)
        return await asyncio.to_thread(_taken_aside, raw, envelope.rcpt_tos)


def _taken_aside(raw: bytes, recipients: Sequence[str]) -> str:
    """Run `store_and_reply` in a thread, after closing the thread's unusable database connections."""
    close_old_connections()
    try:
        return store_and_reply(raw, recipients)
    finally:
        close_old_connections()


def store_and_reply(raw: bytes, recipients: Sequence[str]) -> str:
    """Store a message and return the reply for the mail server."""
    try:
        outcome = ingest(raw, channel="lmtp", recipients=recipients)
    except Exception:  # details are for the log alone; the mail server keeps the message
        logger.exception("a message could not be stored")
        return LATER
    return UNFIT if outcome == "unfit" else TAKEN


class Beginning:
    """Cuts an incoming message: bytes beyond `MAX_BYTES` are dropped until the message ends."""

    END = b"\r\n.\r\n"
    """The end of a message (RFC 5321, 4.5.2)."""
    _BREAK = b" \r\n"
    """The end of the last line of a cut message; without the space, a single dot in that line would end the message."""

    def __init__(self) -> None:
        self._left, self._seen, self._is_over = MAX_BYTES - len(self._BREAK), b"\r\n", False

    @property
    def is_cut(self) -> bool:
        """True if bytes were dropped."""
        return self._left < 0

    def cut(self, data: bytes) -> bytes:
        """Return the received data without bytes beyond the limit; data after the message's end is not cut."""
        if self._is_over:
            return data
        known = self._seen + data
        at = known.find(self.END)
        self._is_over = at >= 0
        end = at + len(self.END) - len(self._seen) if self._is_over else len(data)
        self._seen = known[1 - len(self.END) :]
        left, self._left = self._left, max(self._left - end, -1)
        if left >= end:
            return data
        return (data[:left] + self._BREAK if left >= 0 else b"") + (b".\r\n" + data[end:] if self._is_over else b"")


class _Speaker(LMTP):
    """The LMTP protocol, with one status for each recipient of a message, as RFC 2033 requires.

    Lines may be longer than the standard allows, because mail programs write such lines.
    """

    line_length_limit = MAX_BYTES
    recipients = 1
    """The number of recipients of the present message, and so of its status replies."""
    beginning: Beginning | None = None
    """The message being received."""

    def data_received(self, data: bytes) -> None:
        """Pass received data on to the protocol, without the bytes of a message beyond the size limit."""
        super().data_received(self.beginning.cut(data) if self.beginning else data)

    async def smtp_DATA(self, arg: str) -> None:
        """Handle the DATA command, but accept a message of any size and cut it (`Beginning`)."""
        try:
            await super().smtp_DATA(arg)
        finally:
            self.beginning = None

    async def push(self, status: Any) -> None:
        """Send a reply to the client; the reply to a message is sent once for each recipient."""
        if str(status).startswith("354"):
            self.beginning = Beginning()
            await super().push(status)
            self.recipients = max(len(self.envelope.rcpt_tos), 1) if self.envelope else 1
            return
        times, self.recipients = self.recipients, 1
        await super().push("\r\n".join([str(status)] * times) if times > 1 else status)


def make_server() -> LMTP:
    """Return the protocol handler of one client."""
    return _Speaker(
        LmtpHandler(), data_size_limit=None, timeout=IDLE_SECONDS, enable_SMTPUTF8=True, ident="Sealed Orders"
    )


async def serve(host: str, port: int, *, ready: asyncio.Event | None = None) -> None:
    """Accept e-mail until the task is cancelled; set `ready` when the server listens.

    Raises OSError if the address is not available.
    """
    server = await asyncio.get_running_loop().create_server(make_server, host, port)
    logger.info("taking mail by LMTP at %s:%s", host, port)
    if ready is not None:
        ready.set()
    async with server:
        await server.serve_forever()
