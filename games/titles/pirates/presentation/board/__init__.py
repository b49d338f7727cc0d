"""The table as a picture."""

from games.titles.pirates.components import Components
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.text_board import headline
from games.titles.pirates.view import View


class Board:
    """Pictures of the table."""

    def __init__(self, components: Components, labels: Labels) -> None:
        self.components = components
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """The picture for the reader of the view."""
        title = headline(view, Words(self.labels, language))
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 40"><text x="8" y="24">{title}</text></svg>'
