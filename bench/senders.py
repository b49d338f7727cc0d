"""Measure e-mails per second with one sender process and with two."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench import by_mail
from bench.report import Measure, at_least, median, progress
from bench.sink import Sink, listen
from games.models import Player

PACES = {"that takes a letter at once": 0.0, "that takes 50 ms for a letter": 0.05}
"""The seconds that the mail server takes for an e-mail: none, and about as long as a distant server takes with TLS."""
ROUNDS = 3
PATIENCE = 300
"""The seconds for which the measurement waits for the e-mails."""


def together(letters: int, *, rounds: int = ROUNDS) -> Iterator[Measure]:
    """Measure delivered e-mails per second with one sender and with two, alternately, in `rounds` rounds.

    `letters` is the number of e-mails in each run. The e-mails have no pictures.
    """
    for server, pace in PACES.items():
        rates: dict[int, list[float]] = {1: [], 2: []}
        for number in range(rounds):
            for senders, found in rates.items():
                progress(f"a mail server {server}: {senders} sender(s), round {number + 1} of {rounds}")
                found.append(_rate(senders, letters, pace))
        one, two = median(rates[1]), median(rates[2])
        note = f"{one:.0f} → {two:.0f} a second, medians of {rounds} by turns, {os.cpu_count()} cores"
        name = f"letters from one to two senders, a mail server {server}"
        yield at_least(name, two / one, "×", 1.8, note) if pace else Measure(name, two / one, "×", note=note)


def _rate(senders: int, letters: int, pace: float) -> float:
    """Return the e-mails per second, from the first delivery to the last."""
    sink, port = Sink(), by_mail.free_port()
    sink.pace = pace
    controller = listen(sink, port)
    try:
        with ExitStack() as stack:
            ready = [stack.enter_context(_sender(port)) for _ in range(senders)]
            by_mail._write_up(letters)
            Player.objects.update(mail_preferences={"pictures": False, "watch": True})
            for one in ready:
                _begin(one)
            if not sink.wait_for(letters, PATIENCE):
                raise TimeoutError(f"{len(sink.letters)} of {letters} letters")
    finally:
        controller.stop()
    times = [at for _, at, _ in sink.letters]
    return (letters - 1) / (times[-1] - times[0])


@contextmanager
def _sender(port: int) -> Iterator["subprocess.Popen[str]"]:
    """Yield a process that has loaded all modules and sends e-mail after a line of input."""
    variables = {**os.environ, "PBEM_MAIL_URL": f"smtp://127.0.0.1:{port}"}
    command = [sys.executable, "-m", "bench.sender"]
    child = subprocess.Popen(command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        yield child
        child.wait(PATIENCE)  # it gives its slot back, which a killed one would hold for a while
    finally:
        child.kill()
        child.wait()


def _begin(child: "subprocess.Popen[str]") -> None:
    assert child.stdin is not None
    print("send", file=child.stdin, flush=True)
