"""Machines on one network: a network namespace each, with an address, a data folder and processes of its own."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tools.launch import ROOT

BRIDGE, NETWORK = "so-machines", "10.213.77."
HOST = f"{NETWORK}1"
"""The address of the machine that runs the tests: database, broker and mail server listen there."""


def missing() -> str:
    """Return why no network namespaces can be made here; empty if they can."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return "network namespaces need root and iproute2"
    if subprocess.run(["ip", "netns", "add", f"{BRIDGE}-try"], capture_output=True, check=False).returncode:
        return "network namespaces are not permitted here"
    _ip("netns", "del", f"{BRIDGE}-try")
    return ""


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def network() -> Iterator[None]:
    """A bridge that all machines are plugged into."""
    _ip("link", "add", BRIDGE, "type", "bridge")
    try:
        _ip("addr", "add", f"{HOST}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        yield
    finally:
        _ip("link", "del", BRIDGE)


class Machine:
    """A machine; nothing of its disk is shared with others."""

    def __init__(self, name: str, number: int, folder: Path, environment: Mapping[str, str]) -> None:
        self.name, self.address = name, f"{NETWORK}{number}"
        self.data = folder / name
        self.data.mkdir()
        self._space, self._cable = f"so-{name}", f"so-{name}-cable"
        self._env = dict(environment) | {"PBEM_DATA_DIR": str(self.data)}
        self._children: list[subprocess.Popen[Any]] = []
        self._log = folder / f"{name}.log"

    def plug_in(self) -> None:
        """Make the namespace and its cable to the bridge."""
        _ip("netns", "add", self._space)
        _ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", self._space)
        _ip("link", "set", self._cable, "master", BRIDGE, "up")
        for words in (f"addr add {self.address}/24 dev eth0", "link set eth0 up", "link set lo up"):
            _ip("-netns", self._space, *words.split())

    def start(self, *words: str) -> None:
        """Start a Python module on the machine; its lines go to a log."""
        with self._log.open("ab") as log:
            self._children.append(
                subprocess.Popen(self._command(words), cwd=ROOT, env=self._env, stdout=log, stderr=log)
            )

    def run(self, *words: str) -> str:
        """Run a Python module to its end; the last line that it prints."""
        done = subprocess.run(
            self._command(words), cwd=ROOT, env=self._env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"
        return (done.stdout.strip().splitlines() or [""])[-1]

    def _command(self, words: tuple[str, ...]) -> list[str]:
        return ["ip", "netns", "exec", self._space, sys.executable, "-m", *words]

    def lose(self) -> None:
        """What a power cut does: the cable is dead at once, so that no connection is closed, and everything ends."""
        _ip("link", "set", self._cable, "down")
        self._end()

    def unplug(self) -> None:
        """End everything, and remove the namespace."""
        self._end()
        with suppress(subprocess.CalledProcessError):
            _ip("netns", "del", self._space)

    def _end(self) -> None:
        listed = subprocess.run(["ip", "netns", "pids", self._space], capture_output=True, text=True, check=False)
        for pid in listed.stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        for child in self._children:
            child.wait()
        self._children = []

    @property
    def log(self) -> str:
        """The end of what it said."""
        return self._log.read_text(errors="replace")[-3000:] if self._log.exists() else ""
