"""The picture of the chart for an e-mail, 600 units wide.

It shows the part with today's events at full scale, or the whole chart.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from games.kernel.picture import Area, Layer, Picture
from games.titles.goeben.components.box import Box
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board.battle import BattlePanel
from games.titles.goeben.presentation.board.chart import Sheet
from games.titles.goeben.presentation.board.counters import Counters
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.board.legend import HIGH, legend
from games.titles.goeben.presentation.board.legend import WIDE as LEGEND
from games.titles.goeben.presentation.board.page import framed
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.visibility.view import DayView, View
from games.toolkit.text_metrics import cut, wrap

PAGE, LEFT, WIDTH = 600.0, 8.0, 584.0
HEAD = 26.0
LEAST, MOST = 320.0, 470.0
"""The least and the greatest height of the part that is shown."""
AROUND = 90.0
"""The width of the sea around each space with events that the picture shows, if there is room."""


class Glance:
    """The picture, for an e-mail, of the part of the chart with today's events, and of the battle."""

    def __init__(self, box: Box, view: View, say: Words, sheets: Sequence[Sheet]) -> None:
        self.box, self.view, self.say, self.sheets = box, view, say, sheets

    def draw(self) -> Picture | None:
        """Return the picture; None if nothing has happened today yet, or the events are too far apart for one sheet."""
        fitting = filter(None, map(self._fitting, self._places()))
        if (found := next(fitting, None)) is None:
            return None
        sheet, part = found
        top, window = HEAD + 8, Area(LEFT, HEAD + 8, WIDTH, part.height)
        counters = Counters(self.box, self.say, self.view, sheet)
        layers = counters.layers(LEFT - part.left, top - part.top, window)
        ink = Ink()
        title = lines.headline(self.box, self.view, self.say)
        ink.text(LEFT + 2, HEAD - 5, cut(title, WIDTH - 4, 12.5, bold=True), 12.5, bold=True)
        ink.rect(LEFT, top, WIDTH, part.height, "none", edge="ink", line=1.6)
        y = top + part.height + 8
        if self.view.battle is not None:
            y = BattlePanel(self.box, self.say, self.view, ink).draw(LEFT, y, WIDTH, self.view.battle) + 8
        page = Area(0, 0, PAGE, float(ceil(y)))
        marks = Layer(ink.svg(), page, defs=sheet.symbols)
        return framed(page, (*layers, marks), self.box, self.view, self.say)

    def _places(self) -> Iterator[list[str]]:
        """Yield lists of spaces with events: first all of them, then only the most important ones.

        Yields nothing in the morning and at the end.
        """
        view = self.view
        if view.over:
            return
        if view.battle is not None:
            yield [view.battle.space]
        elif view.day is not None and _has_begun(view.day):
            routes = view.day.routes.values()
            ends, told = [route[-1] for route in routes if route], [*view.day.drawn, *view.day.weather]
            ships = [known.ship.at for known in view.ships if not known.ship.sunk and known.since is None]
            yield [*filter(None, ships), *told, *(space for route in routes for space in route)]
            yield [*told, *ends]
            yield told

    def _fitting(self, places: list[str]) -> tuple[Sheet, Area] | None:
        """Return the first sheet with all these spaces, and its part around them; None if they are too far apart."""
        for sheet in self.sheets if places else ():
            if all(place in sheet.spaces for place in places):
                return None if (part := _part(sheet, places)) is None else (sheet, part)
        return None


class Whole:
    """The picture, for an e-mail, of both sheets, one below the other.

    Its letters are as large as those of `Glance`, so fewer names are printed.
    """

    def __init__(self, box: Box, view: View, say: Words, sheets: Sequence[Sheet]) -> None:
        self.box, self.view, self.say, self.sheets = box, view, say, sheets

    def draw(self) -> Picture:
        """Return the picture: the headline, the sheets, the battle and the legend."""
        ink, layers = Ink(), list[Layer]()
        y = self._head(ink)
        for sheet in self.sheets:
            layers += Counters(self.box, self.say, self.view, sheet).layers(LEFT, y)
            ink.rect(LEFT, y, sheet.width, sheet.height, "none", edge="ink", line=1.6)
            y += sheet.height + 8
        if self.view.battle is not None:
            y = BattlePanel(self.box, self.say, self.view, ink).draw(LEFT, y, WIDTH, self.view.battle) + 8
        layers.append(legend(LEFT + (WIDTH - LEGEND) / 2, y, self.say.language))
        page = Area(0, 0, PAGE, float(ceil(y + HIGH + 8)))
        marks = Layer(ink.svg(), page, defs=self.sheets[0].symbols)
        return framed(page, (*layers, marks), self.box, self.view, self.say)

    def _head(self, ink: Ink) -> float:
        """Draw the headline, and what the mission demands; return the y below them."""
        titles = [lines.headline(self.box, self.view, self.say)]
        if self.view.over:
            titles.append(lines.verdict_line(self.view, self.say))
        goal = wrap(lines.goal_line(self.box, self.view, self.say), WIDTH - 4, 10.5, most=2)
        y = HEAD - 5
        for title in filter(None, titles):
            ink.text(LEFT + 2, y, cut(title, WIDTH - 4, 12.5, bold=True), 12.5, bold=True)
            y += 16
        for line in filter(None, goal):
            ink.text(LEFT + 2, y, line, 10.5)
            y += 14
        return y - 4


def _has_begun(day: DayView) -> bool:
    """Return False in the morning, while the chart is the same as at the end of the last day."""
    return bool(day.routes or day.outfitted or day.drawn or day.weather)


def _part(sheet: Sheet, places: Sequence[str]) -> Area | None:
    """Return the part of a sheet with all these spaces and some sea around them; None if it would be too large."""
    points = [sheet.place(place) for place in places]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if right - left > WIDTH - 40 or bottom - top > MOST - 40:
        return None
    high = min(max(bottom - top + 2 * AROUND, LEAST), MOST, sheet.height)
    x = min(max((left + right - WIDTH) / 2, 0), sheet.width - WIDTH)
    y = min(max((top + bottom - high) / 2, 0), sheet.height - high)
    return Area(float(round(x)), float(round(y)), WIDTH, float(int(high)))
