"""What happened, one readable line per event, in the words of those who saw it; a module for each file of events.

An event in its reduced form lacks what its audience may not know; the line then says only that it took place.
"""

from games.kernel.events import Event
from games.titles.pirates.box.components import Box
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.telling import attack, effects, rounds, solitaire, turn

TELLERS = rounds.TELLERS | turn.TELLERS | attack.TELLERS | effects.TELLERS | solitaire.TELLERS
"""A line for every event of the title."""


class Telling:
    """The lines of all events."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.figures = Figures(box)
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](self.figures, event, Words(self.labels, language))
        return line
