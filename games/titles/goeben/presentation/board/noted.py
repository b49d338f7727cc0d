"""Where things are on the picture, noted while it is drawn, so that a tap on it can mean them."""

from collections.abc import Sequence
from math import hypot

from games.kernel.byhand.spots import Bend, Pane, Place, Spots
from games.kernel.text import Text

APART = 14.0
"""No two spots of a pane are nearer to each other: whoever comes later has none there."""


class Noted:
    """The panes of a picture being drawn, and the spots in them."""

    def __init__(self) -> None:
        self._panes: list[Pane] = []
        self._spots: list[Place] = []
        self._bends: list[Bend] = []
        self._here: list[Place] = []

    def pane(self, key: str, name: Text, box: tuple[float, float, float, float], radius: float) -> None:
        """Begin a pane; the spots that follow lie in it."""
        self._panes.append(Pane(key, name, box, radius))
        self._here = []

    def begin(self, printed: "Noted") -> None:
        """Begin a pane with what has been noted in it once for all pictures."""
        self._panes += printed._panes
        self._spots += printed._spots
        self._bends += printed._bends
        self._here = list(printed._here)

    def spot(self, value: str, x: float, y: float, width: float = 0.0, height: float = 0.0) -> None:
        """What lies there, and how large it is if it is no point; unless it has a spot in this pane already, another is
        too near, or the pane ends there.
        """
        left, top, wide, high = self._panes[-1].box
        edge = APART / 2
        if not (left + edge <= x <= left + wide - edge and top + edge <= y <= top + high - edge):
            return
        for one in self._here:
            if one.id == value or (abs(one.x - x) < APART and hypot(one.x - x, one.y - y) < APART):
                return
        self._here.append(Place(value, *(round(number, 1) for number in (x, y, width, height))))
        self._spots.append(self._here[-1])

    def bend(self, a: str, b: str, points: Sequence[tuple[float, float]]) -> None:
        """A line that is not straight, by the points between its ends."""
        self._bends.append(Bend(a, b, tuple((round(x, 1), round(y, 1)) for x, y in points)))

    def spots(self, width: float, height: float) -> Spots:
        """All that was noted, on a picture of this size."""
        return Spots((width, height), tuple(self._panes), tuple(self._spots), tuple(self._bends))
