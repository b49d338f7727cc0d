"""The narration of events: one line of text for each event. The package has a module for each module of events."""

from games.kernel.events import Event
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.narration import gunnery, movement, scenario, sighting, torpedoes
from games.titles.battleships.state.events.gunnery import Sunk
from games.titles.battleships.state.events.scenario import Decided
from games.titles.battleships.state.events.sighting import TurnBegan

TELLERS = scenario.TELLERS | sighting.TELLERS | gunnery.TELLERS | torpedoes.TELLERS | movement.TELLERS


class EventFormatter:
    """Formats events as text."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def describe(self, event: Event, language: str) -> str:
        """Return the line of text for an event. Raise KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def group_title(self, event: Event, language: str) -> str:
        """3.1 Return the heading of the group that an event begins: each turn is a group.

        Return "" if it begins no group.
        """
        say = Words(self.labels, language)
        return say(f"Turn {event.turn}", f"第{event.turn}ターン") if isinstance(event, TurnBegan) else ""

    def emphasis(self, event: Event) -> str:
        """Return the emphasis of an event: "sinking" for lost ships, "points" for the result, otherwise ""."""
        if isinstance(event, Decided):
            return "points"
        return "sinking" if isinstance(event, Sunk) else ""
