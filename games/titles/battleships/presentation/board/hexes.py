"""9.3 The hex map, 45 columns by 34 rows with even columns half a hex further south: its visible part and scale.

Lengths are in units of the picture. A hex with sides of length `side` is twice as wide as `side`, 1.73 times as high.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, hypot, sqrt

from msgspec import Struct

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Areas, Rectangle
from games.titles.battleships.components.hexes import COLUMNS, ROWS, Hex, column_row, hex_of, name_of
from games.titles.battleships.presentation.board.ink import Ink, fill, stroke
from games.toolkit.svg import number

(LEFT, RIGHT), (TOP, BOTTOM) = COLUMNS, ROWS
HIGH = sqrt(3)
"""The height of a hex divided by the length of its side."""
FIGURES = 10.9
"""The least length of a hexside at which every hex shows its number."""
LEGIBLE, HIGHER = 6.0, 1.6
"""The least length of a hexside at which ships are legible, and the greatest ratio of actual to wanted height."""
EMPTY = 12
"""The number of empty columns or rows at which the map may be divided into parts."""
FOUR = 4
"""The number of digits in the name of a hex of the printed map."""
SIZE, WIDE = 9.0, 20.0
"""The font size of the numbers of hexes, and the width of a number."""


class Part(Struct, frozen=True):
    """The rectangle of the hex map that a picture shows: its first and last column and row.

    `side` is the length of a hexside in units of the picture.
    """

    left: int
    right: int
    top: int
    bottom: int
    side: float

    @property
    def width(self) -> float:
        """The width of the rectangle in the picture."""
        return self.side * (1.5 * (self.right - self.left) + 2)

    @property
    def height(self) -> float:
        """The height of the rectangle in the picture."""
        return self.side * HIGH * (self.bottom - self.top + 1.5)

    def centre(self, space: str) -> tuple[float, float]:
        """Return the centre of a hex, measured from the upper left corner of the rectangle."""
        column, row = column_row(hex_of(space))
        down = row - self.top + (0.5 if column % 2 else 1.0)
        return self.side * (1 + 1.5 * (column - self.left)), self.side * HIGH * down

    def holds(self, space: str) -> bool:
        """Return True if a hex is visible."""
        column, row = column_row(hex_of(space))
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    def spaces(self) -> Iterator[str]:
        """Yield all visible hexes, column by column."""
        for column in range(self.left, self.right + 1):
            for row in range(self.top, self.bottom + 1):
                yield name_of(place_of(column, row))


def place_of(column: int, row: int) -> Hex:
    """Return the hex in a column and a row, which may be beyond the printed map."""
    return Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2)


def part_around(spaces: Iterable[str], width: float, highest: float, margin: int = 2) -> Part:
    """Return the part of the map around the hexes `spaces`, at the largest scale at which it fits.

    `width`, `highest`: the greatest width and height, in units of the picture. `margin`: the number of columns and rows
    around the hexes. Without hexes, the part is the whole map.
    """
    places = [column_row(hex_of(space)) for space in spaces] or [(LEFT, TOP), (RIGHT, BOTTOM)]
    columns_, rows_ = [column for column, _ in places], [row for _, row in places]
    west, east = _bounds(columns_, LEFT, RIGHT, margin)
    left, right = _span(columns_, west, east, margin, 20)
    top, bottom = _span(rows_, *_bounds(rows_, TOP, BOTTOM, margin), margin, 11)
    columns, rows = right - left + 1, bottom - top + 1
    side = min(width / (1.5 * columns + 0.5), highest / (HIGH * (rows + 0.5)))
    room = int((width / side - 0.5) / 1.5 + 1e-6)
    left, right = _widened(left, right, min(room, east - west + 1), west, east)
    return Part(left, right, top, bottom, width / (1.5 * (right - left + 1) + 0.5))


def _bounds(found: list[int], first: int, last: int, margin: int) -> tuple[int, int]:
    """Return the first and last column or row that may be shown: those of the printed map.

    They are widened by `margin` around hexes beyond the map (9.3b); `found` are the columns or rows of all hexes.
    """
    low, high = min(found), max(found)
    return low - margin if low < first else first, high + margin if high > last else last


def parts_around(spaces: Iterable[str], width: float, highest: float, margin: int = 2) -> tuple[Part, ...]:
    """Return the part of the map around the hexes `spaces`, or several parts if a single part would not be legible.

    The map is split at the widest empty sea. `width`: the greatest width of a part. `highest`: the greatest height of
    all parts together, if this is possible. `margin`: the number of columns and rows around the hexes.
    """
    groups = _apart([*spaces], width, highest, margin)
    return tuple(part_around(group, width, highest / len(groups), margin) for group in groups)


def _apart(spaces: list[str], width: float, highest: float, margin: int) -> list[list[str]]:
    part = part_around(spaces, width, highest, margin)
    if part.side >= LEGIBLE and part.height <= highest * HIGHER:
        return [spaces]
    places = {space: column_row(hex_of(space)) for space in spaces}
    gaps = [
        (second - first, axis, second)
        for axis in (0, 1)
        for first, second in pairwise(sorted({place[axis] for place in places.values()}))
    ]
    widest, axis, beyond = max(gaps, default=(0, 0, 0))
    if widest < EMPTY:
        return [spaces]
    near = [space for space in spaces if places[space][axis] < beyond]
    far = [space for space in spaces if places[space][axis] >= beyond]
    return [group for half in (near, far) for group in _apart(half, width, highest, margin)]


def _span(found: list[int], first: int, last: int, margin: int, least: int) -> tuple[int, int]:
    low, high = max(min(found) - margin, first), min(max(found) + margin, last)
    return _widened(low, high, min(least, last - first + 1), first, last)


def _widened(low: int, high: int, wanted: int, first: int, last: int) -> tuple[int, int]:
    """Return the span from `low` to `high`, widened to `wanted` columns or rows if there is room.

    It is widened on both sides, but not beyond `first` and `last`.
    """
    missing = wanted - (high - low + 1)
    if missing <= 0:
        return low, high
    low = max(low - ceil(missing / 2), first)
    high = min(low + wanted - 1, last)
    return max(high - wanted + 1, first), high


def outline(x: float, y: float, side: float) -> str:
    """Return the outline of a hex as an SVG path. `x`, `y`: its centre. `side`: the length of a hexside."""
    half, high = side / 2, side * HIGH / 2
    points = ((side, 0), (half, high), (-half, high), (-side, 0), (-half, -high), (half, -high))
    return "M" + "L".join(f"{number(x + right)} {number(y + down)}" for right, down in points) + "z"


class Ground(Struct, frozen=True):
    """9.3 The features of a map.

    `land`: the land hexes. `moles`, `nets`: the hexsides, as pairs of hexes, of breakwaters and mine nets.
    """

    land: frozenset[str] = frozenset()
    moles: frozenset[tuple[str, str]] = frozenset()
    nets: frozenset[tuple[str, str]] = frozenset()
    night: bool = False
    exits: tuple[tuple[str, int], ...] = ()
    """9.3b On a map that has shifted: the edges of the starting map that are exits, each with its present column or
    row.
    """


class Sheet:
    """9.3 The SVG drawing of the hex map: water, land, hexsides and exit edges of the visible `part`, without ships."""

    def __init__(self, part: Part, ground: Ground) -> None:
        self.part, self.ground = part, ground

    def printed(self, x: float, y: float) -> Layer:
        """Return the map as a layer, with its upper left corner at (x, y) of the page."""
        part = self.part
        area = Area(0, 0, part.width, part.height)
        return Layer(self.drawing, area, x, y, Area(x, y, part.width, part.height), defs=self.mesh)

    @property
    def _name(self) -> str:
        """The SVG id of the column of hexes for the size of this part; parts of one picture may differ in size."""
        return f"mesh-{number(self.part.side * 10).replace('.', '-')}-{self.part.bottom - self.part.top}"

    @cached_property
    def mesh(self) -> str:
        """The SVG definition of one column of hexes; the other columns are copies of it."""
        part, half, high = self.part, self.part.side / 2, self.part.side * HIGH
        path, colour = "", "dark_mesh" if self.ground.night else "mesh"
        for row in range(part.bottom - part.top + 2):
            y = row * high
            path += f"M{number(-half)} {number(y)}H{number(half)}l{number(half)} {number(high / 2)}"
            path += f"l{number(-half)} {number(high / 2)}M{number(-half)} {number(y)}"
            path += f"l{number(-half)} {number(high / 2)}l{number(half)} {number(high / 2)}"
        return f'<path id="{self._name}" d="{path}" fill="none" {stroke(colour, 0.8)}/>'

    @cached_property
    def drawing(self) -> str:
        """The SVG of water, land, hexes and hexsides in the part."""
        ink, part = Ink(), self.part
        ink.rect(0, 0, part.width, part.height, "dusk" if self.ground.night else "sea")
        self._land(ink)
        for column in range(part.left, part.right + 1):
            x = part.side * (1 + 1.5 * (column - part.left))
            y = 0.0 if column % 2 else part.side * HIGH / 2
            ink.raw(f'<use href="#{self._name}" x="{number(x)}" y="{number(y)}"/>')
        self._lines(ink, self.ground.moles, "mole")
        self._lines(ink, self.ground.nets, "net")
        for edge, at in self.ground.exits:
            self._exit(ink, edge, at)
        return ink.svg()

    @cached_property
    def line_areas(self) -> tuple[Rectangle, ...]:
        """Small rectangles along breakwaters, nets and exit edges, which numbers and names avoid."""
        sides = [self._side(one, other) for one, other in sorted({*self.ground.moles, *self.ground.nets})
                 if self.part.holds(one) or self.part.holds(other)]  # fmt: skip
        sides += [line for edge, at in self.ground.exits if (line := self._exit_line(edge, at))]
        return tuple(area for side in sides for area in along(side))

    def _land(self, ink: Ink) -> None:
        part = self.part
        wider = Part(part.left - 1, part.right + 1, part.top - 1, part.bottom + 1, part.side)
        shown = sorted(space for space in self.ground.land if wider.holds(space))
        if shown:
            path = "".join(outline(*self.part.centre(space), self.part.side) for space in shown)
            ink.raw(f'<path d="{path}" {fill("land")} {stroke("coast", 1.2)}/>')

    def _lines(self, ink: Ink, sides: Collection[tuple[str, str]], colour: str) -> None:
        for one, other in sorted(sides):
            if self.part.holds(one) or self.part.holds(other):
                ink.line(self._side(one, other), colour, 3.4)

    def _exit(self, ink: Ink, edge: str, at: int) -> None:
        """9.3b Draw a dashed line at the present place of an exit edge, if it lies in the part."""
        if line := self._exit_line(edge, at):
            ink.line(line, "blast", 1.6, dash="6 4")

    def _exit_line(self, edge: str, at: int) -> list[tuple[float, float]]:
        """Return the two end points of an exit edge in the picture; an empty list if it does not lie in the part."""
        part = self.part
        if edge in ("east", "west"):
            x = part.side * (1 + 1.5 * (at - part.left + (0.5 if edge == "east" else -0.5)))
            return [(x, 0), (x, part.height)] if 0 < x < part.width else []
        y = part.side * HIGH * (at - part.top + (1.25 if edge == "south" else 0.25))
        return [(0, y), (part.width, y)] if 0 < y < part.height else []

    def _side(self, one: str, other: str) -> list[tuple[float, float]]:
        """Return the two end points in the picture of the hexside between two neighbouring hexes."""
        (x1, y1), (x2, y2) = self.part.centre(one), self.part.centre(other)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        right, down = (x2 - x1) / (2 * HIGH), (y2 - y1) / (2 * HIGH)
        return [(x - down, y + right), (x + down, y - right)]


def along(points: Sequence[tuple[float, float]]) -> Iterator[Rectangle]:
    """Yield small rectangles that together cover a line through points."""
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(1, int(hypot(x2 - x1, y2 - y1) / 6))
        for step in range(steps):
            x, y = x1 + (x2 - x1) * (step + 0.5) / steps, y1 + (y2 - y1) * (step + 0.5) / steps
            yield Rectangle(x - 3, y - 3, x + 3, y + 3)


def numbers(part: Part, taken: Areas) -> str:
    """Return the SVG of the numbers of the hexes in a part.

    If hexes are small, only every fifth column and row has numbers. A number is at the upper side of its hex, or at the
    lower side if one of the rectangles in `taken` is there. If both sides are taken, it is left out.
    """
    marks, aside = [], _aside(part.side)
    for space in part.spaces():
        if len(space) > FOUR or (part.side < FIGURES and (int(space[:2]) % 5 or int(space[2:]) % 5)):
            continue
        x, y = part.centre(space)
        for base in (y - aside + SIZE * 0.36, y + aside + SIZE * 0.36):
            area = Rectangle(x - WIDE / 2, base - SIZE * 0.8, x + WIDE / 2, base + 1)
            if taken.is_free(area):
                marks.append(f'<text x="{number(x)}" y="{number(base)}">{space}</text>')
                break
    style = f'font-size="{number(SIZE)}" text-anchor="middle" {fill("figure")}'
    return f"<g {style}>{''.join(marks)}</g>"


def _aside(side: float) -> float:
    """Return the vertical distance between the centres of a number and of its hex, whose sides have length `side`."""
    return max(min(side * HIGH / 2 - SIZE * 0.36 - 4.0, (side - WIDE / 2 - 0.5) * HIGH - SIZE * 0.36), 0.0)


@lru_cache(maxsize=64)
def sheet_of(part: Part, ground: Ground) -> Sheet:
    """Return the drawing of the map within a part; cached, because many pictures show the same part."""
    return Sheet(part, ground)
