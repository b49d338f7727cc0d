"""The server's processes as in production: gunicorn, game worker, mail worker, scheduler; restarted when they end."""

import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from tests.launch import processes
from tools.launch import ROOT, children, ports

FAST = {
    "PBEM_SWEEP_SECONDS": "1",
    "PBEM_MAIL_TIMEOUT": "5",
    "PBEM_MAIL_RETRY_SECONDS": "2",
    "PBEM_LOG_LEVEL": "WARNING",
    "PYTHONWARNINGS": "ignore",
    "PYTHONUNBUFFERED": "1",
}
"""The settings that differ from production, so that processes recover in seconds and not in minutes or hours."""
QUIET_WEB = ("--log-level", "warning", "--no-control-socket")
CELERY = ("celery", "--app", "pbem", "--quiet")
STUBBORN = 60.0
"""The seconds after which a process that was asked to end is killed, as a container runtime does."""


class Part:
    """One process of the server, with its child processes."""

    def __init__(self, name: str, words: tuple[str, ...], env: Mapping[str, str], folder: Path) -> None:
        self.name, self.frozen = name, False
        self._command, self._env = [sys.executable, "-m", *words], env
        self.log = folder / f"{name}.log"
        self._child: Popen[bytes] | None = None
        self._asked_at = 0.0

    def start(self) -> None:
        """Start the process. Call it from the main thread only."""
        with self.log.open("ab") as log:
            self._child = children.spawn(self._command, env=self._env, output=log, cwd=str(ROOT))
        self._asked_at = 0.0

    def look(self) -> bool:
        """Restart the process if it has ended; return True if it was restarted.

        If the process was asked to end and has not ended in time, kill it first.
        """
        assert self._child is not None
        if self._asked_at and time.monotonic() > self._asked_at + STUBBORN:
            self.signal(signal.SIGKILL)
        if self._child.poll() is None:
            return False
        children.sweep(self._child)
        self.start()
        return True

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children; TERM goes only to the process, because it passes TERM on."""
        assert self._child is not None
        self.frozen = number == signal.SIGSTOP
        if number == signal.SIGTERM:
            self._asked_at = self._asked_at or time.monotonic()
            self._child.send_signal(number)
            return
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, number)

    def members(self) -> list[int]:
        """Return the ids of all child processes, including those that draw pictures."""
        assert self._child is not None
        return sorted(processes.descendants(self._child.pid))

    def kill(self) -> None:
        """Kill the process and its children, if it was started."""
        if self._child is not None:
            self.signal(signal.SIGKILL)

    def end(self) -> None:
        """Ask the process to end, and kill it after a grace period."""
        if self._child is not None:
            self.signal(signal.SIGCONT)
            children.stop(self._child, grace=30)


class Site:
    """All processes of the server on one database, broker and mail server. `address`: the address of the web server."""

    def __init__(self, services: Mapping[str, str], mail_port: int, folder: Path) -> None:
        port = ports.free("127.0.0.1")
        self.address = f"http://127.0.0.1:{port}"
        self.variables = {
            **FAST,
            **services,
            "DJANGO_SETTINGS_MODULE": "pbem.settings",
            "PBEM_DATA_DIR": str(folder / "data"),
            "PBEM_BASE_URL": self.address,
            "PBEM_MAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        env = kept | self.variables
        web = ("gunicorn", "pbem.wsgi:application", "--bind", f"127.0.0.1:{port}", "--worker-class", "gthread")
        words = {
            "web": (*web, "--preload", "--workers", "2", "--threads", "8", *QUIET_WEB),
            "play": (*CELERY, *_worker("play")),
            "mail": (*CELERY, *_worker("mail")),
            "think": (*CELERY, *_worker("think")),
            "beat": (*CELERY, "beat", "--pidfile=", "--loglevel", "WARNING"),
        }
        self.parts = {name: Part(name, command, env, folder) for name, command in words.items()}

    def start(self) -> None:
        """Start all processes."""
        for part in self.parts.values():
            part.start()

    def look(self) -> list[str]:
        """Restart the processes that have ended, and return their names."""
        return [name for name, part in self.parts.items() if part.look()]

    def kill(self) -> None:
        """Kill all processes at once."""
        for part in self.parts.values():
            part.kill()

    def end(self) -> None:
        """Ask all processes to end, and wait for them."""
        for part in self.parts.values():
            part.end()


def _worker(queue: str) -> tuple[str, ...]:
    own = ("--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", "2")
    return ("worker", *own, "--loglevel", "WARNING")
