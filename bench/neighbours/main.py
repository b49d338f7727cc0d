"""The measurement of response times in rounds, each without and then with the attack; the table and the result.

Some calls take longer the longer a game lasts, such as the list of all events. Because of the rounds, both samples are
from games of all ages, so that the factor shows the effect of the attack alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from bench.neighbours.players import Times, person, play
from bench.report import progress, quantile
from tools.launch import ROOT

DATABASES = ("sqlite", "postgresql")
TABLES = 2
"""The number of games of other players; each has two players."""
MOST = 2.0
"""The largest allowed ratio of the p99 (99th percentile) under attack to the p99 without the attack."""
SWITCH_SECONDS = 0.0005
"""The interval after which Python switches between the threads of the players."""
ROUND_SECONDS = 20
"""The least seconds of each half of a round, without and with the attack."""
SETTLE_SECONDS = 5.0
"""The seconds before each half without the attack, in which the server finishes what the attack has started.

The half with the attack is measured from its first second, when no limit is reached yet.
"""


class Row(NamedTuple):
    """The response times of one kind of call, in seconds."""

    name: str
    quiet: Sequence[float]
    """Those without the attack."""
    attacked: Sequence[float]
    """Those with the attack."""

    @property
    def factor(self) -> float:
        """The ratio of the p99 under attack to the p99 without the attack; 0 without samples."""
        before = quantile(self.quiet, 0.99)
        return quantile(self.attacked, 0.99) / before if before else 0.0


def run(databases: Sequence[str], seconds: float, kinds: Sequence[str]) -> int:
    """Measure on each database in its own process; return 1 if a p99 rises too much on one of them, else 0."""
    command = [sys.executable, "-m", "bench.soak", "--neighbours", "--seconds", str(seconds)]
    command += ["--attacks", ",".join(kinds), "--database"]
    codes = [subprocess.run([*command, one], check=False, cwd=ROOT).returncode for one in databases]
    return max(codes)


def measure(database: str, seconds: float, kinds: Sequence[str]) -> int:
    """Measure on one database and print the table; return 0 if no p99 rises too much, else 1."""
    from bench.neighbours.attack import Attacker, tarpit
    from bench.neighbours.server import serving

    if database == "postgresql" and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("PostgreSQL is measured only where DATABASE_URL names one, as ./run soak does.")
        return 1
    sys.setswitchinterval(SWITCH_SECONDS)
    folder = Path(tempfile.mkdtemp(prefix="so-neighbours-"))
    closing = threading.Event()
    with tarpit() as hole, serving(folder, on=database, hook_port=hole.port) as server:
        times = [Times()]
        threads = [_table(server.address, number, times, closing) for number in range(TABLES)]
        try:
            attacker = Attacker(server, hole)
            with attacker.prepared(kinds) as line:
                quiet, attacked = _rounds(line, times, seconds)
        finally:
            closing.set()
            for one in threads:
                one.join(60)
    rows = [Row(name, quiet.seconds[name], attacked.seconds[name]) for name in sorted(quiet.seconds)]
    print(table(database, rows))
    attacks = [f"{name} {count}" for name, count in sorted(attacker.counts.items())]
    print(f"Attack: {', '.join(attacks)}; webhook connections held {len(hole.accepted)}")
    for name, found in (("quiet", quiet), ("under attack", attacked)):
        print(*(f"{name}: {reason}\n" for reason in found.failures), sep="", end="")
    shutil.rmtree(folder, ignore_errors=True)
    return verdict(rows)


def _table(address: str, number: int, times: list[Times], closing: threading.Event) -> threading.Thread:
    """Start a thread with two players, who play one game after the other."""
    persons = [person(address, f"player-{number}-{place}", 10 * number + place) for place in range(2)]
    thread = threading.Thread(target=play, args=(persons, times, closing), daemon=True)
    thread.start()
    return thread


def _rounds(line: Connection, times: list[Times], seconds: float) -> tuple[Times, Times]:
    """Let the players play for `seconds` without the attack and `seconds` with it; return both samples."""
    quiet, attacked = Times(), Times()
    rounds = max(int(seconds // ROUND_SECONDS), 1)
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}: {seconds / rounds:.0f} s quiet, then under attack")
        time.sleep(SETTLE_SECONDS)
        _measured(quiet, times, seconds / rounds)
        line.send("go")
        line.recv()
        _measured(attacked, times, seconds / rounds)
        line.send("rest")
    return quiet, attacked


def _measured(found: Times, times: list[Times], seconds: float) -> None:
    """Let the players add their response times to `found` for some seconds."""
    times.append(found)
    time.sleep(seconds)
    times.append(Times())


def table(database: str, rows: Sequence[Row]) -> str:
    """Return the figures as a text table: milliseconds, and the ratio of the p99."""
    lines = [f"{database:<26} {'quiet':>22} {'under attack':>22} {'p99':>7}"]
    lines.append(f"{'milliseconds':<26} {'n':>6}{'p50':>8}{'p99':>8} {'n':>6}{'p50':>8}{'p99':>8} {'factor':>7}")
    for row in rows:
        cells = [_cells(sample) for sample in (row.quiet, row.attacked)]
        lines.append(f"{row.name:<26} {' '.join(cells)} {row.factor:>7.2f}")
    return "\n".join(lines)


def _cells(sample: Sequence[float]) -> str:
    return f"{len(sample):>6}{1000 * quantile(sample, 0.5):>8.0f}{1000 * quantile(sample, 0.99):>8.0f}"


def verdict(rows: Sequence[Row]) -> int:
    """Return 0 if every p99 under attack is at most `MOST` times the p99 without, and samples are complete; else 1."""
    if len(rows) < 2 or not all(row.quiet and row.attacked for row in rows):
        print("Not everything was measured.")
        return 1
    slow = [row for row in rows if row.factor > MOST]
    for row in slow:
        print(f"{row.name}: p99 under attack is {row.factor:.2f} times the quiet one; at most {MOST:g} is allowed.")
    if not slow:
        print(f"Every p99 under attack is at most {MOST:g} times the quiet one.")
    return 1 if slow else 0
