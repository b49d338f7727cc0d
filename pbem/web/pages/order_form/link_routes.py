"""Routes of arrows between two things on the picture. An arrow never crosses a card or a name.

All lengths are in units of the picture.
"""

from collections.abc import Iterable, Iterator
from math import dist
from typing import NamedTuple

from games.kernel.hotspots import BoardHotspots, Hotspot
from games.kernel.rectangles import Point, Rectangle, crosses

MAX_FLAT_HEIGHT = 40
"""The maximum height of a card that contains only its name."""
GUTTER = 5.5
"""The distance of an arrow from the upper edge of a row of cards, in the gap between rows."""
MARGIN, LANE, LANES = 10.0, 2.5, 3
"""The distance of an arrow from the edge of the picture, the distance between two arrows, and the number of lanes."""
INTO_HEADING = 9.0
"""The length of an arrow's end within the heading of a row of cards."""
LONGEST = 90.0
"""The maximum length of a straight arrow over a map if the places of the map's names are not known."""


class LinkRoute(NamedTuple):
    """The route of an arrow on the picture."""

    points: tuple[Point, ...]
    """The points of the arrow's line."""
    badges: tuple[Point, ...] = ()
    """The middles of the numbers at its two ends; empty if the route leaves their places open."""


def is_tall(spot: Hotspot) -> bool:
    """Return True if a hotspot is a card that shows more than a name; arrows go around such cards."""
    return spot.height > MAX_FLAT_HEIGHT


def route_link(
    start: Hotspot, end: Hotspot, others: Iterable[Hotspot], board: BoardHotspots, lane: int
) -> LinkRoute | None:
    """Return the route of an arrow: from a tall card through the gaps between cards, else straight from edge to edge.

    Return None if every possible arrow would cross another thing. `others` are the things in the same region. `lane` is
    the number of the arrow: arrows of different lanes in one gap are drawn beside each other.
    """
    if is_tall(start) and end.width:
        return _through_gutters(start, end, board.size[0], lane)
    around = [one for one in others if one.id not in {start.id, end.id}]
    lines = [(edge_point(start, (end.x, end.y)), edge_point(end, (start.x, start.y))), *_facing(start, end)]
    free = (line for line in lines if not any(crosses(line, Rectangle(*name)) for name in board.names))
    line = next((line for line in free if not any(one.width and crosses(line, _area(one)) for one in around)), None)
    if line is None:
        return None
    if dist(*line) > LONGEST and not board.names and not all(one.width for one in (start, end, *around)):
        return None
    return LinkRoute(line)


def _facing(start: Hotspot, end: Hotspot) -> Iterator[tuple[Point, Point]]:
    """Yield the line between the facing left and right sides of two cards, if there is a gap between these sides."""
    way = 1 if end.x > start.x else -1
    line = (start.x + way * start.width / 2, start.y), (end.x - way * end.width / 2, end.y)
    if start.width and end.width and way * (line[1][0] - line[0][0]) > 0:
        yield line


def _through_gutters(start: Hotspot, end: Hotspot, width: float, lane: int) -> LinkRoute:
    """Return the route that leaves a card at its top, follows the edge of the picture, and enters the end card."""
    shift = LANE * (lane % LANES)
    top, down = start.y - start.height / 2, shift - LANE
    left, above = start.x + 2 * shift - 6, top - GUTTER + down
    out = (left, top), (left, above)
    badge = left, above
    if not is_tall(end):
        tip = end.x - end.width / 2 + INTO_HEADING
        x = MARGIN - shift
        return LinkRoute((*out, (x, above), (x, end.y), (tip, end.y)), (badge,))
    upper = end.y - end.height / 2
    right, over = end.x + 2 * shift + 2, upper - GUTTER + down
    into = (right, over), (right, upper)
    badges = badge, (right + 9, over)
    if abs(over - above) < 1:
        return LinkRoute((*out, *into), badges)
    x = MARGIN - shift if start.x + end.x <= width else width - MARGIN + shift
    return LinkRoute((*out, (x, above), (x, over), *into), badges)


def edge_point(card: Hotspot, toward: Point) -> Point:
    """Return the point where a line from the middle of a card to `toward` leaves the card.

    If the line ends inside the card, return the card's middle.
    """
    across, along = toward[0] - card.x, toward[1] - card.y
    sides = [half / abs(way) for half, way in ((card.width / 2, across), (card.height / 2, along)) if way]
    share = min(sides, default=1.0)
    return (card.x, card.y) if share >= 1 else (card.x + across * share, card.y + along * share)


def _area(spot: Hotspot) -> Rectangle:
    wide, high = spot.width / 2, spot.height / 2
    return Rectangle(spot.x - wide, spot.y - high, spot.x + wide, spot.y + high)
