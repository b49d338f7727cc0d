"""11: what is told of fuel, to the owner of a force alone."""

from typing import Literal

from games.kernel.events import Event
from games.titles.pq17.box.pieces import Side


class FuelFell(Event, frozen=True, tag="fuel_fell"):
    """11.1, 11.2 A mark was reached: the force runs low, and is critical on the turn of its Danger (`danger`); or it
    has become critical. Its owner alone is told.
    """

    side: Side
    force: str
    state: Literal["low", "critical"]
    danger: int = 0


Events = FuelFell
