"""`./run serve` as a whole: it starts, heals itself, stops, and leaves nothing behind."""

import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.launch.processes import alive, command, descendants
from tests.worker.post_office import free_port
from tools.launch import ROOT
from tools.launch.children import wait_until
from tools.launch.serve import WORKER_NICENESS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


PROGRAMS = ("gunicorn", "--queues play", "--queues mail", "beat", "valkey-server")

PATIENCE = 180
"""Seconds that a start may take where other tests keep the machine busy."""
NICENESS = {
    "gunicorn": 0,
    "--queues play": 0,
    "--queues mail": 0,
    "--queues inbound": WORKER_NICENESS,
    "--queues webhooks": WORKER_NICENESS,
    "--queues think": WORKER_NICENESS,
}
"""How much lower than that of the launcher the priority of each program is, by a part of its command."""
QUIETLY = ("--no-demo", "--port", "0")


class Server:
    """A `./run serve` in a process of its own."""

    def __init__(self, data: Path, *words: str, own: Mapping[str, str] = MappingProxyType({})) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DJANGO_"))}
        for name in ("DATABASE_URL", "REDIS_URL"):
            kept.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.launch.inside", "serve", "--data", str(data), *words],
            cwd=ROOT,
            env=kept | {"SEALED_ORDERS_FROM": "/"} | dict(own),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
        self.process.stdout.close()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait_for(self, words: str, *, times: int = 1) -> None:
        assert wait_until(lambda: self.text.count(words) >= times, seconds=PATIENCE), self.text

    @property
    def address(self) -> str:
        found = re.search(r"Players\s+(http://\S+)", self.text)
        assert found
        return found[1]

    def family(self) -> set[int]:
        return descendants(self.process.pid)

    def pid_of(self, word: str) -> int:
        return min(pid for pid in self.family() if word in command(pid))

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}admin/login/", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def caching_of_the_style(self) -> str:
        """For how long browsers keep the style sheet that the first page names, by its hash."""
        with urllib.request.urlopen(f"{self.address}login/", timeout=30) as page:
            style = re.search(r'href="/(static/pages/style\.[0-9a-f]{12}\.css)"', page.read().decode())
        assert style, "static files have hashed names"
        with urllib.request.urlopen(f"{self.address}{style[1]}", timeout=30) as file:
            return str(file.headers["Cache-Control"])

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self._reader.join(10)


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    started: list[Server] = []
    yield started
    for server in started:
        server.end()


def test_one_box_from_first_start_to_second(tmp_path: Path, servers: list[Server]) -> None:
    data = tmp_path / "data"
    server = Server(data, *QUIETLY)
    servers.append(server)
    server.wait_for("Ctrl-C stops everything.")
    assert re.search(r"Password\s+\S{16}", server.text)
    assert server.answers()
    family = server.family()
    assert all(any(word in command(pid) for pid in family) for word in PROGRAMS)
    assert "immutable" in server.caching_of_the_style()
    assert data.stat().st_mode & 0o077 == 0
    assert not [path for path in data.rglob("*") if path.stat().st_mode & 0o077]

    web = server.pid_of("gunicorn")
    os.kill(web, signal.SIGKILL)
    server.wait_for("web     | is started again")
    assert wait_until(server.answers, seconds=PATIENCE)
    family |= server.family()

    second = Server(data, *QUIETLY)
    servers.append(second)
    assert second.process.wait(PATIENCE) == 1
    second.end()
    assert "a server runs already on the data" in second.text

    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0
    assert not any(alive(pid) for pid in family)
    assert not (data / "broker-url").exists()

    again = Server(data, *QUIETLY)
    servers.append(again)
    again.wait_for("Ctrl-C stops everything.")
    assert "Password" not in again.text


def reachable(port: int) -> bool:
    with socket.socket() as probe:
        return bool(probe.connect_ex(("127.0.0.1", port)) == 0)


def letters(data: Path) -> list[EmailMessage]:
    """The mail that was sent, the oldest first."""
    return [message_from_bytes(one.read_bytes(), policy=policy.default) for one in sorted(data.glob("mail/*.eml"))]


def ask_back(letter: EmailMessage, port: int) -> None:
    """A mail server hands over what its reader replied to a letter: a question for the board."""
    written = EmailMessage()
    written["From"], written["To"], written["Message-ID"] = letter["To"], letter["Reply-To"], "<reply@example.org>"
    written.set_content("show\n")
    tagged = letter["Reply-To"].addresses[0].addr_spec
    with smtplib.LMTP("127.0.0.1", port) as line:
        assert line.send_message(written, from_addr=str(letter["To"]), to_addrs=[tagged]) == {}


def test_mail_is_taken_by_lmtp_and_answered_and_nothing_survives_a_supervisor_killed(
    tmp_path: Path, servers: list[Server]
) -> None:
    """The first letter of the demonstration game is replied to."""
    data, port = tmp_path / "data", free_port()
    own = {"PBEM_LMTP_LISTEN": f"127.0.0.1:{port}", "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org"}
    server = Server(data, "--port", "0", own=own)
    servers.append(server)
    server.wait_for("Ctrl-C stops everything.")
    assert wait_until(lambda: len(letters(data)) == 1, seconds=PATIENCE), server.text
    (asking,) = letters(data)
    assert wait_until(lambda: reachable(port), seconds=PATIENCE), server.text
    ask_back(asking, port)
    assert wait_until(lambda: len(letters(data)) == 2, seconds=PATIENCE), server.text
    assert letters(data)[1]["In-Reply-To"] == "<reply@example.org>"

    family = server.family()
    assert any("serve_lmtp" in command(pid) for pid in family)
    assert len(family) >= 8
    for word, more in NICENESS.items():
        found = {os.getpriority(os.PRIO_PROCESS, pid) for pid in family if word in command(pid)}
        assert found == {os.nice(0) + more}, word

    server.process.kill()
    server.process.wait()

    assert wait_until(lambda: not any(alive(pid) for pid in family), seconds=PATIENCE), [command(pid) for pid in family]


def test_ctrl_c_during_the_start_ends_it(tmp_path: Path, servers: list[Server]) -> None:
    server = Server(tmp_path / "data", *QUIETLY)
    servers.append(server)
    assert wait_until(lambda: any("prepare" in command(pid) for pid in server.family()), seconds=PATIENCE)
    family = server.family()

    server.process.send_signal(signal.SIGINT)

    assert server.process.wait(PATIENCE) == 0
    server.end()
    assert "Sealed Orders is running" not in server.text
    assert not any(alive(pid) for pid in family)
