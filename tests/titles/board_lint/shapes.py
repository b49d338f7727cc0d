"""The texts, plates, leaders and lines of an SVG picture, in the units of its page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from games.kernel.rectangles import Rectangle
from tests.titles.pictures import FONTS, SVG, parsed

_INHERITED = ("fill", "font-size", "font-weight", "text-anchor", "class", "stroke")
_RULE = re.compile(r"([^{}@]+)\{(fill|stroke):(#[0-9a-f]+)\}")
_SELECTOR = re.compile(r'(\w+)?(?:\.([\w-]+))?(?:\[(\w+)="([^"]*)"\])?')
_MOVE = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
LEADER = "leader"
"""The CSS class of a line from a counter to its place."""


class Transform(NamedTuple):
    """A shift and a scale; `turned` if the content is also rotated."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turned: bool = False

    def then(self, x: float, y: float, scale: float = 1.0, *, turned: bool = False) -> "Transform":
        """Return the transform of a child."""
        shifted = self.x + x * self.scale, self.y + y * self.scale
        return Transform(*shifted, self.scale * scale, self.turned or turned)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point on the page."""
        return self.x + x * self.scale, self.y + y * self.scale


class Text(NamedTuple):
    """A text: the box of its ink, its size on the page, its colours for light and dark, and its place in the order.

    `clip` is the part of the page to which its layer is cut, `kind` the name of its colour.
    """

    words: str
    box: Rectangle
    size: float
    light: str
    dark: str
    order: int
    clip: Rectangle
    kind: str


class Plate(NamedTuple):
    """A filled rectangle on which texts may lie."""

    box: Rectangle
    order: int


class Sketch(NamedTuple):
    """What a picture consists of."""

    width: float
    height: float
    texts: tuple[Text, ...]
    plates: tuple[Plate, ...]
    leaders: tuple[tuple[tuple[float, float], tuple[float, float]], ...]


@cache
def _font(*, bold: bool) -> "_Font":
    return _Font(next(path for path in FONTS if ("Bold" in path) is bold))


class _Font:
    """The metrics of a bundled font."""

    def __init__(self, path: str) -> None:
        font = TTFont(path)
        self._glyphs, self._names = font.getGlyphSet(), font.getBestCmap()
        self._unit = font["head"].unitsPerEm
        self._seen: dict[str, tuple[float, tuple[float, float, float, float]]] = {}

    def glyph(self, letter: str) -> tuple[float, tuple[float, float, float, float]]:
        """Return the advance of a letter and the box of its ink, for size 1."""
        if letter not in self._seen:
            glyph = self._glyphs[self._names.get(ord(letter), ".notdef")]
            pen = BoundsPen(self._glyphs)
            glyph.draw(pen)
            ink = tuple(value / self._unit for value in pen.bounds or (0, 0, 0, 0))
            self._seen[letter] = glyph.width / self._unit, ink  # type: ignore[assignment]
        return self._seen[letter]

    def ink(self, words: str, size: float) -> tuple[float, Rectangle]:
        """Return the width of a line and the box of its ink, from the start of its baseline."""
        at, boxes = 0.0, []
        for letter in words:
            advance, (left, low, right, high) = self.glyph(letter)
            if right > left:
                boxes.append((at + left, -high, at + right, -low))
            at += advance
        if not boxes:
            return at * size, Rectangle(0, 0, 0, 0)
        sides = min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
        return at * size, Rectangle(*(side * size for side in sides))


class Style:
    """The style sheet for dark screens: selectors of a tag, class or attribute, perhaps inside an id."""

    def __init__(self, svg: str) -> None:
        found = re.search(r"prefers-color-scheme:dark\)\{(.*?)\}</style>", svg)
        self.rules: dict[str, list[tuple[str, re.Match[str], str]]] = {"fill": [], "stroke": []}
        for selectors, what, colour in _RULE.findall(found[1] if found else ""):
            for selector in selectors.split(","):
                within, _, simple = selector.strip().rpartition(" ")
                match = _SELECTOR.fullmatch(simple)
                if match is None:
                    raise ValueError(selector)
                self.rules[what].append((within.removeprefix("#"), match, colour))

    def dark(self, what: str, tag: str, own: Mapping[str, str], ids: Sequence[str] = ()) -> str:
        """Return the fill or stroke that the rules give an element within those ids; empty if none fits."""
        colour, best = "", -1
        for within, match, shade in self.rules[what]:
            sort, kind, name, value = match.groups()
            fits = (not sort or sort == tag) and (not kind or kind == own.get("class"))
            fits = fits and (not name or own.get(name) == value) and (not within or within in ids)
            weight = bool(sort) + 10 * bool(kind) + 10 * bool(name) + 100 * bool(within)
            if fits and weight >= best:
                colour, best = shade, weight
        return colour


def sketch(svg: str) -> Sketch:
    """Read a picture."""
    return _Reader(svg).read()


class _Reader:
    def __init__(self, svg: str) -> None:
        self.root, self.style = parsed(svg), Style(svg)
        self.texts: list[Text] = []
        self.plates: list[Plate] = []
        self.leaders: list[tuple[tuple[float, float], tuple[float, float]]] = []
        self.order = 0

    def read(self) -> Sketch:
        _, _, width, height = _numbers(self.root.get("viewBox", "0 0 0 0"))
        page = Rectangle(0, 0, width, height)
        self._walk(self.root, Transform(), {"_dark": "#000000", "fill": "#000000"}, page, top=True)
        return Sketch(width, height, tuple(self.texts), tuple(self.plates), tuple(self.leaders))

    def _walk(
        self,
        element: ElementTree.Element,
        move: Transform,
        given: dict[str, str],
        clip: Rectangle,
        *,
        top: bool = False,
    ) -> None:
        tag = element.tag.removeprefix(SVG)
        if tag in ("defs", "title", "desc", "style"):
            return
        self.order += 1
        own = self._style(tag, element, given)
        move = _moved(move, element.get("transform", ""))
        if tag == "svg" and not top:
            move, clip = _window(element, move, clip)
        elif tag == "text":
            self._text(element, move, own, clip)
        elif tag == "rect":
            self._rect(element, move, own)
        elif tag == "path" and element.get("class") == LEADER:
            points = _numbers(element.get("d", ""))
            self.leaders.append((move.at(*points[:2]), move.at(*points[-2:])))
        for child in element:
            self._walk(child, move, own, clip)

    def _style(self, tag: str, element: ElementTree.Element, given: dict[str, str]) -> dict[str, str]:
        own = {name: element.attrib[name] for name in _INHERITED if name in element.attrib}
        dark = self.style.dark("fill", tag, own)
        if dark or "fill" in own:
            own["_dark"] = dark or own["fill"]
        return {**given, **own}

    def _rect(self, element: ElementTree.Element, move: Transform, own: Mapping[str, str]) -> None:
        if own.get("fill") == "none" or move.turned:
            return
        x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        (left, top), (right, bottom) = move.at(x, y), move.at(x + width, y + height)
        self.plates.append(Plate(Rectangle(left, top, right, bottom), self.order))

    def _text(self, element: ElementTree.Element, move: Transform, own: Mapping[str, str], clip: Rectangle) -> None:
        words = "".join(element.itertext())
        if not words.strip() or own.get("fill") == "none" or move.turned:
            return
        size = float(own.get("font-size", 16))
        wide, ink = _font(bold=own.get("font-weight") == "700").ink(words, size)
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        x -= {"middle": wide / 2, "end": wide}.get(own.get("text-anchor", ""), 0.0)
        (left, top), (right, bottom) = move.at(x + ink.left, y + ink.top), move.at(x + ink.right, y + ink.bottom)
        box = Rectangle(left, top, right, bottom)
        if not box.overlap(clip):
            return
        light = own["fill"]
        self.texts.append(
            Text(words, box, size * move.scale, light, own["_dark"], self.order, clip, own.get("class", ""))
        )


def _numbers(text: str) -> list[float]:
    return [float(one) for one in _NUMBER.findall(text)]


def _moved(move: Transform, attribute: str) -> Transform:
    for kind, values in _MOVE.findall(attribute):
        numbers = _numbers(values)
        if kind == "translate":
            move = move.then(numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
        elif kind == "scale":
            move = move.then(0, 0, numbers[0])
        else:
            move = move.then(0, 0, turned=bool(numbers[0] % 360))
    return move


def _window(element: ElementTree.Element, move: Transform, clip: Rectangle) -> tuple[Transform, Rectangle]:
    """Return the transform of a nested picture, and the part of the page that it shows."""
    x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
    left, top, across, _ = _numbers(element.get("viewBox", "")) or (0.0, 0.0, width, height)
    (west, north), (east, south) = move.at(x, y), move.at(x + width, y + height)
    scale = width / across
    inner = move.then(x - left * scale, y - top * scale, scale)
    cut = Rectangle(max(clip.left, west), max(clip.top, north), min(clip.right, east), min(clip.bottom, south))
    return inner, cut


def lines_of(overlay: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines, arrowheads and numbered discs of an overlay as points; of a disc both diagonals."""
    for element in parsed(overlay).iter():
        if element.tag.endswith(("polyline", "polygon")):
            numbers = _numbers(element.get("points", ""))
            yield [(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        elif element.tag.endswith("circle") and element.get("fill") != "none":
            x, y, radius = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
            half = radius * 0.7
            yield [(x - half, y - half), (x + half, y + half)]
            yield [(x - half, y + half), (x + half, y - half)]


__all__ = ["LEADER", "Plate", "Sketch", "Text", "lines_of", "sketch"]
