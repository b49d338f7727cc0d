"""A mail server with varying faults, which records the e-mails that it accepted or permanently rejected."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser
from pathlib import Path
from random import Random
from time import time
from typing import Any

from aiosmtpd.controller import Controller

from tests.worker.post_office import free_port

MOODS = ("well", "slow", "hanging", "away", "busy", "refusing", "no such user", "dying", "hanging up")
"""The states of the mail server: the first one works, all others have a fault.

slow: 0.2–3 s for each e-mail. hanging: no response after the text. away: 421 to everyone. busy: 451 to half of the
texts. refusing: 554 to some texts. no such user: 550 to some addresses. dying: disconnects before it stores the text.
hanging up: stores the text, and may disconnect before it responds with 250.
"""
SOME = 0.08
HALF = 0.5

logging.getLogger("mail.log").setLevel(logging.CRITICAL)


class Office:
    """An SMTP handler that accepts, delays or rejects e-mails according to its `mood`, one of MOODS."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.mood = MOODS[0]
        self.taken: Counter[str] = Counter()
        """The number of copies of each accepted e-mail, by Message-ID."""
        self.kept: dict[str, Path] = {}
        """The file with the first copy of each e-mail, by Message-ID."""
        self.taken_at: list[float] = []
        self.refused: set[str] = set()
        """The Message-IDs of permanently rejected e-mails."""
        self.unknown: Counter[str] = Counter()
        """How often each address was rejected as unknown."""
        self.met: Counter[str] = Counter()
        """How often senders met each fault."""
        self._rng, self._folder = Random(seed), folder
        folder.mkdir(parents=True, exist_ok=True)

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, host: str, responses: list[str]) -> list[str]:
        """Answer the SMTP command EHLO."""
        session.host_name = host
        return responses

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Answer the SMTP command MAIL, which names the sender."""
        if self.mood == "away":
            return self._trouble("421 Closing for today")
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Answer the SMTP command RCPT, which names a recipient."""
        if self.mood == "no such user" and self._rng.random() < SOME:
            self.unknown[address] += 1
            return self._trouble("550 No such user")
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Answer the SMTP command DATA, which transfers an e-mail: store it, or fail as the `mood` says."""
        name = str(BytesHeaderParser().parsebytes(envelope.content)["Message-ID"])
        mood = self.mood
        if mood == "slow":
            await asyncio.sleep(self._rng.uniform(0.2, 3))
        while mood == "hanging" and self.mood == mood and not server.transport.is_closing():
            await asyncio.sleep(0.1)
        if mood in ("hanging", "dying"):
            server.transport.abort()
            return self._trouble("451 dead before the text was taken")
        if mood == "busy" and self._rng.random() < HALF:
            return self._trouble("451 Greylisted")
        if mood == "refusing" and self._rng.random() < SOME:
            self.refused.add(name)
            return self._trouble("554 Looks like spam")
        if name not in self.taken:
            self.kept[name] = self._folder / f"{len(self.kept)}.eml"
            self.kept[name].write_bytes(envelope.content)
        self.taken[name] += 1
        self.taken_at.append(time())
        if mood == "hanging up" and self._rng.random() < HALF:
            self._trouble("dead between DATA and 250")
            server.transport.abort()
        return "250 OK"

    def _trouble(self, reply: str) -> str:
        self.met[reply] += 1
        return reply


@contextmanager
def opened(office: Office) -> Iterator[int]:
    """Run the mail server, and yield its port on the loopback address."""
    controller = Controller(office, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()
