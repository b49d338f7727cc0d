"""The renderer: an SVG that a title drew becomes a PNG, with the fonts that come along.

`pbem.pictures` runs this file as a program of its own, with little memory and time and without the server's secrets:
what a picture does to it harms nobody else. It uses no font of the system, so that a board looks the same on every
machine. Draw only what a title made: the renderer would read local files that an `<image>` names.
"""

import os
import socket
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import resvg_py

FONTS = Path(__file__).resolve().parent / "assets" / "fonts"
FAMILY = "Noto Sans JP"
MAX_WIDTH = 2400
"""Pixels; more serves no screen and would let a caller ask for a gigabyte."""

QUESTION = struct.Struct("!II")
"""Before an SVG: the width wanted, the bytes that follow."""
REPLY = struct.Struct("!?I")
"""Before a reply: whether it is a picture and not a complaint, the bytes that follow."""


@lru_cache(maxsize=1)
def _font_files() -> list[str]:
    return sorted(str(path) for path in FONTS.glob("*.ttf"))


def check(svg: str, width: int) -> None:
    """Raises ValueError for a width out of range, and for a picture that names files."""
    if not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"width must be 1 to {MAX_WIDTH} pixels, not {width}")
    if "<image" in svg:
        raise ValueError("a board must not name image files")


def render_png(svg: str, *, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels, on white, its height in proportion, drawn here and now without any bound.

    It holds the interpreter's lock. Raises ValueError as `check` does, and for what is no SVG.
    """
    check(svg, width)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=_font_files(),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,
            monospace_family=FAMILY,
            languages=["en", "ja"],
        )
    )


def received(line: socket.socket, count: int) -> bytes:
    """Exactly so many bytes. Raises ConnectionError where the other side has gone."""
    whole = bytearray()
    while len(whole) < count:
        part = line.recv(count - len(whole))
        if not part:
            raise ConnectionResetError("the other side has gone")
        whole += part
    return bytes(whole)


def serve(line: socket.socket, *, seconds: int) -> None:
    """Draw what is asked for until the asker is gone; each picture within so many seconds of processor time."""
    with suppress(ConnectionError):
        while True:
            width, size = QUESTION.unpack(received(line, QUESTION.size))
            svg = received(line, size).decode()
            _allow(seconds)
            try:
                drawn, answer = True, render_png(svg, width=width)
            except ValueError as error:
                drawn, answer = False, str(error).encode()
            line.sendall(REPLY.pack(drawn, len(answer)) + answer)


def _allow(seconds: int) -> None:
    """The kernel ends this process when the next picture has taken that long."""
    import resource

    used = os.times()
    most = int(used.user + used.system) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _confine(megabytes: int) -> None:
    """No more memory than that, no files written, no core left behind; play goes before pictures."""
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # not every system bounds everything
            resource.setrlimit(limit, (most, most))
    with suppress(OSError):
        os.nice(5)


if __name__ == "__main__":
    _confine(megabytes=int(sys.argv[1]))
    serve(socket.socket(fileno=0), seconds=int(sys.argv[2]))
