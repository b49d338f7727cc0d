"""Convert a title's picture to a `Drawing` in pixels: each layer becomes an SVG whose edges lie at whole pixels."""

import re
from math import ceil, floor

from games.kernel.picture import Area, Layer, Picture
from pbem.rendering.renderer import Drawing, DrawingLayer

ROUNDING_TOLERANCE = 1e-6
"""The fraction of a pixel by which an edge may miss a whole pixel, because sums of lengths are inexact."""
_HEAD = re.compile(r'<svg\b[^>]*?\bviewBox="[\d.eE+-]+ [\d.eE+-]+ ([\d.]+) ([\d.]+)"[^>]*>')
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')


def layout_picture(picture: Picture | str, width: int) -> Drawing:
    """Return the drawing of a picture, `width` pixels wide, with its height in proportion.

    A picture may also be the text of an SVG. Raises ValueError for an invalid SVG.
    """
    if isinstance(picture, str):
        return _of_one_piece(picture, width)
    scale = width / picture.width
    height = max(1, round(picture.height * scale))
    parts = (_part(picture, layer, scale) for layer in picture.layers)
    return Drawing(width, height, picture.ground, tuple(part for part in parts if part), picture.palette)


def _part(picture: Picture, layer: Layer, scale: float) -> DrawingLayer | None:
    """Return the visible part of a layer as a layer of the drawing; None if nothing of it is visible.

    A printed layer, which is the same in every game, stays whole with a window, so that it is rendered only once.
    """
    if layer.visible_area is None:
        return None
    left, top, right, bottom = _pixels(layer.page_area if layer.is_printed else layer.visible_area, scale)
    wide, high = right - left, bottom - top
    part = layer.to_sheet(Area(left / scale, top / scale, wide / scale, high / scale))
    window = _pixels(layer.visible_area, scale) if layer.is_printed and layer.clip is not None else None
    return DrawingLayer(picture.fragment(layer, part, wide, high), left, top, wide, high, layer.is_printed, window)


def _pixels(area: Area, scale: float) -> tuple[int, int, int, int]:
    """Return the pixels that an area touches: left, top, right, bottom."""
    left, top = floor(area.left * scale + ROUNDING_TOLERANCE), floor(area.top * scale + ROUNDING_TOLERANCE)
    return left, top, ceil(area.right * scale - ROUNDING_TOLERANCE), ceil(area.bottom * scale - ROUNDING_TOLERANCE)


def _of_one_piece(svg: str, width: int) -> Drawing:
    """Return an SVG without layers as a drawing of one layer. Raises ValueError if it has no `viewBox`."""
    head = _HEAD.search(svg)
    if head is None or not float(head[1]):
        raise ValueError("no SVG with a viewBox")
    height = max(1, round(width * float(head[2]) / float(head[1])))
    sized = _SIZE.sub("", head[0]).replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    whole = svg[: head.start()] + sized + svg[head.end() :]
    return Drawing(width, height, "#ffffff", (DrawingLayer(whole, 0, 0, width, height),))
