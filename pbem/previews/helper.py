"""The program of a preview process: computes one call after the other, with limited processor time for each.

`pbem.previews.processes` starts it with the connection as standard input. A message is a length and a pickle; both
ends are this server. The first message, an empty one, says that the process is ready.
"""

import os
import pickle
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import django

HEADER = struct.Struct("!I")
"""Before each message: the bytes that follow."""


class Reply(NamedTuple):
    """The result of a call or the exception that it raised, and the processor time that it used, in seconds."""

    seconds: float
    result: Any = None
    error: Exception | None = None


def compute(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Reply:
    """Call a function in this process."""
    began = time.thread_time()
    try:
        result = function(*arguments)
    except Exception as error:  # noqa: BLE001  # the caller raises it
        return Reply(time.thread_time() - began, error=error)
    return Reply(time.thread_time() - began, result)


def pack_reply(reply: Reply) -> bytes:
    """Return a reply as a message. An exception is packed in parts, because not every class can be pickled."""
    error = reply.error
    parts = None if error is None else (type(error), error.args, error.__dict__)
    try:
        return pickle.dumps((reply.seconds, reply.result, parts))
    except Exception as wrong:  # noqa: BLE001  # a result that cannot be pickled is a fault of the function
        return pickle.dumps((reply.seconds, None, (RuntimeError, (f"{type(wrong).__name__}: {wrong}",), {})))


def unpack_reply(message: bytes) -> Reply:
    """Return the reply in a message of our own process."""
    seconds, result, parts = pickle.loads(message)  # noqa: S301
    if parts is None:
        return Reply(seconds, result)
    kind, arguments, attributes = parts
    error: Exception = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return Reply(seconds, error=error)


def send(line: socket.socket, message: bytes) -> None:
    """Send one message."""
    line.sendall(HEADER.pack(len(message)) + message)


def receive(line: socket.socket) -> bytes:
    """Return the next message. Raises ConnectionError if the other end is closed."""
    (size,) = HEADER.unpack(_receive_exactly(line, HEADER.size))
    return _receive_exactly(line, size)


def _receive_exactly(line: socket.socket, count: int) -> bytes:
    whole = bytearray()
    while len(whole) < count:
        part = line.recv(count - len(whole))
        if not part:
            raise ConnectionResetError("the other end is closed")
        whole += part
    return bytes(whole)


def serve(line: socket.socket, *, seconds: int) -> None:
    """Compute calls until the other end is closed; each has `seconds` of processor time."""
    from django.db import close_old_connections

    with suppress(ConnectionError):
        send(line, b"")
        while True:
            function, arguments = pickle.loads(receive(line))  # noqa: S301  # from our own server
            close_old_connections()
            _limit_processor_time(seconds)
            send(line, pack_reply(compute(function, arguments)))


def _limit_processor_time(seconds: int) -> None:
    """Let the system end this process when the next call has taken that long."""
    import resource

    most = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _lower_priority(niceness: int) -> None:
    """Set the priority of this process, also against processes of other sessions.

    Linux may give each session the same share of the processors (sched_autogroup): in the session of the web server,
    this process would use up its share.
    """
    os.nice(niceness)
    with suppress(OSError):  # not every system has sessions or such shares
        os.setsid()
        Path("/proc/self/autogroup").write_text(str(niceness))


def main(niceness: int, seconds: int) -> None:
    """Load the server's code, set the priority, and serve."""
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the connection
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    django.setup()
    from django.urls import get_resolver

    _ = get_resolver().url_patterns  # loads all views now, not in the first call
    _lower_priority(niceness)
    serve(socket.socket(fileno=0), seconds=seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
