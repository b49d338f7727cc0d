"""The texts and pictures of the title: names, history, explanations, the board as text and as a picture."""

from games.titles.battleships.components.box import Box
from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.board import BoardRenderer
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.narration import EventFormatter
from games.titles.battleships.presentation.prompts import PromptFormatter
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.presentation.reference import reference
from games.titles.battleships.presentation.text_board import TextBoard
from games.toolkit import presentation


class Presentation(presentation.Presentation):
    """The title's texts and pictures, for one set of components."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = BoardRenderer(labels)
        super().__init__(
            labels=labels.label,
            event_formatter=EventFormatter(labels),
            prompt_formatter=PromptFormatter(labels),
            text_board=TextBoard(labels),
            board=board,
            headline=lambda view, language: lines.headline(read(view), Words(labels, language)),
            reference=reference(box),
        )
