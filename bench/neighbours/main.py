"""The measurement: quiet first, then under attack; the table, and the verdict."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.neighbours.players import Times, person, play
from bench.report import progress, quantile
from tools.launch import ROOT

DATABASES = ("sqlite", "postgresql")
TABLES = 2
"""Games of other players, each with two players."""
MOST = 2.0
"""How many times the quiet p99 the p99 under attack may be."""
SWITCH_SECONDS = 0.0005
"""After so long a thread of a player lets another one run."""
WARM_UP = 0.25
"""The part of a phase that comes before its measurement."""


class Row(NamedTuple):
    """What was measured: samples and seconds, quiet and under attack."""

    name: str
    quiet: Sequence[float]
    attacked: Sequence[float]

    @property
    def factor(self) -> float:
        """The p99 under attack as a multiple of the quiet one; 0 without samples."""
        before = quantile(self.quiet, 0.99)
        return quantile(self.attacked, 0.99) / before if before else 0.0


def run(databases: Sequence[str], seconds: float, kinds: Sequence[str]) -> int:
    """Measure on each database in turn, in a process of its own; 1 if a p99 grows too much on one of them."""
    command = [sys.executable, "-m", "bench.soak", "--neighbours", "--seconds", str(seconds)]
    command += ["--attacks", ",".join(kinds), "--database"]
    codes = [subprocess.run([*command, one], check=False, cwd=ROOT).returncode for one in databases]
    return max(codes)


def measure(database: str, seconds: float, kinds: Sequence[str]) -> int:
    """Measure on one database and print the table; 0 if every p99 stays within `MOST`, else 1."""
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
            quiet = _phase("quiet", times, seconds)
            with attacker.attacking(kinds):
                attacked = _phase("under attack", times, seconds)
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
    """Start the players of one game after the other."""
    persons = [person(address, f"player-{number}-{place}", 10 * number + place) for place in range(2)]
    thread = threading.Thread(target=play, args=(persons, times, closing), daemon=True)
    thread.start()
    return thread


def _phase(name: str, times: list[Times], seconds: float) -> Times:
    """Let the players play for a while, first without measuring; return what they measured."""
    progress(f"{name}: {seconds:.0f} s")
    time.sleep(seconds * WARM_UP)
    times.append(Times())
    time.sleep(seconds)
    found = times[-1]
    times.append(Times())
    return found


def table(database: str, rows: Sequence[Row]) -> str:
    """Return the figures in columns: milliseconds, and the factor of the p99."""
    lines = [f"{database:<26} {'quiet':>22} {'under attack':>22} {'p99':>7}"]
    lines.append(f"{'milliseconds':<26} {'n':>6}{'p50':>8}{'p99':>8} {'n':>6}{'p50':>8}{'p99':>8} {'factor':>7}")
    for row in rows:
        cells = [_cells(sample) for sample in (row.quiet, row.attacked)]
        lines.append(f"{row.name:<26} {' '.join(cells)} {row.factor:>7.2f}")
    return "\n".join(lines)


def _cells(sample: Sequence[float]) -> str:
    return f"{len(sample):>6}{1000 * quantile(sample, 0.5):>8.0f}{1000 * quantile(sample, 0.99):>8.0f}"


def verdict(rows: Sequence[Row]) -> int:
    """Return 0 if every p99 under attack is at most `MOST` times the quiet one, and everything was measured."""
    if len(rows) < 2 or not all(row.quiet and row.attacked for row in rows):
        print("Not everything was measured.")
        return 1
    slow = [row for row in rows if row.factor > MOST]
    for row in slow:
        print(f"{row.name}: p99 under attack is {row.factor:.2f} times the quiet one; at most {MOST:g} is allowed.")
    if not slow:
        print(f"Every p99 under attack is at most {MOST:g} times the quiet one.")
    return 1 if slow else 0
