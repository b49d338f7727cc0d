"""The sea as a picture: a chart in two sheets with all counters on it, and the displays of the ships, drawn as SVG."""

from games.kernel.byhand.spots import Drawn
from games.kernel.picture import Picture
from games.titles.goeben.box.components import Box
from games.titles.goeben.presentation.board.chart import BOUNDS, SCALE, Sheet, sparse
from games.titles.goeben.presentation.board.glance import WIDTH as LETTER
from games.titles.goeben.presentation.board.glance import Glance, Whole
from games.titles.goeben.presentation.board.page import WIDTH as PAPER
from games.titles.goeben.presentation.board.page import Page
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.seen.view import View


class Board:
    """Pictures of the sea; what never changes is drawn once for each language."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels
        self._sheets: dict[str, list[Sheet]] = {}
        self._smaller: dict[str, list[Sheet]] = {}

    def drawn(self, view: View, language: str) -> Drawn:
        """The picture for the reader of the view, 820 wide, as high as it must be; on it the spaces and counters of the
        chart, the ships' displays, a battle.
        """
        return Page(self.box, view, Words(self.labels, language), self._printed(language)).drawn()

    def glance(self, view: View, language: str) -> Picture:
        """The part of the sea where something happened; in the morning and in the end all of it."""
        say = Words(self.labels, language)
        part = Glance(self.box, view, say, self._printed(language)).draw()
        return part or Whole(self.box, view, say, self._small(language)).draw()

    def _printed(self, language: str) -> list[Sheet]:
        if language not in self._sheets:
            self._sheets[language] = [Sheet(self.box, index, language) for index in range(len(BOUNDS))]
        return self._sheets[language]

    def _small(self, language: str) -> list[Sheet]:
        """The sheets as a letter shows them whole."""
        if language not in self._smaller:
            self._smaller[language] = sparse(self.box, language, SCALE * LETTER / PAPER)
        return self._smaller[language]
