"""The table as a picture: an admiralty chart with the cards on it, drawn as SVG."""

from games.kernel.byhand.spots import Drawn
from games.kernel.picture import Picture
from games.titles.pirates.box.components import Box
from games.titles.pirates.presentation.board.page import Page
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.seen.view import View


class Board:
    """Pictures of the table."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def drawn(self, view: View, language: str) -> Drawn:
        """The picture for the reader of the view, 600 wide, as high as it must be; on it fleets, ships, merchants and
        the cards of a hand.
        """
        return Page(self.box, view, Words(self.labels, language)).drawn()

    def glance(self, view: View, language: str) -> Picture:
        """The whole table, which is no wider than a letter."""
        return self.drawn(view, language).picture
