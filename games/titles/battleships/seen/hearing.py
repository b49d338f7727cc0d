"""What the reader of an event may learn by it that was hidden."""

from typing import Any

from games.kernel.events import WHOLE
from games.titles.battleships.table.events.gunnery import Marked
from games.titles.battleships.table.events.movement import Departed, Moved
from games.titles.battleships.table.events.sighting import Lit
from games.titles.battleships.table.events.torpedoes import Launched
from games.titles.battleships.table.sea import Sea


def discloses(sea: Sea, event: Any, seat: str) -> tuple[str, ...]:
    """10.10d What an event says it discloses; with secret flagships also that a ship in a hex of the chits fires or turns,
    and so is in touch with hers, or that she does not.
    """
    declared: tuple[str, ...] = event.discloses(seat)
    name = _acting(event)
    if name and name in sea.state.called and sea.options.flagship and sea.ship(name).side != seat:
        return (WHOLE,)
    return declared


def _acting(event: Any) -> str:
    """The ship that does as she is ordered; empty for other events."""
    if isinstance(event, Marked):
        return event.firer
    return event.ship if isinstance(event, Lit | Launched | Moved | Departed) else ""
