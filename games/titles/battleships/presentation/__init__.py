"""How the title speaks and looks: names, history, explanations, the board as text and as a picture."""

from games.kernel.craft import presentation
from games.titles.battleships.box.components import Box
from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.board import Board
from games.titles.battleships.presentation.explaining import Explaining
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.presentation.reference import reference
from games.titles.battleships.presentation.telling import Telling
from games.titles.battleships.presentation.text_board import TextBoard


class Presentation(presentation.Presentation):
    """The title's words and pictures, for one box."""

    def __init__(self, box: Box) -> None:
        labels = Labels(box)
        board = Board(labels)
        super().__init__(
            labels=labels.label,
            telling=Telling(labels),
            explaining=Explaining(labels),
            text_board=TextBoard(labels),
            board=board,
            headline=lambda view, language: lines.headline(read(view), Words(labels, language)),
            reference=reference(box),
        )
