"""The texts and pictures of the title: names, event texts, explanations, the board as text and as a picture."""

from games.titles.goeben.components.box import Box
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board import BoardRenderer
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.narration import EventFormatter
from games.titles.goeben.presentation.prompts import PromptFormatter
from games.titles.goeben.presentation.reference import reference
from games.titles.goeben.presentation.text_board import TextBoard
from games.toolkit import presentation


class Presentation(presentation.Presentation):
    """The title's texts and pictures, for one set of components."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = BoardRenderer(box, labels)
        super().__init__(
            labels=labels.label,
            event_formatter=EventFormatter(labels),
            prompt_formatter=PromptFormatter(box, labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: lines.headline(box, view, Words(labels, language)),
            reference=reference(box, labels),
        )
