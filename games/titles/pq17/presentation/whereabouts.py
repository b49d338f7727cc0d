"""The positions of hexes on the plane of the map, and place names for readers who do not know the hex numbers.

The unit of length is the width of a hex, between its western and eastern sides.
"""

from collections.abc import Iterator
from math import atan2, dist, pi, sqrt

from games.kernel.text import Text
from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box

DOWN = sqrt(3) / 2
"""The distance from one row of hexes to the next."""
NEAR = 2.3
"""The greatest distance from a place at which its name describes a hex."""
THERE = 0.75
"""A hex whose middle is nearer than this to a place has the name of the place without a bearing."""
MINOR = 1.6
"""The factor that multiplies the distance to a little-known port, so that better known places are preferred."""
SEAS = (
    (Text("GREENLAND SEA", "グリーンランド海"), 9.2, 2.25, 13.0),
    (Text("NORWEGIAN SEA", "ノルウェー海"), 8.6, 7.35, 13.0),
    (Text("BARENTS SEA", "バレンツ海"), 17.6, 5.0, 13.0),
    (Text("ATLANTIC", "大西洋"), 2.3, 7.3, 12.0),
    (Text("NORTH SEA", "北海"), 7.2, 13.05, 10.0),
    (Text("KARA SEA", "カラ海"), 22.45, 3.0, 9.0),
)
"""The names of waters on the map: their x and y, and the size of their letters."""
LANDS = (
    (Text("ICELAND", "アイスランド"), 5.0, 4.95, 9.0),
    (Text("SPITSBERGEN", "スピッツベルゲン"), 15.4, 1.05, 9.0),
    (Text("NOVAYA ZEMLYA", "ノヴァヤゼムリャ"), 21.4, 4.1, 9.0),
    (Text("GREENLAND", "グリーンランド"), 5.4, 0.62, 9.0),
    (Text("JAN MAYEN", "ヤンマイエン"), 9.55, 3.18, 9.0),
    (Text("BEAR I.", "ベア島"), 14.5, 3.2, 9.0),
    (Text("DENMARK STRAIT", "デンマーク海峡"), 4.55, 2.95, 9.0),
    (Text("FAROES", "フェロー諸島"), 6.5, 7.45, 9.0),
)


STRAITS = {
    Text("Denmark Strait", "デンマーク海峡"): ("0304", "0305"),
    Text("White Sea", "白海"): ("1018", "1019", "1118", "1218"),
    Text("Kara Gate", "カラ海峡"): ("0622",),
    Text("Matochkin Strait", "マトーチキン海峡"): ("0421",),
    Text("North Cape", "ノールカップ"): ("0716",),
    Text("Faroes", "フェロー諸島"): ("0906",),
}
"""For each strait or cape, the hexes that have its name, whatever other places are near."""
PLACES = (
    (Text("North Cape", "ノールカップ"), 15.75, 6.2),
    (Text("Faroes", "フェロー諸島"), 6.5, 7.79),
    (Text("Iceland", "アイスランド"), 5.0, 4.95),
    (Text("Spitsbergen", "スピッツベルゲン"), 15.4, 1.05),
    (Text("Novaya Zemlya", "ノヴァヤゼムリャ"), 21.4, 4.1),
    (Text("Jan Mayen", "ヤンマイエン"), 9.5, 3.46),
    (Text("Bear I.", "ベア島"), 14.5, 3.46),
)
"""Named places without a port, with their x and y."""
GREENLAND = (Text("off Greenland", "グリーンランド沖"), 5.4, 0.62)
"""Greenland extends beyond the map, so hexes near it have its name without a bearing."""
WATERS = (
    *((Text(name.en.title(), name.ja), x, y) for name, x, y, _ in SEAS),
    (Text("Atlantic", "大西洋"), 2.0, 13.0),
    (Text("Atlantic", "大西洋"), 3.2, 14.7),
    (Text("Barents Sea", "バレンツ海"), 19.5, 1.2),
    (Text("Barents Sea", "バレンツ海"), 20.8, 7.2),
)
"""The points that represent each named water.

A hex far from any place has the name of the water with the nearest point.
"""
BEARINGS = (
    Text("E", "東方"), Text("SE", "南東方"), Text("S", "南方"), Text("SW", "南西方"), Text("W", "西方"),
    Text("NW", "北西方"), Text("N", "北方"), Text("NE", "北東方"),
)  # fmt: skip
"""The words for the bearing of a hex from a place, clockwise from east."""


class Spot(Text, frozen=True):
    """The label of a hex: its number, with a nearby place in brackets. Long lists show only the number."""

    def abbreviated(self, language: str) -> str:
        """Return the hex number."""
        return self.get(language)[:4]

    def aliases(self, language: str) -> str:
        """Return the nearby place as another name of the hex. Several hexes may have the same name."""
        return self.get(language)[4:].strip(" ()（）")


def middle(hex_: str) -> tuple[float, float]:
    """Return the middle of a hex on the plane of the map."""
    row, column = hexes.row_and_column(hex_)
    return column + (0.5 if row % 2 == 0 else 0.0), row * DOWN


def place_text(box: Box, place: str) -> Text:
    """Return the name of a port, or the number of a hex with the name of a place.

    The named place is a port in the hex, a strait, a place in the hex, a nearby place with its bearing, or the sea.
    """
    if place not in box.hexes:
        return box.ports[place].name
    name = _near(box, place)
    return Spot(f"{place} ({name.en})", f"{place}（{name.ja}）")


def _near(box: Box, hex_: str) -> Text:
    port, spot = box.port_hexes.get(hex_), middle(hex_)
    if port is not None:
        return box.ports[port].name
    for strait, filled in STRAITS.items():
        if hex_ in filled:
            return strait
    far, name, at = min(_places(box, spot), key=lambda one: one[0])
    if far > NEAR:
        return min(WATERS, key=lambda sea: dist(spot, sea[1:]))[0]
    if at == GREENLAND[1:] or dist(spot, at) < THERE:
        return name
    eighth = round(atan2(spot[1] - at[1], spot[0] - at[0]) / (pi / 4)) % len(BEARINGS)
    return Text(f"{BEARINGS[eighth].en} of {name.en}", f"{name.ja}{BEARINGS[eighth].ja}")


def _places(box: Box, spot: tuple[float, float]) -> Iterator[tuple[float, Text, tuple[float, float]]]:
    """Yield the named places, each as its distance from a point, its name and its position.

    The distance of a little-known port is multiplied by MINOR.
    """
    for port in box.ports.values():
        at = middle(port.hex)
        yield dist(spot, at) * (MINOR if port.use == "temporary" else 1.0), port.name, at
    for name, x, y in (*PLACES, GREENLAND):
        yield dist(spot, (x, y)), name, (x, y)
