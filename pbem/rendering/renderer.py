"""The renderer: converts a title's drawing to a PNG, with bundled fonts.

`pbem.rendering.renderer_pool` runs this file as a separate process with limited memory and time and without the
server's secrets, so that a harmful picture can damage nothing else. It uses no system fonts, so that a board looks the
same on every machine. It must only render what a title has drawn.

A drawing is a stack of SVGs, the lowest first, over one background colour. Rendered layers that are the same in every
game (`printed`) are cached by their whole text and size.
"""

import os
import socket
import struct
import sys
import time
from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated

import msgspec
import pillow_lunasvg
from PIL import Image

FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"
FAMILY = "Noto Sans JP"
MAX_WIDTH = 2400
"""The maximum width of a drawing in pixels: no screen needs more, and a much wider drawing takes a gigabyte."""
MAX_CACHE_BYTES = 96 << 20
"""Maximum size in bytes of the cached printed layers; the least recently used ones are removed first."""

REQUEST_HEADER = struct.Struct("!I")
"""The header of a request: the length in bytes of its body, which is the drawing as JSON."""
RESPONSE_HEADER = struct.Struct("!?dI")
"""The header of a reply: True for a PNG, False for an error message; seconds of processor time; bytes of the body."""


class DrawingLayer(msgspec.Struct, frozen=True, array_like=True):
    """One layer of a drawing: an SVG at its position. All lengths are in pixels of the drawing."""

    svg: str
    """The text of the SVG."""
    left: int
    """The position of its left edge."""
    top: int
    """The position of its upper edge."""
    width: int
    """The width at which the SVG is drawn."""
    height: int
    """The height at which the SVG is drawn."""
    printed: bool = False
    """True if the layer is the same in every game, so that its rendering is cached."""
    window: tuple[int, int, int, int] | None = None
    """If set, only the part within this rectangle (left, top, right, bottom) is drawn."""


class Drawing(msgspec.Struct, frozen=True, array_like=True):
    """A picture as layers on a background."""

    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    background: str
    """The background colour as ``#rrggbb``."""
    layers: tuple[DrawingLayer, ...]
    """The layers, the lowest first."""
    palette: Annotated[tuple[str, ...], msgspec.Meta(max_length=256)] = ()
    """If set, the PNG has only these colours (``#rrggbb``)."""


def validate_drawing(drawing: Drawing) -> None:
    """Raise ValueError if a drawing is too narrow or too wide, or if one of its SVGs references a file."""
    if not 1 <= drawing.width <= MAX_WIDTH:
        raise ValueError(f"width must be 1 to {MAX_WIDTH} pixels, not {drawing.width}")
    if drawing.height < 1:
        raise ValueError("a picture must have a height")
    if any("<image" in part.svg for part in drawing.layers):
        raise ValueError("a board must not name image files")


def render_png(drawing: Drawing) -> bytes:
    """Return the drawing as a PNG, rendered in this process without limits; equal drawings give equal bytes.

    Raises ValueError as `validate_drawing` does, and for an invalid SVG.
    """
    canvas, png = compose_drawing(drawing), BytesIO()
    if drawing.palette:
        canvas = canvas.quantize(palette=_palette(drawing.palette), dither=Image.Dither.NONE)
    canvas.save(png, "PNG", compress_level=7)
    return png.getvalue()


def compose_drawing(drawing: Drawing) -> Image.Image:
    """Return the drawing as an image that is not reduced to its palette. Raises ValueError as `render_png` does."""
    validate_drawing(drawing)
    _have_fonts()
    canvas = Image.new("RGB", (drawing.width, drawing.height), drawing.background)
    for part in drawing.layers:
        _lay(canvas, part)
    return canvas


def _lay(canvas: Image.Image, part: DrawingLayer) -> None:
    """Draw a layer over the layers that are already on the canvas."""
    drawn, left, top = _kept(part) if part.printed else _drawn(part), part.left, part.top
    if part.window is not None:
        x, y, right, bottom = part.window
        drawn, left, top = drawn.crop((x - left, y - top, right - left, bottom - top)), x, y
    canvas.paste(drawn, (left, top), drawn)


def _drawn(part: DrawingLayer) -> Image.Image:
    """Return a layer, rendered on a transparent background. Raises ValueError for an invalid SVG."""
    try:
        with Image.open(BytesIO(part.svg.encode()), formats=["SVG"]) as picture:
            picture.load()
            return picture.crop((0, 0, part.width, part.height)) if _is_larger(picture, part) else picture.copy()
    except OSError as error:
        raise ValueError(f"no SVG: {error}") from error


def _is_larger(picture: Image.Image, part: DrawingLayer) -> bool:
    return picture.width > part.width or picture.height > part.height


_printed: OrderedDict[bytes, Image.Image] = OrderedDict()


def _kept(part: DrawingLayer) -> Image.Image:
    """Return a printed layer's rendering, from the cache or rendered now."""
    name = sha256(f"{part.width} {part.height} {part.svg}".encode()).digest()
    if name not in _printed:
        _printed[name] = _drawn(part)
    _printed.move_to_end(name)
    while sum(4 * one.width * one.height for one in _printed.values()) > MAX_CACHE_BYTES and len(_printed) > 1:
        _printed.popitem(last=False)
    return _printed[name]


@lru_cache(maxsize=8)
def _palette(colours: tuple[str, ...]) -> Image.Image:
    """Return an image of one pixel that has these colours as its palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in colours))
    return image


@lru_cache(maxsize=1)
def _have_fonts() -> None:
    """Register the bundled fonts; the regular font also for unknown font families."""
    for path in sorted(FONTS.glob("*.ttf")):
        bold = "bold" in path.stem.casefold()
        pillow_lunasvg.add_font_file(path, FAMILY, bold=bold)
        if not bold:
            pillow_lunasvg.add_font_file(path)


def receive_exactly(line: socket.socket, count: int) -> bytes:
    """Return the next `count` bytes on `line`. Raises ConnectionError if the other side has closed it."""
    whole = bytearray()
    while len(whole) < count:
        part = line.recv(count - len(whole))
        if not part:
            raise ConnectionResetError("the other side has gone")
        whole += part
    return bytes(whole)


def serve(line: socket.socket, *, seconds: int) -> None:
    """Render the drawings that arrive on `line` until it is closed.

    The operating system kills this process if a picture takes more than `seconds` of processor time.
    """
    with suppress(ConnectionError):
        while True:
            (size,) = REQUEST_HEADER.unpack(receive_exactly(line, REQUEST_HEADER.size))
            drawing = msgspec.json.decode(receive_exactly(line, size), type=Drawing)
            _allow(seconds)
            began = time.process_time()
            try:
                drawn, answer = True, render_png(drawing)
            except ValueError as error:
                drawn, answer = False, str(error).encode()
            line.sendall(RESPONSE_HEADER.pack(drawn, time.process_time() - began, len(answer)) + answer)


def _allow(seconds: int) -> None:
    """Make the system kill this process if the next picture takes more than `seconds` of processor time."""
    import resource

    used = os.times()
    most = int(used.user + used.system) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _confine(megabytes: int) -> None:
    """Limit this process's memory, forbid it to write files and core dumps, and lower its priority."""
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # not every system supports every limit
            resource.setrlimit(limit, (most, most))
    with suppress(OSError):
        os.nice(5)


if __name__ == "__main__":
    _confine(megabytes=int(sys.argv[1]))
    serve(socket.socket(fileno=0), seconds=int(sys.argv[2]))
