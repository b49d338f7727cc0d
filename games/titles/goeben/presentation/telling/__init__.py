"""What happened, one readable line per event; a module for each file of events."""

from games.kernel.events import Event
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.telling import battle, campaign, day, incidents, setup
from games.titles.goeben.table.events import News

TELLERS = setup.TELLERS | day.TELLERS | incidents.TELLERS | battle.TELLERS | campaign.TELLERS


class Telling:
    """The lines of all events."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        if isinstance(event, News):
            event = event.news
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line
