"""TCP ports on this machine."""

import errno
import socket

from tools.launch import LaunchError


def must_be_free(host: str, port: int) -> None:
    """Raise LaunchError, with advice, if the address is already in use or cannot be bound."""
    if port == 0:
        return
    try:
        _bind(host, port)
    except socket.gaierror as error:
        raise LaunchError(f"there is no address {host!r} on this machine ({error.strerror})") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise LaunchError(
                f"port {port} on {host} is in use by another program. Stop that one, or choose another port: "
                f"./run serve --port {port + 1 if port < 65535 else port - 1}"
            ) from error
        raise LaunchError(f"cannot listen on {host} port {port}: {error.strerror}") from error


def free(host: str = "127.0.0.1") -> int:
    """Return a port that is free at the moment."""
    return _bind(host, 0)


def answers(host: str, port: int, *, within: float = 1.0) -> bool:
    """Return True if a TCP connection to the port succeeds within `within` seconds."""
    try:
        with socket.create_connection((host, port), timeout=within):
            return True
    except OSError:
        return False


def _bind(host: str, port: int) -> int:
    """Listen on a port for an instant with the web server's socket options, and return the port's number.

    A port in TIME_WAIT counts as free. `port` 0 chooses a free port.
    """
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1)
        bound: int = listener.getsockname()[1]
        return bound
