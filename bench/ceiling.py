"""Measure how much faster two processes work than one on this machine: the limit for the throughput of any program.

`python -m bench.ceiling WORK` is one process. It prints "ready", waits for a line, works for some seconds, and prints
how often per second it finished the work.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable

SECONDS = 1.5
PYTHON, TRANSACTIONS = "python", "transactions"


def beside_one(work: str, *, rounds: int = 2) -> float:
    """Return the throughput of two processes relative to that of one: the best of `rounds` alternating rounds.

    `work` names the work that a process repeats.
    """
    from bench.stored import BareRow

    rates: dict[int, list[float]] = {1: [], 2: []}
    with BareRow():
        for _ in range(rounds):
            for count, found in rates.items():
                found.append(_done_by(count, work))
    return max(rates[2]) / max(rates[1])


def _done_by(processes: int, work: str) -> float:
    command = [sys.executable, "-m", "bench.ceiling", work]
    pipe, variables = subprocess.PIPE, dict(os.environ)
    children = [subprocess.Popen(command, env=variables, text=True, stdin=pipe, stdout=pipe) for _ in range(processes)]
    try:
        for child in children:
            _said(child)
        for child in children:
            if child.stdin is not None:
                child.stdin.write("go\n")
                child.stdin.flush()
        return sum(float(_said(child)) for child in children)
    finally:
        for child in children:
            child.communicate()


def _said(child: "subprocess.Popen[str]") -> str:
    line = child.stdout.readline() if child.stdout is not None else ""
    if not line:
        raise RuntimeError("a process of the comparison has died")
    return line


def _count() -> None:
    """Work with Python objects for some tenths of a millisecond."""
    found = {str(number): [number, {"number": number}] for number in range(1000)}
    sorted(found)


def main(work: str) -> None:
    """Run one process of the comparison, which repeats the work named `work`."""
    todo: Callable[[], object] = _count
    if work == TRANSACTIONS:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
        import django

        django.setup()
        from bench.stored import BareRow

        todo = BareRow().commit_shape
    for _ in range(10):
        todo()
    print("ready", flush=True)
    sys.stdin.readline()
    began, done = time.monotonic(), 0
    while time.monotonic() - began < SECONDS:
        todo()
        done += 1
    print(done / (time.monotonic() - began), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
