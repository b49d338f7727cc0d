"""Drawing: the few marks of which a picture is made, as SVG text. Every text is escaped here and nowhere else.

A colour is a name of a palette. Each has a value for day and one for a dark screen; the first stands in the mark
itself, the second in the sheet of styles, which a renderer may leave out.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import ClassVar

from games.kernel.craft.metrics import text_width

Palette = Mapping[str, tuple[str, str]]
"""Colours by name: by day, and on a dark screen."""


LETTERS: Palette = {
    f"{day}-{night}": (by_day, by_night)
    for day, by_day in (("white", "#ffffff"), ("black", "#15191c"))
    for night, by_night in (("white", "#ffffff"), ("black", "#0b0e10"))
}
"""Colours of letters upon a ground, for palettes whose marks `Ink.over` picks them by."""


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, from 1 to 21, as WCAG 2.2 reckons it."""
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
    """Whether white or black letters stand out from a ground, by day (0) or on a dark screen (1)."""
    return max(("white", "black"), key=lambda name: contrast(LETTERS[f"{name}-{name}"][look], ground))


@lru_cache(maxsize=16_384)
def number(value: float) -> str:
    """A coordinate, to a tenth, without needless zeros. Pictures have thousands, and mostly the same."""
    return f"{value or 0:.1f}".removesuffix(".0")


class Marks:
    """The marks made so far."""

    def __init__(self) -> None:
        self.marks: list[str] = []

    def raw(self, svg: str) -> None:
        """A mark already written."""
        self.marks.append(svg)

    def svg(self) -> str:
        """Everything drawn."""
        return "".join(self.marks)


class Ink(Marks):
    """Marks in the colours of a palette, which a title's own subclass names."""

    palette: ClassVar[Palette] = {}

    @classmethod
    def fill(cls, colour: str) -> str:
        """The attributes that fill with a colour of the palette."""
        return f'fill="{cls.palette[colour][0]}" class="{colour}"' if colour in cls.palette else f'fill="{colour}"'

    @classmethod
    def stroke(cls, colour: str, line: float = 1) -> str:
        """The attributes of an outline; its dark value goes by the style of a class of its own."""
        day = cls.palette[colour][0] if colour in cls.palette else colour
        return f'stroke="{day}" stroke-width="{number(line)}"'

    @classmethod
    def over(cls, ground: str) -> str:
        """The letters, of `LETTERS`, that stand out from a ground by day, and from what it is by night."""
        grounds = cls.palette.get(ground, (ground, ground))
        return f"{_letters_on(grounds[0], 0)}-{_letters_on(grounds[1], 1)}"

    @classmethod
    def styles(cls) -> str:
        """The colours of a dark screen."""
        fills = "".join(f".{name}{{fill:{dark}}}" for name, (_, dark) in cls.palette.items())
        lines = (shades for name, shades in cls.palette.items() if name not in LETTERS)
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
        """A rectangle, with rounded corners where wanted."""
        extra = f" {self.stroke(edge, line)}" if edge else ""
        extra += f' rx="{number(round_)}"' if round_ else ""
        size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.marks.append(f"<rect {size} {self.fill(colour)}{extra}/>")

    def line(self, points: Sequence[tuple[float, float]], edge: str, line: float = 1, dash: str = "") -> None:
        """A line through points."""
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.marks.append(f'<path d="M{way}" fill="none" {self.stroke(edge, line)}{dashes}/>')

    def disc(self, x: float, y: float, radius: float, colour: str, edge: str = "", line: float = 1) -> None:
        """A round mark."""
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
        """A line of text; returns its width. `anchor` is middle or end; a halo keeps it legible upon a map."""
        place, written = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"', escape(text, quote=False)
        place += ' font-weight="700"' if bold else ""
        place += f' text-anchor="{anchor}"' if anchor else ""
        if halo:  # a text of its own beneath: not every renderer knows of `paint-order`
            edge = f'fill="none" {self.stroke(halo, 2.4)} stroke-linejoin="round" aria-hidden="true"'
            self.marks.append(f"<text {place} {edge}>{written}</text>")
        place += f" {self.fill(colour)}" if colour else ""
        self.marks.append(f"<text {place}>{written}</text>")
        return text_width(text, size, bold=bold)

    def use(self, symbol: str, x: float, y: float, *, size: float = 1, colour: str = "") -> None:
        """A symbol with its origin there, enlarged, in a colour."""
        extra = f" {self.fill(colour)}" if colour else ""
        place = f'transform="translate({number(x)} {number(y)})' + (f' scale({size:.3g})"' if size != 1 else '"')
        self.marks.append(f'<use href="#{symbol}" {place}{extra}/>')
