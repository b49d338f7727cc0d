"""The renderer: converts a title's drawing to a PNG, with bundled fonts.

`pbem.rendering.renderer_pool` runs this file as a separate process with limited memory and time and without the
server's secrets, so that a harmful picture can damage nothing else. It uses no system fonts, so that a board looks the
same on every machine. It must only render what a title has drawn.

A drawing is a stack of SVGs, the lowest first, over one ground. Rendered static layers, which are the same in every
game, are cached by their whole text and size.
"""

import os
import socket
import struct
import sys
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
"""Pixels; more serves no screen and would let a caller ask for a gigabyte."""
MAX_CACHE_BYTES = 96 << 20
"""Bytes of printed parts that a renderer keeps drawn; those that were not wanted for the longest go first."""

REQUEST_HEADER = struct.Struct("!I")
"""Before a drawing as JSON: the bytes that follow."""
RESPONSE_HEADER = struct.Struct("!?I")
"""Before a reply: whether it is a picture and not a complaint, the bytes that follow."""


class DrawingLayer(msgspec.Struct, frozen=True, array_like=True):
    """An SVG of `width` by `height` pixels at its position on the drawing.

    With a `window` (left, top, right, bottom, on the drawing) only the part within it shows.
    """

    svg: str
    left: int
    top: int
    width: int
    height: int
    printed: bool = False
    window: tuple[int, int, int, int] | None = None


class Drawing(msgspec.Struct, frozen=True, array_like=True):
    """Layers on a ground, in pixels. With a palette of `#rrggbb` the PNG has only these colours."""

    width: int
    height: int
    background: str
    layers: tuple[DrawingLayer, ...]
    palette: Annotated[tuple[str, ...], msgspec.Meta(max_length=256)] = ()


def validate_drawing(drawing: Drawing) -> None:
    """Raise ValueError for a width out of range, and for a picture that references files."""
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
    """Return the drawing in all its colours. Raises ValueError as `render_png` does."""
    validate_drawing(drawing)
    _have_fonts()
    canvas = Image.new("RGB", (drawing.width, drawing.height), drawing.background)
    for part in drawing.layers:
        _lay(canvas, part)
    return canvas


def _lay(canvas: Image.Image, part: DrawingLayer) -> None:
    """Draw a part on the existing ones."""
    drawn, left, top = _kept(part) if part.printed else _drawn(part), part.left, part.top
    if part.window is not None:
        x, y, right, bottom = part.window
        drawn, left, top = drawn.crop((x - left, y - top, right - left, bottom - top)), x, y
    canvas.paste(drawn, (left, top), drawn)


def _drawn(part: DrawingLayer) -> Image.Image:
    """Return a part on a transparent ground. Raises ValueError."""
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
    """Return a printed part, from the cache or rendered now."""
    name = sha256(f"{part.width} {part.height} {part.svg}".encode()).digest()
    if name not in _printed:
        _printed[name] = _drawn(part)
    _printed.move_to_end(name)
    while sum(4 * one.width * one.height for one in _printed.values()) > MAX_CACHE_BYTES and len(_printed) > 1:
        _printed.popitem(last=False)
    return _printed[name]


@lru_cache(maxsize=8)
def _palette(colours: tuple[str, ...]) -> Image.Image:
    """Return an image with these colours as its palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in colours))
    return image


@lru_cache(maxsize=1)
def _have_fonts() -> None:
    """Register the fonts; the plain one also for unknown font families."""
    for path in sorted(FONTS.glob("*.ttf")):
        bold = "bold" in path.stem.casefold()
        pillow_lunasvg.add_font_file(path, FAMILY, bold=bold)
        if not bold:
            pillow_lunasvg.add_font_file(path)


def receive_exactly(line: socket.socket, count: int) -> bytes:
    """Return exactly `count` bytes. Raises ConnectionError if the other side has closed."""
    whole = bytearray()
    while len(whole) < count:
        part = line.recv(count - len(whole))
        if not part:
            raise ConnectionResetError("the other side has gone")
        whole += part
    return bytes(whole)


def serve(line: socket.socket, *, seconds: int) -> None:
    """Serve rendering requests until the client closes; each picture has `seconds` of processor time."""
    with suppress(ConnectionError):
        while True:
            (size,) = REQUEST_HEADER.unpack(receive_exactly(line, REQUEST_HEADER.size))
            drawing = msgspec.json.decode(receive_exactly(line, size), type=Drawing)
            _allow(seconds)
            try:
                drawn, answer = True, render_png(drawing)
            except ValueError as error:
                drawn, answer = False, str(error).encode()
            line.sendall(RESPONSE_HEADER.pack(drawn, len(answer)) + answer)


def _allow(seconds: int) -> None:
    """Let the kernel end this process when the next picture has taken that long."""
    import resource

    used = os.times()
    most = int(used.user + used.system) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _confine(megabytes: int) -> None:
    """Limit memory, forbid writing files and core dumps, and lower the priority below the games'."""
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
