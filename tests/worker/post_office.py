"""Mail servers for tests, each on a port of its own: one takes letters, or refuses them as told; one hangs."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller


class PostOffice:
    """Takes letters, and makes trouble as told; `met` counts the trouble that senders really had.

    `greeting` answers every sender's name, `refusals` the addresses named there, `verdicts` the texts of letters to
    them and `verdict` all other texts. Before its word on a text it hangs up on as many letters to an address as
    `hang_ups` says, though it keeps them; it takes `pace` seconds for each.
    """

    def __init__(self, *, pipelining: bool = True) -> None:
        self.pipelining = pipelining
        self.letters: list[Message] = []
        self.greeting = "250 OK"
        self.refusals: dict[str, str] = {}
        self.verdicts: dict[str, str] = {}
        self.verdict = "250 OK"
        self.hang_ups: Counter[str] = Counter()
        self.pace = 0.0
        self.sessions = 0
        self.met: Counter[str] = Counter()

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, host: str, responses: list[str]) -> list[str]:
        self.sessions += 1
        session.host_name = host
        return [responses[0], "250-PIPELINING", *responses[1:]] if self.pipelining else responses

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        envelope.mail_from = address if self._is_well(self.greeting) else None
        return self.greeting

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        reply = self.refusals.get(address, "250 OK")
        if self._is_well(reply):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        await asyncio.sleep(self.pace)
        (address,) = envelope.rcpt_tos
        reply = self.verdicts.get(address, self.verdict)
        if self._is_well(reply):
            self.letters.append(message_from_bytes(envelope.content))
        if self.hang_ups[address]:
            self.hang_ups -= Counter([address])
            self.met["hung up"] += 1
            server.transport.abort()
        return reply

    def _is_well(self, reply: str) -> bool:
        if reply.startswith("250"):
            return True
        self.met[reply] += 1
        return False

    @property
    def ids(self) -> list[str]:
        """The Message-IDs of the letters taken, in their order."""
        return [str(letter["Message-ID"]) for letter in self.letters]


@contextmanager
def open_office(port: int = 0, *, pipelining: bool = True, host: str = "127.0.0.1") -> Iterator[tuple[PostOffice, int]]:
    """A mail server on this machine and its port. It takes several commands at a time, as most do, or will not."""
    office = PostOffice(pipelining=pipelining)
    controller = Controller(office, hostname=host, port=port or free_port())
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


@contextmanager
def chatting_server(port: int = 0) -> Iterator[int]:
    """The port of a server that greets for ever: a line every tenth of a second, and always one more to follow."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(b"220-welcome\r\n")
                await writer.drain()
                await asyncio.sleep(0.1)

    started: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        server, stop = await asyncio.start_server(greet, "127.0.0.1", port), asyncio.Event()
        started.set_result((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), stop))
        await stop.wait()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    number, loop, stop = started.result(5)
    try:
        yield number
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
