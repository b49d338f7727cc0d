"""Mail servers for tests, each on a port of its own: one takes letters, or refuses them as told; one hangs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller


class PostOffice:
    """Takes letters; `refusals` holds replies for addresses, `verdict` the reply to every letter's text."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.refusals: dict[str, str] = {}
        self.verdict = "250 OK"
        self.sessions = 0

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, host: str, responses: list[str]) -> list[str]:
        self.sessions += 1
        session.host_name = host
        return responses

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.verdict.startswith("250"):
            self.letters.append(message_from_bytes(envelope.content))
        return self.verdict

    @property
    def ids(self) -> list[str]:
        """The Message-IDs of the letters taken, in their order."""
        return [str(letter["Message-ID"]) for letter in self.letters]


@contextmanager
def open_office(port: int = 0) -> Iterator[tuple[PostOffice, int]]:
    """A mail server on this machine and its port."""
    office = PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    try:
        yield office, controller.port
    finally:
        controller.stop()


@contextmanager
def hanging_server(port: int = 0) -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", port)) as server:
        server.settimeout(0.2)
        held: list[socket.socket] = []
        closing = threading.Event()

        def accept() -> None:
            while not closing.is_set():
                try:
                    held.append(server.accept()[0])
                except TimeoutError:
                    continue

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            closing.set()
            thread.join()
            for connection in held:
                connection.close()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
