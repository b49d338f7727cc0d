"""The data folder of a server on a single machine, and the environment variables by which all its processes find it."""

import fcntl
import os
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools.launch import LaunchError

BROKER_FILE = "broker-url"
"""The file in the data folder with the broker's URL, so that `./run manage` uses the same broker; it exists while the
server runs.
"""
ADDRESS_FILE = "base-url"
"""The file in the data folder with the URL of the home page, for links that `./run manage` makes. It stays when the
server stops, because the next server most likely has the same URL.
"""
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
"""The pattern of a host name that browsers accept. Many machines have a name with an underscore, which is none."""
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, kw_only=True)
class Place:
    """The data folder and the listening address of a server."""

    data: Path
    """The data folder."""
    host: str = "127.0.0.1"
    port: int = 8000

    @property
    def name(self) -> str:
        """The host name for URLs in e-mails."""
        if self.host in EVERYWHERE:
            name = socket.gethostname()
            return name if _HOST_NAME.fullmatch(name) else _own_address() or "127.0.0.1"
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def address(self) -> str:
        """The URL of the home page."""
        return f"http://{self.name}:{self.port}"

    def variables(self, outer: Mapping[str, str], broker_url: str | None) -> dict[str, str]:
        """Return the environment variables for all processes of the server.

        The operator's variables (`outer`) have priority, except for the data folder, which an argument of the command
        sets. `broker_url` is None without an embedded broker.
        """
        ours = {
            "DJANGO_SETTINGS_MODULE": "pbem.settings",
            "PBEM_BASE_URL": self.address,
            "PBEM_LOG_LEVEL": "WARNING",
            "PBEM_STATIC_DIR": str(self.data / "static"),
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "ignore",  # advice to developers
        }
        if self.host in EVERYWHERE:
            ours["PBEM_ALLOWED_HOSTS"] = ",".join(_own_names())
        if broker_url:
            ours["REDIS_URL"] = broker_url
        return ours | dict(outer) | {"PBEM_DATA_DIR": str(self.data)}

    def make(self) -> None:
        """Create the data folder, accessible to its owner only. Raises LaunchError without permission."""
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise LaunchError(f"cannot make the data folder {self.data}: {error.strerror}") from error
        if not os.access(self.data, os.W_OK | os.X_OK):
            raise LaunchError(f"cannot write to the data folder {self.data}; choose another: --data DIR")

    def lock(self) -> int:
        """Lock the folder for the lifetime of this process, and return the descriptor of the locked file.

        Raises LaunchError if a server already uses the folder.
        """
        handle = os.open(self.data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            raise LaunchError(
                f"a server runs already on the data in {self.data}. Stop it, or choose another folder: --data DIR"
            ) from error
        return handle

    def note_broker(self, url: str | None) -> None:
        """Store the broker's URL, which contains its password, in a file that only the owner can read."""
        path = self.data / BROKER_FILE
        with suppress(FileNotFoundError):
            path.unlink()
        if url is not None:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(url)

    def note_address(self, url: str) -> None:
        """Store the URL of the running server in the data folder, for `noted_address`."""
        (self.data / ADDRESS_FILE).write_text(url)

    def noted_address(self) -> dict[str, str]:
        """Return the URL of the last server in this folder, as the variable PBEM_BASE_URL in a dict.

        Empty if there was no server.
        """
        with suppress(OSError):
            return {"PBEM_BASE_URL": (self.data / ADDRESS_FILE).read_text()}
        return {}

    def noted_broker(self) -> str | None:
        """Return the URL of the embedded broker of the server that uses this folder; None if there is none."""
        with suppress(OSError):
            return (self.data / BROKER_FILE).read_text()
        return None


def _own_names() -> list[str]:
    """Return the host names and addresses by which other machines may know this one."""
    name = socket.gethostname()
    found = {name, socket.getfqdn()}
    with suppress(OSError):
        found.update(socket.gethostbyname_ex(name)[2])
    return sorted(found | {_own_address()} - {""})


def _own_address() -> str:
    """Return the address from which this machine would connect to others; empty if it has no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which address would be used
        return str(probe.getsockname()[0])
    return ""
