"""A picture for a small screen with the most important cards of a board that consists of cards, each card whole."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from games.kernel.hotspots import BoardHotspots, Hotspot, region_holds
from games.kernel.picture import Area, Layer, Picture
from games.kernel.picture_crop import crop_picture

HIGHEST = 40.0
"""The greatest height of the heading of a group of cards; any higher hotspot is a card."""
RIM, ABOVE = 2.4, 9.0
"""The widths of the margin around a card: beside and below the card; above the card, where signs lie on its corners."""
EDGE, ROW = 6.0, 4.0
"""The distance of cards from the edge of the picture, and the distance between rows of cards."""


class Tile(Struct, frozen=True):
    """An area of the board, and its upper left corner on the new picture."""

    part: Area
    x: float
    y: float


def is_table(board: BoardHotspots) -> bool:
    """Return True if the board consists of cards, so that it has no map."""
    return bool(board.hotspots) and all(spot.width and spot.height for spot in board.hotspots)


def arrange_cards(
    picture: Picture, board: BoardHotspots, weights: Mapping[str, float], width: float, height: float
) -> Picture | None:
    """Return a picture of the cards with the greatest weights, in the board's order, below their groups' headings.

    `weights` say how important cards are, by the value of the card's hotspot. The picture is `width` wide and at most
    `height` high, in units of the picture. If there is room, it also shows the other cards of these groups. Returns
    None if no card has a weight.
    """
    cards = [spot for spot in board.hotspots if spot.height > HIGHEST]
    ranked = sorted((spot for spot in cards if weights.get(spot.id, 0) > 0), key=lambda spot: -weights[spot.id])
    if not ranked:
        return None
    groups = {_group(board, spot) for spot in ranked}
    rest = [spot for spot in cards if spot not in ranked and _group(board, spot) in groups]
    chosen: list[Hotspot] = []
    for spot in (*ranked, *rest):
        if not chosen or _bottom(_tiles(board, [*chosen, spot], width)) <= height:
            chosen.append(spot)
    tiles = _tiles(board, chosen, width)
    return _composed(picture, tiles, width)


def _group(board: BoardHotspots, spot: Hotspot) -> int:
    """Return the number of the heading above a card, from 0; -1 if there is none."""
    above = [number for number, one in enumerate(_headings(board)) if one.y < spot.y]
    return above[-1] if above else -1


def _headings(board: BoardHotspots) -> list[Hotspot]:
    return sorted((spot for spot in board.hotspots if spot.height <= HIGHEST), key=lambda spot: spot.y)


def _tiles(board: BoardHotspots, chosen: Sequence[Hotspot], width: float) -> list[Tile]:
    """Return the tiles of the chosen cards in rows, and the tiles of their groups' headings."""
    headings, y, found = _headings(board), EDGE, list[Tile]()
    order = {spot: number for number, spot in enumerate(board.hotspots)}
    ordered = sorted(chosen, key=lambda spot: (_group(board, spot), _row(board, spot), order[spot]))
    for group, members in groupby(ordered, key=lambda spot: _group(board, spot)):
        if group >= 0:
            found.append(Tile(_heading(headings[group], width), EDGE, y))
            y += found[-1].part.height + ROW
        for _, row in groupby(members, key=lambda spot: _row(board, spot)):
            placed, y = _flow(list(row), width, y)
            found += placed
    return found


def _row(board: BoardHotspots, spot: Hotspot) -> int:
    """Return the number of the region that holds a card; -1 if there is none. The regions of such a board are rows."""
    return next((number for number, one in enumerate(board.regions) if region_holds(one, spot.x, spot.y)), -1)


def _heading(spot: Hotspot, width: float) -> Area:
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    return Area(left, top, min(spot.width, width - 2 * EDGE), spot.height)


def _flow(row: Sequence[Hotspot], width: float, y: float) -> tuple[list[Tile], float]:
    """Return the tiles of a row's cards from left to right, in as many lines as needed, and the y below them.

    `y` is the upper edge of the first line.
    """
    found, x, tall = list[Tile](), EDGE, 0.0
    for spot in row:
        part = _card(spot)
        if found and x + part.width > width - EDGE:
            x, y, tall = EDGE, y + tall + ROW, 0.0
        found.append(Tile(part, x, y))
        x, tall = x + part.width, max(tall, part.height)
    return found, y + tall + ROW


def _card(spot: Hotspot) -> Area:
    left, top = spot.x - spot.width / 2 - RIM, spot.y - spot.height / 2 - ABOVE
    return Area(left, top, spot.width + 2 * RIM, spot.height + ABOVE + RIM)


def _bottom(tiles: Sequence[Tile]) -> float:
    return max(tile.y + tile.part.height for tile in tiles) + EDGE


def _composed(picture: Picture, tiles: Sequence[Tile], width: float) -> Picture:
    """Return a picture that shows only the tiles, with the board's colours."""
    height = float(int(_bottom(tiles) / 2) * 2)
    layers = tuple(layer for tile in tiles for layer in _layers(picture, tile, width, height))
    return replace(picture, width=width, height=height, layers=layers)


def _layers(picture: Picture, tile: Tile, width: float, height: float) -> Iterator[Layer]:
    """Yield the board's layers, clipped to a tile and moved to its place on the new picture."""
    for layer in crop_picture(picture, tile.part).layers:
        clip = layer.clip or Area(0, 0, width, height)
        moved = Area(clip.left + tile.x, clip.top + tile.y, clip.width, clip.height)
        yield replace(layer, x=layer.x + tile.x, y=layer.y + tile.y, clip=moved)
