"""Narration: one line of text for each event. There is a module for each module of events."""

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
from games.titles.pq17.state.events.surface import StragglerSunk
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
    """Describes events in one line each."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def describe(self, event: Event, language: str) -> str:
        """Return the line for an event. Raises KeyError for an event of another title."""
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def group_title(self, event: Event, language: str) -> str:
        """8.1 Return the title of a turn if the event begins a turn, otherwise ""."""
        say = Words(self.labels, language)
        if not isinstance(event, TurnBegan):
            return ""
        name = turn_name(event.turn, say)
        return name[:1].upper() + name[1:]

    def emphasis(self, event: Event) -> str:
        """Return the emphasis of an event: ``sinking`` for lost ships, ``points`` for the result, otherwise ""."""
        if isinstance(event, OperationEnded):
            return "points"
        is_scored = isinstance(event, Scored) and event.why in ("sunk", "scuttled")
        return "sinking" if is_scored or isinstance(event, StragglerSunk) or _has_sinking(event) else ""


def _has_sinking(event: Event) -> bool:
    """7.9 Return True if ships or boats are sunk in the event: a flag, a number, names, or a flag for each ship."""
    sunk = getattr(event, "sunk", False)
    return any(sunk) if isinstance(sunk, tuple) else bool(sunk)
