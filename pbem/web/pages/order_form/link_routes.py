"""The routes of arrows between two things on the picture: none runs through a card, its name or its figures.

Lengths are units of the picture.
"""

from collections.abc import Iterable, Iterator
from math import dist
from typing import NamedTuple

from games.kernel.hotspots import BoardHotspots, Hotspot
from games.kernel.rectangles import Point, Rectangle, crosses

MAX_FLAT_HEIGHT = 40
"""The maximum height of a card that its name fills."""
GUTTER = 5.5
"""The distance of an arrow from the upper edge of a row of cards, in the gap between rows."""
MARGIN, LANE, LANES = 10.0, 2.5, 3
"""The distance of the arrows along the edge of the picture, and between them."""
INTO_HEADING = 9.0
"""The length of an arrow's end within the heading of a row of cards."""
LONGEST = 90.0
"""The greatest length of a straight arrow over a map whose names are not known."""


class LinkRoute(NamedTuple):
    """The points of an arrow, and the places of its number at both ends (`badges`).

    Without points no arrow is drawn; the equal numbers then show which things belong together.
    """

    points: tuple[Point, ...]
    badges: tuple[Point, ...] = ()


def is_tall(spot: Hotspot) -> bool:
    """Return True for a card that holds more than its name."""
    return spot.height > MAX_FLAT_HEIGHT


def route_link(
    start: Hotspot, end: Hotspot, others: Iterable[Hotspot], board: BoardHotspots, lane: int
) -> LinkRoute | None:
    """Return the route of an arrow: in the gaps between cards, or straight from edge to edge.

    None means that no arrow can be drawn without striking something out. `others` are the things in the same region;
    `lane` is the number of the arrow, so that neighbouring arrows do not lie on each other.
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
    """Yield the line between the sides on which two cards in columns beside each other face each other."""
    way = 1 if end.x > start.x else -1
    line = (start.x + way * start.width / 2, start.y), (end.x - way * end.width / 2, end.y)
    if start.width and end.width and way * (line[1][0] - line[0][0]) > 0:
        yield line


def _through_gutters(start: Hotspot, end: Hotspot, width: float, lane: int) -> LinkRoute:
    """Return the way out above a card, along the edge of the picture, and in above the other card."""
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
    """Return where a line from the middle of a card leaves it; the middle if the line ends inside."""
    across, along = toward[0] - card.x, toward[1] - card.y
    sides = [half / abs(way) for half, way in ((card.width / 2, across), (card.height / 2, along)) if way]
    share = min(sides, default=1.0)
    return (card.x, card.y) if share >= 1 else (card.x + across * share, card.y + along * share)


def _area(spot: Hotspot) -> Rectangle:
    wide, high = spot.width / 2, spot.height / 2
    return Rectangle(spot.x - wide, spot.y - high, spot.x + wide, spot.y + high)
