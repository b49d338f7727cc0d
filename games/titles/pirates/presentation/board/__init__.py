"""The table as a picture: an admiralty chart with the cards on it, drawn as SVG."""

from games.titles.pirates.components import Components
from games.titles.pirates.presentation.board.page import Page
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.view import View


class Board:
    """Pictures of the table."""

    def __init__(self, components: Components, labels: Labels) -> None:
        self.components = components
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """The picture for the reader of the view: 600 wide, as high as it must be."""
        return Page(self.components, view, Words(self.labels, language)).draw()
