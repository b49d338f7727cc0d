"""The diagram of a finished operation: the routes of all forces day by day, and the places of losses."""

from collections.abc import Sequence

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Point, Rectangle
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.numbers import along, numbers_of
from games.titles.pq17.presentation.board.placing import beside, centred_rect
from games.titles.pq17.presentation.board.plot import ice_areas, water, wave_areas
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.state import Track
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

COLOURS = (
    ("way_navy", "way_teal", "way_violet", "way_green", "way_olive"),
    ("way_red", "way_brown", "way_plum", "way_grey", "way_orange"),
)
"""The colours of routes, of the Allies and of the Axis. The forces of a side use these colours in turn."""
DASHES = {"convoy": "", "task_force": "", "wolfpack": "2 2", "dummy": "1 3"}
WIDE = {"convoy": 2.6, "task_force": 1.8, "wolfpack": 1.5, "dummy": 1.0}
NAME, DAY = 9.0, 9.0
BESIDE, ASIDE = 4, (0.0, 6.0, 14.0, 24.0)
"""The distance of a name from its point, and the extra distances that are tried."""
APART = 2.2
"""The distance between routes in one hex, which run side by side."""
LEAST = 2
"""Routes with fewer different hexes than this are not drawn."""
KEY = 9.0


class Way:
    """The route of one force, as it is drawn.

    `aside`: the distance, right and down, between the drawn line and the middles of the hexes.
    """

    def __init__(self, name: str, track: Track, index: int, colour: str) -> None:
        self.name, self.track, self.colour = name, track, colour
        self.aside = (index % 7 - 3) * APART

    def points(self, chart: Chart) -> list[tuple[int, float, float]]:
        """Return the places of the route that are on the map, in order: the turn, and the x and y of the drawn line."""
        return [
            (turn, chart.centre(hex_)[0] + self.aside, chart.centre(hex_)[1] + self.aside)
            for turn, hex_ in self.track.places
            if hex_ in chart.box.hexes
        ]

    def line(self, chart: Chart) -> list[Point]:
        """Return the points of the drawn line in the picture, in order."""
        return [(x, y) for _, x, y in self.points(chart)]


class Diagram:
    """The routes of a view, drawn on a chart."""

    def __init__(self, box: Box, view: View, say: Words, chart: Chart) -> None:
        self.box, self.view, self.say, self.chart = box, view, say, chart
        self.ways = self._ways()
        self._taken: list[Rectangle] = list(chart.names.values())

    def _ways(self) -> list[Way]:
        """Return the routes of all forces that moved, in the order of drawing: dummies first, convoys last."""
        order = {"dummy": 0, "wolfpack": 1, "task_force": 2, "convoy": 3}
        found: list[Way] = []
        counts = {"allied": 0, "axis": 0}
        for name, track in sorted(self.view.tracks.items(), key=lambda item: (order[item[1].kind], item[0])):
            if len({hex_ for _, hex_ in track.places}) >= LEAST:
                shades = COLOURS[track.side == "axis"]
                colour = "ghost" if track.kind == "dummy" else shades[counts[track.side] % len(shades)]
                counts[track.side] += track.kind != "dummy"
                found.append(Way(name, track, len(found), colour))
        return found

    def layers(self, x: float, y: float, window: Area | None = None, *, printed: bool = True) -> tuple[Layer, ...]:
        """Return all layers with their upper left corner at a point of the page.

        `window`, `printed`: see `Chart.layers`.
        """
        sheet = Area(0, 0, self.chart.width, self.chart.height)
        under, over, ice = Ink(), Ink(), ice_areas(self.box, self.view)
        for way in self.ways:
            self._draw(under, way)
        self._losses(over)
        for way in self.ways:
            if way.track.kind != "dummy":
                self._days(over, way)
        for way in reversed(self.ways):
            if way.track.kind != "dummy":
                self._name(over, way)
        low, names = self.chart.layers(x, y, window, printed=printed)
        routes = [area for way in self.ways for area in along(way.line(self.chart))]
        figures = numbers_of(self.chart).svg([*self._taken, *routes, *wave_areas(self.chart, ice)])
        ground = Layer(water(self.chart, ice, day=True), sheet, x, y, window)
        below, above = (
            Layer(marks, sheet, x, y, window, defs=definitions()) for marks in (under.svg() + figures, over.svg())
        )
        return ground, low, below, names, above

    def _draw(self, ink: Ink, way: Way) -> None:
        points = way.line(self.chart)
        if way.track.kind == "convoy":
            ink.line(points, "halo", WIDE["convoy"] + 2)
        ink.line(points, way.colour, WIDE[way.track.kind], dash=DASHES[way.track.kind])

    def _days(self, ink: Ink, way: Way) -> None:
        """Draw a dot where the force was when a day began, with the number of the day if there is room."""
        seen: set[int] = set()
        for turn, x, y in way.points(self.chart):
            day = Turn(max(turn, 1)).day
            if day in seen:
                continue
            seen.add(day)
            ink.disc(x, y, 1.9, way.colour, edge="halo", line=0.6)
            area = centred_rect(x + 6, y - 5, 9, 8)
            if way.track.kind in ("convoy", "task_force") and not any(area.overlap(one) for one in self._taken):
                self._taken.append(area)
                ink.text(x + 6, y - 2, str(day), DAY, colour=way.colour, anchor="middle", halo="halo")

    def _losses(self, ink: Ink) -> None:
        """2.0b Draw a wreck at each place of losses, with the number of ships if it is more than one."""
        lost: dict[str, int] = {}
        for one in self.view.losses:
            if one.how in ("sunk", "scuttled") and one.at in self.box.hexes and one.unit in self.box.ships:
                single = self.box.ships[one.unit].is_single
                lost[one.at] = lost.get(one.at, 0) + (1 if single else max(one.strength, 1))
        for at, count in lost.items():
            x, y = self.chart.centre(at)
            ink.use("wreck", x, y, size=1.1)
            self._taken.append(centred_rect(x, y, 11, 11))
            if count > 1:
                text = f"×{count}"
                wide = ink.text(x + 6, y + 8, text, DAY, colour="alarm", bold=True, halo="halo")
                self._taken.append(Rectangle(x + 5, y, x + 7 + wide, y + 9))

    def _name(self, ink: Ink, way: Way) -> None:
        """Draw the name of the force at the end of its route."""
        text, (_, x, y) = self.say.name(way.name), way.points(self.chart)[-1]
        wide, best, where = text_width(text, NAME, bold=True), 1e9, None
        reach = centred_rect(x, y, 2 * (wide + ASIDE[-1] + BESIDE), 2 * (NAME + ASIDE[-1] + BESIDE))
        near = [one for one in self._taken if reach.overlap(one)]
        for price, right, down, off in beside(ASIDE):
            if price >= best:
                break
            far = BESIDE + off
            area = centred_rect(x + right * (wide / 2 + far), y + down * (NAME / 2 + far), wide, NAME)
            cost = price + 100 * area.overflow(self.chart.width, self.chart.height)
            cost += 4 * area.total_overlap(near)
            if cost < best:
                best, where = cost, area
        if where is not None:
            self._taken.append(where)
            ink.text(where.left, where.bottom - 1.5, text, NAME, colour=way.colour, bold=True, halo="halo")

    # --- the key

    def draw_key(self, ink: Ink, x: float, y: float, width: float) -> float:
        """Draw the legend of the routes; return the y of its lower edge.

        For each route, the legend has the force and the ships that the force had at the end.
        """
        each, columns = 14.0, 3 if width < 700 else 4  # an e-mail or the whole picture
        shown = [way for way in reversed(self.ways) if way.track.kind != "dummy"]
        rows = -(-len(shown) // columns)
        for index, way in enumerate(shown):
            left, top = x + index // rows * (width / columns), y + index % rows * each
            ink.line([(left, top + 6), (left + 18, top + 6)], way.colour, WIDE[way.track.kind], DASHES[way.track.kind])
            places = way.track.places
            days = f"{self._date(places, 0)}–{self._date(places, -1)}"
            text = f"{self.say.name(way.name)}  {days}"
            ink.text(left + 22, top + 9, cut(text, width / columns - 28, KEY), KEY)
        below = y + rows * each
        ink.use("wreck", x + 9, below + 6, size=0.9)
        note = self.say("ships lost; dots: the first place of a day", "艦船の沈没、点は各日の最初の位置")
        ink.text(x + 22, below + 9, note, KEY, colour="faint")
        return below + 16

    def _date(self, points: Sequence[tuple[int, str]], index: int) -> str:
        dates = lines.Dates(self.box, self.view.calendar, self.say)
        return dates.day(Turn(max(points[index][0], 1)).day)
