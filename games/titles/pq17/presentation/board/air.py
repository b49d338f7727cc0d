"""The picture of air power: printed air radii and search sectors on a small map, and both sides' air units by base."""

from collections.abc import Sequence

from games.kernel.hotspots import Reach
from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Rectangle
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SECTORS
from games.titles.pq17.presentation.board.chart import ACROSS, Chart, area_path, coast_definition, land_path
from games.titles.pq17.presentation.board.ink import Ink, fill, stroke
from games.titles.pq17.presentation.board.symbols import definitions
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

ROW, SIZE = 12.0, 9.0
RANGE, SECTOR = Text("in range", "航続範囲内"), Text("in the search sector", "索敵セクター内")
AREAS = (("british_radius", "british_area"), ("soviet_radius", "soviet_area"), ("axis_radius", "axis_area"))
Bases = dict[str, list[tuple[str, str, str]]]
"""The air units of each base, by the base's id.

Each entry is a unit's id ("" for enemy units), its side, and a line of text.
"""
STEP = 14.0
"""The distance of the lines of air units, large enough for taps."""


class AirMap:
    """The small map with printed air radii and search sectors, which is the same in every game."""

    def __init__(self, box: Box, language: str, width: float) -> None:
        self.box = box
        self.chart = Chart(box, language, width / ACROSS)
        self.height = self.chart.height
        self.ground, self.drawing = self._ground(), self._drawn()

    def _ground(self) -> str:
        ink, chart = Ink(), self.chart
        ink.rect(0, 0, chart.width, chart.height, "sea")
        for area, colour in AREAS:
            ink.raw(area_path(chart, getattr(self.box.areas, area).hexes, fill(colour)))
        ink.raw(land_path(chart))
        return ink.svg()

    def _drawn(self) -> str:
        ink, chart = Ink(), self.chart
        for index, sector in enumerate(SECTORS):
            searched = [one.id for one in self.box.hexes.values() if sector in one.sectors]
            dash = ("", "5 2", "2 2", "7 2 2 2", "4 3")[index]
            ink.raw(
                f'<path d="{chart.border(searched)}" fill="none" {stroke(sector, 1.7)}'
                f' stroke-dasharray="{dash}" stroke-linejoin="round"/>'
            )
        for field in self.box.airfields.values():
            x, y = chart.centre(field.hex)
            ink.use("plane", x, y, size=0.8, colour=f"{field.side}_line")
        return ink.svg()

    def layers(self, x: float, y: float) -> tuple[Layer, Layer]:
        """Return the two layers of the small map, with the upper left corner of the map at (`x`, `y`).

        The first layer shows sea, land and radii. Its land is a shared definition, so that the page contains the coast
        only once. The second layer shows sectors and airfields.
        """
        sheet = Area(0, 0, self.chart.width, self.height)
        return (
            Layer(self.ground, sheet, x, y, defs=coast_definition(self.box), is_printed=True),
            Layer(self.drawing, sheet, x, y, defs=definitions(), is_printed=True),
        )


def draw_key(ink: Ink, say: Words, x: float, y: float, hexes: dict[str, int]) -> float:
    """Draw the legend of the small map with its upper left corner at (`x`, `y`); return the y of its lower edge.

    `hexes`: by sector, the number of hexes that it now searches.
    """
    names = (
        say("British radius", "英国航続範囲"),
        say("Soviet radius", "ソ連航続範囲"),
        say("German radius", "独航続範囲"),
    )
    left = x
    for (_, colour), name in zip(AREAS, names, strict=True):
        ink.rect(left, y, 10, 9, colour)
        left += 14 + ink.text(left + 13, y + 8, name, SIZE) + 10
    left = x
    for index, sector in enumerate(SECTORS):
        dash = ("", "5 2", "2 2", "7 2 2 2", "4 3")[index]
        ink.line([(left, y + 18), (left + 13, y + 18)], sector, 2, dash=dash)
        count = f" {hexes[sector]}" if sector in hexes else ""
        left += 16 + ink.text(left + 16, y + 21, say.name(f"sector.{sector}") + count, SIZE) + 8
    return y + 26


def reaches(chart: Chart, view: View, left: float, top: float) -> tuple[Reach, ...]:
    """5.3, 6.4.2 Return the areas that the seat's own air units can reach, and the search sectors.

    Units at one base with the same range share an area. `left`, `top`: the chart's upper left corner on the page.
    """
    box = chart.box
    decks = {counter.ship: force.at for force in view.forces for counter in force.counters}
    found: dict[tuple[str, int], list[str]] = {}
    for unit in view.air:
        base = box.bases.get(unit.base) or decks.get(unit.base, "")
        if not unit.interceptor and base in box.hexes:
            found.setdefault((base, box.aircraft[unit.aircraft].range), []).append(unit.id)
    areas = [(RANGE, tuple(units), box.waters.within(base, steps)) for (base, steps), units in found.items()]
    areas += [(SECTOR, (sector,), frozenset(box.sectors[sector])) for sector in SECTORS]
    return tuple(
        Reach(name, ids, tuple(tuple((left + x, top + y) for x, y in line) for line in chart.outlines(area)))
        for name, ids, area in areas
    )


class AirLists:
    """The air units by base, in columns.

    `spots`: by id of an own unit, the middle and size of its line. `lettered`: the rectangles that texts cover.
    """

    def __init__(self, box: Box, view: View, say: Words, ink: Ink) -> None:
        self.box, self.view, self.say, self.ink = box, view, say, ink
        self.spots: dict[str, tuple[float, float, float, float]] = {}
        self.lettered: list[Rectangle] = []

    def own(self) -> Bases:
        """Return the seat's own air units by base."""
        found: Bases = {}
        for unit in self.view.air:
            kind = self.box.aircraft[unit.aircraft]
            name = unit.aircraft if unit.interceptor else unit.id  # as orders name those that can be sent
            has = self._has(unit.strength, unit.damaged, unit.aborted, interceptor=unit.interceptor)
            where = f" → {' '.join(unit.over)}" if unit.at else ""
            mission = f" {self.say.name(unit.mission)}" if unit.mission else ""
            text = f"{self.say.name(name)} {has}{mission}{where}"
            found.setdefault(unit.base, []).append((unit.id, kind.side, text))
        return found

    def others(self) -> Bases:
        """1.5a Return the enemy's public air units by base; equal units share a line."""
        found: dict[str, dict[tuple[str, str], int]] = {}
        for one in self.view.flying:
            where = f" → {one.at}" if one.at else ""
            text = f"{self.say.name(one.aircraft)} ({one.strength}){where}"
            alike = found.setdefault(one.base or "at_sea", {})
            key = self.box.aircraft[one.aircraft].side, text
            alike[key] = alike.get(key, 0) + 1
        return {
            base: [("", side, f"{text} ×{count}" if count > 1 else text) for (side, text), count in alike.items()]
            for base, alike in sorted(found.items())
        }

    def _has(self, strength: int, damaged: int, aborted: int, *, interceptor: bool) -> str:
        """Return as text a unit's strength, and its steps that are damaged or have aborted.

        The text names interceptors, which fly no missions.
        """
        marks = [str(strength)] + [f"−{damaged}"] * bool(damaged)
        marks += [self.say(f"{aborted} aborted", f"中止{aborted}")] * bool(aborted)
        marks += [self.say("interceptors", "迎撃機")] * interceptor
        return f"({self.say.marks(marks)})"

    def draw(self, bases: Bases, x: float, y: float, wide: float, columns: int) -> float:
        """Draw the bases with their units in columns of similar height; return the y of the lower edge.

        Within a column, the bases are one below the other. `wide`: the width of all columns together.
        """
        blocks: list[tuple[str, list[tuple[str, str, str]]]] = list(bases.items())
        each = (wide - 6 * (columns - 1)) / columns
        ends = [y] * columns
        for base, units in blocks:
            column = ends.index(min(ends))
            ends[column] = self._base(base, units, x + column * (each + 6), ends[column], each)
        return max(ends)

    def _base(self, base: str, units: Sequence[tuple[str, str, str]], x: float, y: float, wide: float) -> float:
        self._text(x, y + 9.5, cut(self.say.name(base), wide, SIZE, bold=True), bold=True)
        for index, (unit, side, text) in enumerate(units):
            top = y + STEP * (index + 1)
            self.ink.use("plane", x + 6, top + 6.5, size=0.85, colour=f"{side}_line")
            shown = cut(text, wide - 16, SIZE)
            self._text(x + 14, top + 9.5, shown)
            if unit:
                self.spots[unit] = (x + 7 + text_width(shown, SIZE) / 2, top + 7, 14 + text_width(shown, SIZE), 12)
        return y + STEP * (len(units) + 1) + 4

    def _text(self, x: float, base: float, text: str, *, bold: bool = False) -> None:
        wide = self.ink.text(x, base, text, SIZE, bold=bold)
        self.lettered.append(Rectangle(x, base - SIZE * 0.8, x + wide, base + SIZE * 0.25))
