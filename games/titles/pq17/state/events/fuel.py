"""11: events of fuel, for the owner of a force only."""

from typing import Literal

from games.kernel.events import Event
from games.titles.pq17.components.pieces import Side


class FuelFell(Event, frozen=True, tag="fuel_fell"):
    """11.1, 11.2 The fuel of a force became Low or Critical (`state`). Only the force's owner reads this event.

    `danger`: the turn on which a Low force will become Critical.
    """

    side: Side
    force: str
    state: Literal["low", "critical"]
    danger: int = 0


Events = FuelFell
