"""1.1 The hex numbers, each in a part of its hex where no coast, sign, name or mark makes it illegible."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot

from games.kernel.rectangles import Areas, Point, Rectangle
from games.titles.pq17.presentation.board.chart import FIGURES, LEFT, SIZE, TOP, Chart
from games.titles.pq17.presentation.board.ink import fill, stroke
from games.toolkit.svg import number

WIDE = 20.5
"""The width of a hex number."""
DOWN, ASIDE = (-0.13, 0.4, -0.3, 0.14), (0.0, -6.0, 6.0)
"""The positions of a number in its hex that are tried.

Each position is the distance of the number's base line below the middle of the hex, and the distance to the right of
the middle, in widths of a hex.
"""
PIECE = 4.0
"""The size of the small rectangles with which a line is covered."""
_PATH = re.compile(r"M(-?[\d.]+) (-?[\d.]+)l([^Mz]*)z?")
_FIGURE = re.compile(r"-?\d*\.?\d+")


class Numbers:
    """The hex numbers of a chart. Their possible positions on the empty map are computed once."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def svg(self, taken: Iterable[Rectangle]) -> str:
        """Return the numbers as SVG, each at its best position that no rectangle of `taken` overlaps.

        A number without such a position is left out. A number on a coast has a halo.
        """
        occupied, plain, haloed = Areas(), list[str](), list[str]()
        for area in taken:
            occupied.add(area)
        for hex_, (places, on_coast) in self._places.items():
            free = next((place for place in places if occupied.is_free(_area(*place))), None)
            if free is not None:
                occupied.add(_area(*free))
                text = f'<text x="{number(free[0])}" y="{number(free[1])}">{hex_}</text>'
                (haloed if on_coast else plain).append(text)
        style = f'font-size="{number(SIZE)}" text-anchor="middle"'
        edge = f'fill="none" {stroke("halo", 2.4)} stroke-linejoin="round" aria-hidden="true"'
        below = "".join(haloed).replace("<text ", '<text fill="none" ')
        return f"<g {style} {edge}>{below}</g><g {style} {fill('figure')}>{''.join((*plain, *haloed))}</g>"

    @cached_property
    def _places(self) -> dict[str, tuple[Sequence[Point], bool]]:
        """The possible positions of each number, the best first; and True if a coast runs through all of them."""
        chart, found = self._chart, dict[str, tuple[Sequence[Point], bool]]()
        if chart.scale < FIGURES:
            return found
        signs, coasts = Areas(), Areas()
        for area in chart.signs:
            signs.add(area)
        for area in self._lines():
            coasts.add(area)
        for hex_ in chart.waters:
            x, y = chart.centre(hex_)
            places = [(x + aside, y + chart.scale * down) for aside in ASIDE for down in DOWN]
            places = [place for place in places if signs.is_free(_area(*place))]
            clear = [place for place in places if coasts.is_free(_area(*place))]
            found[hex_] = (clear or places), not clear
        return found

    def _lines(self) -> Iterator[Rectangle]:
        """Yield small rectangles along the coasts and the closed hex sides."""
        chart = self._chart
        for land in chart.box.coast.land:
            scale = chart.scale * chart.box.coast.path_scale
            for line in _points(land.d):
                yield from along([(x * scale - LEFT * chart.scale, y * scale - TOP * chart.scale) for x, y in line])
        yield from along_path("".join(chart.barred()))


@lru_cache(maxsize=16)
def numbers_of(chart: Chart) -> Numbers:
    """Return the hex numbers of a chart, from a cache; a server has only a few charts for each language."""
    return Numbers(chart)


def _area(x: float, base: float) -> Rectangle:
    return Rectangle(x - WIDE / 2, base - SIZE * 0.76, x + WIDE / 2, base + 0.5)


def _points(path: str) -> Iterator[list[Point]]:
    """Yield the points of each closed line of an SVG path."""
    for x, y, steps in _PATH.findall(path):
        line = [(float(x), float(y))]
        figures = [float(one) for one in _FIGURE.findall(steps)]
        for right, down in zip(figures[::2], figures[1::2], strict=True):
            line.append((line[-1][0] + right, line[-1][1] + down))
        yield [*line, line[0]]


def along(points: Sequence[Point]) -> Iterator[Rectangle]:
    """Yield small rectangles that together cover a line through these points."""
    half = PIECE / 2
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(1, int(hypot(x2 - x1, y2 - y1) / PIECE))
        for step in range(steps):
            x, y = x1 + (x2 - x1) * (step + 0.5) / steps, y1 + (y2 - y1) * (step + 0.5) / steps
            yield Rectangle(x - half, y - half, x + half, y + half)


def along_path(path: str) -> Iterator[Rectangle]:
    """Yield small rectangles along the hex sides of an SVG path.

    The path must name both ends of each side, as `Chart.edge` does.
    """
    ends = list(map(float, _FIGURE.findall(path)))
    for left, top, right, bottom in zip(*(ends[start::4] for start in range(4)), strict=True):
        yield from along([(left, top), (right, bottom)])
