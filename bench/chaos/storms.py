"""Fault injection: several faults at a time in the server's processes, until the run ends."""

import heapq
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from signal import SIGCONT, SIGINT, SIGKILL, SIGQUIT, SIGSTOP, SIGTERM, Signals
from typing import NamedTuple, TypeVar

import psycopg

from bench.chaos.book import Book, Harm
from bench.chaos.office import MOODS, Office
from bench.chaos.site import Site
from tests.launch import processes
from tools.launch.services import OwnPostgres, OwnRedis

EVERY = 5.0
"""The mean number of seconds between two faults."""
POOLS = ("web", "play", "mail")
RENDERER = "renderer"
FROZEN = (2, 5, 20)
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sealed_orders' AND pid <> %s"

T = TypeVar("T")
Undo = Callable[[], None]


class Land(NamedTuple):
    """The server and its services, into which faults can be injected."""

    site: Site
    postgres: OwnPostgres
    redis: OwnRedis
    office: Office


class Storm:
    """Injects faults, and removes them after some seconds. It must run in the main thread, because it starts processes.

    Faults are drawn at random without replacement: each kind occurs once before any kind occurs again.
    """

    def __init__(self, land: Land, book: Book, seed: int) -> None:
        self._land, self._book, self._rng = land, book, Random(seed)
        self._next = time.monotonic()
        self._undoing: list[tuple[float, int, str, str, float, Undo]] = []
        self._numbers = count()
        self._away: set[str] = set()
        """The names of servers that have a fault now, so that they get no second one."""
        self._harms = dealt(list(self._all()), self._rng)

    def rage(self) -> None:
        """Remove the faults whose time is over, and inject a new fault if it is time for one.

        Call it repeatedly during the run.
        """
        self.calm(time.monotonic())
        if time.monotonic() > self._next:
            self._next = time.monotonic() + EVERY * self._rng.uniform(0.3, 1.7)
            next(self._harms)()

    def _all(self) -> Iterator[Callable[[], None]]:
        for name in self._land.site.parts:
            yield from (partial(self._a_part, name, one) for one in (SIGKILL, SIGTERM, SIGSTOP))
        for name in POOLS:
            yield from (partial(self._a_process, name, one) for one in (SIGKILL, SIGKILL, SIGTERM))
        yield partial(self._a_process, RENDERER, SIGKILL)
        yield from (partial(self._the_database, one) for one in (SIGKILL, SIGQUIT, SIGINT))
        yield self._cut_connections
        yield from (partial(self._the_broker, one) for one in (SIGKILL, SIGTERM))
        yield self._freeze_the_broker
        yield from (partial(self._the_mail_server, mood) for mood in MOODS[1:])

    def calm(self, until: float = float("inf")) -> None:
        """Remove the faults that end before the time `until`; by default all faults."""
        while self._undoing and self._undoing[0][0] <= until:
            _, _, part, what, began, undo = heapq.heappop(self._undoing)
            undo()
            self._book.harms.append(Harm(part, what, began, time.time()))

    def _later(self, part: str, what: str, seconds: float, undo: Undo) -> None:
        end = time.monotonic() + seconds
        heapq.heappush(self._undoing, (end, next(self._numbers), part, what, time.time(), undo))

    def _at_once(self, part: str, what: str) -> None:
        self._book.harms.append(Harm(part, what, time.time(), time.time()))

    def _a_part(self, name: str, number: Signals) -> None:
        """Kill a process of the server with its children, ask it to end, or freeze it for some seconds.

        It may be frozen for longer than its leases last.
        """
        part = self._land.site.parts[name]
        if part.frozen:
            return
        part.signal(number)
        if number != SIGSTOP:
            self._at_once(name, number.name[3:])
            return
        self._later(name, "STOP", self._rng.choice(FROZEN), lambda: part.signal(SIGCONT))

    def _a_process(self, name: str, number: Signals) -> None:
        """Send a signal to one child process of the part `name`, or to one that draws pictures ("renderer")."""
        parts = self._land.site.parts
        found = [
            pid
            for part in (parts.values() if name == RENDERER else [parts[name]])
            for pid in part.members()
            if (RENDERER in processes.command(pid)) == (name == RENDERER)
        ]
        if found:
            with suppress(ProcessLookupError):
                os.kill(self._rng.choice(found), number)
                self._at_once(f"{name}, one process", number.name[3:])

    def _the_database(self, by: Signals) -> None:
        self._server("database", self._land.postgres, by)

    def _the_broker(self, by: Signals) -> None:
        self._server("broker", self._land.redis, by)

    def _freeze_the_broker(self) -> None:
        """Freeze the broker for some seconds: it accepts connections and does not respond."""
        if "broker" in self._away:
            return
        self._away.add("broker")
        self._land.redis.freeze()

        def undo() -> None:
            self._land.redis.thaw()
            self._away.discard("broker")

        self._later("broker", "STOP", self._rng.uniform(2, 8), undo)

    def _server(self, name: str, server: OwnPostgres | OwnRedis, by: Signals) -> None:
        if name in self._away:
            return
        self._away.add(name)
        server.stop(by=by)

        def undo() -> None:
            server.start()
            self._away.discard(name)

        self._later(name, by.name[3:], self._rng.uniform(0.5, 6), undo)

    def _cut_connections(self) -> None:
        if "database" in self._away:
            return
        with suppress(psycopg.Error), psycopg.connect(self._land.postgres.url, autocommit=True) as line:
            line.execute(CUT, [line.info.backend_pid])
            self._at_once("database", "connections cut")

    def _the_mail_server(self, mood: str) -> None:
        if "mail server" in self._away:
            return
        office = self._land.office
        self._away.add("mail server")
        office.mood = mood

        def undo() -> None:
            office.mood = MOODS[0]
            self._away.discard("mail server")

        self._later("mail server", mood, self._rng.uniform(3, 12), undo)


def dealt(cards: list[T], rng: Random) -> Iterator[T]:
    """Yield the items in random order, for ever; each occurs once before any is repeated."""
    while True:
        yield from rng.sample(cards, len(cards))
