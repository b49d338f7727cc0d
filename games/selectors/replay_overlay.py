"""Draw overlays on the board of a replay, one for each line of the log at a stop.

The overlay of a line shows movements, shots and losses, and rings around the units and places that the line names.
It is made of the events and hotspots of one audience, so it shows only what the audience knows.
"""

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from games.kernel.event_marks import EventMarks
from games.kernel.hotspots import BoardHotspots, Hotspot

INK, TRACK, SHOT, RING, PAPER = "#10243c", "#0b5fa5", "#b3261e", "#d98200", "#ffffff"
HEAD = 11.0
"""The length of an arrow's head, in the units of the SVG."""
SMALL, LARGE = 9.0, 16.0
"""The smallest and the largest radius of a ring around a hotspot, in the units of the SVG."""
MOST_RINGS = 24
"""A line that names more units and places than this gets no rings, because it is about the whole board."""

Point = tuple[float, float]


class Spot(NamedTuple):
    """A hotspot as a place for marks."""

    region: str
    """The key of its region of the picture."""
    place: Hotspot
    """The hotspot."""
    radius: float
    """The radius of a ring around it, in units of the picture."""

    @property
    def center(self) -> Point:
        """Return the center of the hotspot."""
        return self.place.x, self.place.y


Spots = dict[str, list[Spot]]


def spots_by_name(board: BoardHotspots) -> Spots:
    """Return the hotspots by id, each hotspot with its region; several regions can show the same unit."""
    found: Spots = {}
    for spot in board.hotspots:
        for region in board.regions:
            left, top, width, height = region.box
            if left <= spot.x <= left + width and top <= spot.y <= top + height:
                radius = min(max(region.radius * 0.7, SMALL), LARGE)
                found.setdefault(spot.id, []).append(Spot(region.key, spot.whole, radius))
                break
    return found


class StopOverlay:
    """The overlays of a stop: one for each line of the log, on the board before the stop, and a last one.

    The last overlay is for the board after the stop.
    """

    def __init__(self, before: BoardHotspots, after: BoardHotspots) -> None:
        self._before, self._after = spots_by_name(before), spots_by_name(after)
        self._places: dict[str, Point] = {}
        """The present positions of units that have moved at this stop, by id."""
        self._lasting: list[str] = []
        self._scene: list[str] = []

    def draw_line(self, marks: EventMarks) -> str:
        """Return the overlay of the next line of the log as SVG.

        It shows the line's own marks, over fainter marks of the lines before it.
        """
        lasting = self.draw_position()
        own, rings = self._own(marks), self._rings(marks)
        self._scene = rings or self._scene
        return f'{lasting}<g class="now">{"".join([*own, *self._scene])}</g>'

    def draw_position(self) -> str:
        """Return the overlay for the board after the stop as SVG.

        It shows the faint tracks and losses of all lines for which `draw_line` was called.
        """
        return f'<g class="past" opacity="0.55">{"".join(self._lasting)}</g>' if self._lasting else ""

    def _own(self, marks: EventMarks) -> list[str]:
        """Return the SVG of track, shots and losses of a line; remember tracks and losses for the later lines."""
        track = self._track(marks.track)
        shots = [drawn for firer, target in marks.shots if (drawn := self._shot(firer, target))]
        crosses = [cross(*self._center(name)) for name in marks.lost if self._find(name)]
        if len(track) > 1 and marks.unit:
            self._places[marks.unit] = track[-1]
        lasting = [*([arrow(track, TRACK)] if len(track) > 1 else []), *crosses]
        self._lasting += lasting
        return [*lasting, *shots]

    def _track(self, places: Sequence[str]) -> list[Point]:
        """Return the points of a track, all in the region of the board that shows most of the `places`."""
        found = [spot for name in dict.fromkeys(places) for spot in self._find(name)]
        regions = Counter(spot.region for spot in found)
        if not regions:
            return []
        region = regions.most_common(1)[0][0]
        points = [next((one.center for one in self._find(name) if one.region == region), None) for name in places]
        shown = [point for point in points if point is not None]
        return [point for at, point in enumerate(shown) if not at or point != shown[at - 1]]

    def _shot(self, firer: str, target: str) -> str:
        """Return a dashed arrow from one id to another; "" if one of them is not on the board."""
        starts, ends = self._points(firer), self._points(target)
        pairs = [(hypot(a[0] - b[0], a[1] - b[1]), a, b) for a in starts for b in ends if a != b]
        if not pairs:
            return ""
        _, start, end = min(pairs)
        return arrow([start, end], SHOT, dash="7 4", kind="shot")

    def _points(self, name: str) -> list[Point]:
        moved = self._places.get(name)
        return [moved] if moved is not None else [spot.center for spot in self._find(name)]

    def _center(self, name: str) -> Point:
        return self._points(name)[0]

    def _find(self, name: str) -> list[Spot]:
        return self._before.get(name) or self._after.get(name, [])

    def _rings(self, marks: EventMarks) -> list[str]:
        """Return a ring around each unit or place on the board that the line names."""
        places = {*marks.track[:-1]}
        named = [name for name in marks.names if self._find(name) and (name not in places or not marks.track)]
        if len(named) > MOST_RINGS:
            return []
        return [drawn for name in named for drawn in self._ring(name)]

    def _ring(self, name: str) -> list[str]:
        moved = self._places.get(name)
        if moved is not None:
            return [circle(moved, SMALL)]
        return [ring(spot) for spot in self._find(name)]


def ring(spot: Spot) -> str:
    """Return a ring around a hotspot without size, or a frame around a hotspot with a size, as SVG."""
    width, height = spot.place.width, spot.place.height
    if not width or not height:
        return circle(spot.center, spot.radius)
    box = f'x="{spot.place.x - width / 2 - 2:.1f}" y="{spot.place.y - height / 2 - 2:.1f}"'
    shape = f'<rect {box} width="{width + 4:.1f}" height="{height + 4:.1f}" rx="4" fill="none"'
    return f'{shape} stroke="{PAPER}" stroke-width="6"/>{shape} stroke="{RING}" stroke-width="3"/>'


def circle(center: Point, radius: float) -> str:
    """Return a ring with a light edge as SVG."""
    shape = f'<circle cx="{center[0]:.1f}" cy="{center[1]:.1f}" r="{radius:.1f}" fill="none"'
    return f'{shape} stroke="{PAPER}" stroke-width="6"/>{shape} stroke="{RING}" stroke-width="3"/>'


def cross(x: float, y: float) -> str:
    """Return the mark of a loss as SVG: a red cross with a light edge."""
    line = f'd="M{x - 9:.1f} {y - 9:.1f}l18 18m0 -18l-18 18" fill="none" stroke-linecap="round"'
    edge = f'<path {line} stroke="{PAPER}" stroke-width="8"/>'
    return f'<g class="lost">{edge}<path {line} stroke="{SHOT}" stroke-width="4"/></g>'


def arrow(points: Sequence[Point], colour: str, *, dash: str = "", kind: str = "track") -> str:
    """Return a line with a light edge and an arrow's head at its last point as SVG.

    `colour` is that of the line, `dash` its SVG dash pattern (empty: solid), `kind` the CSS class.
    """
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    length = "" if dash else ' pathLength="1"'
    return (
        f'<g class="{kind}"><path d="{line}" {style} stroke="{PAPER}" stroke-width="7" opacity="0.8"/>'
        f'<path class="line" d="{line}" {style} stroke="{colour}" stroke-width="3.2"{dashed}{length}/>'
        f'<path d="{_head(points)}" fill="{colour}" stroke="{PAPER}" stroke-width="1"/></g>'
    )


def _head(points: Sequence[Point]) -> str:
    """Return the SVG path of the arrow's head at the last point."""
    (x0, y0), (x, y) = points[-2], points[-1]
    length = hypot(x - x0, y - y0) or 1.0
    along, across = (x - x0) / length * HEAD, (y - y0) / length * HEAD
    left = (x - along - across * 0.55, y - across + along * 0.55)
    right = (x - along + across * 0.55, y - across - along * 0.55)
    return f"M{x:.1f} {y:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"
