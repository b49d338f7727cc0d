"""15.8.3 Operation EV: ground crews for torpedo bombers go to Murmansk before a convoy sails."""

from games.titles.pq17.rules.forces.ground_crews import bring_crews
from games.titles.pq17.table.roster import Roster, Unit
from games.titles.pq17.table.sea import Sea

AIRCRAFT: tuple[tuple[str, int, str], ...] = (
    ("hampden", 2, "vaenga"), ("hampden", 2, "vaenga"), ("catalina", 1, "arkhangelsk"), ("spitfire_pr", 1, "vaenga"),
)  # fmt: skip
"""15.8.3c The aircraft that come, as in the operation of PQ 18, and their bases."""


def crossed(sea: Sea) -> None:
    """15.8.3a Whether the task force lies in Murmansk as the operation ends, if it was not there before."""
    for force in sea.forces_of("allied"):
        bring_crews(sea, force, force.port)


def is_due(roster: Roster) -> bool:
    """15.8.3c Whether a laden convoy of this fortnight carries it out: of any after that of the declaration."""
    return roster.ev in ("declared", "crossed") and roster.fortnight > roster.ev_declared


def complete_ev(roster: Roster) -> bool:
    """15.8.3c Operation EV is over; the aircraft come if the task force had come to Murmansk. Whether they did."""
    came = roster.ev == "crossed"
    if came:
        roster.units += [Unit(kind, strength, base) for kind, strength, base in AIRCRAFT]
    roster.ev, roster.ev_declared = "done", roster.fortnight
    return came
