"""A picture of a view in layers: static layers are drawn once and cached, changing layers are drawn again.

Lengths are in the units of the picture. The whole area of the picture is its page. Each layer is drawn on a sheet with
its own origin; the picture places the sheet on the page and clips it.
"""

from html import escape

from msgspec import Struct

FONT_FAMILY = "Noto Sans JP"
"""The font with which every text of a picture is measured; PNGs are drawn with it."""
FALLBACK_FONT = "Noto Sans stand-in"
_STAND_INS = (
    ("normal", ("DejaVu Sans", "Verdana", "Bitstream Vera Sans"), 87),
    ("bold", ("DejaVu Sans Bold", "Verdana Bold", "Bitstream Vera Sans Bold"), 85),
)
"""By font weight: the fonts wider than Noto on machines without Noto, and the size in percent at which their digits are
as wide as Noto's. Other common fonts are no wider than Noto.
"""


def _faces() -> str:
    """Return the style sheet that scales the fallback fonts, so that texts keep their places without Noto."""
    faces = []
    for weight, names, percent in _STAND_INS:
        found = ",".join(f'local("{name}")' for name in names)
        face = f'font-family:"{FALLBACK_FONT}";font-weight:{weight};size-adjust:{percent}%;src:{found}'
        faces.append(f"@font-face{{{face}}}")
    return f"<style>{''.join(faces)}</style>"


FONT_FACE_CSS = _faces()
PRECISE = 'text-rendering="geometricPrecision"'
"""The attribute that keeps letters at their measured widths. If a screen rounded each width to whole pixels, a long
Japanese text would end tens of units away from its place.
"""


class Area(Struct, frozen=True):
    """A rectangle: its upper left corner, its width and its height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.top + self.height

    def intersection(self, other: "Area") -> "Area | None":
        """Return the common part of both rectangles, or None."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Area(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def view_box(self) -> str:
        """Return the rectangle as the value of an SVG ``viewBox`` attribute."""
        return " ".join(f"{value:.7g}" for value in (self.left, self.top, self.width, self.height))


class Layer(Struct, frozen=True):
    """A group of SVG elements on a sheet with its own coordinates, which the picture places on its page."""

    marks: str
    """The SVG elements."""
    sheet: Area
    """The area of the sheet, in the layer's coordinates."""
    x: float = 0
    """The horizontal place of the sheet's left edge on the page."""
    y: float = 0
    """The vertical place of the sheet's upper edge on the page."""
    clip: Area | None = None
    """The area of the page outside which marks are cut off; None: nothing is cut off."""
    defs: str = ""
    """The SVG definitions that the marks use."""
    is_printed: bool = False
    """True if the marks depend only on the game's components and the language, so that callers may cache their drawing
    for all seats and games.
    """

    @property
    def page_area(self) -> Area:
        """Return the area of the page that the layer's sheet covers."""
        return Area(self.x, self.y, self.sheet.width, self.sheet.height)

    @property
    def visible_area(self) -> Area | None:
        """Return the area of the page in which the layer is visible; None if it is clipped completely."""
        return self.page_area if self.clip is None else self.page_area.intersection(self.clip)

    def to_sheet(self, area: Area) -> Area:
        """Return an area of the page in the coordinates of the sheet."""
        return Area(area.left - self.x + self.sheet.left, area.top - self.y + self.sheet.top, area.width, area.height)


class Picture(Struct, frozen=True):
    """A complete picture: layers, from the lowest to the highest, on a ground."""

    width: float
    height: float
    ground: str
    """The colour below all layers."""
    layers: tuple[Layer, ...]
    """The layers, the lowest first."""
    attributes: str = ""
    """SVG attributes of the root element, which all marks inherit."""
    ground_class: str = ""
    """The CSS class of the ground, for dark screens."""
    title: str = ""
    """The name of the picture for screen readers."""
    description: str = ""
    """The content of the picture in words, for screen readers."""
    styles: str = ""
    """The style sheet for screens."""
    palette: tuple[str, ...] = ()
    """The colours of the PNG as `#rrggbb`; empty: the PNG's colours are not restricted."""

    def svg(self, accessible_names: str = "", marks: str = "") -> str:
        """Return the picture as one SVG, for screens; `marks` are drawn above its layers.

        `accessible_names` are elements with names for screen readers, placed above all layers. With them the SVG has
        the ARIA role of a document, without them that of an image.
        """
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        named = f"<title>{escape(self.title, quote=False)}</title><desc>{escape(self.description, quote=False)}</desc>"
        defs = "".join(dict.fromkeys(layer.defs for layer in self.layers))
        layers = "".join(_nested(layer) for layer in self.layers)
        kind = f' class="{self.ground_class}"' if self.ground_class else ""
        role = "graphics-document document" if accessible_names else "img"
        letters = f'font-family="{FONT_FAMILY}, {FALLBACK_FONT}, sans-serif" {PRECISE}'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="{role}" {letters}'
            f" {self.attributes}>{named}{FONT_FACE_CSS}{self.styles}<defs>{defs}</defs>"
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="{self.ground}"{kind}/>'
            f"{layers}{marks}{accessible_names}</svg>"
        )

    def sheet(self, number: int) -> str:
        """Return layer `number` as an SVG of the whole page; the first layer has the ground below it."""
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        kind = f' class="{self.ground_class}"' if self.ground_class else ""
        page = f'<rect width="{self.width:g}" height="{self.height:g}" fill="{self.ground}"{kind}/>'
        letters = f'font-family="{FONT_FAMILY}, {FALLBACK_FONT}, sans-serif" {PRECISE}'
        layer = self.layers[number]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {letters} {self.attributes}>{FONT_FACE_CSS}{self.styles}'
            f"<defs>{layer.defs}</defs>{'' if number else page}{_nested(layer)}</svg>"
        )

    def fragment(self, layer: Layer, part: Area, width: int, height: int) -> str:
        """Return the area `part` of a layer's sheet as a separate SVG, without the ground.

        `width` and `height` are the size of the SVG in pixels.
        """
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{part.view_box()}" width="{width}" height="{height}"'
            f' font-family="{FONT_FAMILY}" {self.attributes}><defs>{layer.defs}</defs>{layer.marks}</svg>'
        )


def _nested(layer: Layer) -> str:
    """Return a layer's elements for the whole SVG, in a nested ``svg`` element unless sheet and page are the same."""
    shown = layer.visible_area
    if shown is None:
        return ""
    if not (layer.x or layer.y or layer.sheet.left or layer.sheet.top) and layer.clip is None:
        return layer.marks
    place = f'x="{shown.left:g}" y="{shown.top:g}" width="{shown.width:g}" height="{shown.height:g}"'
    return f'<svg {place} viewBox="{layer.to_sheet(shown).view_box()}" overflow="hidden">{layer.marks}</svg>'
