"""Run tasks in forked processes, several at a time, with results as messages and a time limit."""

import os
import resource
import selectors
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec import msgpack

T = TypeVar("T")
Send = Callable[[Any], None]
MEMORY = 4 << 30
"""The largest address space of a child, in bytes."""
FAILED = 70
"""The exit code of a child whose work raised an error."""
PATIENCE = 20
"""A child may take this many times longer by the clock than by the processor, because other programs run too."""


@dataclass
class _Child:
    task: Any
    pid: int
    ends: float
    received: bytearray = field(default_factory=bytearray)


def run_each(
    tasks: Iterable[T], work: Callable[[T, Send], None], *, at_once: int, seconds: Callable[[T], float]
) -> Iterator[tuple[T, list[Any] | None]]:
    """Run `work` on each task in its own process; yield the task with its messages, or None if it was killed.

    `at_once` is the number of processes at a time, `seconds` returns the limit of processor time for a task. Raises
    ChildProcessError if `work` itself fails.
    """
    waiting, running = iter(tasks), selectors.DefaultSelector()
    try:
        while True:
            while len(running.get_map()) < at_once and (task := next(waiting, None)) is not None:
                _start(running, task, work, seconds(task))
            if not running.get_map():
                return
            yield from _finished(running)
    finally:
        for key in list(running.get_map().values()):
            _end(running, key, kill=True)


def run_alone(work: Callable[[Send], None]) -> Iterator[Any]:
    """Run `work` in one process without limits, and yield its messages as they come.

    Raises ChildProcessError if `work` fails.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _child(writer, lambda send: work(send))
    os.close(writer)
    buffer, last = bytearray(), None
    while chunk := os.read(reader, 1 << 20):
        buffer += chunk
        for message in _messages(buffer):
            last = message
            yield message
    os.close(reader)
    if os.waitpid(pid, 0)[1]:
        raise ChildProcessError(f"the process that holds the tests failed: {last}")


def limit_time(seconds: float) -> None:
    """Limit the further processor time of this process, in seconds."""
    most = int(time.process_time() + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def _start(running: selectors.BaseSelector, task: T, work: Callable[[T, Send], None], seconds: float) -> None:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        limit_time(seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        _child(writer, lambda send: work(task, send))
    os.close(writer)
    child = _Child(task, pid, time.monotonic() + PATIENCE * max(1.0, seconds))
    running.register(reader, selectors.EVENT_READ, child)


def _child(writer: int, work: Callable[[Send], None]) -> None:
    """Run `work` in a forked child and exit with its exit code; messages go to the pipe `writer`. It never returns."""
    code = FAILED
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        empty = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(empty, standard)
        work(lambda message: _write(writer, msgpack.encode(message)))
        code = 0
    except BaseException:  # noqa: BLE001  # nothing may leave a fork but its exit code and what it sent
        _write(writer, msgpack.encode(traceback.format_exc()))
    finally:
        os._exit(code)


def _write(writer: int, message: bytes) -> None:
    data = len(message).to_bytes(4, "big") + message
    while data:
        data = data[os.write(writer, data) :]


def _finished(running: selectors.BaseSelector) -> Iterator[tuple[Any, list[Any] | None]]:
    for key, _ in running.select(timeout=1):
        if chunk := os.read(key.fd, 1 << 20):
            key.data.received += chunk
            continue
        task, sent, status = key.data.task, list(_messages(key.data.received)), _end(running, key)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAILED:
            raise ChildProcessError(f"the work failed on {task}: {sent[-1] if sent else 'nothing was said'}")
        yield task, sent if status == 0 else None
    for key in [key for key in running.get_map().values() if key.data.ends < time.monotonic()]:
        _end(running, key, kill=True)
        yield key.data.task, None


def _messages(buffer: bytearray) -> Iterator[Any]:
    """Remove the complete messages at the beginning of a buffer, and yield them."""
    while len(buffer) >= 4 and len(buffer) >= 4 + (size := int.from_bytes(buffer[:4], "big")):
        message = bytes(buffer[4 : 4 + size])
        del buffer[: 4 + size]
        yield msgpack.decode(message)


def _end(running: selectors.BaseSelector, key: selectors.SelectorKey, *, kill: bool = False) -> int:
    """Close a child's pipe, wait for the child (with `kill`, kill it before), and return its exit status."""
    running.unregister(key.fileobj)
    os.close(key.fd)
    if kill:
        with suppress(ProcessLookupError):
            os.kill(key.data.pid, signal.SIGKILL)
    return os.waitpid(key.data.pid, 0)[1]
