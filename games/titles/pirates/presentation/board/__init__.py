"""The table as an SVG picture: an admiralty chart with the cards on it."""

from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Picture
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.board.page import Page
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.visibility.view import View


class BoardRenderer:
    """Draws pictures of the table."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def render(self, view: View, language: str) -> RenderedBoard:
        """Return the picture of a view, 600 units wide and as high as needed.

        It has hotspots for fleets, ships, merchants and the cards of a hand.
        """
        return Page(self.box, view, Words(self.labels, language)).drawn()

    def thumbnail(self, view: View, language: str) -> Picture:
        """Return the picture of the whole table for an e-mail."""
        return self.render(view, language).picture
