"""The hotspots of a picture, which are recorded while it is drawn. A tap on a hotspot selects a space or counter."""

from collections.abc import Sequence
from math import hypot

from games.kernel.hotspots import BoardHotspots, Hotspot, Polyline, Region
from games.kernel.rectangles import Rectangle
from games.kernel.text import Text

APART = 14.0
"""The least distance of two hotspots of a region; a later hotspot that is too near is left out."""

RIM = 2.0
"""The width of the edge of a counter."""


class Noted:
    """The regions of a picture and their hotspots, recorded while it is drawn."""

    def __init__(self) -> None:
        self._panes: list[Region] = []
        self._spots: list[Hotspot] = []
        self._bends: list[Polyline] = []
        self._here: list[Hotspot] = []
        self._names: list[tuple[float, float, float, float]] = []

    def name(self, area: Rectangle, x: float, y: float) -> None:
        """Record the rectangle of a name on a sheet. `x`, `y`: the sheet's upper left corner on the page.

        Arrows of orders do not cover it.
        """
        sides = (area.left + x, area.top + y, area.right + x, area.bottom + y)
        left, top, right, bottom = (round(side, 1) for side in sides)
        self._names.append((left, top, right, bottom))

    def legible(self, area: Rectangle, x: float = 0.0, y: float = 0.0) -> None:
        """Record the rectangle of a counter or another text, which arrows of orders shall not cover.

        `x`, `y`: the upper left corner on the page of the sheet that contains it. The rectangle is recorded without its
        edge, because arrows begin and end there.
        """
        left, top, right, bottom = area.left + RIM, area.top + RIM, area.right - RIM, area.bottom - RIM
        self.name(Rectangle(left, top, right, bottom), x, y)

    def pane(self, key: str, name: Text, box: tuple[float, float, float, float], radius: float) -> None:
        """Begin the region `key`, to which all later hotspots belong.

        `name`: the region's name for screen readers. `box`: its x, y, width and height. `radius`: the greatest distance
        between a tap and its hotspot.
        """
        self._panes.append(Region(key, name, box, radius))
        self._here = []

    def begin(self, printed: "Noted") -> None:
        """Copy the regions and hotspots of `printed`, the static part of the picture."""
        self._panes += printed._panes
        self._spots += printed._spots
        self._bends += printed._bends
        self._names += printed._names
        self._here = list(printed._here)

    def spot(self, value: str, x: float, y: float, width: float = 0.0, height: float = 0.0) -> None:
        """Record a hotspot for the id `value`; a size of 0 means a point.

        Do nothing if the region already has a hotspot for this id, if another hotspot is too near, or if the new one is
        outside the region.
        """
        left, top, wide, high = self._panes[-1].box
        edge = APART / 2
        if not (left + edge <= x <= left + wide - edge and top + edge <= y <= top + high - edge):
            return
        for one in self._here:
            if one.id == value or (abs(one.x - x) < APART and hypot(one.x - x, one.y - y) < APART):
                return
        self._here.append(Hotspot(value, *(round(number, 1) for number in (x, y, width, height))))
        self._spots.append(self._here[-1])

    def bend(self, a: str, b: str, points: Sequence[tuple[float, float]]) -> None:
        """Record the points between the two ends of a bent line from the space `a` to `b`."""
        self._bends.append(Polyline(a, b, tuple((round(x, 1), round(y, 1)) for x, y in points)))

    def spots(self, width: float, height: float) -> BoardHotspots:
        """Return all recorded regions, hotspots and bent lines, for a picture of this width and height."""
        size, names = (width, height), tuple(self._names)
        return BoardHotspots(size, tuple(self._panes), tuple(self._spots), tuple(self._bends), names)
