"""The hotspots of a picture, recorded while it is drawn, so that users can tap on spaces and counters."""

from collections.abc import Sequence
from math import hypot

from games.kernel.hotspots import BoardHotspots, Hotspot, Polyline, Region
from games.kernel.rectangles import Rectangle
from games.kernel.text import Text

APART = 14.0
"""The smallest distance between two hotspots of a region; a later hotspot that is too near is dropped."""

RIM = 2.0
"""The width of a counter's rim."""


class Noted:
    """The regions of a picture that is being drawn, and their hotspots."""

    def __init__(self) -> None:
        self._panes: list[Region] = []
        self._spots: list[Hotspot] = []
        self._bends: list[Polyline] = []
        self._here: list[Hotspot] = []
        self._names: list[tuple[float, float, float, float]] = []

    def name(self, area: Rectangle, x: float, y: float) -> None:
        """Add the area of a name on a sheet whose corner lies at this point of the page."""
        sides = (area.left + x, area.top + y, area.right + x, area.bottom + y)
        left, top, right, bottom = (round(side, 1) for side in sides)
        self._names.append((left, top, right, bottom))

    def legible(self, area: Rectangle, x: float = 0.0, y: float = 0.0) -> None:
        """Add a counter or a text that is not a name, less its rim, where the lines of its orders begin and end."""
        left, top, right, bottom = area.left + RIM, area.top + RIM, area.right - RIM, area.bottom - RIM
        self.name(Rectangle(left, top, right, bottom), x, y)

    def pane(self, key: str, name: Text, box: tuple[float, float, float, float], radius: float) -> None:
        """Begin a region. Hotspots that are added later belong to it."""
        self._panes.append(Region(key, name, box, radius))
        self._here = []

    def begin(self, printed: "Noted") -> None:
        """Copy the regions and hotspots of `printed`, the static part that is the same in all pictures."""
        self._panes += printed._panes
        self._spots += printed._spots
        self._bends += printed._bends
        self._names += printed._names
        self._here = list(printed._here)

    def spot(self, value: str, x: float, y: float, width: float = 0.0, height: float = 0.0) -> None:
        """Add a hotspot; its size is 0 for a point.

        Ignore it if the region already has this id, if another hotspot is too near, or if it is outside the region.
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
        """Add the points between the ends of a bent line from `a` to `b`."""
        self._bends.append(Polyline(a, b, tuple((round(x, 1), round(y, 1)) for x, y in points)))

    def spots(self, width: float, height: float) -> BoardHotspots:
        """Return all regions, hotspots and bent lines of a picture of this size."""
        size, names = (width, height), tuple(self._names)
        return BoardHotspots(size, tuple(self._panes), tuple(self._spots), tuple(self._bends), names)
