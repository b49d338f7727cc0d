"""What happened, one readable line per event; a module for each file of events."""

from games.kernel.events import Event
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.telling import gunnery, movement, scenario, sighting, torpedoes

TELLERS = scenario.TELLERS | sighting.TELLERS | gunnery.TELLERS | torpedoes.TELLERS | movement.TELLERS


class Telling:
    """The lines of all events."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line
