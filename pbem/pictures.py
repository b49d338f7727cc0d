"""Pictures: an SVG that a title drew becomes a PNG, with the fonts that come along.

The renderer uses no font of the system, so that a board looks the same on every machine. It holds the interpreter's
lock while it draws: call it where waiting harms nobody (the worker, a request for a picture), never in a transaction.
Draw only what a title made: the renderer would read local files that an `<image>` names.
"""

from functools import lru_cache
from pathlib import Path

import resvg_py

FONTS = Path(__file__).resolve().parent / "assets" / "fonts"
FAMILY = "Noto Sans JP"
MAX_WIDTH = 2400
"""Pixels; more serves no screen and would let a caller ask for a gigabyte."""


@lru_cache(maxsize=1)
def _font_files() -> list[str]:
    return sorted(str(path) for path in FONTS.glob("*.ttf"))


@lru_cache(maxsize=64)
def render_png(svg: str, *, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels, on white, its height in proportion. The last pictures are kept.

    Raises ValueError for a width out of range, and for what is no SVG.
    """
    if not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"width must be 1 to {MAX_WIDTH} pixels, not {width}")
    if "<image" in svg:
        raise ValueError("a board must not name image files")
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
