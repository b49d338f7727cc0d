"""Measure how long players wait for the next question while the mail server is slow or does not respond."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from uuid import UUID

from django.db import connection

from bench.by_mail import answer_open, free_port, game_of_people
from bench.hop import broker_hops
from bench.report import Measure, at_most, median, progress, quantile
from bench.sink import Sink, listen
from games.models import Game, OpenRequest, OutgoingMail, Player

PACES = {"healthy": 0.0, "3 s a letter": 3.0, "hanging": 3600.0}
"""The seconds that the mail server takes for each e-mail; the last is longer than any client waits."""
PATIENCE = 60
"""The seconds for which the measurement waits for a question or an e-mail."""
ROUND = 15
"""The number of turns after which the behaviour of the mail server changes."""


@contextmanager
def _worker(queue: str, port: int) -> Iterator[None]:
    """Run a worker for one queue, as in production; its e-mail goes to the sink."""
    command = [sys.executable, "-m", "celery", "-A", "pbem", "worker", "--concurrency", "2", "--loglevel", "CRITICAL"]
    command += ["--queues", queue, "--hostname", f"{queue}@%h", "--without-gossip", "--without-mingle"]
    mail = {"PBEM_MAIL_URL": f"smtp://127.0.0.1:{port}", "PBEM_MAIL_TIMEOUT": "5", "PBEM_MAIL_RETRY_SECONDS": "1"}
    child = subprocess.Popen([*command, "--include", "bench.hop"], env={**os.environ, **mail})
    try:
        yield
    finally:
        child.terminate()
        child.wait(150)


class _Table:
    """A game of two players; a new game replaces a finished one."""

    def __init__(self) -> None:
        self._begin()

    def turn(self) -> float:
        """Answer all open questions; return the seconds from the last answer to the next question."""
        answer_open(self.game_id)
        began = time.perf_counter()
        self._await_question()
        waited = time.perf_counter() - began
        if Game.objects.get(pk=self.game_id).status == Game.Status.OVER:
            self._begin()
        return waited

    def _begin(self) -> None:
        self.game_id: UUID = game_of_people("two_players")
        Player.objects.filter(seats__game=self.game_id).update(mail_preferences={"pictures": False, "watch": True})
        self._await_question()

    def _await_question(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self._is_asked():
            if time.monotonic() > until:
                raise TimeoutError(f"no question for {PATIENCE} s: the game stands still")
            time.sleep(0.001)

    def _is_asked(self) -> bool:
        if OpenRequest.objects.filter(game=self.game_id, closed_at=None, ready=False).exists():
            return True
        return Game.objects.filter(pk=self.game_id, status=Game.Status.OVER).exists()


def playing_on(turns: int) -> Iterator[Measure]:
    """Measure the time from an answer to the next question with a healthy, a slow and a hanging mail server.

    The e-mails have no pictures, so that a healthy mail server costs as little processor time as possible.
    """
    if connection.vendor != "postgresql":
        return
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    sink, port = Sink(), free_port()
    waits: dict[str, list[float]] = {mind: [] for mind in PACES}
    with ExitStack() as stack:
        stack.callback(listen(sink, port).stop)
        for queue in ("play", "mail"):
            stack.enter_context(_worker(queue, port))
        progress("waiting for the workers")
        broker_hops(5)
        table = _Table()
        for number in range(max(1, turns // ROUND)):
            for mind, pace in PACES.items():
                progress(f"{mind}, round {number + 1} of {max(1, turns // ROUND)}")
                sink.pace = pace
                _meet(sink, table)
                waits[mind] += [table.turn() for _ in range(ROUND)]
        sink.pace = 0.0
    yield from _compared(waits)


def _meet(sink: Sink, table: _Table) -> None:
    """Play until senders have met the present behaviour of the mail server. Raises TimeoutError if they never do."""
    taken, until = len(sink.letters), time.monotonic() + PATIENCE
    while not (sink.in_hand if sink.pace else len(sink.letters) > taken):
        if time.monotonic() > until:
            raise TimeoutError(f"no letter for {PATIENCE} s, whatever is played")
        table.turn()


def _compared(waits: dict[str, list[float]]) -> Iterator[Measure]:
    healthy = quantile(waits["healthy"], 0.99)
    for mind, times in waits.items():
        note = f"median {1000 * median(times):.0f} ms, {len(times)} turns"
        yield Measure(
            f"answer to next question, mail server {mind}, p99", 1000 * quantile(times, 0.99), "ms", note=note
        )
    for mind in list(waits)[1:]:
        slow = quantile(waits[mind], 0.99)
        yield at_most(f"the same beside a healthy one: {mind}", slow / healthy, "×", 2)
