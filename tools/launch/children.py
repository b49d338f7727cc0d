"""Child processes that end together with this process, however it ends."""

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
    """Start a child in its own process group, so that Ctrl-C at the terminal reaches only this process.

    On Linux the kernel sends the child `last_signal` when this process dies, even by SIGKILL. Call this from the main
    thread, because the kernel reacts to the end of the starting thread. `stdin` is written to the child's input, which
    is then closed. `output` is where standard output and errors go, `user` the name of the user that runs the child,
    `cwd` its working directory.
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
    """Send the child the signal `by`, wait up to `grace` seconds, then kill its process group."""
    if child.poll() is None:
        with suppress(ProcessLookupError):
            child.send_signal(by)
        with suppress(subprocess.TimeoutExpired):
            child.wait(grace)
    sweep(child)


def sweep(child: subprocess.Popen[bytes]) -> None:
    """Kill all remaining processes of the child's group, and reap the child."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def wait_until(true: Callable[[], bool], *, seconds: float, every: float = 0.05) -> bool:
    """Call `true` every `every` seconds until it returns True; return False if it has not done so after `seconds`."""
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
