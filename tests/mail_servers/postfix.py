"""A Postfix of one's own: queue, configuration and log in a folder, one port."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from tests.worker.post_office import free_port
from tools.launch import ROOT
from tools.launch.children import wait_until

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = mx.example.org
mydestination = example.org
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_peername_lookup = no
default_transport = error:nothing leaves a test
relay_transport = error:nothing leaves a test
alias_maps =
biff = no
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
"""
SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
error unix - - n - - error
retry unix - - n - - error
local unix - n n - - local
lmtp unix - - n - - lmtp
"""
_REACHABLE = """set -e
mkdir -p "$1"
mount --bind "$2" "$1"
mount -t tmpfs -o mode=755 none /root
mkdir -p "$2"
mount --move "$1" "$2"
shift 2
exec "$@"
"""
"""In a mount namespace of its own, an interpreter in root's home that other users may run, too."""


class Postfix:
    """The server; `folder` must be one that every user may pass through."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "conf").mkdir()
        for name in ("queue", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        self._main, self._master = MAIN.format(folder=folder), SERVICES.format(port=self.port)

    def write(self, name: str, text: str, mode: int = 0o644, owner: str = "root") -> Path:
        """Write a file beside the configuration."""
        path = self.folder / "conf" / name
        path.write_text(text)
        path.chmod(mode)
        shutil.chown(path, owner)
        return path

    def add(self, main: str, master: str = "") -> None:
        """Add to the two files of the configuration."""
        self._main += main
        self._master += master

    def start(self) -> None:
        """Start, and wait until it greets."""
        self.write("main.cf", self._main)
        self.write("master.cf", self._master)
        self._run("postconf", "-c", str(self.folder / "conf"), "-n")
        if (self.folder / "conf" / "transport").exists():
            self._run("postmap", "-c", str(self.folder / "conf"), str(self.folder / "conf" / "transport"))
        self._run("postfix", "-c", str(self.folder / "conf"), "check")
        start = ["postfix", "-c", str(self.folder / "conf"), "start-fg"]
        self._process = subprocess.Popen(_seen_by_all(self.folder, start))
        assert wait_until(self._greets, seconds=30), self.said()

    def _greets(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as line:
                return line.recv(4).startswith(b"220")
        except OSError:
            return False

    def stop(self) -> None:
        """Stop it with all of its parts."""
        if self._process is not None:
            subprocess.run(["postfix", "-c", str(self.folder / "conf"), "stop"], check=False, capture_output=True)
            self._process.wait(30)

    def said(self) -> str:
        """Return its log."""
        return self.log.read_text() if self.log.exists() else ""

    def waiting(self) -> str:
        """Return what is in the queue."""
        return self._run("postqueue", "-c", str(self.folder / "conf"), "-j")

    def _run(self, *words: str) -> str:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout


def user() -> str:
    """Return the user that runs the pipe: neither root nor postfix."""
    return pwd.getpwnam("nobody").pw_name


def _seen_by_all(folder: Path, command: list[str]) -> list[str]:
    python = Path(sys.executable).resolve()
    tried = subprocess.run(
        ["runuser", "-u", user(), "--", str(ROOT / ".venv/bin/python"), "-c", ""], capture_output=True, check=False
    )
    if tried.returncode == 0 or not python.is_relative_to("/root"):
        return command
    home = str(Path(*python.parts[:3]))
    return ["unshare", "--mount", "sh", "-c", _REACHABLE, "sh", str(folder / "kept"), home, *command]


def missing() -> str:
    """Return why no Postfix can be started here; empty if one can."""
    if os.geteuid() != 0:
        return "a Postfix of one's own needs root"
    return "" if shutil.which("postfix") else "Postfix is not installed"
