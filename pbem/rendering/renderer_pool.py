"""A pool of renderer processes with limited memory and time.

    png = draw_png(picture, width=760)

A picture that is too expensive ends only its own renderer process; a new one is started on demand. Callers state how
long they wait for a free renderer. Call `draw_png` where waiting is acceptable, never in a database transaction.
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
from typing import NamedTuple

import msgspec
from django.conf import settings

from games.kernel.picture import Picture
from pbem.rendering import renderer
from pbem.rendering.layers import layout_picture
from pbem.rendering.renderer import Drawing

MAX_WIDTH = renderer.MAX_WIDTH
WAIT_SECONDS = 10.0
"""Seconds that a caller waits for a free renderer by default."""
_PROGRAM = Path(renderer.__file__)
_PICTURES = 200
"""The number of pictures after which a renderer process is replaced."""
_WALL = 3
"""The limit on elapsed time as a multiple of the limit on processor time, because the machine has other work, too."""
_KNOWN = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG")
"""The only environment variables that a renderer process gets, because the server's others hold secrets."""


class RenderingFailed(Exception):
    """Raised if a picture could not be rendered; the caller can continue without it."""


class RenderingTooExpensive(RenderingFailed):
    """Raised if the picture needs too much memory or time; a retry would fail, too."""


class RenderersBusy(RenderingFailed):
    """Raised if all renderers are in use; a retry in a moment may succeed."""


class Rendering(NamedTuple):
    """A PNG, and the seconds of processor time that a renderer used for it."""

    png: bytes
    seconds: float


@lru_cache(maxsize=64)
def draw_png(picture: Picture | str, *, width: int, patience: float = WAIT_SECONDS) -> bytes:
    """Return a picture as a PNG of `width` pixels, with its height in proportion.

    A picture may also be the text of an SVG, which is drawn on white. The last pictures are cached by their whole
    content; equal pictures have equal bytes. Raises RenderersBusy if no renderer is free within `patience` seconds,
    RenderingTooExpensive if the picture needs too much memory or time, RenderingFailed, their base class, if there is
    no renderer; and ValueError for a width out of range and for an invalid SVG.
    """
    return render_png(picture, width=width, patience=patience).png


def render_png(picture: Picture | str, *, width: int, patience: float = WAIT_SECONDS) -> Rendering:
    """Render a picture as `draw_png` does, but without its cache, for callers that have one of their own."""
    return _renderers.draw(layout_picture(picture, width), patience=patience)


class RendererPool:
    """A fixed number of renderer processes, with limits on memory and on the processor time of each picture."""

    def __init__(self, count: int, *, megabytes: int, seconds: int) -> None:
        self._free: queue.LifoQueue[_Renderer] = queue.LifoQueue()  # the last one used has warm caches
        self._all = [_Renderer(megabytes, seconds) for _ in range(count)]
        for one in self._all:
            self._free.put(one)

    def draw(self, drawing: Drawing, *, patience: float) -> Rendering:
        """Render a drawing as a PNG, waiting at most `patience` seconds for a free renderer; raises as `draw_png`."""
        renderer.validate_drawing(drawing)
        try:
            one = self._free.get(timeout=patience)
        except queue.Empty:
            raise RenderersBusy("no renderer is free") from None
        try:
            return one.draw(drawing)
        finally:
            self._free.put(one)

    def close(self) -> None:
        """End all renderers; they start again on demand."""
        for one in self._all:
            one.end()

    @property
    def pids(self) -> list[int]:
        """Return the process ids of the running renderers."""
        return [one.pid for one in self._all if one.pid]


class _Renderer:
    """A renderer process: started on demand, ended when it fails or has rendered its maximum number of pictures."""

    def __init__(self, megabytes: int, seconds: int) -> None:
        self._megabytes, self._seconds = megabytes, seconds
        self._child: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._left, self._until = 0, 0.0

    @property
    def pid(self) -> int:
        """Return the process id; 0 while it is not running."""
        return self._child.pid if self._child else 0

    def draw(self, drawing: Drawing) -> Rendering:
        """Render one drawing. Raises RenderingTooExpensive, RenderingFailed, ValueError."""
        with self._bounded() as line:
            text = msgspec.json.encode(drawing)
            line.sendall(renderer.REQUEST_HEADER.pack(len(text)) + text)
            drawn, seconds, size = renderer.RESPONSE_HEADER.unpack(self._received(line, renderer.RESPONSE_HEADER.size))
            answer = self._received(line, size)
        if not drawn:
            raise ValueError(answer.decode())
        return Rendering(answer, seconds)

    def end(self) -> None:
        """Kill the process if there is one, whatever it is doing."""
        child, line, self._child, self._line = self._child, self._line, None, None
        if line is not None:
            line.close()
        if child is not None:
            child.kill()
            child.wait()

    @contextmanager
    def _bounded(self) -> Iterator[socket.socket]:
        """Yield the connection to a running renderer process for one picture; kill the process if it responds too late.

        Raises RenderingTooExpensive, RenderingFailed.
        """
        if (
            self._child is not None and self._child.poll() is not None
        ):  # it died while idle, which is not the picture's fault
            self.end()
        line = self._line or self._start()
        try:
            self._until = time.monotonic() + _WALL * self._seconds
            line.settimeout(_WALL * self._seconds)
            yield line
        except OSError as error:
            self.end()
            raise RenderingTooExpensive(f"the picture took too much memory or time ({type(error).__name__})") from error
        except BaseException:
            self.end()  # interrupted: its next output would belong to this picture
            raise
        self._left -= 1
        if not self._left:
            self.end()

    def _received(self, line: socket.socket, count: int) -> bytes:
        line.settimeout(max(self._until - time.monotonic(), 0.001))
        return renderer.receive_exactly(line, count)

    def _start(self) -> socket.socket:
        """Start a renderer process and return this process's end of the connection. Raises RenderingFailed."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", str(_PROGRAM), str(self._megabytes), str(self._seconds)]
        known = {name: os.environ[name] for name in _KNOWN if name in os.environ}
        try:
            self._child = subprocess.Popen(  # noqa: S603  # our own program
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=known
            )
        except OSError as error:
            ours.close()
            raise RenderingFailed(f"no renderer can be started: {error}") from error
        finally:
            theirs.close()
        self._line, self._left = ours, _PICTURES
        return ours


def _own() -> RendererPool:
    return RendererPool(
        settings.PBEM_RENDERERS, megabytes=settings.PBEM_PICTURE_MEGABYTES, seconds=settings.PBEM_PICTURE_SECONDS
    )


_renderers = _own()
"""The renderer pool of this process."""


def _forget_processes() -> None:
    """Give a forked process its own renderers instead of its parent's."""
    global _renderers
    _renderers = _own()


os.register_at_fork(after_in_child=_forget_processes)
atexit.register(lambda: _renderers.close())
