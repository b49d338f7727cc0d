"""Where a hex lies: in the plane of the map, and in names for who does not yet know its numbers."""

from math import dist, sqrt

from games.kernel.text import Text
from games.titles.pq17.box import hexes
from games.titles.pq17.box.contents import Box

DOWN = sqrt(3) / 2
"""From one row of hexes to the next."""
NEAR = 2.2
"""So many hexes off a place its name still says where something is."""
SEAS = (
    (Text("GREENLAND SEA", "グリーンランド海"), 9.2, 2.25, 13.0),
    (Text("NORWEGIAN SEA", "ノルウェー海"), 8.6, 7.35, 13.0),
    (Text("BARENTS SEA", "バレンツ海"), 17.6, 5.0, 13.0),
    (Text("ATLANTIC", "大西洋"), 2.3, 7.3, 12.0),
    (Text("NORTH SEA", "北海"), 7.2, 13.05, 10.0),
    (Text("KARA SEA", "カラ海"), 22.45, 3.0, 8.5),
)
"""Names of the waters, where they stand in the plane, and their size."""
LANDS = (
    (Text("ICELAND", "アイスランド"), 5.0, 4.95, 8.5),
    (Text("SPITSBERGEN", "スピッツベルゲン"), 15.4, 1.05, 8.5),
    (Text("NOVAYA ZEMLYA", "ノヴァヤゼムリャ"), 21.4, 4.1, 8.5),
    (Text("GREENLAND", "グリーンランド"), 5.4, 0.62, 8.5),
    (Text("JAN MAYEN", "ヤンマイエン"), 9.55, 3.18, 8.0),
    (Text("BEAR I.", "ベア島"), 14.5, 3.2, 8.0),
)


def middle(hex_: str) -> tuple[float, float]:
    """The middle of a hex in the plane."""
    row, column = hexes.place(hex_)
    return column + (0.5 if row % 2 == 0 else 0.0), row * DOWN


def where(box: Box, place: str) -> Text:
    """A port by its name; a hex by its number with the nearest place beside it, or the sea that it lies in."""
    if place not in box.hexes:
        return box.ports[place].name
    spot = middle(place)
    places = [(dist(spot, middle(port.hex)), port.name) for port in box.ports.values()]
    places += [(dist(spot, (x, y)), _as_name(name)) for name, x, y, _ in LANDS]
    far, name = min(places, key=lambda one: one[0])
    if far > NEAR:
        name = _as_name(min(SEAS, key=lambda sea: dist(spot, sea[1:3]))[0])
    return Text(f"{place} ({name.en})", f"{place}（{name.ja}）")


def _as_name(name: Text) -> Text:
    """A name that the map prints in capitals, as it is written in a sentence."""
    return Text(name.en.title(), name.ja)
