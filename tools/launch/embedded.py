"""The data folder of a single-machine server, and the environment variables that point all processes at it."""

import fcntl
import os
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools.launch import LaunchError

#: Written beside the data while the server runs, so that `./run manage` reaches the same broker.
BROKER_FILE = "broker-url"
#: And the address of the first page, so that links made by `./run manage` lead to this server; it stays when the server
#: stops, for it will most likely start there again.
ADDRESS_FILE = "base-url"
#: Names that browsers can send: many machines have one with an underscore, which is no host name.
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, kw_only=True)
class Place:
    """The data folder and the listening address of a server."""

    data: Path
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
        """The URL of the start page."""
        return f"http://{self.name}:{self.port}"

    def variables(self, outer: Mapping[str, str], broker_url: str | None) -> dict[str, str]:
        """Return the environment of all processes.

        The operator's variables have priority, except for the data folder that was requested.
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
        """Lock the folder for the lifetime of this process. Raises LaunchError if a server already uses it."""
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
        """Store the broker's URL with its password, readable by the owner only."""
        path = self.data / BROKER_FILE
        with suppress(FileNotFoundError):
            path.unlink()
        if url is not None:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(url)

    def note_address(self, url: str) -> None:
        """Store the URL of the running server."""
        (self.data / ADDRESS_FILE).write_text(url)

    def noted_address(self) -> dict[str, str]:
        """Return the variable with the URL of the server that last ran here; empty if there was none."""
        with suppress(OSError):
            return {"PBEM_BASE_URL": (self.data / ADDRESS_FILE).read_text()}
        return {}

    def noted_broker(self) -> str | None:
        """Return the URL of the broker of the server that runs here, or None."""
        with suppress(OSError):
            return (self.data / BROKER_FILE).read_text()
        return None


def _own_names() -> list[str]:
    """The names and addresses under which others may know this machine."""
    name = socket.gethostname()
    found = {name, socket.getfqdn()}
    with suppress(OSError):
        found.update(socket.gethostbyname_ex(name)[2])
    return sorted(found | {_own_address()} - {""})


def _own_address() -> str:
    """Return the address from which this machine reaches others; empty if it reaches none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which address would be used
        return str(probe.getsockname()[0])
    return ""
