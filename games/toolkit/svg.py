"""SVG drawing: the few shapes that pictures consist of. Texts are escaped in this module; callers need not do so.

A colour is a name in a palette, with one value for light and one for dark screens. The value for light screens is
written into the shape, that for dark screens into the style sheet, which a renderer may omit.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import ClassVar

from games.toolkit.text_metrics import text_width

Palette = Mapping[str, tuple[str, str]]
"""Colours by name: (colour on light screens, colour on dark screens)."""


LABEL_COLOURS: Palette = {
    f"{day}-{night}": (by_day, by_night)
    for day, by_day in (("white", "#ffffff"), ("black", "#15191c"))
    for night, by_night in (("white", "#ffffff"), ("black", "#0b0e10"))
}
"""White or black text for light and for dark screens; palettes include them if they use `SvgCanvas.label_colour`."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, such as ``#15191c`` or ``#fff``, from 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=1024)
def _letters_on(ground: str, look: int) -> str:
    """Return the text colour, "white" or "black", with the higher contrast on a background.

    `look` is 0 for light and 1 for dark screens.
    """
    return max(("white", "black"), key=lambda name: contrast(LABEL_COLOURS[f"{name}-{name}"][look], ground))


@lru_cache(maxsize=16_384)
def number(value: float) -> str:
    """Return a coordinate as text with at most one decimal; cached, because pictures repeat thousands of them."""
    return f"{value or 0:.1f}".removesuffix(".0")


class SvgBuffer:
    """Collects SVG elements as text, in the order in which they are drawn."""

    def __init__(self) -> None:
        self.marks: list[str] = []

    def raw(self, svg: str) -> None:
        """Append SVG elements as they are, without escaping."""
        self.marks.append(svg)

    def svg(self) -> str:
        """Return all SVG elements drawn so far."""
        return "".join(self.marks)


class SvgCanvas(SvgBuffer):
    """Draws shapes as SVG in the colours of a palette, which a title's subclass defines.

    A colour parameter is a name in the palette, or any SVG colour. All lengths are in units of the picture.
    """

    palette: ClassVar[Palette] = {}

    @classmethod
    def fill(cls, colour: str) -> str:
        """Return the SVG attributes that fill a shape with a colour."""
        return f'fill="{cls.palette[colour][0]}" class="{colour}"' if colour in cls.palette else f'fill="{colour}"'

    @classmethod
    def stroke(cls, colour: str, line: float = 1) -> str:
        """Return the SVG attributes of an outline of width `line`; the style sheet has the colour for dark screens."""
        day = cls.palette[colour][0] if colour in cls.palette else colour
        return f'stroke="{day}" stroke-width="{number(line)}"'

    @classmethod
    def label_colour(cls, ground: str) -> str:
        """Return the name of the text colour that is most legible on the background `ground`.

        It is a key of `LABEL_COLOURS`: "black-white" is black text on light screens and white text on dark screens. The
        background is a name in the palette, or a colour such as ``#15191c``.
        """
        grounds = cls.palette.get(ground, (ground, ground))
        return f"{_letters_on(grounds[0], 0)}-{_letters_on(grounds[1], 1)}"

    @classmethod
    def styles(cls) -> str:
        """Return the style sheet for dark screens."""
        fills = "".join(f".{name}{{fill:{dark}}}" for name, (_, dark) in cls.palette.items())
        lines = (shades for name, shades in cls.palette.items() if name not in LABEL_COLOURS)
        edges = "".join(f'[stroke="{day}"]{{stroke:{dark}}}' for day, dark in lines)
        return f"<style>@media (prefers-color-scheme:dark){{{fills}{edges}}}</style>"

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str,
        *,
        edge: str = "",
        line: float = 1,
        round_: float = 0,
    ) -> None:
        """Draw a rectangle in a colour; (`x`, `y`) is its upper left corner.

        `edge` is the colour of its outline ("": none) and `line` the width of the outline; `round_` is the radius of
        its corners.
        """
        extra = f" {self.stroke(edge, line)}" if edge else ""
        extra += f' rx="{number(round_)}"' if round_ else ""
        size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.marks.append(f"<rect {size} {self.fill(colour)}{extra}/>")

    def line(self, points: Sequence[tuple[float, float]], edge: str, line: float = 1, dash: str = "") -> None:
        """Draw a line through points in the colour `edge`, with the width `line`.

        `dash` is the pattern of a dashed line, as SVG's ``stroke-dasharray``.
        """
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.marks.append(f'<path d="M{way}" fill="none" {self.stroke(edge, line)}{dashes}/>')

    def leader(
        self, start: tuple[float, float], end: tuple[float, float], edge: str, halo: str, line: float = 1.6
    ) -> None:
        """Draw a line from a place to its counter, in the colour `edge`, on top of a wider line in the colour `halo`.

        The wider line sets it off from the map.

        The CSS class ``leader`` has no style: it marks the line for programs that read the picture.
        """
        way = "L".join(f"{number(x)} {number(y)}" for x, y in (start, end))
        self.marks.append(f'<path d="M{way}" fill="none" {self.stroke(halo, line + 1.2)}/>')
        self.marks.append(f'<path d="M{way}" fill="none" {self.stroke(edge, line)} class="leader"/>')

    def disc(self, x: float, y: float, radius: float, colour: str, edge: str = "", line: float = 1) -> None:
        """Draw a disc in a colour; (`x`, `y`) is its middle, `edge` the colour of its outline ("": none)."""
        extra = f" {self.stroke(edge, line)}" if edge else ""
        self.marks.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {self.fill(colour)}{extra}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        colour: str = "",
        bold: bool = False,
        anchor: str = "",
        halo: str = "",
    ) -> float:
        """Draw a line of text of font size `size` and return its width; `y` is its baseline.

        `anchor` is the point of the text at `x`: "middle", "end", or "" for its beginning. `halo` is the colour of an
        outline that keeps the text legible on a map ("": none). Without a `colour` the picture's own text colour is
        used.
        """
        place, written = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"', escape(text, quote=False)
        place += ' font-weight="700"' if bold else ""
        place += f' text-anchor="{anchor}"' if anchor else ""
        if halo:  # a separate text below: not every renderer supports `paint-order`
            edge = f'fill="none" {self.stroke(halo, 2.4)} stroke-linejoin="round" aria-hidden="true"'
            self.marks.append(f"<text {place} {edge}>{written}</text>")
        place += f" {self.fill(colour)}" if colour else ""
        self.marks.append(f"<text {place}>{written}</text>")
        return text_width(text, size, bold=bold)

    def use(self, symbol: str, x: float, y: float, *, size: float = 1, colour: str = "") -> None:
        """Draw the symbol that the picture defines under the id `symbol`, with its origin at (`x`, `y`).

        It is scaled by the factor `size`, and filled with a colour if one is given.
        """
        extra = f" {self.fill(colour)}" if colour else ""
        place = f'transform="translate({number(x)} {number(y)})' + (f' scale({size:.3g})"' if size != 1 else '"')
        self.marks.append(f'<use href="#{symbol}" {place}{extra}/>')
