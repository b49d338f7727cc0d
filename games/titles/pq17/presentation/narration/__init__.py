"""Narration: one readable line for each event; a module for each file of events."""

from games.kernel.events import Event
from games.titles.pq17.presentation.labels import Labels, Words, turn_name
from games.titles.pq17.presentation.narration import (
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
from games.titles.pq17.state.events.operation import TurnBegan
from games.titles.pq17.state.events.victory import OperationEnded, Scored

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


class EventFormatter:
    """Describes events, one line for each."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def describe(self, event: Event, language: str) -> str:
        """Return the line for one event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def group_title(self, event: Event, language: str) -> str:
        """8.1 Return the title of a turn for the event that begins it; "" for any other event."""
        say = Words(self.labels, language)
        if not isinstance(event, TurnBegan):
            return ""
        name = turn_name(event.turn, say)
        return name[:1].upper() + name[1:]

    def emphasis(self, event: Event) -> str:
        """Return the emphasis of an event: ``sinking`` for lost ships, ``points`` for the result, otherwise ""."""
        if isinstance(event, OperationEnded):
            return "points"
        return "sinking" if isinstance(event, Scored) and event.why in ("sunk", "scuttled") else ""
