"""1.1 The map from Iceland to the Kara Sea: coast, hexes with their numbers, and ports.

The map is the same in every picture.

Lengths are in units of the picture. A hex is `scale` units wide between its western and eastern sides, and has a corner
at the top. Positions "in the plane" are in widths of a hex (see `whereabouts`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import sqrt

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Rectangle
from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation.board.ink import Ink, fill, stroke
from games.titles.pq17.presentation.board.placing import Point, beside, centred_rect, free_point
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.whereabouts import LANDS, SEAS, middle
from games.toolkit.svg import number
from games.toolkit.text_metrics import text_width

LEFT, TOP, RIGHT, BOTTOM = 0.42, 0.2, 23.08, 15.38
"""The edges of the visible part of the map, in the plane."""
ACROSS = RIGHT - LEFT
SIZE, PORT = 9.0, 9.0
"""The letter sizes of the hex numbers, and of the names of ports."""
NEAR_PORT, ON_A_COURSE = 110.0, 0.4
"""The distance from a port within which its name avoids the lines between hexes, and the cost of not avoiding them.

The cost applies to each unit of area of a line that the name covers.
"""
AROUND_PORT = (0.0, 3.0, 7.0, 12.0, 18.0)
"""The extra distances between a port and its name that are tried."""
CLEARLY, ANOTHERS = 5.0, 40.0
"""A name should be nearer to its port than to any other port.

CLEARLY: by at least this distance. ANOTHERS: the cost if it is not.
"""
RIM = 8.0
"""The letter size of the numbers of rows and columns at the edges of a small chart."""
FIGURES = 30.0
"""The least `scale` at which hexes have numbers."""
CORNERS = {
    "NE": ((0.0, -1 / sqrt(3)), (0.5, -0.5 / sqrt(3))),
    "E": ((0.5, -0.5 / sqrt(3)), (0.5, 0.5 / sqrt(3))),
    "SE": ((0.5, 0.5 / sqrt(3)), (0.0, 1 / sqrt(3))),
    "SW": ((0.0, 1 / sqrt(3)), (-0.5, 0.5 / sqrt(3))),
    "W": ((-0.5, 0.5 / sqrt(3)), (-0.5, -0.5 / sqrt(3))),
    "NW": ((-0.5, -0.5 / sqrt(3)), (0.0, -1 / sqrt(3))),
}
"""The two ends of each side of a hex, relative to its middle, in widths of a hex."""


class Chart:
    """The map at a scale, with its names in one language."""

    def __init__(self, box: Box, language: str, scale: float) -> None:
        self.box, self.language, self.scale = box, language, scale
        self.width, self.height = ACROSS * scale, (BOTTOM - TOP) * scale
        self._outlines: dict[str, str] = {}
        self._around: dict[frozenset[str], tuple[tuple[tuple[float, float], ...], ...]] = {}
        self.waters = [one.id for one in box.hexes.values() if one.is_sea]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the position in the picture of the point (`x`, `y`) in the plane."""
        return (x - LEFT) * self.scale, (y - TOP) * self.scale

    def centre(self, hex_: str) -> tuple[float, float]:
        """Return the middle of a hex in the picture."""
        return self.at(*middle(hex_))

    def port(self, port: str) -> tuple[float, float]:
        """Return the exact position of a port in the picture."""
        one = self.box.ports[port]
        return self.at(one.x / 1000, one.y / 1000)

    def outline(self, hex_: str) -> str:
        """Return the outline of a hex as SVG path data."""
        found = self._outlines.get(hex_)
        if found is None:
            x, y = self.centre(hex_)
            points = (self._corner(x, y, *CORNERS[side][0]) for side in CORNERS)
            found = "M" + "L".join(f"{number(right)} {number(down)}" for right, down in points) + "z"
            self._outlines[hex_] = found
        return found

    def edge(self, hex_: str, side: str) -> str:
        """Return one side of a hex as SVG path data."""
        x, y = self.centre(hex_)
        (x1, y1), (x2, y2) = (self._corner(x, y, *corner) for corner in CORNERS[side])
        return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"

    def _corner(self, x: float, y: float, right: float, down: float) -> tuple[float, float]:
        return x + right * self.scale, y + down * self.scale

    def border(self, area: Collection[str]) -> str:
        """Return the outer border of a set of hexes as SVG path data, one line for each hex side."""
        return "".join(
            self.edge(one, side)
            for one in sorted(area)
            for side in CORNERS
            if hexes.neighbours(one).get(side) not in area
        )

    def outlines(self, area: frozenset[str]) -> tuple[tuple[tuple[float, float], ...], ...]:
        """Return the closed lines around a set of hexes, from a cache."""
        if area not in self._around:
            self._around[area] = tuple(self._chained(area))
        return self._around[area]

    def _chained(self, area: frozenset[str]) -> Iterator[tuple[tuple[float, float], ...]]:
        """Yield the closed lines around a set of hexes, each as a list of points."""
        after: dict[tuple[float, float], list[tuple[float, float]]] = {}
        for hex_ in sorted(area):
            beside = hexes.neighbours(hex_)
            for side, ends in CORNERS.items():
                if beside.get(side) not in area:
                    (x1, y1), (x2, y2) = (self._corner(*self.centre(hex_), *end) for end in ends)
                    after.setdefault((round(x1, 1), round(y1, 1)), []).append((round(x2, 1), round(y2, 1)))
        while after:
            line = [next(iter(after))]
            while line[-1] in after:
                ends_ = after[line[-1]]
                line.append(ends_.pop())
                if not ends_:
                    del after[line[-2]]
            yield tuple(line)

    # --- spots and names

    @cached_property
    def port_points(self) -> dict[str, Point]:
        """Return the hotspot of each port, by id."""
        return {port: Point(*self.port(port)) for port in self.box.ports}

    @cached_property
    def hex_points(self) -> dict[str, Point]:
        """Return the hotspot of each hex that ships can enter, by hex number.

        A hotspot is in the middle of its hex, or beside the middle if a port is there. A hex without room for a hotspot
        is left out.
        """
        found: dict[str, Point] = {}
        taken = list(self.port_points.values())
        for hex_ in self.waters:
            near = [one for one in taken if abs(one.x - self.centre(hex_)[0]) < 2 * self.scale]
            point = free_point(*self.centre(hex_), near)
            if point is not None:
                found[hex_] = point
        return found

    @cached_property
    def names(self) -> dict[str, Rectangle]:
        """Return the rectangle of each port's name, by id."""
        found: dict[str, Rectangle] = {}
        for port in self.box.ports:
            found[port] = min(self._name_places(port, tuple(found.values())), key=lambda one: one[0])[1]
        return found

    def _name_places(self, port: str, names: Sequence[Rectangle]) -> Iterator[tuple[float, Rectangle]]:
        """Yield possible rectangles for a port's name with their costs; the lowest cost is the best.

        `names`: other ports' names.
        """
        wide, (x, y) = text_width(self._port_name(port), PORT, bold=True), self.port(port)
        courses, taken = self._courses_near(x, y), (*names, *self.lettered)
        others = [self.port(other) for other in self.box.ports if other != port]
        for price, right, down, off in beside(AROUND_PORT):
            far = 3.5 + off
            area = centred_rect(x + right * (wide / 2 + far), y + down * (PORT / 2 + far), wide, PORT)
            cost = price + 100 * area.overflow(self.width, self.height)
            cost += ON_A_COURSE * area.total_overlap(courses) + 60 * area.total_overlap(taken)
            cost += 60 * sum(area.overlap(centred_rect(*dot, 9, 9)) > 0 for dot in others)
            near = area.distance((x, y)) + CLEARLY
            cost += ANOTHERS * sum(area.distance(dot) < near for dot in others)
            yield cost, area

    def _courses_near(self, x: float, y: float) -> list[Rectangle]:
        """Return small rectangles along the lines between neighbouring hexes near a point.

        Routes are drawn on these lines.
        """
        found = []
        for hex_ in self.waters:
            ours = self.centre(hex_)
            if abs(ours[0] - x) > NEAR_PORT or abs(ours[1] - y) > NEAR_PORT:
                continue
            for other in hexes.neighbours(hex_).values():
                if other in self.box.hexes and self.box.hexes[other].is_sea:
                    theirs = self.centre(other)
                    parts = (0.1, 0.3, 0.5)
                    found += [centred_rect(ours[0] + (theirs[0] - ours[0]) * part,
                                           ours[1] + (theirs[1] - ours[1]) * part, 6, 6) for part in parts]  # fmt: skip
        return found

    def _port_name(self, port: str) -> str:
        return self.box.ports[port].name.get(self.language)

    # --- drawing

    def layers(self, x: float, y: float, window: Area | None = None, *, printed: bool = True) -> tuple[Layer, Layer]:
        """Return the two layers of the map with their upper left corner at a point of the page.

        The first layer, with land and hexes, belongs below all blocks. The second layer, with the names of ports,
        belongs above all blocks. `window`: the visible part of the page. `printed`: True if the layers are static
        parts, which pages share.
        """
        sheet = Area(0, 0, self.width, self.height)
        return (
            Layer(self.drawing, sheet, x, y, window, defs=coast_definition(self.box), is_printed=printed),
            Layer(self.lettering, sheet, x, y, window, defs=definitions(), is_printed=printed),
        )

    @cached_property
    def drawing(self) -> str:
        """Return land and hexes as SVG."""
        ink = Ink()
        ink.raw(land_path(self))
        edges = "".join(dict.fromkeys(self.edge(*one) for one in self._edges()))
        ink.raw(f'<path d="{edges}" fill="none" {stroke("mesh", 0.7)}/>')
        ink.raw(f'<path d="{"".join(self.barred())}" fill="none" {stroke("bar", 2)} stroke-linecap="round"/>')
        return ink.svg()

    @cached_property
    def lettered(self) -> tuple[Rectangle, ...]:
        """The rectangles of the names of waters and lands, which only a large chart shows."""
        return tuple(
            self._lettered(text.get(self.language), *self.at(x, y), size, bold=bold)
            for names, bold in ((SEAS, True), (LANDS, False))
            for text, x, y, size in names
            if self.scale >= FIGURES
        )

    def _lettered(self, text: str, x: float, y: float, size: float, *, bold: bool) -> Rectangle:
        half = text_width(text, size, bold=bold) / 2
        return Rectangle(x - half, y - size * 0.85, x + half, y + size * 0.15)

    @cached_property
    def signs(self) -> tuple[Rectangle, ...]:
        """The rectangles of the signs of ports and airfields, and of all names."""
        return (*self.dots, *self.names.values(), *self.lettered)

    @cached_property
    def dots(self) -> tuple[Rectangle, ...]:
        """The rectangles of the signs of ports and airfields."""
        ports = [centred_rect(*self.port(port), 10, 10) for port in self.box.ports]
        return (*ports, *(centred_rect(*self._field(field.hex), 11, 11) for field in self.box.airfields.values()))

    def draw_rim(self, ink: Ink, left: float, top: float) -> None:
        """Draw the numbers of rows and columns along the edges of the map.

        A small chart needs them, because its hexes have no numbers. `left`, `top`: the chart's upper left corner.
        """
        right, below = left + self.width, top + self.height
        for row in range(1, 18):
            y = top + self.centre(f"{row:02}01")[1] + RIM / 3
            if top + RIM < y < below - RIM:
                ink.text(left + 2, y, f"{row:02}", RIM, colour="ink", bold=True, halo="halo")
                ink.text(right - 2, y, f"{row:02}", RIM, colour="ink", bold=True, anchor="end", halo="halo")
        for column in range(1, 23):
            for first, y in (("01", top + RIM), ("17", below - 3)):
                x = left + self.centre(f"{first}{column:02}")[0]
                ink.text(x, y, f"{column:02}", RIM, colour="ink", bold=True, anchor="middle", halo="halo")

    def _edges(self) -> Iterator[tuple[str, str]]:
        """Yield each side of each sea hex once, as a hex and a side of it."""
        done: set[tuple[str, str]] = set()
        for hex_ in self.waters:
            for side, other in [*hexes.neighbours(hex_).items(), *((side, "") for side in CORNERS)]:
                if (hex_, side) not in done:
                    done |= {(hex_, side), (other, hexes.OPPOSITE[side])}
                    yield hex_, side

    def barred(self) -> Iterator[str]:
        """1.1 Yield, as SVG path data, the sides between two sea hexes that no ship can cross."""
        charted = self.box.hexes
        for hex_ in self.waters:
            for side, other in hexes.neighbours(hex_).items():
                if hex_ < other and side in charted[hex_].closed and other in charted and charted[other].is_sea:
                    yield self.edge(hex_, side)

    @cached_property
    def lettering(self) -> str:
        """Return as SVG the names of waters and lands, and the signs of ports and airfields with the names of ports."""
        ink = Ink()
        for names, colour in ((SEAS, "water_name"), (LANDS, "faint")):
            for text, x, y, size in names if self.scale >= FIGURES else ():
                named, bold = text.get(self.language), names is SEAS
                ink.text(*self.at(x, y), named, size, colour=colour, bold=bold, anchor="middle", halo="halo")
        for port, area in self.names.items():
            one = self.box.ports[port]
            x, y = self.port(port)
            ink.use("roads" if one.use == "temporary" else "anchor", x, y, size=1.1, colour=f"{one.side}_line")
            base = area.bottom - 1.2
            ink.text(
                area.left, base, self._port_name(port), PORT, colour=f"{one.side}_line",
                bold=one.use != "temporary", halo="halo",
            )  # fmt: skip
        for field in self.box.airfields.values():
            x, y = self._field(field.hex)
            ink.use("plane", x, y, size=0.85, colour=f"{field.side}_line")
        return ink.svg()

    def _field(self, hex_: str) -> tuple[float, float]:
        """1.1 Return the position of an airfield's sign: beside the port of its hex, or in the middle of the hex."""
        port = self.box.port_hexes.get(hex_)
        if port is None:
            return self.centre(hex_)
        (x, y), name = self.port(port), self.names[port]
        return (x - 8, y - 3) if name.left > x else (x + 8, y - 3)


def land_path(chart: Chart) -> str:
    """Return an SVG element that draws the land, from its shared definition, at the scale of a chart."""
    scale = chart.scale * chart.box.coast.path_scale
    moved = f"translate({number(-LEFT * chart.scale)} {number(-TOP * chart.scale)}) scale({scale:.5f})"
    return f'<use href="#land" transform="{moved}"/>'


def coast_definition(box: Box) -> str:
    """Return the shared SVG definition of the land, which all charts of a picture use."""
    paths = "".join(f'<path d="{one.d}"/>' for one in box.coast.land)
    return f'<g id="land" {fill("land")} {stroke("coast", 2.2)} stroke-linejoin="round" fill-rule="evenodd">{paths}</g>'


def area_path(chart: Chart, area: Iterable[str], attributes: str) -> str:
    """Return a set of hexes as one SVG `path` element. `attributes`: its further attributes, as SVG text."""
    return f'<path d="{"".join(chart.outline(one) for one in sorted(area))}" {attributes}/>'
