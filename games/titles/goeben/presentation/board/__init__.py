"""The picture of the board as SVG: the chart in two sheets with all counters, and the displays of the ships."""

from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Picture
from games.titles.goeben.components.box import Box
from games.titles.goeben.presentation.board.chart import BOUNDS, SCALE, Sheet, sparse
from games.titles.goeben.presentation.board.glance import WIDTH as LETTER
from games.titles.goeben.presentation.board.glance import Glance, Whole
from games.titles.goeben.presentation.board.page import WIDTH as PAPER
from games.titles.goeben.presentation.board.page import Page
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.visibility.view import View


class BoardRenderer:
    """Draws pictures of the board. The static parts are drawn once for each language."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels
        self._sheets: dict[str, list[Sheet]] = {}
        self._smaller: dict[str, list[Sheet]] = {}

    def render(self, view: View, language: str) -> RenderedBoard:
        """Return the picture of a view, 820 units wide and as high as needed.

        It has hotspots for spaces and counters on the chart, for the ship displays and for a battle.
        """
        return Page(self.box, view, Words(self.labels, language), self._printed(language)).drawn()

    def thumbnail(self, view: View, language: str) -> Picture:
        """Return the picture of a view for an e-mail: the part of the chart with today's events.

        In the morning, and at the end of the game, it shows the whole chart.
        """
        say = Words(self.labels, language)
        part = Glance(self.box, view, say, self._printed(language)).draw()
        return part or Whole(self.box, view, say, self._small(language)).draw()

    def _printed(self, language: str) -> list[Sheet]:
        if language not in self._sheets:
            self._sheets[language] = [Sheet(self.box, index, language) for index in range(len(BOUNDS))]
        return self._sheets[language]

    def _small(self, language: str) -> list[Sheet]:
        """Return both sheets at the scale at which an e-mail shows the whole chart."""
        if language not in self._smaller:
            self._smaller[language] = sparse(self.box, language, SCALE * LETTER / PAPER)
        return self._smaller[language]
