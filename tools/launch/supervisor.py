"""A process supervisor: starts, restarts and stops programs, and prefixes their output with their names."""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from tools.launch import children

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, kw_only=True)
class Program:
    """One program to keep running."""

    name: str
    """The name before each line of its output."""
    command: tuple[str, ...]
    env: Mapping[str, str]
    stdin: bytes | None = None
    """The bytes to write to its input."""
    layer: int = 1
    """Programs of a higher layer need those of a lower one: they start later and stop earlier."""
    grace: float = 10.0
    """The seconds between the request to end and the kill."""


@dataclass(frozen=True, kw_only=True)
class Patience:
    """The restart policy for a program that ends unexpectedly."""

    deaths: int = 5
    """The supervisor gives up after so many unexpected ends of a program within the time `within`."""
    within: float = 60.0
    """The time in seconds in which the unexpected ends are counted."""
    first_wait: float = 0.5
    """The pause in seconds before the first restart; it doubles at each further one."""
    longest_wait: float = 8.0
    """The longest pause in seconds."""

    def wait_after(self, deaths: int) -> float:
        """Return the pause in seconds before the next start, after this number of unexpected ends."""
        return min(self.first_wait * 2.0 ** (deaths - 1), self.longest_wait)


@dataclass(kw_only=True)
class _Kept:
    program: Program
    child: subprocess.Popen[bytes] | None = None
    died: deque[float] = field(default_factory=deque)
    start_at: float = 0.0
    unfinished: bytes = b""


class Supervisor:
    """Starts programs and restarts them when they end, until it is stopped or a program cannot be kept running.

    Call its methods from the main thread only: the children depend on that thread.
    """

    def __init__(
        self, *, say: Callable[[str, str], None] | None = None, patience: Patience | None = None, width: int = 7
    ) -> None:
        """Create a supervisor without programs.

        `say(name, line)` shows a line of the program `name`; by default the line is printed after the name, which gets
        `width` columns.
        """
        self._say = say or self._print
        self._patience = patience or Patience()
        self._width = width
        self._kept: dict[str, _Kept] = {}
        self._selector = selectors.DefaultSelector()
        self._signals = 0
        self._failed = False

    # -- for the caller

    @property
    def stopping(self) -> bool:
        """Return True after a stop signal, or after a program could not be kept running."""
        return self._signals > 0 or self._failed

    def watch_signals(self) -> None:
        """Make Ctrl-C, TERM and HUP stop the programs; a second signal stops them at once."""
        for number in STOP_SIGNALS:
            signal.signal(number, self._on_signal)

    def pid(self, name: str) -> int | None:
        """Return the process id of a program, or None if it is not running."""
        child = self._kept[name].child
        return child.pid if child else None

    def start(self, program: Program) -> None:
        """Start a program and keep it running from now on."""
        self._kept[program.name] = kept = _Kept(program=program)
        self._launch(kept)

    def drop(self, name: str) -> None:
        """Stop the program with this name, and do not restart it."""
        kept = self._kept.pop(name)
        self._end([kept])

    def run_once(self, program: Program) -> int:
        """Run a program to its end, show its output, and return its exit code. A stop signal ends the program."""
        kept = _Kept(program=program)
        self._launch(kept)
        child = kept.child
        while child is not None and child.poll() is None and not self.stopping:
            self._turn()
        if child is None:
            return 1
        self._end([kept])
        return child.returncode

    def wait_for(self, ready: Callable[[], bool], *, seconds: float) -> bool:
        """Keep all programs running until `ready` returns True; return False after `seconds` or a stop signal."""
        end = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < end:
            if ready():
                return True
            self._turn()
        return False

    def run(self) -> int:
        """Keep all programs running until stopped. Return 0 after a signal, 1 if a program kept ending."""
        while not self.stopping:
            self._turn()
        return 1 if self._failed else 0

    def stop(self) -> None:
        """Stop all programs in the reverse order of their start, and wait for them."""
        for layer in sorted({kept.program.layer for kept in self._kept.values()}, reverse=True):
            self._end([kept for kept in self._kept.values() if kept.program.layer == layer])
        self._kept.clear()

    # -- one turn

    def _turn(self, pause: float = 0.1) -> None:
        """Show new output for up to `pause` seconds, clean up ended programs, and start programs that are due."""
        self._show(pause)
        for kept in self._kept.values():
            if kept.child is not None and kept.child.poll() is not None:
                self._bury(kept)
            elif kept.child is None and time.monotonic() >= kept.start_at and not self.stopping:
                self._launch(kept)

    def _show(self, pause: float) -> None:
        for key, _ in self._selector.select(pause):
            kept: _Kept = key.data
            data = os.read(key.fd, 65536)
            if not data:
                self._selector.unregister(key.fileobj)
                os.close(key.fd)
            *lines, kept.unfinished = (kept.unfinished + data).split(b"\n")
            for line in lines:
                self._say(kept.program.name, line.decode(errors="replace").rstrip("\r"))

    def _launch(self, kept: _Kept) -> None:
        program = kept.program
        try:
            child = children.spawn(program.command, env=program.env, stdin=program.stdin, output=subprocess.PIPE)
        except OSError as error:
            self._say(program.name, f"cannot be started: {error}")
            self._note_death(kept)
            return
        kept.child = child
        if child.stdout is not None:
            self._selector.register(os.dup(child.stdout.fileno()), selectors.EVENT_READ, kept)
            child.stdout.close()

    def _bury(self, kept: _Kept) -> None:
        """Clean up after a program that ended unexpectedly, and schedule its restart."""
        child = kept.child
        if child is None:
            return
        code = child.returncode
        children.sweep(child)
        kept.child = None
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        self._say(kept.program.name, f"ended {how}")
        self._note_death(kept)

    def _note_death(self, kept: _Kept) -> None:
        now, name = time.monotonic(), kept.program.name
        kept.died.append(now)
        while kept.died[0] < now - self._patience.within:
            kept.died.popleft()
        if len(kept.died) >= self._patience.deaths:
            self._say(name, f"died {len(kept.died)} times in {self._patience.within:.0f} seconds: stopping everything")
            self._failed = True
            return
        wait = self._patience.wait_after(len(kept.died))
        kept.start_at = now + wait
        self._say(name, f"is started again in {wait:g} seconds")

    # -- the end

    def _end(self, some: list[_Kept]) -> None:
        """Send TERM to these programs, wait for each up to its `grace` seconds, then kill all remaining processes."""
        asked = time.monotonic()
        running = [(kept, child) for kept in some if (child := kept.child) is not None]
        for _, child in running:
            with suppress(ProcessLookupError):
                child.terminate()
        patient = self._signals
        for kept, child in running:
            while child.poll() is None and time.monotonic() < asked + kept.program.grace and self._signals <= patient:
                self._show(0.05)
        for kept, child in running:
            children.sweep(child)
            kept.child = None
        self._show(0)

    def _on_signal(self, number: int, frame: object) -> None:
        self._signals += 1

    def _print(self, name: str, line: str) -> None:
        with suppress(OSError, ValueError):  # nobody reads any more: no reason to stop
            print(f"{name:<{self._width}} | {line}", flush=True)


def say_plainly(text: str, *, to: IO[str] | None = None) -> None:
    """Print a text of the launcher itself on `to` (default: standard output), and ignore a closed output."""
    with suppress(OSError, ValueError):
        print(text, file=to or sys.stdout, flush=True)
