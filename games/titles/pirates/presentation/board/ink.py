"""The basic SVG shapes of the picture. Texts are escaped in this module; callers need not do so."""

from html import escape

from games.toolkit.svg import SvgBuffer, number
from games.toolkit.text_metrics import text_width

INK = "#1f2d36"
FAINT = "#5b6a70"
PAPER = "#fbf7ea"
SEA = "#dce8e8"
GRATICULE = "#c4d6d7"
BRASS = "#b8862b"
STEEL = "#3d4d58"
RED = "#b02a26"
"""The colours of the picture: the colours of an admiralty chart, and of markers."""

KINDS = {"action": ("#85562a",), "reaction": ("#2b5d92",), "support": ("#36754a",), "both": ("#2b5d92", "#85562a")}
"""The colours of the bands of action cards, by category. Reflag, which is in two categories, has two colours."""

SEATS = {
    "red": ("#a62a25", "#ffffff"),
    "black": ("#26292c", "#ffffff"),
    "white": ("#ffffff", INK),
    "blue": ("#275688", "#ffffff"),
    "phantom": ("#6a6473", "#ffffff"),
}
"""The colour of each seat, and the colour of text on that colour."""


class Ink(SvgBuffer):
    """Draws shapes in the colours for light screens. The module ``night`` has the style sheet for dark screens."""

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        edge: str = "",
        line: float = 1,
        round_: float = 0,
        dash: str = "",
    ) -> None:
        """Draw a rectangle. (`x`, `y`) is its upper left corner.

        `fill`, `edge`: the colours of its area and its edge. `line`: the width of the edge. `round_`: the radius of its
        corners. `dash`: the SVG pattern of a broken edge; "" for a solid edge.
        """
        extra = f' stroke="{edge}"' if edge else ""
        extra += f' stroke-width="{number(line)}"' if edge and line != 1 else ""
        extra += f' rx="{number(round_)}"' if round_ else ""
        extra += f' stroke-dasharray="{dash}"' if dash else ""
        size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.marks.append(f'<rect {size} fill="{fill}"{extra}/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, edge: str, line: float = 1) -> None:
        """Draw a straight line in the colour `edge`. `line`: its width."""
        ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
        self.marks.append(f'<line {ends} stroke="{edge}" stroke-width="{number(line)}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = "#fff") -> None:
        """Draw a round marker."""
        where = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        self.marks.append(f'<circle {where} fill="{fill}" stroke="{edge}"/>')

    def text(
        self, x: float, y: float, text: str, size: float, *, fill: str = "", bold: bool = False, anchor: str = ""
    ) -> float:
        """Draw a line of text of a size and return its width.

        `anchor`: the point of the text at `x`: "middle", "end" or "".
        """
        extra = f' fill="{fill}"' if fill else ""
        extra += ' font-weight="700"' if bold else ""
        extra += f' text-anchor="{anchor}"' if anchor else ""
        place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        self.marks.append(f"<text {place}{extra}>{escape(text, quote=False)}</text>")
        return text_width(text, size, bold=bold)

    def use(self, symbol: str, x: float, y: float, *, turn: int = 0, size: float = 1, fill: str = "") -> None:
        """Draw a defined symbol with its origin at (x, y), turned by `turn` degrees and scaled by `size`."""
        if turn or size != 1:
            moves = f"translate({number(x)} {number(y)})"
            moves += f" rotate({turn})" if turn else ""
            moves += f" scale({size:.3g})" if size != 1 else ""
            place = f'transform="{moves}"'
        else:
            place = f'x="{number(x)}" y="{number(y)}"' if x or y else ""
        colour = f' fill="{fill}"' if fill else ""
        self.marks.append(f'<use href="#{symbol}" {place}{colour}/>')
