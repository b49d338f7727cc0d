"""Hotspots: the places on a picture where a tap selects a value. A tap selects the nearest hotspot of its region."""

from collections.abc import Collection
from math import hypot
from typing import NamedTuple

from msgspec import Struct

from games.kernel.picture import Picture
from games.kernel.text import Text


class Region(Struct, frozen=True, gc=False):
    """A part of the picture with its own hotspots.

    `box` is its left, top, width and height. A tap selects a hotspot up to the distance `radius`.
    """

    key: str
    name: Text
    box: tuple[float, float, float, float]
    radius: float


class Hotspot(Struct, frozen=True, omit_defaults=True, gc=False):
    """The hotspot of a value: its centre, and its size if it is a card and not a point.

    A value may have hotspots in several regions. `aside`: the distance by which the centre lies right of the middle of
    the card, if only a part of the card can be tapped because the rest belongs to another hotspot.
    """

    id: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    aside: float = 0.0

    @property
    def whole(self) -> "Hotspot":
        """The hotspot of the whole card, to draw frames and numbers on it."""
        if not self.aside:
            return self
        return Hotspot(self.id, self.x - self.aside, self.y, self.width + 2 * abs(self.aside), self.height)


class Polyline(Struct, frozen=True, gc=False):
    """A line with bends between the places `a` and `b` of a region: `points` are the bends."""

    a: str
    b: str
    points: tuple[tuple[float, float], ...]


class Reach(Struct, frozen=True, gc=False):
    """The area that the things `ids` can reach, such as "range of the aircraft"; shown while such a thing is selected.

    `outlines` are the closed lines around the area, in units of the picture.
    """

    name: Text
    ids: tuple[str, ...]
    outlines: tuple[tuple[tuple[float, float], ...], ...]


class BoardHotspots(Struct, frozen=True, gc=False):
    """The picture's size, its regions, their hotspots and the bends of its lines; all in units of its view box.

    `names` are the rectangles of the names on a map (left, top, right, bottom), which arrows between places avoid.
    `reaches` are the areas that things such as aircraft can reach, as far as the seat knows.
    """

    size: tuple[float, float] = (0.0, 0.0)
    regions: tuple[Region, ...] = ()
    hotspots: tuple[Hotspot, ...] = ()
    polylines: tuple[Polyline, ...] = ()
    names: tuple[tuple[float, float, float, float], ...] = ()
    reaches: tuple[Reach, ...] = ()


class RenderedBoard(NamedTuple):
    """The result of drawing a board once: the picture, its hotspots, and their accessible names."""

    picture: Picture
    hotspots: BoardHotspots = BoardHotspots()
    accessible_names: str = ""

    def svg(self, marks: str = "") -> str:
        """Return the picture as SVG, with marks above its layers and with its accessible names."""
        return self.picture.svg(self.accessible_names, marks)


POINT = 7.0
"""The distance from a hotspot without size within which a tap on a card selects this hotspot, not the card.

It is at most half the distance between two hotspots.
"""


def hotspot_at(board: BoardHotspots, x: float, y: float, known: Collection[str] = ()) -> str:
    """Return the value that a tap selects: the nearest hotspot within its region's radius.

    Hotspots with values in `known` are preferred. The distance to a hotspot with a size is zero anywhere on it. Returns
    the empty string if no hotspot is near enough.
    """
    near = []
    for pane in board.regions:
        if not region_holds(pane, x, y):
            continue
        for spot in board.hotspots:
            middle = hypot(spot.x - x, spot.y - y)
            beside = hypot(max(abs(spot.x - x) - spot.width / 2, 0), max(abs(spot.y - y) - spot.height / 2, 0))
            if beside <= pane.radius and region_holds(pane, spot.x, spot.y):
                near.append((spot.id not in known, max(beside, min(middle, POINT)), beside, middle, spot.id))
    return min(near)[-1] if near else ""


def region_holds(pane: Region, x: float, y: float) -> bool:
    """Return True if the point (`x`, `y`) lies within the box of a region."""
    left, top, width, height = pane.box
    return left <= x <= left + width and top <= y <= top + height
