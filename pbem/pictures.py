"""Pictures, drawn by a few renderers in processes of their own, whose memory and time are bounded.

    png = draw_png(picture, width=760)

A picture that is too costly ends its renderer and nothing else; the next one is started when it is needed. Nobody
waits longer for a free renderer than it says. Call it where waiting harms nobody, never in a transaction.
"""

import atexit
import os
import queue
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import msgspec
from django.conf import settings

from games.kernel.picture import Picture
from pbem import renderer
from pbem.canvas import laid_out
from pbem.renderer import Drawing

MAX_WIDTH = renderer.MAX_WIDTH
PATIENCE = 10.0
"""Seconds that a caller waits for a free renderer unless it says otherwise."""
_PROGRAM = Path(renderer.__file__)
_PICTURES = 200
"""A renderer draws so many, then a fresh one takes its place."""
_WALL = 3
"""A picture may last so many times the processor time that it may take: the machine has other work, too."""
_KNOWN = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG")
"""All that a renderer sees of our environment, which holds secrets."""


class CannotDraw(Exception):
    """There is no picture; what else was wanted can go on without."""


class TooCostly(CannotDraw):
    """The picture took more memory or time than it may: it will do so again."""


class Busy(CannotDraw):
    """All renderers are drawing: ask again in a moment."""


@lru_cache(maxsize=64)
def draw_png(picture: Picture | str, *, width: int, patience: float = PATIENCE) -> bytes:
    """The picture as a PNG of `width` pixels, its height in proportion; an SVG as text is drawn on white.

    The last pictures are kept, each by all that is in it: equal pictures have equal bytes. Raises CannotDraw: Busy if
    no renderer is free within `patience` seconds, TooCostly if the picture needs too much memory or time; and
    ValueError for a width out of range and for what is no SVG.
    """
    return _renderers.draw(laid_out(picture, width), patience=patience)


class Renderers:
    """At most `count` renderers, each with so much memory, and so much processor time for a picture."""

    def __init__(self, count: int, *, megabytes: int, seconds: int) -> None:
        self._free: queue.LifoQueue[_Renderer] = queue.LifoQueue()  # who drew last is warm
        self._all = [_Renderer(megabytes, seconds) for _ in range(count)]
        for one in self._all:
            self._free.put(one)

    def draw(self, drawing: Drawing, *, patience: float) -> bytes:
        """As `draw_png`."""
        renderer.check(drawing)
        try:
            one = self._free.get(timeout=patience)
        except queue.Empty:
            raise Busy("no renderer is free") from None
        try:
            return one.draw(drawing)
        finally:
            self._free.put(one)

    def close(self) -> None:
        """End them all; they start again when they are needed."""
        for one in self._all:
            one.end()

    @property
    def pids(self) -> list[int]:
        """The processes that are there."""
        return [one.pid for one in self._all if one.pid]


class _Renderer:
    """A renderer: started when it is first needed, ended when it fails or has drawn its share."""

    def __init__(self, megabytes: int, seconds: int) -> None:
        self._megabytes, self._seconds = megabytes, seconds
        self._child: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._left, self._until = 0, 0.0

    @property
    def pid(self) -> int:
        """Its process; 0 while there is none."""
        return self._child.pid if self._child else 0

    def draw(self, drawing: Drawing) -> bytes:
        """One picture. Raises TooCostly, CannotDraw, ValueError."""
        with self._bounded() as line:
            text = msgspec.json.encode(drawing)
            line.sendall(renderer.QUESTION.pack(len(text)) + text)
            drawn, size = renderer.REPLY.unpack(self._received(line, renderer.REPLY.size))
            answer = self._received(line, size)
        if not drawn:
            raise ValueError(answer.decode())
        return answer

    def end(self) -> None:
        """Let go of the process, whatever it is doing."""
        child, line, self._child, self._line = self._child, self._line, None, None
        if line is not None:
            line.close()
        if child is not None:
            child.kill()
            child.wait()

    @contextmanager
    def _bounded(self) -> Iterator[socket.socket]:
        """The line to a renderer that lives, for one picture; one that does not answer in time is ended."""
        if self._child is not None and self._child.poll() is not None:  # it died idle: that is no picture's fault
            self.end()
        line = self._line or self._start()
        try:
            self._until = time.monotonic() + _WALL * self._seconds
            line.settimeout(_WALL * self._seconds)
            yield line
        except OSError as error:
            self.end()
            raise TooCostly(f"the picture took too much memory or time ({type(error).__name__})") from error
        except BaseException:
            self.end()  # in the middle of an exchange: what it says next would belong to this picture
            raise
        self._left -= 1
        if not self._left:
            self.end()

    def _received(self, line: socket.socket, count: int) -> bytes:
        line.settimeout(max(self._until - time.monotonic(), 0.001))
        return renderer.received(line, count)

    def _start(self) -> socket.socket:
        """A new process; our end of the line to it. Raises CannotDraw."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", str(_PROGRAM), str(self._megabytes), str(self._seconds)]
        known = {name: os.environ[name] for name in _KNOWN if name in os.environ}
        try:
            self._child = subprocess.Popen(  # noqa: S603  # our own program
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=known
            )
        except OSError as error:
            ours.close()
            raise CannotDraw(f"no renderer can be started: {error}") from error
        finally:
            theirs.close()
        self._line, self._left = ours, _PICTURES
        return ours


def _own() -> Renderers:
    return Renderers(
        settings.PBEM_RENDERERS, megabytes=settings.PBEM_PICTURE_MEGABYTES, seconds=settings.PBEM_PICTURE_SECONDS
    )


_renderers = _own()
"""Those of this process."""


def _begin_anew() -> None:
    """A forked process has renderers of its own; those of its parent are none of its business."""
    global _renderers
    _renderers = _own()


os.register_at_fork(after_in_child=_begin_anew)
atexit.register(lambda: _renderers.close())
