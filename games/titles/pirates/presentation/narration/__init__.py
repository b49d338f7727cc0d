"""The narration of events: one line of text for each event, for the seats that received it.

The package has a module for each module of events.

The reduced form of an event lacks the facts that its audience may not know. Its line says only that the event took
place.
"""

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.narration import attack, effects, rounds, solitaire, turn
from games.titles.pirates.state import events as told

TELLERS = rounds.TELLERS | turn.TELLERS | attack.TELLERS | effects.TELLERS | solitaire.TELLERS
"""The function that returns the line of text for an event, by type of event."""
PHASES = {
    "deal": Text("The deal", "準備"),
    "phantom": Text("The phantom", "ファントム"),
    "score": Text("Scoring", "得点計算"),
    "carry_over": Text("Ships carried over", "艦の持ち越し"),
}
"""The headings of the steps between turns, by the key of the step."""


class EventFormatter:
    """Formats events as text."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.figures = Figures(box)
        self.labels = labels

    def describe(self, event: Event, language: str) -> str:
        """Return the line of text for an event. Raise KeyError for an event of another title."""
        line: str = TELLERS[type(event)](self.figures, event, Words(self.labels, language))
        return line

    def group_title(self, event: Event, language: str) -> str:
        """2.1, 3.1 Return the heading of the group that an event begins: a round or a turn.

        Return "" if it begins no group.
        """
        say = Words(self.labels, language)
        if isinstance(event, told.rounds.RoundBegan):
            return say("Round {round}", "ラウンド{round}", round=event.round)
        if not isinstance(event, told.turn.TurnBegan):
            return ""
        seat = say.name(event.seat)
        return say("Turn {number}: {seat}", "ターン{number}：{seat}", number=event.number, seat=seat)

    def emphasis(self, event: Event) -> str:
        """Return the emphasis of an event: "sinking", "capture" or "points", otherwise ""."""
        if isinstance(event, told.attack.Sunk):
            return "sinking"
        if isinstance(event, told.attack.Captured):
            return "capture"
        return "points" if isinstance(event, told.rounds.RoundScored | told.rounds.GameWon) else ""
