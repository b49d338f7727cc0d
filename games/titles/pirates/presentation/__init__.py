"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from typing import Any

from games.kernel.events import Event
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.components import Components
from games.titles.pirates.presentation.board import Board
from games.titles.pirates.presentation.explaining import Explaining
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.telling import Telling
from games.titles.pirates.presentation.text_board import TextBoard, headline
from games.titles.pirates.view import View


class Presentation:
    """The title's words and pictures, for one box of cards. Every language is "en" or "ja"."""

    def __init__(self, components: Components) -> None:
        self._labels = Labels(components)
        self._telling = Telling(components, self._labels)
        self._explaining = Explaining(components, self._labels)
        self._text_board = TextBoard(components, self._labels)
        self._board = Board(components, self._labels)

    def label(self, value: str) -> Text:
        """What an id is called in a list to choose from."""
        return self._labels.label(value)

    def tell(self, event: Event, language: str) -> str:
        """One line on what happened, for those who saw it in this form."""
        return self._telling.tell(event, language)

    def explain(self, ask: Ask[Any], language: str) -> str:
        """What a seat has to decide, and what its answers do."""
        return self._explaining.explain(ask, language)

    def text_board(self, view: View, language: str) -> str:
        """The table as text, at most 78 columns wide."""
        return self._text_board.draw(view, language)

    def board(self, view: View, language: str) -> str:
        """The table as an SVG picture."""
        return self._board.draw(view, language)

    def headline(self, view: View, language: str) -> str:
        """Where the game stands, in a few words."""
        return headline(view, Words(self._labels, language))
