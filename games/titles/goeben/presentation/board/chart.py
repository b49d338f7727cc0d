"""The chart in two sheets, West and East: coast, lines, spaces and their names. It is the same in every picture.

Lengths are in units of the picture. A block is the group of all counters of a space; its leader is the line from the
space to the block.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Point, Rectangle, crosses
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import Space
from games.titles.goeben.presentation.board.ink import Ink, fill, number, stroke
from games.titles.goeben.presentation.board.symbols import definitions
from games.toolkit.text_metrics import text_width

SCALE = 0.0622
"""The length in the picture of a tenth of a nautical mile."""
SIZE = 9.0
"""The letter size of the names on the map."""
LINE = 9.8
BOUNDS = ((100.0, 1900.0, 12900.0, 9500.0), (9990.0, 150.0, 22790.0, 9900.0))
"""The edges of the two sheets in tenths of a nautical mile: left, top, right, bottom.

Both show the sea around Sicily.
"""
SLACK = 0.5
"""Two things may overlap by this length without a cost."""
ROOM = 14.0
"""The highest cost at which an optional name is printed."""
RING = 14.5
"""The distance of a name from its space, beyond the ring and the number that the page draws there."""
ON_A_LANE, THIN, ON_A_NAME, BLOCK_ON_A_LANE = 4.0, 0.16, 40.0, 0.12
"""The costs of covering a unit of area.

In order: a name covers a line between spaces, on which arrows are drawn; a name covers a line in an e-mail, which has
no arrows; a block covers a name; a block covers a line.
"""
ON_A_SIGN = 20.0
"""The cost of each unit of area of a space's sign that a block covers."""
ACROSS_A_NAME, ACROSS_A_SIGN = 400.0, 60.0
"""The costs of a leader that crosses a name, and of a leader that crosses the sign of another space."""
REACH = 110.0
"""The greatest distance of a name from its space."""
BLOCKS_REACH, FAR_REACH = 220.0, 440.0
"""The distance from a space within which its block can cover something: for near rings, and for distant rings."""
WAYS = (
    (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1),
    (1, 0.5), (1, -0.5), (-1, 0.5), (-1, -0.5), (0.8, 1), (-0.8, 1), (0.8, -1), (-0.8, -1),
)  # fmt: skip
"""The directions from a space in which its block may be placed."""
WIDE_RING = 27.0
ALONG = (-0.85, -0.65, -0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5, 0.65, 0.85)
WIDE_WAYS = (*WAYS, *((right, down) for along in ALONG for right, down in
                      ((1, along), (-1, along), (along, 1), (along, -1)) if (right, down) not in WAYS))  # fmt: skip
"""The directions for blocks in rings from WIDE_RING on: more directions than in near rings."""
RINGS = (3.0, 8.0, 13.0, 18.0, 27.0, 38.0, 52.0, 68.0, 88.0, 112.0, 140.0, 172.0, 208.0)
"""The distances between the sign of a space and its block that are tried, called rings."""
DISTANT = 88.0
"""The last near ring. The rings beyond it are for crowded waters."""
FAR, FARTHER, LONG = 0.25, 1.0, 40.0
"""The costs of a block's distance (FAR, FARTHER, LONG).

Each unit costs FAR. Each unit beyond the distance LONG costs FARTHER in addition.
"""
MOST_BLOCKS = 2000
"""The number of blocks whose positions are cached. Few spaces have counters, and most counters stay for days."""


class Name(Struct, frozen=True):
    """The name of a space on a sheet: its lines of text, their centre, and the rectangle that they cover (`area`)."""

    lines: tuple[str, ...]
    x: float
    y: float
    area: Rectangle
    bold: bool


class Sheet:
    """One of the two sheets: its spaces, their positions, and the positions of their names.

    `sparse`: True for a smaller sheet with letters of the same size, on which only the names of ports, patrol zones and
    exits are printed, and others if there is room. `elsewhere`: the spaces whose contents are shown on the other sheet
    only.
    """

    def __init__(self, box: Box, index: int, language: str, scale: float = SCALE, *, sparse: bool = False) -> None:
        self.box, self.language, self.scale, self.sparse = box, language, scale, sparse
        self.left, self.top, self.right, self.bottom = BOUNDS[index]
        self.width, self.height = (self.right - self.left) * scale, (self.bottom - self.top) * scale
        self.spaces = {space.id: space for space in box.spaces.values() if self._shows(space.x, space.y)}
        self.elsewhere: frozenset[str] = frozenset()
        self.ring, self.on_a_lane = (0.0, THIN) if sparse else (RING, ON_A_LANE)
        self.beside = lru_cache(maxsize=MOST_BLOCKS * len(RINGS))(self._beside)
        self._near, self._firm = cache(self._around), cache(self._solid)

    def _shows(self, x: float, y: float) -> bool:
        edge = 150
        return self.left + edge < x < self.right - edge and self.top + edge < y < self.bottom - edge

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the position on this sheet, in units of the picture, of the point (`x`, `y`) on the map.

        `x` and `y` are in tenths of a nautical mile.
        """
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def way(self, one: str, other: str) -> list[tuple[float, float]]:
        """Return the points of the line between two neighbouring spaces on this sheet: both ends and its bends.

        Return an empty list if there is no line.
        """
        for line in self.box.waters.lines:
            if {line.a, line.b} == {one, other}:
                bends = line.bends if line.a == one else tuple(reversed(line.bends))
                ends = self.box.spaces[one], self.box.spaces[other]
                return [self.at(x, y) for x, y in ((ends[0].x, ends[0].y), *bends, (ends[1].x, ends[1].y))]
        return []

    def place(self, space: str) -> tuple[float, float]:
        """Return the position of a space on this sheet, in units of the picture."""
        return self.at(self.spaces[space].x, self.spaces[space].y)

    @cached_property
    def ways(self) -> list[list[tuple[float, float]]]:
        """The points of each line on the sheet. Lines that lead off the sheet are included."""
        found = []
        for line in self.box.waters.lines:
            if line.a in self.spaces or line.b in self.spaces:
                one, other = self.box.spaces[line.a], self.box.spaces[line.b]
                points = ((one.x, one.y), *line.bends, (other.x, other.y))
                found.append([self.at(x, y) for x, y in points])
        return found

    @cached_property
    def dots(self) -> dict[str, Rectangle]:
        """The rectangle that the sign of each space covers, by space."""
        return {name: self._dot(space) for name, space in self.spaces.items()}

    def _dot(self, space: Space) -> Rectangle:
        x, y = self.place(space.id)
        wide, high = {"port": (8, 6), "naval_base": (11, 8), "patrol_zone": (9, 8), "atlantic_exit": (9, 9)}.get(
            space.kind, (5, 5)
        )
        return Rectangle(x - wide, y - high, x + wide, y + high)

    @cached_property
    def line_areas(self) -> list[Rectangle]:
        """Small rectangles along the lines, which names and counters avoid if possible."""
        return [piece for way in self.ways for piece in _pieces(way)]

    # --- names

    @property
    def names(self) -> dict[str, Name]:
        """The name of each space, placed so that it covers no sign and no other name if possible.

        Ports, the most crowded spaces, are placed first.
        """
        return self._laid[0]

    @cached_property
    def _laid(self) -> tuple[dict[str, Name], frozenset[str]]:
        """Return the names at their positions, and the spaces whose names are not printed on a sparse sheet."""
        order = sorted(self.spaces.values(), key=lambda space: (not space.harbour, space.kind != "patrol_zone"))
        found: dict[str, Name] = {}
        left_out: set[str] = set()
        for space in order:
            x, y = self.place(space.id)
            near = Rectangle(x - REACH, y - REACH, x + REACH, y + REACH)
            printed = [name.area for one, name in found.items() if one not in left_out]
            firm = [(14.0, area) for area in printed if area.overlap(near, SLACK)]
            firm += [(10.0, dot) for other, dot in self.dots.items() if other != space.id and dot.overlap(near, SLACK)]
            lines = [(self.on_a_lane, piece) for piece in self.line_areas if piece.overlap(near, SLACK)]
            least = 1e9
            for price, name in self._candidates(space):
                cost = price + (self._cost(name.area, firm + lines, least - price) if price < least else least)
                if cost < least:
                    least, found[space.id] = cost, name
            if self.sparse and not _is_bold(space) and self._cost(found[space.id].area, firm, ROOM) > ROOM:
                left_out.add(space.id)
        return found, frozenset(left_out)

    def _cost(self, area: Rectangle, obstacles: Sequence[tuple[float, Rectangle]], most: float) -> float:
        """Return the cost of a name that covers `area`.

        If it exceeds `most`, it may be too low, but is above `most`.
        """
        cost = 0.0
        for weight, obstacle in obstacles:
            cost += weight * area.overlap(obstacle, SLACK)
            if cost > most:
                return cost
        return cost + 400 * area.overflow(self.width, self.height, 3)

    def _candidates(self, space: Space) -> Iterator[tuple[float, Name]]:
        """Yield the possible forms and positions of a space's name, each with its cost without obstacles."""
        x, y = self.place(space.id)
        dot = self._dot(space)
        bold = _is_bold(space)
        text = _short(space, self.language)
        for price, lines in _broken(text):
            wide = max(text_width(line, SIZE, bold=bold) for line in lines)
            high = LINE * len(lines)
            near = max(2.0, self.ring - (dot.right - x))
            below = max(2.0, self.ring - (dot.bottom - y))
            for far in (0.0, 7.0, 14.0):
                off, drop = near + far, below + far
                sides = (
                    (0, dot.right + off + wide / 2, y),
                    (1, dot.left - off - wide / 2, y),
                    (2, x, dot.bottom + drop + high / 2),
                    (2, x, dot.top - drop - high / 2),
                    (4, dot.right + off + wide / 2 - 3, y + high / 2 + 3),
                    (4, dot.right + off + wide / 2 - 3, y - high / 2 - 3),
                    (5, dot.left - off - wide / 2 + 3, y + high / 2 + 3),
                    (5, dot.left - off - wide / 2 + 3, y - high / 2 - 3),
                    (6, x + wide / 3, dot.bottom + drop + high / 2),
                    (6, x - wide / 3, dot.bottom + drop + high / 2),
                    (6, x + wide / 3, dot.top - drop - high / 2),
                    (6, x - wide / 3, dot.top - drop - high / 2),
                )
                for side, middle, centre in sides:
                    area = Rectangle(middle - wide / 2, centre - high / 2, middle + wide / 2, centre + high / 2)
                    yield price + side + 3.5 * far, Name(lines, middle, centre, area, bold)

    # --- room for counters

    def _beside(self, space: str, wide: float, high: float, far: float) -> tuple[tuple[float, Rectangle], ...]:
        """Return the possible rectangles of a block in a ring around its space, each with its cost.

        `wide`, `high`: the size of the block. `far`: the distance of the ring. The cost depends on this distance, and
        on the names, signs and lines that the block covers.
        """
        x, y = self.place(space)
        dot = self.dots[space]
        found = []
        for right, down in WAYS if far < WIDE_RING else WIDE_WAYS:
            middle = x + right * (wide / 2 + (dot.right - x) + far)
            centre = y + down * (high / 2 + (dot.bottom - y) + far)
            area = Rectangle(middle - wide / 2, centre - high / 2, middle + wide / 2, centre + high / 2)
            outside = area.overflow(self.width, self.height)
            cost = distance_cost(far) + 300 * outside + self._covered(space, area, far)
            found.append((cost, area))
        return tuple(found)

    def crossed(self, space: str, leader: tuple[Point, Point]) -> float:
        """Return the cost of the names and signs that a line crosses between a space and the block of its counters.

        `leader`: the two ends of that line. The layout of the counters uses the line with the lowest cost.
        """
        (x1, y1), (x2, y2) = leader
        around = Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        cost = 0.0
        for price, area in self._firm(space):
            if (
                area.left < around.right
                and around.left < area.right
                and area.top < around.bottom
                and around.top < area.bottom
                and crosses(leader, area)
            ):
                cost += price
        return cost

    def _solid(self, space: str) -> list[tuple[float, Rectangle]]:
        """Return the rectangles of printed names and other spaces' signs, each with the cost of a leader through it."""
        found = [(ACROSS_A_NAME, name.area) for one, name in self.names.items() if one == space or self.is_named(one)]
        return found + [(ACROSS_A_SIGN, dot) for one, dot in self.dots.items() if one != space]

    def _covered(self, space: str, area: Rectangle, far: float) -> float:
        """Return the cost of what a block beside a space covers.

        `far`: the distance of its ring. It is the sum over all obstacles, but fast for hundreds that are far away.
        """
        west, north, east, south = area.left, area.top, area.right, area.bottom
        covered = 0.0
        for weight, left, top, right, bottom in self._near(space, BLOCKS_REACH if far <= DISTANT else FAR_REACH):
            if left < east and west < right and top < south and north < bottom:
                wide = (right if right < east else east) - (left if left > west else west) - SLACK
                high = (bottom if bottom < south else south) - (top if top > north else north) - SLACK
                if wide > 0 and high > 0:
                    covered += weight * (wide * high)
        return covered

    def _around(self, space: str, reach: float) -> list[tuple[float, float, float, float, float]]:
        """Return the rectangles within `reach` of a space that a block should not cover.

        Each is its cost by unit of area, followed by its four sides.
        """
        x, y = self.place(space)
        near = Rectangle(x - reach, y - reach, x + reach, y + reach)
        found = [
            (ON_A_NAME, name.area)
            for one, name in self.names.items()
            if (one == space or self.is_named(one)) and name.area.overlap(near, SLACK)
        ]
        found += [(ON_A_SIGN, dot) for dot in self.dots.values() if dot.overlap(near, SLACK)]
        found += [(BLOCK_ON_A_LANE, piece) for piece in self.line_areas if piece.overlap(near, SLACK)]
        return [(weight, one.left, one.top, one.right, one.bottom) for weight, one in found]

    # --- drawing

    def printed(self, x: float, y: float, window: Area | None = None) -> tuple[Layer, Layer]:
        """Return the two static layers of the sheet: the sea, to be drawn below all counters, and the names above them.

        `x`, `y`: the sheet's upper left corner on the page. `window`: the part of the page to draw; None for all.
        """
        sheet = Area(0, 0, self.width, self.height)
        return (
            Layer(self.drawing, sheet, x, y, window, defs=self.coast, is_printed=True),
            Layer(self.lettering, sheet, x, y, window, defs=self.symbols, is_printed=True),
        )

    @cached_property
    def coast(self) -> str:
        """The SVG definition of the land that this sheet shows."""
        return land(self.box)

    @cached_property
    def symbols(self) -> str:
        """The SVG definitions of the symbols and flags."""
        return definitions()

    @cached_property
    def drawing(self) -> str:
        """The sea with its grid, the land and the lines of the sheet, as SVG."""
        ink = Ink()
        ink.rect(0, 0, self.width, self.height, "sea")
        self._graticule(ink)
        scale = self.scale * 5
        left, top = number(-self.left * self.scale), number(-self.top * self.scale)
        moved = f"translate({left} {top}) scale({scale:.5f})"
        ink.raw(f'<use href="#land" transform="{moved}"/>')
        for way in self.ways:
            ink.line(way, "lane", 1.1)
        return ink.svg()

    def _graticule(self, ink: Ink) -> None:
        """Draw a light grid over the sea."""
        step = 600 * self.scale * 2
        lines = "".join(f"M{number(x * step)} 0V{number(self.height)}" for x in range(1, int(self.width / step) + 1))
        lines += "".join(f"M0 {number(y * step)}H{number(self.width)}" for y in range(1, int(self.height / step) + 1))
        ink.raw(f'<path d="{lines}" {stroke("deep", 0.7)} fill="none"/>')

    @cached_property
    def lettering(self) -> str:
        """The printed names of all spaces, as SVG."""
        ink = Ink()
        for space in self.names:
            if self.is_named(space):
                self.write(ink, space)
        return ink.svg()

    def is_named(self, space: str) -> bool:
        """Return True if the name of a space is printed on this sheet."""
        return space not in self._laid[1]

    def write(self, ink: Ink, space: str) -> None:
        """Draw the name of a space on the canvas `ink`."""
        name, harbour = self.names[space], self.spaces[space].harbour
        colour = "ink" if harbour else "allied" if self.spaces[space].kind == "patrol_zone" else "faint"
        top = name.y - LINE * len(name.lines) / 2
        for index, line in enumerate(name.lines):
            y = top + LINE * index + SIZE * 0.86
            ink.text(name.x, y, line, SIZE, colour=colour, bold=name.bold, anchor="middle", halo="halo")


def sparse(box: Box, language: str, scale: float) -> list[Sheet]:
    """Return both sheets at a smaller scale, with fewer names.

    The contents of a space on both sheets are shown on the sheet where it is farther from the edge.
    """
    found = [Sheet(box, index, language, scale, sparse=True) for index in range(len(BOUNDS))]
    for sheet in found:
        deep = {space: _depth(sheet, space) for space in sheet.spaces}
        others = [other for other in found if other is not sheet]
        sheet.elsewhere = frozenset(
            space
            for space in deep
            if any(space in other.spaces and _depth(other, space) > deep[space] for other in others)
        )
    return found


def _depth(sheet: Sheet, space: str) -> float:
    """Return the distance of a space from the nearer side (left or right) of a sheet."""
    x, _ = sheet.place(space)
    return min(x, sheet.width - x)


def distance_cost(far: float) -> float:
    """Return the cost, for the layout, of a block of counters at the distance `far` from the sign of its space."""
    return far * FAR + max(0.0, far - LONG) * FARTHER


def land(box: Box) -> str:
    """Return the shared SVG definition of the land, which both sheets use."""
    paths = "".join(f'<path d="{one.path}"/>' for one in box.coast.land)
    return f'<g id="land" {fill("land")} {stroke("coast", 1.6)} stroke-linejoin="round" fill-rule="evenodd">{paths}</g>'


def _is_bold(space: Space) -> bool:
    """Return True if the name of a space is bold: for ports, patrol zones and exits."""
    return space.harbour or space.kind in ("patrol_zone", "atlantic_exit")


def _short(space: Space, language: str) -> str:
    """Return the name of a space as the map prints it, without the part that its sign shows."""
    text = space.name.get(language)
    text = text.replace("Patrol Zone", "Patrol").replace("哨戒ゾーン", "哨戒")
    return text.partition(" (")[0].partition("(")[0]


def _broken(text: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the possible ways to break a name into one or two lines, each with its cost."""
    yield (0 if len(text) < 13 else 6), (text,)
    words = text.split()
    for cut in range(1, len(words)):
        yield 3, (" ".join(words[:cut]), " ".join(words[cut:]))
    if len(words) == 1 and len(text) >= 8 and ord(text[0]) > 0x2FFF:
        half = (len(text) + 1) // 2
        yield 4, (text[:half], text[half:])


def _pieces(way: Sequence[tuple[float, float]]) -> Iterator[Rectangle]:
    """Yield small rectangles that together cover a line."""
    for (x1, y1), (x2, y2) in pairwise(way):
        steps = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / 6))
        for step in range(steps):
            x, y = x1 + (x2 - x1) * (step + 0.5) / steps, y1 + (y2 - y1) * (step + 0.5) / steps
            yield Rectangle(x - 3, y - 3, x + 3, y + 3)
