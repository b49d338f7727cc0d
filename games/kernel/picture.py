"""A picture of a view in layers: what is printed lies apart from what moves, so that it need not be drawn each time.

Lengths are in the units of the picture. A layer has a sheet of its own, with its own origin; the picture says where on
the page that sheet lies, and how much of it shows.
"""

from html import escape

from msgspec import Struct

FAMILY = "Noto Sans JP"
"""The letters for which every text of a picture is measured; PNGs are drawn with them."""
STAND_IN = "Noto Sans stand-in"
_STAND_INS = (
    ("normal", ("DejaVu Sans", "Verdana", "Bitstream Vera Sans"), 87),
    ("bold", ("DejaVu Sans Bold", "Verdana Bold", "Bitstream Vera Sans Bold"), 85),
)
"""By weight: the wide letters that machines without Noto fall back to, and at how many hundredths of their size a
digit of theirs is as wide as one of Noto's. Other common letters are no wider than Noto's."""


def _faces() -> str:
    """The sheet of styles that lends screens without Noto letters that keep to the places of the texts."""
    faces = []
    for weight, names, percent in _STAND_INS:
        found = ",".join(f'local("{name}")' for name in names)
        face = f'font-family:"{STAND_IN}";font-weight:{weight};size-adjust:{percent}%;src:{found}'
        faces.append(f"@font-face{{{face}}}")
    return f"<style>{''.join(faces)}</style>"


FACES = _faces()
PRECISE = 'text-rendering="geometricPrecision"'
"""Letters as wide as they are measured: a screen that fits each of them to whole pixels would carry a long Japanese
text tens of units beyond its place.
"""


class Area(Struct, frozen=True):
    """A rectangle: its left upper corner, its width and its height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.top + self.height

    def shared(self, other: "Area") -> "Area | None":
        """What belongs to both; None where that is nothing."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Area(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def box(self) -> str:
        """As the value of a `viewBox`."""
        return " ".join(f"{value:.7g}" for value in (self.left, self.top, self.width, self.height))


class Layer(Struct, frozen=True):
    """Marks on a sheet of their own, and the symbols that they use.

    `sheet` is what of the sheet there is, in its own units; its corner lies at (`x`, `y`) of the page. What lies
    outside `window`, a part of the page, is cut off. `printed` says that the marks tell nothing of any game: they come
    from the box and the language alone, and whoever draws them may keep the drawing, for other seats and games too.
    """

    marks: str
    sheet: Area
    x: float = 0
    y: float = 0
    window: Area | None = None
    defs: str = ""
    printed: bool = False

    @property
    def page(self) -> Area:
        """Where its sheet lies on the page."""
        return Area(self.x, self.y, self.sheet.width, self.sheet.height)

    @property
    def shows(self) -> Area | None:
        """The part of the page on which it shows."""
        return self.page if self.window is None else self.page.shared(self.window)

    def own(self, area: Area) -> Area:
        """A part of the page in the units of the sheet."""
        return Area(area.left - self.x + self.sheet.left, area.top - self.y + self.sheet.top, area.width, area.height)


class Picture(Struct, frozen=True):
    """A whole picture. `ground` is the colour under all layers, named as `dark` says for a dark screen.

    `attributes` are those of the root element, which all marks inherit; `styles` the sheet of styles that screens read.
    `palette` are the colours, as `#rrggbb`, of which a PNG is made; with none it has as many as it needs.
    """

    width: float
    height: float
    ground: str
    layers: tuple[Layer, ...]
    attributes: str = ""
    ground_class: str = ""
    title: str = ""
    description: str = ""
    styles: str = ""
    palette: tuple[str, ...] = ()

    def svg(self, heard: str = "") -> str:
        """The picture as one SVG, for screens. `heard` are parts by name, for readers by ear, that lie over all layers;
        with them it is a document of parts, without them one image.
        """
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        named = f"<title>{escape(self.title, quote=False)}</title><desc>{escape(self.description, quote=False)}</desc>"
        defs = "".join(dict.fromkeys(layer.defs for layer in self.layers))
        layers = "".join(_nested(layer) for layer in self.layers)
        kind = f' class="{self.ground_class}"' if self.ground_class else ""
        role = "graphics-document document" if heard else "img"
        letters = f'font-family="{FAMILY}, {STAND_IN}, sans-serif" {PRECISE}'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="{role}" {letters}'
            f" {self.attributes}>{named}{FACES}{self.styles}<defs>{defs}</defs>"
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="{self.ground}"{kind}/>{layers}{heard}</svg>'
        )

    def fragment(self, layer: Layer, part: Area, width: int, height: int) -> str:
        """A part of a layer's sheet as an SVG by itself, so many pixels large, with no ground."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{part.box()}" width="{width}" height="{height}"'
            f' font-family="{FAMILY}" {self.attributes}><defs>{layer.defs}</defs>{layer.marks}</svg>'
        )


def _nested(layer: Layer) -> str:
    """A layer within the whole: as it is, where its sheet is the page."""
    shown = layer.shows
    if shown is None:
        return ""
    if not (layer.x or layer.y or layer.sheet.left or layer.sheet.top) and layer.window is None:
        return layer.marks
    place = f'x="{shown.left:g}" y="{shown.top:g}" width="{shown.width:g}" height="{shown.height:g}"'
    return f'<svg {place} viewBox="{layer.own(shown).box()}" overflow="hidden">{layer.marks}</svg>'
