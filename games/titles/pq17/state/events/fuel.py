"""11: events of fuel, for the owner of a force only."""

from typing import Literal

from games.kernel.events import Event
from games.titles.pq17.components.pieces import Side


class FuelFell(Event, frozen=True, tag="fuel_fell"):
    """11.1, 11.2 A force's fuel fell; only its owner reads it.

    Either a mark was reached, and the force runs low and becomes critical on the turn of its Danger (`danger`); or it
    has become critical.
    """

    side: Side
    force: str
    state: Literal["low", "critical"]
    danger: int = 0


Events = FuelFell
