"""A picture in pixels: what lies below its letters in light and dark colours, and how much of them is covered."""

import copy
import re
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import pillow_lunasvg
from PIL import Image

from games.kernel.picture import FONT_FAMILY
from games.kernel.rectangles import Rectangle
from tests.titles.board_lint.shapes import Style
from tests.titles.pictures import FONTS, SVG, parsed

SCALE = 1.5
"""Pixels for a unit of the picture."""
_FACES = re.compile(r"<style>@font-face.*?</style>")
_DARK = re.compile(r"<style>@media \(prefers-color-scheme:dark\)\{(.*?)\}</style>", re.DOTALL)
_NAMESPACE = SVG.strip("{}")
_LETTERS = 96
"""The least value of a pixel that belongs to a letter, of 255."""
Colour = tuple[int, int, int]


@cache
def _fonts() -> None:
    for path in FONTS:
        pillow_lunasvg.add_font_file(path, FONT_FAMILY, bold="Bold" in path)
        if "Bold" not in path:
            pillow_lunasvg.add_font_file(path)


def drawn(svg: str, scale: float = SCALE) -> Image.Image:
    """Return a picture in pixels."""
    _fonts()
    with Image.open(BytesIO(svg.encode())) as image:
        image.load(scale)  # type: ignore[call-arg]
        ground = Image.new("RGB", image.size, "#ffffff")
        ground.paste(image, mask=image)
        return ground


def light(svg: str) -> str:
    """Return the picture without style sheets, as light screens show it."""
    return _DARK.sub("", _FACES.sub("", svg))


def dark(svg: str) -> str:
    """Return the picture in the colours of dark screens, written into its shapes: not every renderer ranks rules."""
    style, root = Style(svg), parsed(light(svg))
    ElementTree.register_namespace("", _NAMESPACE)
    _darken(root, style, ())
    return ElementTree.tostring(root, encoding="unicode")


def _darken(element: ElementTree.Element, style: Style, ids: tuple[str, ...]) -> None:
    tag, own = element.tag.removeprefix(SVG), dict(element.attrib)
    for what in ("fill", "stroke"):
        shade = style.dark(what, tag, own, ids)
        if shade and element.get(what) != "none":
            element.set(what, shade)
    inside = (*ids, own["id"]) if "id" in own else ids
    for child in element:
        _darken(child, style, inside)


class Raster:
    """A picture and its letters in pixels."""

    def __init__(self, svg: str) -> None:
        root = parsed(light(svg))
        ElementTree.register_namespace("", _NAMESPACE)
        self.grounds = [drawn(_without_letters(version)) for version in (light(svg), dark(svg))]
        self.letters = drawn(_letters(root, alone=True)).getchannel("R")
        self.shown = drawn(_letters(root, alone=False)).getchannel("R")

    def covered(self, box: Rectangle) -> float:
        """Return the part of the letters in a box that later marks cover."""
        area = _pixels(box)
        alone = sum(self.letters.crop(area).histogram()[_LETTERS:])
        shown = sum(self.shown.crop(area).histogram()[_LETTERS:])
        return 1 - shown / alone if alone else 0.0

    def below(self, box: Rectangle, look: int) -> list[tuple[int, Colour]]:
        """Return the colours directly below the letters in a box, with their counts; light (0) or dark (1)."""
        area = _pixels(box)
        mask = self.letters.crop(area).point(lambda value: 255 if value >= _LETTERS else 0)
        both = Image.merge("RGBA", (*self.grounds[look].crop(area).split(), mask))
        found = both.getcolors(both.width * both.height) or []
        return [(count, colour[:3]) for count, colour in found if colour[3]]  # type: ignore[index,misc]


def _pixels(box: Rectangle) -> tuple[int, int, int, int]:
    left, top, right, bottom = (side * SCALE for side in (box.left, box.top, box.right, box.bottom))
    return int(left), int(top), int(right) + 1, int(bottom) + 1


def _without_letters(svg: str) -> str:
    """Return the picture without its texts, but with their halos."""
    return re.sub(r"<text (?![^>]*fill=\"none\")[^>]*>[^<]*</text>", "", svg)


def _letters(root: ElementTree.Element, *, alone: bool) -> str:
    """Return the picture with white letters on black; `alone`: without anything that may cover them."""
    copied = copy.deepcopy(root)
    copied.set("fill", "#000000")
    for parent in list(copied.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}text":
                if child.get("fill") == "none":
                    parent.remove(child)
                else:
                    child.set("fill", "#ffffff")
            elif alone and child.tag in (f"{SVG}use", f"{SVG}path", f"{SVG}circle", f"{SVG}rect", f"{SVG}line"):
                parent.remove(child)
            else:
                _blackened(child)
    ground = ElementTree.Element(f"{SVG}rect", {"width": "100%", "height": "100%", "fill": "#000000"})
    copied.insert(0, ground)
    return ElementTree.tostring(copied, encoding="unicode")


def _blackened(element: ElementTree.Element) -> None:
    for name in ("fill", "stroke"):
        if element.get(name, "none") != "none":
            element.set(name, "#000000")
