"""The picture of an e-mail, 600 units wide.

In AM turns, it shows the whole map; in PM turns, the region with this turn's events. Below is the current battle. At
the end of the operation, the picture shows the diagram of routes.
"""

from collections.abc import Sequence
from math import ceil

from games.kernel.picture import Area, Layer, Picture
from games.kernel.rectangles import Rectangle
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.battle import Display
from games.titles.pq17.presentation.board.campaign import draw_campaign
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.diagram import Diagram
from games.titles.pq17.presentation.board.flight import AirDisplay
from games.titles.pq17.presentation.board.frame import framed_page
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.plot import Plot
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.reading import contacts
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut

PAGE, LEFT, WIDTH, TOP = 600.0, 8.0, 584.0, 44.0
HIGHEST, MARGIN = 430.0, 90.0
NEAR = 40.0
"""The least distance between the hexes with events and the sides of the region shown."""
LINE, MOST = 13.5, 12


class Glance:
    """The picture of an e-mail.

    `large`: the chart from which a region is shown. `small`: a chart as wide as the e-mail.
    """

    def __init__(self, box: Box, view: View, say: Words, large: Chart, small: Chart) -> None:
        self.box, self.view, self.say, self.large, self.small = box, view, say, large, small
        self.contacts = contacts(view)
        self.ink = Ink()

    def draw(self, *, nearer: bool = False) -> Picture:
        """Return the picture. `nearer`: show the region with events in AM turns, too."""
        if self.view.over and self.view.tracks:
            return self._diagram()
        places = self.places()
        if places and (nearer or not Turn(self.view.turn).is_morning):
            return self.region(self.large, self._window(places))
        self._head()
        plot = Plot(self.box, self.view, self.contacts, self.say, self.small)
        self.small.draw_rim(self.ink, LEFT, TOP)
        return self._ended(plot.layers(LEFT, TOP, printed=False), self.small.height)

    def region(self, chart: Chart, window: Area) -> Picture:
        """Return a picture of the part of a chart inside `window`, with the events of the turn in text."""
        self._head()
        plot = Plot(self.box, self.view, self.contacts, self.say, chart)
        shown = Area(LEFT, TOP, window.width, window.height)
        layers = plot.layers(LEFT - window.left, TOP - window.top, shown)
        return self._ended(layers, window.height)

    def _ended(self, layers: tuple[Layer, ...], high: float) -> Picture:
        """Return a picture: the map's layers and frame, and below them the current battle, reports and losses.

        `high`: the height of the map.
        """
        self.ink.rect(LEFT, TOP, WIDTH, high, "none", edge="ink", line=1.6)
        below = TOP + high
        if self.view.battle is not None:
            below = Display(self.ink, self.box, self.view.battle, self.say).draw(LEFT, below + 4, WIDTH)
        elif self.view.air_attack is not None:
            below = AirDisplay(self.ink, self.box, self.view.air_attack, self.say).draw(LEFT, below + 4, WIDTH)
        below = self._told(below + 16)
        if not self.view.own:
            # Between operations the e-mail shows the state of the campaign.
            below = draw_campaign(self.box, self.view, self.say, self.ink, LEFT, below, WIDTH)
        return self._framed(layers, below)

    def _diagram(self) -> Picture:
        """Return a picture of the routes of all forces, day by day."""
        self._head()
        diagram = Diagram(self.box, self.view, self.say, self.small)
        layers = diagram.layers(LEFT, TOP, printed=False)
        self.ink.rect(LEFT, TOP, WIDTH, self.small.height, "none", edge="ink", line=1.6)
        y = diagram.draw_key(self.ink, LEFT, TOP + self.small.height + 6, WIDTH)
        return self._framed(layers, y + 6)

    def _head(self) -> None:
        say, ink = self.say, self.ink
        ink.text(LEFT + 2, 20, cut(lines.headline(self.box, self.view, say), WIDTH, 13, bold=True), 13, bold=True)
        told = say("; ", "、").join(
            filter(None, (lines.weather_line(self.view, say), lines.score_line(self.view, say)))
        )
        ink.text(LEFT + 2, 36, cut(told, WIDTH, 10.5), 10.5)

    def _told(self, y: float) -> float:
        """Draw the reports and losses of this turn as text; return the y below."""
        found = self.lines()
        for line in found[:MOST]:
            self.ink.text(LEFT + 2, y, cut(line, WIDTH, 10), 10)
            y += LINE
        if len(found) > MOST:
            more = len(found) - MOST
            self.ink.text(LEFT + 2, y, self.say(f"and {more} more", f"ほか{more}件"), 10, colour="faint")
            y += LINE
        return y

    def _framed(self, layers: tuple[Layer, ...], y: float) -> Picture:
        page = Area(0, 0, PAGE, float(ceil(y)))
        return framed_page(
            page, (*layers, Layer(self.ink.svg(), page, defs=definitions())), self.box, self.view, self.say
        )

    def places(self) -> list[str]:
        """Return the hexes with new reports, losses or aircraft in this turn.

        If there are none, return the hexes of the seat's own forces at sea.
        """
        now = self.view.turn
        found = [one.at for one in self.view.reports if one.turn == now and one.at]
        found += [one.at for one in self.view.losses if one.turn == now and one.at]
        found += [at for unit in self.view.air for at in unit.over]
        if not found:
            found = [force.at for force in self.view.own if force.at_sea and not force.is_dummy]
        return [one for one in dict.fromkeys(found) if one in self.box.hexes]

    def lines(self) -> list[str]:
        """Return a line of text for each report and loss of this turn."""
        dates = lines.Dates(self.box, self.view.calendar, self.say)
        told = [one for one in self.view.reports if one.turn == self.view.turn]
        found = [lines.report_line(one, self.say, dates, where=True) for one in told]
        return found + [lines.loss_line(one, self.say, dates) for one in self.view.losses if one.turn == self.view.turn]

    def _window(self, places: list[str]) -> Area:
        """Return the part of the large chart around these hexes, as wide as an e-mail."""
        points = [self.large.centre(one) for one in places]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        high = min(max(bottom - top + 2 * MARGIN, 300.0), HIGHEST)
        x = min(max((left + right) / 2 - WIDTH / 2, 0), self.large.width - WIDTH)
        y = min(max((top + bottom) / 2 - high / 2, 0), self.large.height - high)
        names = [one for one in self.large.names.values() if one.top < y + high and y < one.bottom]
        return Area(self._beside_names(x, left - NEAR, right + NEAR - WIDTH, names), y, WIDTH, high)

    def _beside_names(self, x: float, last: float, first: float, names: Sequence[Rectangle]) -> float:
        """Return the left edge of a window that cuts through as few of these names as possible.

        The edge is `x`, or the nearest edge that cuts fewer names. It is between `first` and `last`, so that all hexes
        with events stay visible.
        """
        if not _cut(x, names):
            return x
        sides = [side for one in names for side in (one.left - WIDTH, one.right - WIDTH, one.left, one.right)]
        found = [one for one in sides if max(first, 0) <= one <= min(last, self.large.width - WIDTH)]
        return min([x, *found], key=lambda one: (_cut(one, names), abs(one - x)))


def _cut(x: float, names: Sequence[Rectangle]) -> int:
    """Return the number of names through which the sides of a window with the left edge `x` cut."""
    return sum(one.left < x < one.right or one.left < x + WIDTH < one.right for one in names)
