"""Child processes that end with us, whatever ends us."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def spawn(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
    output: int | IO[Any] | None = None,
    user: str | None = None,
    last_signal: signal.Signals = signal.SIGTERM,
    cwd: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own, so that a Ctrl-C at the terminal reaches only us.

    On Linux the kernel sends it `last_signal` when we die, be it by kill -9. Call this from the main thread: the
    kernel takes the end of the starting thread for the end of its process. `stdin` is written to it and closed.
    """
    child = subprocess.Popen(
        command,
        env=env,
        cwd=cwd,
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        start_new_session=True,
        preexec_fn=_die_with_parent(last_signal),
        user=user,
        group=user and _group_of(user),
        extra_groups=[] if user else None,
    )
    if child.stdin is not None:
        with suppress(BrokenPipeError):
            child.stdin.write(stdin or b"")
            child.stdin.close()
    return child


def stop(child: subprocess.Popen[bytes], *, by: signal.Signals = signal.SIGTERM, grace: float = 10.0) -> None:
    """Ask the child to end, wait so many seconds, then end it and all that it started."""
    if child.poll() is None:
        with suppress(ProcessLookupError):
            child.send_signal(by)
        with suppress(subprocess.TimeoutExpired):
            child.wait(grace)
    sweep(child)


def sweep(child: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the child's process group, and collect the child."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def wait_until(true: Callable[[], bool], *, seconds: float, every: float = 0.05) -> bool:
    """Wait for something to become true; False when time is up."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True


def _die_with_parent(last_signal: signal.Signals) -> Callable[[], None] | None:
    libc, parent = _LIBC, os.getpid()
    if libc is None:
        return None

    def in_child() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(last_signal), 0, 0, 0)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return in_child


def _group_of(user: str) -> int:
    import pwd  # not on every system, and needed only where we are root

    return pwd.getpwnam(user).pw_gid
