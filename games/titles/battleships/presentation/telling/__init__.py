"""What happened, one readable line per event; a module for each file of events."""

from games.kernel.events import Event
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.telling import gunnery, movement, scenario, sighting, torpedoes
from games.titles.battleships.table.events.gunnery import Sunk
from games.titles.battleships.table.events.scenario import Decided
from games.titles.battleships.table.events.sighting import TurnBegan

TELLERS = scenario.TELLERS | sighting.TELLERS | gunnery.TELLERS | torpedoes.TELLERS | movement.TELLERS


class Telling:
    """The lines of all events."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def heading(self, event: Event, language: str) -> str:
        """3.1 Every turn has its heading."""
        say = Words(self.labels, language)
        return say(f"Turn {event.turn}", f"第{event.turn}ターン") if isinstance(event, TurnBegan) else ""

    def stress(self, event: Event) -> str:
        """Ships lost on either side, and what counts at the end."""
        if isinstance(event, Decided):
            return "points"
        return "sinking" if isinstance(event, Sunk) else ""
