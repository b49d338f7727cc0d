"""What happened, one readable line per event, in the words of those who saw it; a module for each file of events.

An event in its reduced form lacks what its audience may not know; the line then says only that it took place.
"""

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.pirates.box.components import Box
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.telling import attack, effects, rounds, solitaire, turn
from games.titles.pirates.table import events as told

TELLERS = rounds.TELLERS | turn.TELLERS | attack.TELLERS | effects.TELLERS | solitaire.TELLERS
"""A line for every event of the title."""
PHASES = {
    "deal": Text("The deal", "準備"),
    "phantom": Text("The phantom", "ファントム"),
    "score": Text("Scoring", "得点計算"),
    "carry_over": Text("Ships carried over", "艦の持ち越し"),
}
"""The steps beside the turns, which have headings of their own."""


class Telling:
    """The lines of all events."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.figures = Figures(box)
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](self.figures, event, Words(self.labels, language))
        return line

    def heading(self, event: Event, language: str) -> str:
        """2.1, 3.1 Every round has its heading, and every turn."""
        say = Words(self.labels, language)
        if isinstance(event, told.rounds.RoundBegan):
            return say(f"Round {event.round}", f"ラウンド{event.round}")
        if not isinstance(event, told.turn.TurnBegan):
            return ""
        seat = say.name(event.seat)
        return say(f"Turn {event.number}: {seat}", f"ターン{event.number}: {seat}")

    def stress(self, event: Event) -> str:
        """Ships lost, and what counts at the end."""
        if isinstance(event, told.attack.Sunk):
            return "sinking"
        if isinstance(event, told.attack.Captured):
            return "capture"
        return "points" if isinstance(event, told.rounds.RoundScored | told.rounds.GameWon) else ""
