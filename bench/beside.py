"""Compare pictures, e-mails and whole turns of this commit with an earlier one; both are measured alternately.

Each side is a process in its own checkout, with its own database of the same kind. Both run in the environment of this
checkout, which still contains the earlier engine for pictures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.db import connection

from bench.report import Measure, at_most, median, progress

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "d2ffb98"
"""The earlier commit: the last one before pictures had layers."""
AIMS = {"chart": 0.25, "board": 0.4, "svg": 0.0, "plain": 1 / 1.6, "ready": 1 / 1.7}
NAMES = {
    "chart": "chart as PNG, 600 px, processor time",
    "board": "board as PNG, 600 px, processor time",
    "svg": "chart as SVG, processor time",
    "plain": "a letter without picture, written and sent, one process",
    "ready": "a letter with a ready picture of 92 kB, written and sent, one process",
}
TURNS = {
    "drawn end": "end of a turn with its four letters and their pictures",
    "plain end": "end of a turn with its four letters, without pictures",
    "drawn within": "answer within a turn, with pictures",
    "plain within": "answer within a turn, without pictures",
    "drawn whole": "whole turn of three answers, with pictures",
    "plain whole": "whole turn of three answers, without pictures",
}
TURN_AIMS = {"drawn end": 0.6}
MOST_KB = {"chart": 110.0, "board": 110.0}
Found = dict[str, list[float]]


class Side:
    """A process that measures one checkout."""

    def __init__(self, folder: Path, database: str, data: Path) -> None:
        variables = {**os.environ, "DATABASE_URL": database, "PBEM_DATA_DIR": str(data), "PYTHONPATH": str(folder)}
        command = [sys.executable, str(Path(__file__).with_name("probe.py"))]
        self._child = subprocess.Popen(
            command, cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, order: str) -> Found:
        """Send an order to the process; return the durations in seconds that the process measured.

        `order` is a word that `bench.probe` knows.
        """
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        print(order, file=self._child.stdin, flush=True)
        answer: Found = json.loads(self._child.stdout.readline())
        return answer

    def end(self) -> None:
        """Stop the process."""
        self._child.kill()
        self._child.wait()


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Yield a temporary folder with the files of a commit; it is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="beside-") as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        yield Path(folder)


@contextmanager
def database(name: str, folder: Path) -> Iterator[str]:
    """Create an empty database on the database server in use, and yield its URL; it is deleted afterwards."""
    if connection.vendor != "postgresql":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    before, slash, rest = os.environ["DATABASE_URL"].rpartition("/")
    old, mark, options = rest.partition("?")
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{old}_{name}"')
    try:
        yield f"{before}{slash}{old}_{name}{mark}{options}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{old}_{name}" WITH (FORCE)')


def _by_turns(rounds: int, orders: Sequence[str]) -> Mapping[tuple[str, str], Found]:
    """Return the durations by order and side.

    In each round, each order is carried out on both sides. The first round is not counted, because it loads all
    modules.
    """
    found: defaultdict[tuple[str, str], defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="beside-data-")))
        folders = {"before": stack.enter_context(checkout(BEFORE)), "now": ROOT}
        sides = {}
        for name, folder in folders.items():
            address = stack.enter_context(database(name, data))
            sides[name] = Side(folder, address, data / f"{name}-data")
            stack.callback(sides[name].end)
        for number in range(rounds + 1):
            progress(f"round {number} of {rounds}")
            for order in orders:
                for name, side in sides.items():
                    for what, figures in side.do(order).items():
                        if number:
                            found[order, name][what] += figures
    return found


def letters(rounds: int, orders: tuple[str, ...] = tuple(NAMES)) -> Iterator[Measure]:
    """Measure pictures and e-mails on both sides alternately, in `rounds` rounds.

    `orders`: the commands for `bench.probe`, each a key of `NAMES`.
    """
    found = _by_turns(rounds, orders)
    for order in orders:
        yield from _beside(order, found[order, "before"], found[order, "now"])


def _beside(order: str, before: Found, now: Found) -> Iterator[Measure]:
    for what, name in (("seconds", NAMES[order]), ("busy", f"{NAMES[order]}: its processor time")):
        if what in now:
            one, other = median(before[what]), median(now[what])
            note = f"{1000 * one:.1f} → {1000 * other:.1f} ms, medians by turns"
            ratio = f"{name}, beside {BEFORE}"
            aim = AIMS[order]
            yield (
                at_most(ratio, other / one, "×", round(aim, 3), note)
                if aim
                else Measure(ratio, other / one, "×", note=note)
            )
    if order in MOST_KB:
        note = f"{median(before['bytes']) / 1000:.0f} kB before"
        yield at_most(
            f"{NAMES[order].split(',')[0]}, the largest", max(now["bytes"]) / 1000, "kB", MOST_KB[order], note
        )


def turns(rounds: int) -> Iterator[Measure]:
    """Measure whole turns (`bench.turns`) on both sides alternately, in `rounds` rounds.

    The workers of the two sides never run at the same time.
    """
    found = _by_turns(rounds, ("turn",))
    before, now = found["turn", "before"], found["turn", "now"]
    for what, name in TURNS.items():
        if before[what] and now[what]:
            one, other = median(before[what]), median(now[what])
            note = f"{1000 * one:.0f} → {1000 * other:.0f} ms, medians of {len(before[what])} and {len(now[what])}"
            ratio, aim = f"{name}, beside {BEFORE}", TURN_AIMS.get(what)
            yield at_most(ratio, other / one, "×", aim, note) if aim else Measure(ratio, other / one, "×", note=note)
    for what, which in (("letters at the end", "that ends a turn"), ("letters within", "within a turn")):
        one, other = (sum(side[what]) / len(side[what]) for side in (before, now))
        name = f"letters of an answer {which}, beside {BEFORE}"
        yield Measure(name, other / one, "×", note=f"{one:.1f} → {other:.1f}, four players")
