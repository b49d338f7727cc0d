"""A mail server that accepts everything: `python -m bench.sink PORT`, or in this process."""

import asyncio
import logging
import sys
import threading
import time
from typing import Any

from aiosmtpd.controller import Controller

logging.getLogger("mail.log").setLevel(logging.WARNING)


class Sink:
    """An SMTP handler that accepts and counts e-mails."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, float, int]] = []
        self.pace = 0.0
        """The seconds that the handler takes for each e-mail."""
        self.in_hand = 0
        """The number of e-mails that are being received now."""
        self._arrived = threading.Condition()

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, host: str, responses: list[str]) -> list[str]:
        """Answer EHLO and offer PIPELINING, as most mail servers do."""
        session.host_name = host
        return [responses[0], "250-PIPELINING", *responses[1:]]

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Accept an e-mail."""
        self.in_hand += 1
        try:
            await asyncio.sleep(self.pace)
        finally:
            self.in_hand -= 1
        with self._arrived:
            self.letters.append((envelope.rcpt_tos[0], time.perf_counter(), len(envelope.content)))
            self._arrived.notify_all()
        return "250 taken"

    def wait_for(self, count: int, seconds: float) -> bool:
        """Wait until `count` e-mails have arrived; return False if `seconds` pass first."""
        with self._arrived:
            return self._arrived.wait_for(lambda: len(self.letters) >= count, seconds)


def listen(sink: Sink, port: int) -> Controller:
    """Run a sink as a mail server on a port, in its own thread."""
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    return controller


if __name__ == "__main__":
    listen(Sink(), int(sys.argv[1]))
    asyncio.new_event_loop().run_forever()
