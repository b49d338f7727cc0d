"""`./run soak --neighbours` runs a real server, measures its players and attacks it; the figures give its verdict."""

import os
import re
import subprocess
import sys

import pytest

from bench.neighbours.main import Row, table, verdict
from tools.launch import ROOT

CALM, SLOW = (0.01,) * 100, (0.01,) * 90 + (0.05,) * 10


def test_the_verdict_follows_the_p99() -> None:
    calm = [Row("calls", CALM, CALM), Row("turns", CALM, CALM)]
    assert verdict(calm) == 0
    assert verdict([*calm, Row("pages", CALM, SLOW)]) == 1
    assert Row("pages", CALM, SLOW).factor == pytest.approx(5)


@pytest.mark.parametrize("missing", [Row("turns", CALM, ()), Row("turns", (), CALM)])
def test_without_a_sample_there_is_no_good_verdict(missing: Row) -> None:
    assert verdict([Row("calls", CALM, CALM), missing]) == 1
    assert verdict([Row("calls", CALM, CALM)]) == 1


def test_the_table_has_a_line_for_each_measurement() -> None:
    head, units, line = table("sqlite", [Row("calls", CALM, SLOW)]).splitlines()
    assert "under attack" in head
    assert "p99" in units
    assert line.split() == ["calls", "100", "10", "10", "100", "10", "50", "5.00"]


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.skipif(sys.platform != "linux", reason="the server ends with its parent on Linux only")
def test_a_short_run_measures_and_attacks() -> None:
    """The figures of a few seconds are no verdict; the exit code only says that there is one."""
    command = [sys.executable, "-m", "bench.soak", "--neighbours", "--database", "sqlite", "--seconds", "6"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DJANGO_"))}
    done = subprocess.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    for name in ("answer to next question", "calls of players"):
        (found,) = re.findall(rf"^{name} +(\d+) +\d+ +\d+ +(\d+) ", done.stdout, re.MULTILINE)
        assert all(int(samples) for samples in found), done.stdout
    for attack in ("e-mails taken", "pictures: 200", "previews: 200", "webhook tests: 202", "connections held"):
        (count,) = re.findall(rf"{attack} (\d+)", done.stdout)
        assert int(count), done.stdout
