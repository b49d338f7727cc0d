"""The current state on the map: day or night, ice, past and planned routes, aircraft, losses, and blocks."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Point, Rectangle
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.presentation.board.chart import Chart, area_path
from games.titles.pq17.presentation.board.ink import Ink, fill, number, stroke
from games.titles.pq17.presentation.board.layout import Layout, draw_stack
from games.titles.pq17.presentation.board.numbers import along, along_path, numbers_of
from games.titles.pq17.presentation.board.placing import centred_rect
from games.titles.pq17.presentation.board.plates import stacks
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.reading import Contact
from games.titles.pq17.visibility.view import View

Ice = tuple[str, tuple[str, ...], bool]
"""A state of ice, the hexes where it is expected, and True if it is certain."""


class Plot:
    """The current state of the game, drawn on a chart."""

    def __init__(self, box: Box, view: View, contacts: Sequence[Contact], say: Words, chart: Chart) -> None:
        self.box, self.view, self.say, self.chart = box, view, say, chart
        self.contacts = contacts
        self._under, self._over = Ink(), Ink()
        self._taken: list[Rectangle] = []
        self._ways(self._under)
        self._sectors(self._under)
        lines, self._taken = self._taken, []
        self._aircraft(self._over)
        self._losses(self._under)
        self._reported(self._under)
        self.layout = Layout(chart, stacks(box, view, contacts, say, chart), self._taken)
        self._ice = ice_areas(box, view)
        self._taken += [*lines, *wave_areas(chart, self._ice)]

    def layers(self, x: float, y: float, window: Area | None = None, *, printed: bool = True) -> tuple[Layer, ...]:
        """Return all layers with their upper left corner at a point of the page.

        `window`, `printed`: see `Chart.layers`.
        """
        sheet = Area(0, 0, self.chart.width, self.chart.height)
        under, over = Ink(), Ink()
        leaders = (area for one in self.layout.laid for area in along(one.leader))
        stacks_ = (one.area.grown(1) for one in self.layout.laid)
        under.raw(self._under.svg() + numbers_of(self.chart).svg([*self._taken, *stacks_, *leaders]))
        over.raw(self._over.svg())
        for laid in sorted(self.layout.laid, key=lambda one: one.area.top):
            draw_stack(over, laid)
        low, names = self.chart.layers(x, y, window, printed=printed)
        ground = Layer(water(self.chart, self._ice, day=self.view.day), sheet, x, y, window)
        lying = (Layer(ink.svg(), sheet, x, y, window, defs=definitions()) for ink in (under, over))
        below, above = lying
        return ground, low, below, names, above

    # --- ways

    def _ways(self, ink: Ink) -> None:
        """1.2a, 4.2 Draw the trails of enemy blocks, and the trails and planned routes of the seat's own forces."""
        for contact in self.contacts:
            points = self._points(contact.block.trail)
            if len(points) > 1:
                self._line(ink, points, contact.block.side, 1.6, "1.5 2.5")
                for x, y in points[:-1]:
                    ink.disc(x, y, 1.5, f"{contact.block.side}_line")
        for force in self.view.own:
            trail = self._points(force.trail)
            if len(trail) > 1:
                self._line(ink, trail, force.side, 1.2, "1.5 2.5")
            route = force.plan.route if force.plan is not None else ()
            points = self._points((force.at, *self._ahead(force.at, route)))
            if len(points) > 1:
                self._line(ink, points, force.side, 1.4, "6 3")
                self._arrow(ink, points[-2], points[-1], f"{force.side}_line")

    def _line(self, ink: Ink, points: Sequence[Point], side: str, line: float, dash: str) -> None:
        """Draw a route. Hex numbers are not drawn on it."""
        ink.line(points, f"{side}_line", line, dash=dash)
        self._taken += along(points)

    def _ahead(self, at: str, route: Sequence[str]) -> Sequence[str]:
        """Return the hexes of a route after the hex `at`; all of them if the route does not contain it."""
        return route[route.index(at) + 1 :] if at in route else route

    def _points(self, places: Sequence[str]) -> list[Point]:
        return [self.chart.centre(one) for one in places if one in self.box.hexes]

    def _arrow(self, ink: Ink, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        right, down = end[0] - start[0], end[1] - start[1]
        long = (right**2 + down**2) ** 0.5 or 1.0
        right, down = right / long * 5, down / long * 5
        back = end[0] - right * 1.4, end[1] - down * 1.4
        tips = [(back[0] - down * 0.7, back[1] + right * 0.7), (back[0] + down * 0.7, back[1] - right * 0.7)]
        points = "L".join(f"{number(x)} {number(y)}" for x, y in (end, *tips))
        ink.raw(f'<path d="M{points}z" {fill(colour)}/>')

    # --- ice

    def _reported(self, ink: Ink) -> None:
        """10.1 Draw the ice that blocks have met in public, in a frame with the day."""
        for hex_, seen in self.view.ice_seen.items():
            x, y = self.chart.centre(hex_)
            half, turn = self.chart.scale * 0.3, Turn(seen.turn)
            ink.rect(x - half, y + half * 0.15, 2 * half, half * 1.1, seen.ice if seen.ice != "clear" else "sea",
                     edge="floe", line=1.4, round_=half / 2)  # fmt: skip
            when = self.say("a", "前") if turn.is_morning else self.say("p", "後")
            text = f"{turn.day}{when}"
            self._taken.append(centred_rect(x, y + half * 0.7, 2 * half, half * 1.1))
            ink.text(x, y + half * 0.7 + 3, text, 9, colour="ink", anchor="middle")

    # --- aircraft and losses

    def _sectors(self, ink: Ink) -> None:
        """6.4.2a Draw the borders of the hexes that the seat's own sectors search in this phase."""
        if self.view.phase is not None:
            for sector, named in self.view.phase.sectors.items():
                area = [one for one in named if one in self.box.hexes]
                border = self.chart.border(area)
                ink.raw(f'<path d="{border}" fill="none" {stroke(sector, 2.4)}/>')
                self._taken += along_path(border)

    def _aircraft(self, ink: Ink) -> None:
        """5.3 Draw the aircraft of both sides over the sea."""
        flying = [(self.box.aircraft[unit.aircraft].side, at) for unit in self.view.air for at in unit.over]
        flying += [(self.box.aircraft[one.aircraft].side, one.at) for one in self.view.flying if one.at]
        for index, (side, at) in enumerate(dict.fromkeys(flying)):
            if at in self.box.hexes:
                x, y = self.chart.centre(at)
                aside = self.chart.scale * (0.3 if side == "axis" else -0.3)
                down = y + self.chart.scale * 0.12 * (index % 2)
                ink.use("plane", x + aside, down, size=1.3, colour=f"{side}_line")
                self._taken.append(centred_rect(x + aside, down, 15, 15))

    def _losses(self, ink: Ink) -> None:
        """2.0b Draw a wreck at each place of losses."""
        places = [one.at for one in self.view.losses if one.how in ("sunk", "scuttled") and one.at in self.box.hexes]
        for at in dict.fromkeys(places):
            x, y = self.chart.centre(at)
            ink.use("wreck", x + self.chart.scale * 0.27, y + self.chart.scale * 0.22, size=0.9)
            self._taken.append(centred_rect(x + self.chart.scale * 0.27, y + self.chart.scale * 0.22, 13, 13))
            if places.count(at) > 1:
                self._taken.append(centred_rect(x + self.chart.scale * 0.55, y + self.chart.scale * 0.22, 16, 13))
                ink.text(x + self.chart.scale * 0.4, y + self.chart.scale * 0.3, f"×{places.count(at)}", 9,
                         colour="alarm", bold=True, halo="halo")  # fmt: skip


def ice_areas(box: Box, view: View) -> list[Ice]:
    """10.0, 10.1 Return the hexes where ice is expected or possible, grouped by the state and certainty of the ice."""
    operation = box.known(view.calendar)
    if operation is None:
        return []
    operation = structs.replace(operation, ice=view.ice)
    found: dict[tuple[str, bool], list[str]] = {}
    turn = Turn(max(view.turn, 1))
    for one in box.hexes.values():
        if one.is_sea and one.zone:
            expected = box.ice(operation, one.zone, turn)
            if expected.ice != "clear" or not expected.certain:
                found.setdefault((expected.ice, expected.certain), []).append(one.id)
    return [(ice, tuple(area), certain) for (ice, certain), area in sorted(found.items())]


def wave_areas(chart: Chart, ice: Sequence[Ice]) -> list[Rectangle]:
    """10.1 Return the rectangles of the waves that mark hexes whose ice is not certain."""
    size, down = chart.scale * 0.34, chart.scale * 0.36
    middles = [chart.centre(hex_) for _, area, certain in ice if not certain for hex_ in area]
    return [centred_rect(x, y + down, size, size / 2) for x, y in middles]


def water(chart: Chart, ice: Sequence[Ice], *, day: bool) -> str:
    """Return the sea as SVG, light by day and dark at night, with the expected ice on it."""
    ink = Ink()
    ink.rect(0, 0, chart.width, chart.height, "sea" if day else "dusk")
    for state, area, certain in ice:
        if state != "clear":
            ink.raw(area_path(chart, area, fill(state)))
        if not certain:
            ink.raw(f'<path d="{"".join(_floes(chart, area))}" fill="none" {stroke("floe", 0.9)}/>')
    return ink.svg()


def _floes(chart: Chart, area: Sequence[str]) -> Iterator[str]:
    """10.1 Yield the wave that marks each hex whose ice is not certain, as SVG path data."""
    wide = chart.scale * 0.16
    for hex_ in area:
        x, y = chart.centre(hex_)
        left, down = number(x - wide), number(y + chart.scale * 0.36)
        yield f"M{left} {down}q{number(wide / 2)} {number(-wide)} {number(wide)} 0t{number(wide)} 0"
