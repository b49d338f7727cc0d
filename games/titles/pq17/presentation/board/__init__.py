"""The picture of the board as SVG: the map with all blocks, the time track, the forces, and the air units.

In all modules of this package: `ink` is the SVG canvas on which a function draws, `say` picks the language of a text,
and `x`, `y` are the upper left corner of what is drawn. Lengths are in units of the picture.
"""

from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Picture
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation.board.glance import Glance
from games.titles.pq17.presentation.board.page import Page, Printed
from games.titles.pq17.presentation.board.parts import draw_part
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.visibility.view import View


class BoardRenderer:
    """Renders pictures of the board. The static parts are drawn once for each language."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box, self.labels = box, labels
        self._printed: dict[str, Printed] = {}

    def render(self, view: View, language: str) -> RenderedBoard:
        """Return the picture for the seat of the view: 820 units wide, as high as needed.

        The picture has hotspots for hexes, ports and blocks on the map, and for forces and air units in the lists.
        """
        return Page(self.box, view, Words(self.labels, language), self._kept(language)).drawn()

    def thumbnail(self, view: View, language: str) -> Picture:
        """Return the picture for an e-mail.

        In AM turns, it shows the whole map; in PM turns, the region with this turn's events; at the end of the
        operation, the routes of all forces.
        """
        kept = self._kept(language)
        return Glance(self.box, view, Words(self.labels, language), kept.chart, kept.small).draw()

    def part(self, view: View, part: str, language: str) -> Picture:
        """Return one part of the picture, at a legible size. Raises KeyError for an unknown part.

        `part`: the key of the part, one of `PARTS`.
        """
        return draw_part(self.box, view, Words(self.labels, language), self._kept(language), part)

    def _kept(self, language: str) -> Printed:
        if language not in self._printed:
            self._printed[language] = Printed(self.box, language)
        return self._printed[language]
