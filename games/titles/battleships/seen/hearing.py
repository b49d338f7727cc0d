"""What the reader of an event may learn by it that was hidden."""

from typing import Any

from games.kernel.events import WHOLE
from games.titles.battleships.box import hexes
from games.titles.battleships.table.events.gunnery import Bombarding, Marked
from games.titles.battleships.table.events.movement import Departed, Moved
from games.titles.battleships.table.events.sighting import Lit
from games.titles.battleships.table.events.torpedoes import Launched
from games.titles.battleships.table.sea import Sea


def discloses(sea: Sea, event: Any, seat: str) -> tuple[str, ...]:
    """10.10d What an event says it discloses; with secret flagships also that a ship in a hex of the chits fires or
    turns, and so is in touch with hers, or that she does not; and that a ship strikes no mine.
    """
    declared: tuple[str, ...] = event.discloses(seat)
    name = _acting(event)
    if name and name in sea.state.called and sea.options.flagship and sea.ship(name).side != seat:
        return (WHOLE,)
    return (WHOLE,) if isinstance(event, Moved) and _is_among_mines(sea, event, seat) else declared


def _is_among_mines(sea: Sea, event: Moved, seat: str) -> bool:
    """10.6 Whether a way goes through waters that may be mined, of which the reader does not know where."""
    field = sea.battle.mines
    if not sea.options.mines or field is None or seat == field.side:
        return False
    (left, right), (top, bottom) = field.columns, field.rows
    places = [hexes.column_row(hexes.hex_of(at)) for at in event.way]
    return any(left <= column <= right and top <= row <= bottom for column, row in places)


def _acting(event: Any) -> str:
    """The ship that does as she is ordered; empty for other events."""
    if isinstance(event, Marked):
        return event.firer
    return event.ship if isinstance(event, Lit | Bombarding | Launched | Moved | Departed) else ""
