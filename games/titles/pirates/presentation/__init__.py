"""The texts and pictures of the title: names, history, explanations, the board as text and as a picture."""

from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.board import BoardRenderer
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.lines import headline
from games.titles.pirates.presentation.narration import EventFormatter
from games.titles.pirates.presentation.prompts import PromptFormatter
from games.titles.pirates.presentation.reference import reference
from games.titles.pirates.presentation.text_board import TextBoard
from games.toolkit import presentation


class Presentation(presentation.Presentation):
    """The title's texts and pictures, for one set of components."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = BoardRenderer(box, labels)
        super().__init__(
            labels=labels.label,
            event_formatter=EventFormatter(box, labels),
            prompt_formatter=PromptFormatter(box, labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: headline(view, Words(labels, language)),
            reference=reference(box),
        )
