"""The sea as a picture: a chart in two sheets with all counters on it, and the displays of the ships, drawn as SVG."""

from games.titles.goeben.box.components import Box
from games.titles.goeben.presentation.board.chart import BOUNDS, Sheet, land
from games.titles.goeben.presentation.board.page import Page
from games.titles.goeben.presentation.board.symbols import definitions
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.seen.view import View


class Board:
    """Pictures of the sea; what never changes is drawn once for each language."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels
        self._defined = definitions() + land(box)
        self._sheets: dict[str, list[Sheet]] = {}

    def draw(self, view: View, language: str) -> str:
        """The picture for the reader of the view: 820 wide, as high as it must be."""
        if language not in self._sheets:
            self._sheets[language] = [Sheet(self.box, index, language) for index in range(len(BOUNDS))]
        return Page(self.box, view, Words(self.labels, language), self._sheets[language], self._defined).draw()
