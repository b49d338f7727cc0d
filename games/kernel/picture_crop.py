"""Crops of a picture: a window around the most important hotspots, which a small screen shows at a legible size."""

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.picture import Area, Layer, Picture

GRID = 2
"""The corners of windows lie on multiples of this number of units. So all windows use one rendering of static layers.
"""
MARGIN = 12.0
"""The smallest distance between a window's edge and the centre of a hotspot that it shows, in units of the picture."""
RIM = 3.0
"""The smallest distance between a window's edge and a card that it shows completely."""
NUDGES = range(-48, 49, 12)
"""The distances, right and down, by which a window is tentatively moved so that its edges cut fewer names."""
MAX_ANCHORS = 120
"""The number of hotspots, those with the greatest weights, around which a window is tried."""
BESIDE_MAP = 0.5
"""The factor for the weight of a window that lies in a list or display beside the map."""


def crop_picture(picture: Picture, window: Area) -> Picture:
    """Return the part of a picture within a window, as a picture of the same scale."""
    frame = Area(0, 0, window.width, window.height)
    layers = (_moved(layer, window, frame) for layer in picture.layers)
    return replace(picture, width=window.width, height=window.height, layers=tuple(filter(None, layers)))


def _moved(layer: Layer, window: Area, frame: Area) -> Layer | None:
    clip = frame
    if layer.clip is not None:
        shifted = Area(layer.clip.left - window.left, layer.clip.top - window.top, layer.clip.width, layer.clip.height)
        both = frame.intersection(shifted)
        if both is None:
            return None
        clip = both
    moved = replace(layer, x=layer.x - window.left, y=layer.y - window.top, clip=clip)
    return moved if moved.visible_area is not None else None


def find_window(board: BoardHotspots, weights: Mapping[str, float], width: float, height: float) -> Area | None:
    """Return the window of that size whose hotspots have the greatest total weight; None if no hotspot has a weight.

    `weights` say how important hotspots are, by their values; sizes are in units of the picture. The window lies within
    the picture, and within one region if the region is large enough.
    """
    spots = [(spot, weights[spot.id]) for spot in board.hotspots if weights.get(spot.id, 0) > 0]
    if not spots:
        return None
    spots.sort(key=lambda pair: -pair[1])
    anchors = dict.fromkeys((spot.x, spot.y) for spot, _ in spots[:MAX_ANCHORS])
    windows = [_within(board, Area(x - width / 2, y - height / 2, width, height), (x, y)) for x, y in anchors]
    best = max(windows, key=lambda one: _weight(board, one, spots))
    shown = [spot for spot, _ in spots if _holds(best, spot)]
    return _beside_names(board, _centred(board, best, shown), shown)


def _weight(board: BoardHotspots, window: Area, spots: list[tuple[Hotspot, float]]) -> float:
    """Return the total weight of the values that a window shows, each counted once.

    It is reduced for a window outside the first region, which is the map.
    """
    shown = {spot.id: weight for spot, weight in spots if _holds(window, spot)}
    on_map = not board.regions or next(_regions_at(board, *_middle(window)), None) is board.regions[0]
    return sum(shown.values()) * (1.0 if on_map else BESIDE_MAP)


def _middle(window: Area) -> tuple[float, float]:
    return window.left + window.width / 2, window.top + window.height / 2


def _centred(board: BoardHotspots, window: Area, shown: list[Hotspot]) -> Area:
    """Return the window moved so that the hotspots `shown` are in its middle."""
    if not shown:
        return window
    x = (min(spot.x for spot in shown) + max(spot.x for spot in shown)) / 2
    y = (min(spot.y for spot in shown) + max(spot.y for spot in shown)) / 2
    moved = Area(x - window.width / 2, y - window.height / 2, window.width, window.height)
    return _within(board, moved, (shown[0].x, shown[0].y))


def _beside_names(board: BoardHotspots, window: Area, shown: list[Hotspot]) -> Area:
    """Return the window moved so that its edges cut the fewest names and cards, while it still shows all of `shown`."""
    things = [(left, top, right, bottom) for left, top, right, bottom in board.names]
    for spot in board.hotspots:
        wide, high = spot.width / 2, spot.height / 2
        things += [(spot.x - wide, spot.y - high, spot.x + wide, spot.y + high)] if wide and high else []
    best, least = window, (_cuts(window, things), 0.0)
    for right, down in product(NUDGES, NUDGES):
        moved = Area(window.left + right, window.top + down, window.width, window.height)
        if _within(board, moved, _middle(window)) != moved or not all(_holds(moved, spot) for spot in shown):
            continue
        cost = _cuts(moved, things), float(abs(right) + abs(down))
        if cost < least:
            best, least = moved, cost
    return best


def _cuts(window: Area, things: list[tuple[float, float, float, float]]) -> int:
    """Return how many of the rectangles (left, top, right, bottom) the edges of a window cut."""
    count = 0
    for left, top, right, bottom in things:
        if left < window.right and right > window.left and top < window.bottom and bottom > window.top:
            inside = left >= window.left and right <= window.right and top >= window.top and bottom <= window.bottom
            count += not inside
    return count


def _holds(window: Area, spot: Hotspot) -> bool:
    """Return True if a window shows a hotspot: a place with a margin around it, a card completely.

    Of a card that is larger than the window, only the centre counts.
    """
    wide, high = _margin(spot.width, window.width), _margin(spot.height, window.height)
    across = window.left + wide <= spot.x <= window.right - wide
    return across and window.top + high <= spot.y <= window.bottom - high


def _margin(length: float, room: float) -> float:
    """Return the smallest distance between the centre of a shown hotspot and the edge of a window, in one direction.

    `length` is the size of the hotspot in this direction, `room` that of the window.
    """
    return max(MARGIN, length / 2 + RIM) if length + 2 * RIM <= room else MARGIN


def _within(board: BoardHotspots, window: Area, point: tuple[float, float]) -> Area:
    """Return the window moved so that it lies within the picture, and within the region of `point` if it fits there."""
    for region in _regions_at(board, *point):
        left, top, wide, high = region.box
        window = Area(
            _fit(window.left, window.width, left, wide),
            _fit(window.top, window.height, top, high),
            window.width,
            window.height,
        )
        break
    width, height = board.size
    x, y = _fit(window.left, window.width, 0, width), _fit(window.top, window.height, 0, height)
    return Area(GRID * (x // GRID), GRID * (y // GRID), window.width, window.height)


def _regions_at(board: BoardHotspots, x: float, y: float) -> Iterator[Region]:
    for region in board.regions:
        left, top, width, height = region.box
        if left <= x <= left + width and top <= y <= top + height:
            yield region


def _fit(start: float, length: float, low: float, room: float) -> float:
    """Return `start` moved so that a line of `length` lies between `low` and `low + room`, if it is short enough."""
    if length > room:
        return start
    return min(max(start, low), low + room - length)
