"""What a letter shows of the battle: 600 wide, the part of the map where something happened, legible at that size."""

from math import ceil

from games.kernel.craft.metrics import cut
from games.kernel.picture import Area, Layer, Picture
from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.board.counters import Counters, hot
from games.titles.battleships.presentation.board.hexes import Ground, Part, part_around, sheet_of
from games.titles.battleships.presentation.board.ink import Ink
from games.titles.battleships.presentation.board.page import framed, scale_bar
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Scene

PAGE, LEFT, WIDTH = 600.0, 8.0, 584.0
TOP, HIGHEST = 44.0, 560.0
SMALLEST = 11.5
"""The least side of a hex at which a letter shows the whole battle; below it shows what was in action."""
LINE, MOST = 13.5, 12
"""Height and number of the lines below the map."""


class Glance:
    """The picture of a letter."""

    def __init__(self, scene: Scene, ground: Ground, say: Words) -> None:
        self.scene, self.ground, self.say = scene, ground, say

    @property
    def part(self) -> Part:
        """All ships, if they can be told apart; else those in action."""
        whole = part_around(self.scene.places(), WIDTH, HIGHEST, margin=2)
        acting = list(hot(self.scene))
        if whole.side >= SMALLEST or not acting:
            return whole
        return part_around(acting, WIDTH, HIGHEST, margin=2)

    def draw(self) -> Picture:
        """The map with what lies on it, and the turn in a few lines."""
        ink, say, part = Ink(), self.say, self.part
        ink.text(LEFT + 2, 20, cut(lines.headline(self.scene, say), WIDTH - 4, 13, bold=True), 13, bold=True)
        ink.text(LEFT + 2, 36, cut(lines.weather_line(self.scene, say), WIDTH - 4, 10.5), 10.5)
        layers = [
            sheet_of(part, self.ground).printed(LEFT, TOP), Counters(self.scene, say, part).layer(LEFT, TOP),
        ]  # fmt: skip
        ink.rect(LEFT, TOP, WIDTH, part.height, "none", edge="night" if self.scene.night else "ink", line=1.6)
        scale_bar(ink, self.scene, say, part, LEFT, TOP)
        y = TOP + part.height + 16
        told = lines.turn_lines(self.scene, say)
        for line in told[:MOST]:
            ink.text(LEFT + 2, y, cut(line, WIDTH - 4, 10), 10)
            y += LINE
        if len(told) > MOST:
            ink.text(LEFT + 2, y, say(f"and {len(told) - MOST} more", f"ほか{len(told) - MOST}件"), 10, colour="faint")
            y += LINE
        page = Area(0, 0, PAGE, float(ceil(y)))
        return framed(page, (*layers, Layer(ink.svg(), page)), self.scene, say)
