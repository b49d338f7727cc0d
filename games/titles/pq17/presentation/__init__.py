"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from games.kernel.craft import presentation
from games.titles.pq17.box.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board import Board
from games.titles.pq17.presentation.explaining import Explaining
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.reference import reference
from games.titles.pq17.presentation.telling import Telling
from games.titles.pq17.presentation.text_board import TextBoard


class Presentation(presentation.Presentation):
    """The title's words and pictures, for one box."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = Board(box, labels)
        self.part = board.part
        super().__init__(
            labels=labels.label,
            telling=Telling(labels),
            explaining=Explaining(labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: lines.headline(box, view, Words(labels, language)),
            reference=reference(box),
        )
