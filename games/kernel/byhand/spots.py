"""Where things are on the picture, so that a tap on it can mean them: the nearest spot of the pane that was tapped."""

from collections.abc import Collection
from math import hypot
from typing import NamedTuple

from msgspec import Struct

from games.kernel.picture import Picture
from games.kernel.text import Text


class Pane(Struct, frozen=True, gc=False):
    """A part of the picture with its own spots: left, top, width and height, and how far from one a tap may be."""

    key: str
    name: Text
    box: tuple[float, float, float, float]
    radius: float


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """The spot of a value of an answer: its middle, and how large it is where it is no point but a card.

    A value may have one in several panes.
    """

    id: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


class Bend(Struct, frozen=True, gc=False):
    """A line between two places that is not straight: what lies between them, in a pane."""

    a: str
    b: str
    points: tuple[tuple[float, float], ...]


class Spots(Struct, frozen=True, gc=False):
    """The picture's size, its panes, the spots in them, and the bends of its lines; all in units of its view box."""

    size: tuple[float, float] = (0.0, 0.0)
    panes: tuple[Pane, ...] = ()
    spots: tuple[Place, ...] = ()
    bends: tuple[Bend, ...] = ()


class Drawn(NamedTuple):
    """A picture, where things are on it, and their names for readers by ear: all that comes of drawing it once."""

    picture: Picture
    spots: Spots = Spots()
    heard: str = ""

    def svg(self) -> str:
        """The picture as SVG, for screens and by ear."""
        return self.picture.svg(self.heard)


POINT = 7.0
"""A point on a card is meant within this distance of it: half of what two spots are apart at least."""


def tapped(spots: Spots, x: float, y: float, known: Collection[str] = ()) -> str:
    """What a tap there means: the nearest spot within the radius of its pane, those of `known` before all others. What
    has a size is near wherever the tap is on it. Empty where there is nothing.
    """
    near = []
    for pane in spots.panes:
        if not _holds(pane, x, y):
            continue
        for spot in spots.spots:
            middle = hypot(spot.x - x, spot.y - y)
            beside = hypot(max(abs(spot.x - x) - spot.width / 2, 0), max(abs(spot.y - y) - spot.height / 2, 0))
            if beside <= pane.radius and _holds(pane, spot.x, spot.y):
                near.append((spot.id not in known, max(beside, min(middle, POINT)), beside, middle, spot.id))
    return min(near)[-1] if near else ""


def _holds(pane: Pane, x: float, y: float) -> bool:
    left, top, width, height = pane.box
    return left <= x <= left + width and top <= y <= top + height
