"""Where the spaces of the two sheets are on the picture. Nothing in play moves them."""

from functools import cached_property

from games.kernel.byhand.spots import Bend, Pane, Place, Spots
from games.kernel.text import Text
from games.titles.goeben.box.components import Box
from games.titles.goeben.presentation.board.chart import BOUNDS, Sheet
from games.titles.goeben.presentation.board.page import LEFT, PAGE, SPACE, TOP
from games.titles.goeben.seen.view import View

RADIUS = 22.0
"""How far from a space a tap may be and still mean it."""
NAMES = (("west", Text("Western Mediterranean", "西地中海")), ("east", Text("Eastern Mediterranean", "東地中海")))


class Chart:
    """The spots of the chart, the same for every view and language."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def spots(self, view: View, language: str) -> Spots:
        """The spots of the spaces."""
        return self._spots

    @cached_property
    def _spots(self) -> Spots:
        panes: list[Pane] = []
        places: list[Place] = []
        bends: list[Bend] = []
        y = TOP
        for (key, name), index in zip(NAMES, range(len(BOUNDS)), strict=True):
            sheet = Sheet(self.box, index, "en")
            panes.append(Pane(key, name, (LEFT, _tenth(y), _tenth(sheet.width), _tenth(sheet.height)), RADIUS))
            for space in sheet.spaces:
                left, top = sheet.place(space)
                places.append(Place(space, _tenth(LEFT + left), _tenth(y + top)))
            bends += _bends(sheet, y)
            y += sheet.height + SPACE
        return Spots((PAGE, _tenth(y - SPACE)), tuple(panes), tuple(places), tuple(bends))


def _bends(sheet: Sheet, y: float) -> list[Bend]:
    """The lines of a sheet that bend between two spaces of it."""
    lines = (line for line in sheet.box.waters.lines if line.bends and {line.a, line.b} <= set(sheet.spaces))
    return [
        Bend(line.a, line.b, tuple((_tenth(LEFT + x), _tenth(y + top)) for x, top in sheet.way(line.a, line.b)[1:-1]))
        for line in lines
    ]


def _tenth(value: float) -> float:
    return round(value, 1)
