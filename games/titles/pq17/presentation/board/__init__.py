"""The Arctic as a picture: the map with all blocks, the time track, the forces, and the air, drawn as SVG."""

from games.kernel.byhand.spots import Drawn
from games.kernel.picture import Picture
from games.titles.pq17.box.contents import Box
from games.titles.pq17.presentation.board.glance import Glance
from games.titles.pq17.presentation.board.page import Page, Printed
from games.titles.pq17.presentation.board.parts import draw_part
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.seen.view import View


class Board:
    """Pictures of the Arctic; what never changes is drawn once for each language."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box, self.labels = box, labels
        self._printed: dict[str, Printed] = {}

    def drawn(self, view: View, language: str) -> Drawn:
        """The picture for the reader of the view, 820 wide, as high as it must be; on it hexes, ports and blocks of the
        map, forces and air units of the lists.
        """
        return Page(self.box, view, Words(self.labels, language), self._kept(language)).drawn()

    def glance(self, view: View, language: str) -> Picture:
        """In the morning the whole map, else the region where something happened; at the end the ways of all forces."""
        kept = self._kept(language)
        return Glance(self.box, view, Words(self.labels, language), kept.chart, kept.small).draw()

    def part(self, view: View, part: str, language: str) -> Picture:
        """A part of the picture by itself, large enough to be read. Raises KeyError for none of ours."""
        return draw_part(self.box, view, Words(self.labels, language), self._kept(language), part)

    def _kept(self, language: str) -> Printed:
        if language not in self._printed:
            self._printed[language] = Printed(self.box, language)
        return self._printed[language]
