"""The whole picture: headline, map, time track, the seat's own forces, known enemy forces, air units, losses."""

from collections.abc import Sequence
from functools import cached_property
from math import ceil

from games.kernel.hotspots import BoardHotspots, Hotspot, Reach, Region, RenderedBoard
from games.kernel.picture import Area, Layer, Picture
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.air import AirLists, AirMap, draw_key, reaches
from games.titles.pq17.presentation.board.battle import Display
from games.titles.pq17.presentation.board.campaign import diagrams, draw_campaign
from games.titles.pq17.presentation.board.chart import ACROSS, Chart
from games.titles.pq17.presentation.board.diagram import Diagram
from games.titles.pq17.presentation.board.flight import AirDisplay
from games.titles.pq17.presentation.board.frame import framed_page
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.legend import HIGH as LEGEND
from games.titles.pq17.presentation.board.legend import legend
from games.titles.pq17.presentation.board.plot import Plot
from games.titles.pq17.presentation.board.sheets import Cards
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.board.track import Track
from games.titles.pq17.presentation.labels import Words, fortnight_name
from games.titles.pq17.presentation.reading import contacts
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import text_width

PAGE, LEFT, WIDTH, SPACE = 820.0, 12.0, 796.0, 8.0
HEAD, TITLE = 62.0, 17.0
AIR_WIDE, LETTER = 392.0, 584.0
"""The widths of the small air map, and of the map in an e-mail."""
RADIUS = 20.0
"""The greatest distance of a tap from the hotspot that it selects."""
LOSSES = 24
BATTLE = Text("Battle", "戦闘")
AIR_ATTACK = Text("Air attack", "航空攻撃")
MAP = Text("Map", "地図")
FORCES = Text("Forces", "部隊")
AIR = Text("Air", "航空")


class Printed:
    """The static parts of the picture in one language, which are drawn once."""

    def __init__(self, box: Box, language: str) -> None:
        self.chart = Chart(box, language, WIDTH / ACROSS)
        self.small = Chart(box, language, LETTER / ACROSS)
        self.air = AirMap(box, language, AIR_WIDE)
        self._box, self._language = box, language

    @cached_property
    def close(self) -> Chart:
        """The chart from which e-mails show a region at a larger scale: twice as wide as the picture of an e-mail."""
        return Chart(self._box, self._language, 2 * LETTER / ACROSS)


class Page:
    """One picture of a view, with its hotspots."""

    def __init__(self, box: Box, view: View, say: Words, printed: Printed) -> None:
        self.box, self.view, self.say, self.printed = box, view, say, printed
        self.ink, self.contacts = Ink(), contacts(view)
        self.panes: list[Region] = []
        self.names: list[tuple[float, float, float, float]] = []
        self.places: list[Hotspot] = []
        self.reaches: tuple[Reach, ...] = ()

    def drawn(self) -> RenderedBoard:
        """Return the finished picture with its hotspots."""
        picture = self._draw()
        size, names = (picture.width, picture.height), tuple(self.names)
        spots = BoardHotspots(size, tuple(self.panes), tuple(self.places), names=names, reaches=self.reaches)
        return RenderedBoard(picture, spots)

    def _draw(self) -> Picture:
        y = self._battle(self._head(12) + SPACE)
        layers, y = self._map(y)
        y = Track(self.box, self.view, self.say, self.ink).draw(LEFT, y, WIDTH) + SPACE
        layers.append(legend(LEFT, y, self.say.language))
        y += LEGEND + SPACE
        y = self._sheets(y)
        air, y = self._air(y)
        layers += air
        y = self._losses(y)
        ways, y = self._diagram(y)
        layers += ways
        y = draw_campaign(self.box, self.view, self.say, self.ink, LEFT, y, WIDTH)
        ways, y = diagrams(self.box, self.view, self.say, self.printed.small, self.ink, LEFT, y)
        layers += ways
        return self._framed(layers, y)

    def draw_part(self, part: str) -> Picture:
        """Return the headline and one part of the picture: "map" (with the time track), "forces" or "air".

        At the end of the operation, the diagram of routes replaces the map.
        """
        y = self._head(12) + SPACE
        layers: list[Layer] = []
        if part == "map" and self.view.over and self.view.tracks:
            layers, y = self._diagram(y)
        elif part == "map":
            layers, y = self._map(y)
            y = Track(self.box, self.view, self.say, self.ink).draw(LEFT, y, WIDTH) + SPACE
            layers.append(legend(LEFT, y, self.say.language))
            y += LEGEND + SPACE
        elif part == "air":
            layers[:], y = self._air(y)
        else:
            y = self._losses(self._sheets(self._battle(y)))
            y = draw_campaign(self.box, self.view, self.say, self.ink, LEFT, y, WIDTH)
        return self._framed(layers, y)

    def _framed(self, layers: Sequence[Layer], y: float) -> Picture:
        height = float(ceil(y + 6))
        back = Ink()
        back.rect(3, 3, PAGE - 6, height - 6, "none", edge="ink", line=1)
        whole = Area(0, 0, PAGE, height)
        return framed_page(
            whole,
            (*layers, Layer(back.svg() + self.ink.svg(), whole, defs=definitions())),
            self.box,
            self.view,
            self.say,
        )

    # --- the head

    def _head(self, y: float) -> float:
        say, ink, view = self.say, self.ink, self.view
        ink.rect(LEFT, y, WIDTH, HEAD, "paper", edge="steel", round_=5)
        ink.text(LEFT + 10, y + 16, say("PQ-17 · CONVOYS TO RUSSIA", "PQ-17・援ソ船団"), 10, colour="faint", bold=True)
        name = lines.operation_name(self.box, view, say)
        ink.text(LEFT + 10, y + 37, name, TITLE, bold=True)
        status = lines.verdict_line(view, say) if view.over else lines.command_line(view, say)
        ink.text(LEFT + 10, y + 53, status, 10, colour="faint")
        self._date(y)
        self._points(LEFT + WIDTH - 82, y + 8)
        return y + HEAD

    def _date(self, y: float) -> None:
        """8.1, 8.2, 9.0 Draw the turn and the weather, on a light background by day and a dark one at night."""
        say, ink, view = self.say, self.ink, self.view
        dates = lines.Dates(self.box, view.calendar, say)
        turn = dates.dated(view.turn) if view.turn else say("Set-up", "配置")
        date, told = turn[:1].upper() + turn[1:], [lines.light_line(view, say), lines.local_line(view, say)]
        if lines.is_between_operations(view):
            name = fortnight_name(view.fortnight, say)
            date, told = name[:1].upper() + name[1:], ["", ""]
        wide = max(150.0, text_width(date, 15, bold=True) + 24, *(text_width(line, 9.5) + 20 for line in told))
        left = LEFT + WIDTH - 92 - wide
        ink.rect(left, y + 7, wide, 48, "day" if view.day else "night", round_=5)
        text = "#1c2a33" if view.day else "#fff"
        middle, down = left + wide / 2, 0 if told[1] else 5
        ink.text(middle, y + 24 + down, date, 15, colour=text, bold=True, anchor="middle")
        for index, line in enumerate(filter(None, told)):
            ink.text(middle, y + 37 + down + 12 * index, line, 9.5, colour=text, anchor="middle")

    def _points(self, x: float, y: float) -> None:
        """2.0b Draw the public points, and below them the points on the seat's own sheet."""
        self.ink.rect(x, y, 74, 46, "black", round_=5)
        self.ink.text(x + 37, y + 26, self.say.half(self.view.score), 20, colour="#f2cf6b", bold=True, anchor="middle")
        secret = sum(one.points for one in self.view.sheet if one.on != "both")
        hidden = self.say.half(secret)
        text = self.say(f"VP, {hidden} hidden", f"VP・非公開{hidden}") if secret else "VP"
        self.ink.text(x + 37, y + 40, text, 9, colour="#fff", anchor="middle")

    def _battle(self, y: float) -> float:
        """7.5.2, 7.2.4 Draw the current battle, or the row of an air attack; return the y below it.

        It is above the map, because the next decision is about it.
        """
        battle, attack = self.view.battle, self.view.air_attack
        if battle is not None:
            display: Display | AirDisplay = Display(self.ink, self.box, battle, self.say)
        elif attack is not None:
            display = AirDisplay(self.ink, self.box, attack, self.say)
        else:
            return y
        below, title = display.draw(LEFT, y, WIDTH), BATTLE if battle is not None else AIR_ATTACK
        self.panes.append(Region("battle", title, (LEFT, y, WIDTH, below - y), RADIUS))
        self.places += display.places
        return below + SPACE

    # --- the map

    def _map(self, y: float) -> tuple[list[Layer], float]:
        chart = self.printed.chart
        plot = Plot(self.box, self.view, self.contacts, self.say, chart)
        layers = list(plot.layers(LEFT, y))
        self.ink.rect(LEFT, y, chart.width, chart.height, "none", edge="ink", line=1.6)
        self.reaches = reaches(chart, self.view, LEFT, y)
        self.panes.append(Region("map", MAP, (LEFT, y, chart.width, chart.height), RADIUS))
        lettered = (*chart.names.values(), *chart.lettered, *plot.layout.lettered)
        self.names += [(LEFT + one.left, y + one.top, LEFT + one.right, y + one.bottom) for one in lettered]
        sizes, point = plot.layout.sizes, (0.0, 0.0, 0.0)
        for points in (chart.hex_points, chart.port_points, plot.layout.spots):
            self.places += [
                Hotspot(name, LEFT + one.x, y + one.y, *sizes.get(name, point)) for name, one in points.items()
            ]
        return layers, y + chart.height + SPACE

    # --- panes

    def _sheets(self, y: float) -> float:
        """Draw the seat's own forces, then the enemy's blocks; return the y below them."""
        cards, wide = Cards(self.box, self.view, self.say, self.ink), (WIDTH - 12) / 3
        top = y
        for title, found in (
            (self.say("Own forces", "自軍部隊"), cards.forces(wide)),
            (self.say("Known of the enemy", "敵情"), cards.contacts(self.contacts, wide)),
        ):
            if found:
                self.ink.text(LEFT, y + 11, title, 11, bold=True)
                y = cards.draw(found, LEFT, y + 17, WIDTH, 3) + 2
        self.panes.append(Region("forces", FORCES, (LEFT, top, WIDTH, y - top), RADIUS))
        self.places += [Hotspot(name, *place) for name, place in cards.spots.items()]
        return y

    def _air(self, y: float) -> tuple[tuple[Layer, Layer], float]:
        """Draw the small air map with its legend, the seat's own units beside it and the enemy's units below it.

        Returns the layers of the map, and the y below all.
        """
        say, ink = self.say, self.ink
        top = y
        ink.text(LEFT, y + 11, say("Air", "航空"), 11, bold=True)
        layers = self.printed.air.layers(LEFT, y + 17)
        ink.rect(LEFT, y + 17, AIR_WIDE, self.printed.air.height, "none", edge="ink", line=1.2)
        below = draw_key(ink, say, LEFT, y + 21 + self.printed.air.height, self._searched())
        lists = AirLists(self.box, self.view, say, ink)
        x, wide = LEFT + AIR_WIDE + 14, WIDTH - AIR_WIDE - 14
        y = lists.draw(lists.own(), x, y + 15, wide, 2)
        others = lists.others()
        if others:
            title = say("Enemy aircraft, face up", "敵航空部隊（公開）")
            ink.text(LEFT, below + 10, title, 9.5, colour="faint", bold=True)
            below = lists.draw(others, LEFT, below + 13, AIR_WIDE, 3)
        y = max(y, below)
        self.panes.append(Region("air", AIR, (LEFT, top, WIDTH, y - top), RADIUS))
        self.places += [Hotspot(name, *place) for name, place in lists.spots.items()]
        self.names += [(one.left, one.top, one.right, one.bottom) for one in lists.lettered]
        return layers, y + SPACE

    def _searched(self) -> dict[str, int]:
        """6.4.2 Return the number of hexes that each sector searches in this operation."""
        operation = self.box.known(self.view.calendar)
        if operation is None:
            return {}
        searched = self.box.charts.sectors.searched(operation.calendar_month)
        return {sector: operation.sectors.get(sector, hexes) for sector, hexes in searched.items()}

    def _losses(self, y: float) -> float:
        """Draw the list of lost ships and aircraft, the newest first; return the y below it."""
        dates = lines.Dates(self.box, self.view.calendar, self.say)
        told = [(loss.side, lines.loss_line(loss, self.say, dates)) for loss in reversed(self.view.losses)][:LOSSES]
        if not told:
            return y
        self.ink.text(LEFT, y + 11, self.say("Losses", "損失"), 11, bold=True)
        each = -(-len(told) // 3)
        for index, (side, text) in enumerate(told):
            x, top = LEFT + index // each * (WIDTH / 3), y + 17 + index % each * 12.5
            self.ink.disc(x + 4, top + 5.5, 3, f"{side}_line")
            self.ink.text(x + 11, top + 8.5, text, 9)
        return y + 20 + each * 12.5

    def _diagram(self, y: float) -> tuple[list[Layer], float]:
        """Draw the routes of all forces if the operation is over; return the layers and the y below them."""
        if not (self.view.over and self.view.tracks):
            return [], y
        chart = self.printed.chart
        self.ink.text(LEFT, y + 11, self.say("The operation, day by day", "作戦経過図"), 11, bold=True)
        diagram = Diagram(self.box, self.view, self.say, chart)
        layers = list(diagram.layers(LEFT, y + 17))
        self.ink.rect(LEFT, y + 17, chart.width, chart.height, "none", edge="ink", line=1.6)
        return layers, diagram.draw_key(self.ink, LEFT, y + 23 + chart.height, WIDTH)
