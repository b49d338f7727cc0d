"""The texts and pictures of the title: names, event texts, explanations, the board as text and as a picture.

In all modules: `box` holds the components of the game, `view` is what a seat knows, and `say` (`Words`) holds the names
of ids and picks the language of a text.
"""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board import BoardRenderer
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.presentation.prompts import PromptFormatter
from games.titles.pq17.presentation.reference import reference
from games.titles.pq17.presentation.text_board import TextBoard
from games.toolkit import presentation


class Presentation(presentation.Presentation):
    """The title's texts and pictures, for one set of components."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = BoardRenderer(box, labels)
        self.part = board.part
        super().__init__(
            labels=labels.label,
            event_formatter=EventFormatter(labels),
            prompt_formatter=PromptFormatter(labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: lines.headline(box, view, Words(labels, language)),
            reference=reference(box),
        )
