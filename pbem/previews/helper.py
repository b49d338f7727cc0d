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

IDLE = 19
"""With this niceness a process gets processor time only while the processor is idle, where the system allows it."""
HEADER = struct.Struct("!I")
"""The header of a message: the length of its body in bytes."""


class Reply(NamedTuple):
    """The outcome of a call in a preview process: a result or an exception."""

    seconds: float
    """The processor time of the call in seconds."""
    result: Any = None
    """The result; None if the call raised an exception."""
    error: Exception | None = None
    """The exception that the call raised, or None."""


def compute(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Reply:
    """Call a function in this process, and return its result or exception with the processor time."""
    began = time.thread_time()
    try:
        result = function(*arguments)
    except Exception as error:  # noqa: BLE001  # the caller raises it
        return Reply(time.thread_time() - began, error=error)
    return Reply(time.thread_time() - began, result)


def pack_reply(reply: Reply) -> bytes:
    """Return a reply as the body of a message.

    An exception is packed as its type and attributes, because not every exception can be pickled. A result that cannot
    be pickled becomes a RuntimeError.
    """
    error = reply.error
    parts = None if error is None else (type(error), error.args, error.__dict__)
    try:
        return pickle.dumps((reply.seconds, reply.result, parts))
    except Exception as wrong:  # noqa: BLE001  # a result that cannot be pickled is a fault of the function
        return pickle.dumps((reply.seconds, None, (RuntimeError, (f"{type(wrong).__name__}: {wrong}",), {})))


def unpack_reply(message: bytes) -> Reply:
    """Return the reply in the body of a message. The message must come from a preview process of this server."""
    seconds, result, parts = pickle.loads(message)  # noqa: S301
    if parts is None:
        return Reply(seconds, result)
    kind, arguments, attributes = parts
    error: Exception = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return Reply(seconds, error=error)


def send(line: socket.socket, message: bytes) -> None:
    """Send one message on `line`: a header with the length, and `message` as the body."""
    line.sendall(HEADER.pack(len(message)) + message)


def receive(line: socket.socket) -> bytes:
    """Return the body of the next message on `line`. Raises ConnectionError if the other end is closed."""
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
    """Compute the calls that arrive on `line`, one after the other, until it is closed.

    The operating system kills this process if a call takes more than `seconds` of processor time.
    """
    from django.db import close_old_connections

    with suppress(ConnectionError):
        send(line, b"")
        while True:
            function, arguments = pickle.loads(receive(line))  # noqa: S301  # from our own server
            close_old_connections()
            _limit_processor_time(seconds)
            send(line, pack_reply(compute(function, arguments)))


def _limit_processor_time(seconds: int) -> None:
    """Make the system kill this process if the next call takes more than `seconds` of processor time."""
    import resource

    most = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _lower_priority(niceness: int) -> None:
    """Set the priority of this process, also against processes of other sessions.

    Linux may give each session the same share of the processors (sched_autogroup): in the session of the web server,
    this process would use up its share.
    """
    os.nice(niceness)
    if niceness == IDLE and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):  # not every system has sessions or such shares
        os.setsid()
        Path("/proc/self/autogroup").write_text(str(niceness))


def main(niceness: int, seconds: int) -> None:
    """Load the server's code, set the priority (`niceness`), and compute the calls that arrive at standard input.

    `seconds` limits the processor time of each call.
    """
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
