"""Drawing: the few marks of which the picture is made, as SVG text. Every text is escaped here and nowhere else.

A colour is a name of `PALETTE`. Each has a value for day and one for a dark screen; the first stands in the mark
itself, the second in the sheet of styles, which a renderer may leave out.
"""

from collections.abc import Sequence
from html import escape

from games.kernel.metrics import text_width

PALETTE = {
    "ink": ("#1f2d36", "#e9e3d3"),
    "faint": ("#56656c", "#a3adb0"),
    "paper": ("#fbf7ea", "#1d262c"),
    "board": ("#efe9d8", "#141b20"),
    "sea": ("#dde9ec", "#17252e"),
    "deep": ("#c3d6dc", "#243843"),
    "land": ("#efe4c6", "#34382f"),
    "coast": ("#8d7d58", "#7d7a62"),
    "halo": ("#f3f3ea", "#17211f"),
    "lane": ("#5e8ba0", "#4d7c92"),
    "dot": ("#3f7c9c", "#69a9c9"),
    "allied": ("#b02a26", "#e0605a"),
    "central": ("#20262b", "#c9d3d8"),
    "neutral": ("#8a8f86", "#8a9590"),
    "brass": ("#b8862b", "#d6a84e"),
    "steel": ("#3d4d58", "#8fa2ad"),
    "empty": ("#e4decb", "#2b363d"),
    "hull": ("#74868f", "#5d717b"),
    "fire": ("#a4492b", "#d07a52"),
    "power": ("#3b7a57", "#5ba67e"),
    "gold": ("#c79a2e", "#d8b04a"),
    "coal": ("#3a3a3a", "#8b8f92"),
    "torpedo": ("#35618e", "#6c9ccb"),
    "white": ("#ffffff", "#f4f1e6"),
    "black": ("#15191c", "#0b0e10"),
    "british": ("#8f2f35", "#a8444a"),
    "french": ("#28508a", "#3f6aa8"),
    "austrian": ("#5c6b3c", "#77894f"),
    "marker": ("#6f5a3c", "#8c744f"),
}
"""By day, and on a dark screen."""


def number(value: float) -> str:
    """A coordinate, to a tenth, without needless zeros."""
    return f"{value:.1f}".removesuffix(".0")


def fill(colour: str) -> str:
    """The attributes that fill with a colour of the palette."""
    return f'fill="{PALETTE[colour][0]}" class="{colour}"' if colour in PALETTE else f'fill="{colour}"'


def stroke(colour: str, line: float = 1) -> str:
    """The attributes of an outline; its dark value goes by the style of a class of its own."""
    return f'stroke="{PALETTE[colour][0] if colour in PALETTE else colour}" stroke-width="{number(line)}"'


def styles() -> str:
    """The colours of a dark screen."""
    fills = "".join(f".{name}{{fill:{dark}}}" for name, (_, dark) in PALETTE.items())
    edges = "".join(f'[stroke="{day}"]{{stroke:{dark}}}' for day, dark in PALETTE.values())
    return f"<style>@media (prefers-color-scheme:dark){{{fills}{edges}}}</style>"


class Ink:
    """The marks made so far."""

    def __init__(self) -> None:
        self.marks: list[str] = []

    def raw(self, svg: str) -> None:
        """A mark already written."""
        self.marks.append(svg)

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
        extra = f" {stroke(edge, line)}" if edge else ""
        extra += f' rx="{number(round_)}"' if round_ else ""
        size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.marks.append(f"<rect {size} {fill(colour)}{extra}/>")

    def line(self, points: Sequence[tuple[float, float]], edge: str, line: float = 1, dash: str = "") -> None:
        """A line through points."""
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.marks.append(f'<path d="M{way}" fill="none" {stroke(edge, line)}{dashes}/>')

    def disc(self, x: float, y: float, radius: float, colour: str, edge: str = "", line: float = 1) -> None:
        """A round mark."""
        extra = f" {stroke(edge, line)}" if edge else ""
        self.marks.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {fill(colour)}{extra}/>')

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
        extra = f" {fill(colour)}" if colour else ""
        extra += ' font-weight="700"' if bold else ""
        extra += f' text-anchor="{anchor}"' if anchor else ""
        extra += f' {stroke(halo, 2.4)} stroke-linejoin="round" paint-order="stroke"' if halo else ""
        place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        self.marks.append(f"<text {place}{extra}>{escape(text, quote=False)}</text>")
        return text_width(text, size, bold=bold)

    def use(self, symbol: str, x: float, y: float, *, size: float = 1, colour: str = "") -> None:
        """A symbol with its origin there, enlarged, in a colour."""
        extra = f" {fill(colour)}" if colour else ""
        place = f'transform="translate({number(x)} {number(y)})' + (f' scale({size:.3g})"' if size != 1 else '"')
        self.marks.append(f'<use href="#{symbol}" {place}{extra}/>')

    def svg(self) -> str:
        """Everything drawn."""
        return "".join(self.marks)
