"""The sealed tempo: what must be so when the moment of a planned card comes."""

from collections.abc import Callable

from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Assigned, Vessel

_SHIP = "ship_"
_HOLDS: dict[str, Callable[[Sea, Vessel], bool]] = {
    "damaged": lambda sea, vessel: vessel.damage > 0,
    "undamaged": lambda sea, vessel: not vessel.damage,
    "identified": lambda sea, vessel: sea.is_open(vessel),
    "disguised": lambda sea, vessel: not sea.is_open(vessel),
    "unsupplied": lambda sea, vessel: vessel.unsupplied,
    "supplied": lambda sea, vessel: not vessel.unsupplied,
}


def fulfils(sea: Sea, assigned: Assigned, target: str | None) -> bool:
    """Whether every condition of the card's order holds for this target and for the ship on which the card lies."""
    for condition in assigned.use.only:
        own = condition.startswith(_SHIP)
        vessel = sea.find(assigned.place if own else target or "")
        if vessel is None or not _HOLDS[condition.removeprefix(_SHIP)](sea, vessel):
            return False
    return True
