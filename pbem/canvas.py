"""A picture laid out on pixels: each layer becomes an SVG by itself that begins and ends on a whole pixel."""

import re
from math import ceil, floor

from games.kernel.picture import Area, Layer, Picture
from pbem.renderer import Drawing, Part

SLACK = 1e-6
"""Of a pixel: sums of lengths are not exact."""
_HEAD = re.compile(r'<svg\b[^>]*?\bviewBox="[\d.eE+-]+ [\d.eE+-]+ ([\d.]+) ([\d.]+)"[^>]*>')
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')


def laid_out(picture: Picture | str, width: int) -> Drawing:
    """The picture `width` pixels wide, its height in proportion. Raises ValueError for a text that is no SVG."""
    if isinstance(picture, str):
        return _of_one_piece(picture, width)
    scale = width / picture.width
    height = max(1, round(picture.height * scale))
    parts = (_part(picture, layer, scale) for layer in picture.layers)
    return Drawing(width, height, picture.ground, tuple(part for part in parts if part), picture.palette)


def _part(picture: Picture, layer: Layer, scale: float) -> Part | None:
    """A layer where it shows. What is printed is taken whole, so that one drawing serves every part of it."""
    if layer.shows is None:
        return None
    left, top, right, bottom = _pixels(layer.page if layer.printed else layer.shows, scale)
    wide, high = right - left, bottom - top
    part = layer.own(Area(left / scale, top / scale, wide / scale, high / scale))
    window = _pixels(layer.shows, scale) if layer.printed and layer.window is not None else None
    return Part(picture.fragment(layer, part, wide, high), left, top, wide, high, layer.printed, window)


def _pixels(area: Area, scale: float) -> tuple[int, int, int, int]:
    """The pixels that an area touches: left, top, right, bottom."""
    left, top = floor(area.left * scale + SLACK), floor(area.top * scale + SLACK)
    return left, top, ceil(area.right * scale - SLACK), ceil(area.bottom * scale - SLACK)


def _of_one_piece(svg: str, width: int) -> Drawing:
    """An SVG whose author knows nothing of layers. Raises ValueError."""
    head = _HEAD.search(svg)
    if head is None or not float(head[1]):
        raise ValueError("no SVG with a viewBox")
    height = max(1, round(width * float(head[2]) / float(head[1])))
    sized = _SIZE.sub("", head[0]).replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    whole = svg[: head.start()] + sized + svg[head.end() :]
    return Drawing(width, height, "#ffffff", (Part(whole, 0, 0, width, height),))
