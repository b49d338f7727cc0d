"""Parts of the picture, each legible on a small screen and on paper.

They are the whole map, the region with this turn's events, regions of the sea, the forces of both sides, and the air
units.
"""

from games.kernel.picture import Area, Picture
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation.board import chart
from games.titles.pq17.presentation.board.glance import Glance
from games.titles.pq17.presentation.board.page import Page, Printed
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.visibility.view import View

REGIONS = {
    "iceland": (Text("Iceland and Jan Mayen", "アイスランドとヤンマイエン"), 0.42, 0.2),
    "norwegian_sea": (Text("Norwegian Sea", "ノルウェー海"), 6.3, 3.2),
    "barents_sea": (Text("Barents Sea", "バレンツ海"), 11.6, 0.2),
    "white_sea": (Text("Kola and the White Sea", "コラと白海"), 11.6, 4.3),
    "north_sea": (Text("Scotland and the North Sea", "スコットランドと北海"), 0.42, 7.38),
}
"""The regions of the sea by key: the name, and the position of the upper left corner in the plane (see `chart`)."""
ACROSS, DOWN = chart.ACROSS / 2, 8.0
"""The width and height of a region in the plane."""
PARTS = {
    "map": Text("The whole map", "全体図"),
    "happened": Text("Where something happened", "動きのあった海域"),
    **{name: text for name, (text, *_) in REGIONS.items()},
    "forces": Text("Forces and sightings", "部隊と敵情"),
    "air": Text("Aircraft", "航空部隊"),
}
"""The parts that can be requested alone, by key."""
PAPER = ("map", "forces", "air")
"""The parts that are printed on paper; together they show the whole picture."""


def draw_part(box: Box, view: View, say: Words, printed: Printed, part: str) -> Picture:
    """Return the part of the picture with the key `part`, one of PARTS.

    Raises KeyError for any other key.
    """
    if part in ("map", "forces", "air"):
        return Page(box, view, say, printed).draw_part(part)
    glance = Glance(box, view, say, printed.chart, printed.small)
    if part == "happened":
        return glance.draw(nearer=True)
    _, left, top = REGIONS[part]
    close = printed.close
    x, y = close.at(left, top)
    return glance.region(close, Area(x, y, ACROSS * close.scale, DOWN * close.scale))
