"""LMTP server for a mail server on the same network (RFC 2033), with a reply for each recipient.

Mail that is not a player's is accepted, too, and ignored: its sender must not learn which addresses exist. Messages
that cannot be stored now get a temporary error, so that the mail server keeps them. Of an oversized message the
beginning is read and the rest discarded: so its player gets our reply, and a stranger no bounce.
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
    """Stores each message before it is accepted."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Accept every address; the message's tag decides the recipient."""
        envelope.rcpt_tos.append(address[:320])
        return "250 2.1.5 Recipient taken"

    async def handle_exception(self, error: Exception) -> str:
        """Log the error without showing it to the client."""
        logger.error("a mail server's command failed", exc_info=error)
        return LATER

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Store a message. A truncated message is padded, so that its length stays above the limit."""
        raw = bytes(envelope.content)
        if server.beginning and server.beginning.is_cut:
            raw = raw.ljust(MAX_BYTES + 1)
        return await asyncio.to_thread(_taken_aside, raw, envelope.rcpt_tos)


def _taken_aside(raw: bytes, recipients: Sequence[str]) -> str:
    """Run `store_and_reply` in a thread whose database connection may be old."""
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
    """The beginning of an incoming message: bytes after `MAX_BYTES` are dropped until the message ends."""

    END = b"\r\n.\r\n"
    """The end of a message (RFC 5321, 4.5.2)."""
    _BREAK = b" \r\n"
    """Ends the last line; the blank keeps a lone dot from ending the message."""

    def __init__(self) -> None:
        self._left, self._seen, self._is_over = MAX_BYTES - len(self._BREAK), b"\r\n", False

    @property
    def is_cut(self) -> bool:
        """True if bytes were dropped."""
        return self._left < 0

    def cut(self, data: bytes) -> bytes:
        """Return the data without bytes above the limit; data after the end of the message is returned unchanged."""
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

    Mail programs write longer lines than the standard allows; they are split when they are read.
    """

    line_length_limit = MAX_BYTES
    recipients = 1
    """The number of recipients of the present message, and thus of its status replies."""
    beginning: Beginning | None = None
    """The message being received."""

    def data_received(self, data: bytes) -> None:
        """Handle incoming data, and truncate a message that is too long."""
        super().data_received(self.beginning.cut(data) if self.beginning else data)

    async def smtp_DATA(self, arg: str) -> None:
        """Accept a message of any size."""
        try:
            await super().smtp_DATA(arg)
        finally:
            self.beginning = None

    async def push(self, status: Any) -> None:
        """Send a reply to a command."""
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
    """Accept mail until the task is cancelled. Raises OSError if the address is not available."""
    server = await asyncio.get_running_loop().create_server(make_server, host, port)
    logger.info("taking mail by LMTP at %s:%s", host, port)
    if ready is not None:
        ready.set()
    async with server:
        await server.serve_forever()
