"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from typing import Any

from games.kernel.events import Event
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.components import Box
from games.titles.goeben.presentation import reading
from games.titles.goeben.presentation.board import Board
from games.titles.goeben.presentation.explaining import Explaining
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.telling import Telling
from games.titles.goeben.presentation.text_board import TextBoard
from games.titles.goeben.view import View


class Presentation:
    """The title's words and pictures, for one box. Every language is "en" or "ja"."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._labels = Labels(box)
        self._telling = Telling(self._labels)
        self._explaining = Explaining(box, self._labels)
        self._text_board = TextBoard(box, self._labels)
        self._board = Board(box, self._labels)

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
        """The sea as text, at most 78 columns wide."""
        return self._text_board.draw(view, language)

    def board(self, view: View, language: str) -> str:
        """The sea as an SVG picture."""
        return self._board.draw(view, language)

    def headline(self, view: View, language: str) -> str:
        """Where the game stands, in a few words."""
        return reading.headline(self.box, view, Words(self._labels, language))
