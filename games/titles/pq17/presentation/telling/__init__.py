"""What happened, one readable line per event; a module for each file of events."""

from games.kernel.events import Event
from games.titles.pq17.presentation.labels import Labels, Words, turn_name
from games.titles.pq17.presentation.telling import (
    administration,
    air,
    campaign,
    convoy,
    forces,
    fuel,
    movement,
    operation,
    search,
    special,
    submarine,
    surface,
    victory,
)
from games.titles.pq17.table.events.operation import TurnBegan
from games.titles.pq17.table.events.victory import OperationEnded, Scored

TELLERS = (
    forces.TELLERS
    | operation.TELLERS
    | movement.TELLERS
    | fuel.TELLERS
    | search.TELLERS
    | air.TELLERS
    | submarine.TELLERS
    | surface.TELLERS
    | convoy.TELLERS
    | special.TELLERS
    | victory.TELLERS
    | administration.TELLERS
    | campaign.TELLERS
)


class Telling:
    """The lines of all events."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def heading(self, event: Event, language: str) -> str:
        """8.1 Every turn has its heading."""
        say = Words(self.labels, language)
        if not isinstance(event, TurnBegan):
            return ""
        name = turn_name(event.turn, say)
        return name[:1].upper() + name[1:]

    def stress(self, event: Event) -> str:
        """Ships lost on either side, and what counts at the end."""
        if isinstance(event, OperationEnded):
            return "points"
        return "sinking" if isinstance(event, Scored) and event.why in ("sunk", "scuttled") else ""
