"""The picture of the battle in an e-mail: the part of the map with events, legible at a width of 600 pixels."""

from collections.abc import Iterator
from math import ceil

from games.kernel.picture import Area, Layer, Picture
from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.board.counters import hot
from games.titles.battleships.presentation.board.diagram import draw_key
from games.titles.battleships.presentation.board.hexes import Ground, Part, parts_around
from games.titles.battleships.presentation.board.ink import Ink
from games.titles.battleships.presentation.board.page import Panel, counters_of, framed, has_diagram, panel, panels_of
from games.titles.battleships.presentation.board.symbols import definitions
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Scene
from games.toolkit.text_metrics import cut

PAGE, LEFT, WIDTH = 600.0, 8.0, 584.0
TOP, HIGHEST = 44.0, 560.0
SMALLEST = 11.5
"""The least length of a hexside at which an e-mail shows all ships.

With shorter hexsides, the e-mail shows only the ships in action.
"""
LINE, MOST = 13.5, 12
"""The height of a line of text below the map, and the largest number of lines."""


class Glance:
    """The picture of the battle for one e-mail."""

    def __init__(self, scene: Scene, ground: Ground, say: Words) -> None:
        self.scene, self.ground, self.say = scene, ground, say

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the map to show: all ships in one part if it is legible, otherwise the parts with action.

        If the battle is over, they are the parts with the tracks of all ships.
        """
        if has_diagram(self.scene):
            return parts_around(self.scene.battlefield(), WIDTH, HIGHEST)
        whole = parts_around(self.scene.places(), WIDTH, HIGHEST, margin=2)
        acting = list(hot(self.scene))
        if not acting or (len(whole) == 1 and whole[0].side >= SMALLEST):
            return whole
        return parts_around(acting, WIDTH, HIGHEST, margin=2)

    def _panel(self, ink: Ink, one: Panel) -> Iterator[Layer]:
        return panel(ink, one, self.ground, counters_of(one, self.ground, self.say), self.say, LEFT)

    def draw(self) -> Picture:
        """Return the picture: the map with its marks, and the events of the turn in a few lines."""
        ink, say = Ink(), self.say
        ink.text(LEFT + 2, 20, cut(lines.headline(self.scene, say), WIDTH - 4, 13, bold=True), 13, bold=True)
        ink.text(LEFT + 2, 36, cut(lines.weather_line(self.scene, say), WIDTH - 4, 10.5), 10.5)
        panels = panels_of(self.scene, self.parts, TOP)
        layers = [layer for one in panels for layer in self._panel(ink, one)]
        y = panels[-1].bottom + 16
        if has_diagram(self.scene):
            y = draw_key(self.scene, say, ink, LEFT, y - 8, WIDTH) + 14
        told = lines.turn_lines(self.scene, say)
        for line in told[:MOST]:
            ink.text(LEFT + 2, y, cut(line, WIDTH - 4, 10), 10)
            y += LINE
        if len(told) > MOST:
            ink.text(LEFT + 2, y, say(f"and {len(told) - MOST} more", f"ほか{len(told) - MOST}件"), 10, colour="faint")
            y += LINE
        page = Area(0, 0, PAGE, float(ceil(y)))
        return framed(page, (*layers, Layer(ink.svg(), page, defs=definitions())), self.scene, say)
