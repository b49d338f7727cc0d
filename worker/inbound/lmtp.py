"""The way in for a mail server on the same network: LMTP (RFC 2033), a reply for each recipient.

Mail that is no player's is taken, too, and left alone: who sends it must not learn which addresses mean something. What
the store cannot take now is refused for now, so that the mail server keeps it.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from aiosmtpd.lmtp import LMTP
from django.db import close_old_connections

from worker.inbound.reading import MOST_BYTES
from worker.inbound.taking import take_in

logger = logging.getLogger(__name__)

IDLE_SECONDS = 120
TAKEN, LATER, TOO_LARGE = "250 2.0.0 Taken", "451 4.3.0 Try again later", "552 5.3.4 Too large"


class Handler:
    """Stores each message before it says that it is taken."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Every address is taken; whose it is shows when the message is there."""
        envelope.rcpt_tos.append(address[:320])
        return "250 2.1.5 Recipient taken"

    async def handle_exception(self, error: Exception) -> str:
        """What went wrong is for the log alone."""
        logger.error("a mail server's command failed", exc_info=error)
        return LATER

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Store a message."""
        return await asyncio.to_thread(_taken_aside, bytes(envelope.content), envelope.rcpt_tos)


def _taken_aside(raw: bytes, recipients: Sequence[str]) -> str:
    """`taken`, in a thread that may have had its connection to the database for long."""
    close_old_connections()
    try:
        return taken(raw, recipients)
    finally:
        close_old_connections()


def taken(raw: bytes, recipients: Sequence[str]) -> str:
    """What the mail server hears of a message."""
    try:
        outcome = take_in(raw, way="lmtp", recipients=recipients)
    except Exception:  # what went wrong is for the log alone; the mail server keeps the message
        logger.exception("a message could not be stored")
        return LATER
    return TOO_LARGE if outcome == "too_large" else TAKEN


class _Speaker(LMTP):
    """Says what became of a message once for each of its recipients, as RFC 2033 asks.

    Mail programs write lines that are longer than the standard allows; they are cut when they are read.
    """

    line_length_limit = MOST_BYTES
    recipients = 1
    """Of the message that comes in just now: so often its next status is said."""

    async def push(self, status: Any) -> None:
        """Answer a command."""
        if str(status).startswith("354"):
            await super().push(status)
            self.recipients = max(len(self.envelope.rcpt_tos), 1) if self.envelope else 1
            return
        times, self.recipients = self.recipients, 1
        await super().push("\r\n".join([str(status)] * times) if times > 1 else status)


def serving() -> LMTP:
    """What speaks with one client."""
    return _Speaker(
        Handler(), data_size_limit=MOST_BYTES, timeout=IDLE_SECONDS, enable_SMTPUTF8=True, ident="Sealed Orders"
    )


async def listen(host: str, port: int, *, ready: asyncio.Event | None = None) -> None:
    """Take mail until the task is cancelled. Raises OSError where nobody may listen there."""
    server = await asyncio.get_running_loop().create_server(serving, host, port)
    logger.info("taking mail by LMTP at %s:%s", host, port)
    if ready is not None:
        ready.set()
    async with server:
        await server.serve_forever()
