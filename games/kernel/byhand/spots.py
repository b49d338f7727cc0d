"""Where things are on the picture, so that a tap on it can mean them: the nearest spot of the pane that was tapped."""

from msgspec import Struct

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
