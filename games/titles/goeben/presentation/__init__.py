"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from games.kernel.craft import presentation
from games.titles.goeben.box.components import Box
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board import Board
from games.titles.goeben.presentation.explaining import Explaining
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.reference import reference
from games.titles.goeben.presentation.telling import Telling
from games.titles.goeben.presentation.text_board import TextBoard


class Presentation(presentation.Presentation):
    """The title's words and pictures, for one box."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = Board(box, labels)
        super().__init__(
            labels=labels.label,
            telling=Telling(labels),
            explaining=Explaining(box, labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: lines.headline(box, view, Words(labels, language)),
            reference=reference(box, labels),
        )
