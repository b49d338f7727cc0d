"""The chart in two sheets, West and East: coast, lines, spaces and their names. They are the same in every picture."""

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
"""Picture units for a tenth of a nautical mile."""
SIZE = 9.0
"""Letter size of the names on the map."""
LINE = 9.8
BOUNDS = ((100.0, 1900.0, 12900.0, 9500.0), (9990.0, 150.0, 22790.0, 9900.0))
"""The two sheets, in the units of the spaces: left, top, right, bottom. They overlap about Sicily."""
SLACK = 0.5
"""The overlap of two things that is still ignored."""
ROOM = 14.0
"""The highest cost of a place for an optional name: a point of another name, no more."""
RING = 14.5
"""Names begin beyond the ring and the number that the page draws around a space."""
ON_A_LANE, THIN, ON_A_NAME, BLOCK_ON_A_LANE = 4.0, 0.16, 40.0, 0.12
"""The costs of a name on a lane, along which arrows run, or on one of an e-mail, which has neither arrows nor rings;
and of counters on a name or a lane, by unit of area.
"""
ON_A_SIGN = 20.0
"""The cost of counters on a sign, by unit of area."""
ACROSS_A_NAME, ACROSS_A_SIGN = 400.0, 60.0
"""The cost of a leader through a name, or through the sign of another space."""
REACH = 110.0
"""The largest distance of a name from its space."""
BLOCKS_REACH, FAR_REACH = 220.0, 440.0
"""The distance within which a block of counters can cover something: near its space, and in the distant rings."""
WAYS = (
    (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1),
    (1, 0.5), (1, -0.5), (-1, 0.5), (-1, -0.5), (0.8, 1), (-0.8, 1), (0.8, -1), (-0.8, -1),
)  # fmt: skip
"""The directions in which a block may be placed from its space."""
WIDE_RING = 27.0
ALONG = (-0.85, -0.65, -0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5, 0.65, 0.85)
WIDE_WAYS = (*WAYS, *((right, down) for along in ALONG for right, down in
                      ((1, along), (-1, along), (along, 1), (along, -1)) if (right, down) not in WAYS))  # fmt: skip
"""From this distance on there are more directions."""
RINGS = (3.0, 8.0, 13.0, 18.0, 27.0, 38.0, 52.0, 68.0, 88.0, 112.0, 140.0, 172.0, 208.0)
"""The distance of a block from its sign."""
DISTANT = 88.0
"""The rings beyond this are searched where nearer water is crowded."""
FAR, FARTHER, LONG = 0.25, 1.0, 40.0
"""The cost of each point of that distance, and of each point beyond `LONG`; no place on the ring costs less."""
MOST_BLOCKS = 2000
"""The size of the cache of block positions: few spaces hold anything, and most of them the same for days."""


class Name(Struct, frozen=True):
    """The name of a space on a sheet: its lines of text, their centre, and the area that they cover."""

    lines: tuple[str, ...]
    x: float
    y: float
    area: Rectangle
    bold: bool


class Sheet:
    """One of the two sheets: its spaces, their positions, and the positions of their names.

    A `sparse` sheet is smaller but has letters of the same size. It prints the names of ports, patrol zones and exits;
    other names are printed only if there is room. The spaces in `elsewhere` have their contents shown on the other
    sheet only.
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
        """Return the position on this sheet of a point of the map."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def way(self, one: str, other: str) -> list[tuple[float, float]]:
        """Return the points of the line between two spaces: both ends and the bends.

        Return an empty list if there is no line.
        """
        for line in self.box.waters.lines:
            if {line.a, line.b} == {one, other}:
                bends = line.bends if line.a == one else tuple(reversed(line.bends))
                ends = self.box.spaces[one], self.box.spaces[other]
                return [self.at(x, y) for x, y in ((ends[0].x, ends[0].y), *bends, (ends[1].x, ends[1].y))]
        return []

    def place(self, space: str) -> tuple[float, float]:
        """Return the position of a space on this sheet."""
        return self.at(self.spaces[space].x, self.spaces[space].y)

    @cached_property
    def ways(self) -> list[list[tuple[float, float]]]:
        """The points of all lines, including lines that lead off the sheet."""
        found = []
        for line in self.box.waters.lines:
            if line.a in self.spaces or line.b in self.spaces:
                one, other = self.box.spaces[line.a], self.box.spaces[line.b]
                points = ((one.x, one.y), *line.bends, (other.x, other.y))
                found.append([self.at(x, y) for x, y in points])
        return found

    @cached_property
    def dots(self) -> dict[str, Rectangle]:
        """The area of each space's symbol."""
        return {name: self._dot(space) for name, space in self.spaces.items()}

    def _dot(self, space: Space) -> Rectangle:
        x, y = self.place(space.id)
        wide, high = {"port": (8, 6), "naval_base": (11, 8), "patrol_zone": (9, 8), "atlantic_exit": (9, 9)}.get(
            space.kind, (5, 5)
        )
        return Rectangle(x - wide, y - high, x + wide, y + high)

    @cached_property
    def line_areas(self) -> list[Rectangle]:
        """Small areas along the lines, which names and counters avoid where possible."""
        return [piece for way in self.ways for piece in _pieces(way)]

    # --- names

    @property
    def names(self) -> dict[str, Name]:
        """The name of each space, placed where it covers no symbol and no other name.

        Ports, the most crowded spaces, are placed first.
        """
        return self._laid[0]

    @cached_property
    def _laid(self) -> tuple[dict[str, Name], frozenset[str]]:
        """Return the placed names, and the spaces whose names are not printed.

        On a sparse sheet overlapping names are not printed.
        """
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
        """Return the cost of writing a name there; the exact value does not matter above `most`."""
        cost = 0.0
        for weight, obstacle in obstacles:
            cost += weight * area.overlap(obstacle, SLACK)
            if cost > most:
                return cost
        return cost + 400 * area.overflow(self.width, self.height, 3)

    def _candidates(self, space: Space) -> Iterator[tuple[float, Name]]:
        """Yield ways to write a name around its sign; the most natural costs least."""
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
        """Return the places for a block of this size in a ring around a space, each with its cost.

        The cost depends on the names, signs and lines that it covers, and on its distance.
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
        """Return the cost of a leader from a space to its block through names and signs."""
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
        """Return the printed names, and the signs of other spaces, each with the cost of a leader through it."""
        found = [(ACROSS_A_NAME, name.area) for one, name in self.names.items() if one == space or self.is_named(one)]
        return found + [(ACROSS_A_SIGN, dot) for one, dot in self.dots.items() if one != space]

    def _covered(self, space: str, area: Rectangle, far: float) -> float:
        """Return the area of obstacles that a block beside a space covers.

        It equals the sum of `Patch.shared`, but is fast for hundreds of obstacles that are mostly far away.
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
        """Return the areas that should not be covered: the weight and the four sides of each."""
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
        """Return the two static layers of the sheet, placed at a point of the page.

        The sea is below all counters, the names are above.
        """
        sheet = Area(0, 0, self.width, self.height)
        return (
            Layer(self.drawing, sheet, x, y, window, defs=self.coast, is_printed=True),
            Layer(self.lettering, sheet, x, y, window, defs=self.symbols, is_printed=True),
        )

    @cached_property
    def coast(self) -> str:
        """The coast, drawn for this sheet's sea."""
        return land(self.box)

    @cached_property
    def symbols(self) -> str:
        """The definitions of the symbols and flags."""
        return definitions()

    @cached_property
    def drawing(self) -> str:
        """The sea, the graticule, the coast and the lines of the sheet, drawn."""
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
        """The names of all spaces, drawn."""
        ink = Ink()
        for space in self.names:
            if self.is_named(space):
                self.write(ink, space)
        return ink.svg()

    def is_named(self, space: str) -> bool:
        """Return True if the name of a space is printed on this sheet."""
        return space not in self._laid[1]

    def write(self, ink: Ink, space: str) -> None:
        """Draw the name of a space."""
        name, harbour = self.names[space], self.spaces[space].harbour
        colour = "ink" if harbour else "allied" if self.spaces[space].kind == "patrol_zone" else "faint"
        top = name.y - LINE * len(name.lines) / 2
        for index, line in enumerate(name.lines):
            y = top + LINE * index + SIZE * 0.86
            ink.text(name.x, y, line, SIZE, colour=colour, bold=name.bold, anchor="middle", halo="halo")


def sparse(box: Box, language: str, scale: float) -> list[Sheet]:
    """Return both sheets at a smaller scale. Each shows the contents of the spaces that are nearer to its centre."""
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
    """Return the distance of a space from the nearer side of a sheet."""
    x, _ = sheet.place(space)
    return min(x, sheet.width - x)


def distance_cost(far: float) -> float:
    """Return the least cost of a block at a distance from its sign."""
    return far * FAR + max(0.0, far - LONG) * FARTHER


def land(box: Box) -> str:
    """Return the coast as a definition for the head of the picture. Both sheets use it."""
    paths = "".join(f'<path d="{one.path}"/>' for one in box.coast.land)
    return f'<g id="land" {fill("land")} {stroke("coast", 1.6)} stroke-linejoin="round" fill-rule="evenodd">{paths}</g>'


def _is_bold(space: Space) -> bool:
    """Return True if the name is bold: ports, patrol zones and exits."""
    return space.harbour or space.kind in ("patrol_zone", "atlantic_exit")


def _short(space: Space, language: str) -> str:
    """Return a name as printed on the map, without the part that the sign already shows."""
    text = space.name.get(language)
    text = text.replace("Patrol Zone", "Patrol").replace("哨戒ゾーン", "哨戒")
    return text.partition(" (")[0].partition("(")[0]


def _broken(text: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the name on one line, or on two if it has a blank or is long."""
    yield (0 if len(text) < 13 else 6), (text,)
    words = text.split()
    for cut in range(1, len(words)):
        yield 3, (" ".join(words[:cut]), " ".join(words[cut:]))
    if len(words) == 1 and len(text) >= 8 and ord(text[0]) > 0x2FFF:
        half = (len(text) + 1) // 2
        yield 4, (text[:half], text[half:])


def _pieces(way: Sequence[tuple[float, float]]) -> Iterator[Rectangle]:
    """Yield a line as a row of small areas."""
    for (x1, y1), (x2, y2) in pairwise(way):
        steps = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / 6))
        for step in range(steps):
            x, y = x1 + (x2 - x1) * (step + 0.5) / steps, y1 + (y2 - y1) * (step + 0.5) / steps
            yield Rectangle(x - 3, y - 3, x + 3, y + 3)
