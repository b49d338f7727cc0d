"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from games.kernel.craft import presentation
from games.titles.pirates.box.components import Box
from games.titles.pirates.presentation.board import Board
from games.titles.pirates.presentation.explaining import Explaining
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.lines import headline
from games.titles.pirates.presentation.reference import reference
from games.titles.pirates.presentation.telling import Telling
from games.titles.pirates.presentation.text_board import TextBoard


class Presentation(presentation.Presentation):
    """The title's words and pictures, for one box of cards."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = Board(box, labels)
        super().__init__(
            labels=labels.label,
            telling=Telling(box, labels),
            explaining=Explaining(box, labels),
            text_board=TextBoard(box, labels),
            board=board,
            headline=lambda view, language: headline(view, Words(labels, language)),
            reference=reference(box),
        )
