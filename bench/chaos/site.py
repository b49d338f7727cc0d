"""The server as production runs it: gunicorn, a worker for games, one for mail, the scheduler, each kept running."""

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
"""What differs from production, so that twenty minutes hold what else takes days."""
QUIET_WEB = ("--log-level", "warning", "--no-control-socket")
CELERY = ("celery", "--app", "pbem", "--quiet")
STUBBORN = 60.0
"""Seconds after which a part that was asked to end is killed, as containers are."""


class Part:
    """One of the server's processes with all that it starts; ended, it is started again."""

    def __init__(self, name: str, words: tuple[str, ...], env: Mapping[str, str], folder: Path) -> None:
        self.name, self.frozen = name, False
        self._command, self._env = [sys.executable, "-m", *words], env
        self.log = folder / f"{name}.log"
        self._child: Popen[bytes] | None = None
        self._asked_at = 0.0

    def start(self) -> None:
        """Start it; from the main thread only."""
        with self.log.open("ab") as log:
            self._child = children.spawn(self._command, env=self._env, output=log, cwd=str(ROOT))
        self._asked_at = 0.0

    def look(self) -> bool:
        """Start it again if it has ended; True then. One that was asked to end and does not is killed."""
        assert self._child is not None
        if self._asked_at and time.monotonic() > self._asked_at + STUBBORN:
            self.signal(signal.SIGKILL)
        if self._child.poll() is None:
            return False
        children.sweep(self._child)
        self.start()
        return True

    def signal(self, number: signal.Signals) -> None:
        """To the whole part, as when a container is killed or frozen; TERM only to its head, which tells the rest."""
        assert self._child is not None
        self.frozen = number == signal.SIGSTOP
        if number == signal.SIGTERM:
            self._asked_at = self._asked_at or time.monotonic()
            self._child.send_signal(number)
            return
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, number)

    def members(self) -> list[int]:
        """The processes that it has started, those that draw pictures among them."""
        assert self._child is not None
        return sorted(processes.descendants(self._child.pid))

    def kill(self) -> None:
        """End it at once, if it was begun at all."""
        if self._child is not None:
            self.signal(signal.SIGKILL)

    def end(self) -> None:
        """Ask it to end, and see to it."""
        if self._child is not None:
            self.signal(signal.SIGCONT)
            children.stop(self._child, grace=30)


class Site:
    """All parts on one database, broker and mail server; `address` is where the web server listens."""

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
            "beat": (*CELERY, "beat", "--pidfile=", "--loglevel", "WARNING"),
        }
        self.parts = {name: Part(name, command, env, folder) for name, command in words.items()}

    def start(self) -> None:
        """Start everything."""
        for part in self.parts.values():
            part.start()

    def look(self) -> list[str]:
        """Start again what has ended; the names."""
        return [name for name, part in self.parts.items() if part.look()]

    def kill(self) -> None:
        """End everything at once: nobody waits for what it was about to do."""
        for part in self.parts.values():
            part.kill()

    def end(self) -> None:
        """End everything, each part as it likes best."""
        for part in self.parts.values():
            part.end()


def _worker(queue: str) -> tuple[str, ...]:
    own = ("--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", "2")
    return ("worker", *own, "--loglevel", "WARNING")
