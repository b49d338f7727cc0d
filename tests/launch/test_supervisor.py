"""The supervisor keeps programs alive, stops them all, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator

import pytest

from tests.launch.processes import alive
from tools.launch import ROOT
from tools.launch.children import wait_until
from tools.launch.supervisor import Patience, Program, Supervisor

PATIENCE = Patience(deaths=3, within=30, first_wait=0.05, longest_wait=0.1)


def program(name: str, code: str, *, layer: int = 1, grace: float = 5.0) -> Program:
    """A small Python program."""
    command = (sys.executable, "-u", "-S", "-c", textwrap.dedent(code))
    return Program(name=name, command=command, env=dict(os.environ), layer=layer, grace=grace)


@pytest.fixture
def lines() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def supervisor(lines: list[tuple[str, str]]) -> Iterator[Supervisor]:
    made = Supervisor(say=lambda name, line: lines.append((name, line)), patience=PATIENCE)
    yield made
    made.stop()


def said(lines: list[tuple[str, str]], name: str) -> list[str]:
    return [line for who, line in lines if who == name]


def turning(supervisor: Supervisor, ready: Callable[[], bool]) -> None:
    assert supervisor.wait_for(ready, seconds=60)


def test_a_killed_program_is_started_again(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    supervisor.start(program("clock", "import time\nprint('up')\ntime.sleep(60)"))
    turning(supervisor, lambda: "up" in said(lines, "clock"))
    first = supervisor.pid("clock")
    assert first is not None

    os.kill(first, signal.SIGKILL)

    turning(supervisor, lambda: said(lines, "clock").count("up") == 2)
    assert supervisor.pid("clock") not in {None, first}
    assert "ended by signal SIGKILL" in said(lines, "clock")


def test_what_a_dead_program_left_running_is_killed(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    code = """
        import subprocess, time
        print(subprocess.Popen(["sleep", "60"]).pid)
        time.sleep(60)
    """
    supervisor.start(program("parent", code))
    turning(supervisor, lambda: bool(said(lines, "parent")))
    grandchild, parent = int(said(lines, "parent")[0]), supervisor.pid("parent")
    assert alive(grandchild)
    assert parent is not None

    os.kill(parent, signal.SIGKILL)

    turning(supervisor, lambda: not alive(grandchild))


def test_a_program_that_keeps_dying_takes_the_rest_down(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    supervisor.start(program("good", "import time\ntime.sleep(60)"))
    good = supervisor.pid("good")
    assert good is not None
    supervisor.start(program("bad", "raise SystemExit(3)"))

    assert supervisor.run() == 1
    supervisor.stop()

    assert "died 3 times in 30 seconds: stopping everything" in said(lines, "bad")
    assert said(lines, "bad").count("ended with exit code 3") == 3
    assert not alive(good)


def test_a_program_that_cannot_be_started_counts_as_dying(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    supervisor.start(Program(name="ghost", command=("/no/such/program",), env={}))
    assert supervisor.run() == 1
    assert any("cannot be started" in line for line in said(lines, "ghost"))


def test_layers_stop_from_the_top(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    code = """
        import signal, time
        def stop(*_):
            print("bye"); raise SystemExit
        signal.signal(signal.SIGTERM, stop)
        print("up")
        time.sleep(60)
    """
    supervisor.start(program("broker", code, layer=0))
    supervisor.start(program("web", code, layer=1))
    turning(supervisor, lambda: len(lines) == 2)

    supervisor.stop()

    assert lines[2:] == [("web", "bye"), ("broker", "bye")]


def test_a_program_that_will_not_stop_is_killed(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    code = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('up')\ntime.sleep(60)"
    supervisor.start(program("deaf", code, grace=0.3))
    turning(supervisor, lambda: bool(lines))
    deaf = supervisor.pid("deaf")
    assert deaf is not None

    began = time.monotonic()
    supervisor.stop()

    assert not alive(deaf)
    assert time.monotonic() - began < 30


def test_run_once_gives_the_exit_code_and_the_last_words(supervisor: Supervisor, lines: list[tuple[str, str]]) -> None:
    assert supervisor.run_once(program("step", "print('one'); print('two'); raise SystemExit(7)")) == 7
    assert lines == [("step", "one"), ("step", "two")]


SERVER = """
import sys
from tools.launch.supervisor import Program, Supervisor
supervisor = Supervisor()
supervisor.watch_signals()
code = "import subprocess as s, time; print('pids', s.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
for name in ("web", "worker"):
    supervisor.start(Program(name=name, command=(sys.executable, "-S", "-c", code), env={}))
    print("main", supervisor.pid(name), flush=True)
result = supervisor.run()
supervisor.stop()
sys.exit(result)
"""


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    """A supervisor in a process of its own, with two programs, one child each."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    yield process
    process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def family(server: subprocess.Popen[str]) -> tuple[list[int], list[int]]:
    """The process ids of the programs and of their children, read from what they print."""
    mains: list[int] = []
    others: list[int] = []
    assert server.stdout is not None
    while len(mains) + len(others) < 4:
        words = server.stdout.readline().split()
        (mains if words[0] == "main" else others).append(int(words[-1]))
    return mains, others


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_after_a_stop_signal_nothing_survives(server: subprocess.Popen[str], number: signal.Signals) -> None:
    mains, others = family(server)
    assert all(alive(pid) for pid in mains + others)

    server.send_signal(number)

    assert server.wait(60) == 0
    # Who was killed is dead as soon as it is given a processor; by themselves these would live for a minute.
    assert wait_until(lambda: not any(alive(pid) for pid in mains + others), seconds=5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_the_programs_end_when_the_supervisor_is_killed(server: subprocess.Popen[str]) -> None:
    mains, others = family(server)

    server.kill()

    assert wait_until(lambda: not any(alive(pid) for pid in mains), seconds=60)
    for pid in others:  # real programs end their own children; these ones do not
        os.kill(pid, signal.SIGKILL)
