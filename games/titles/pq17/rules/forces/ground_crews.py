"""15.8.3a The task force of operation EV, which takes ground crews from the Clyde to Murmansk."""

from games.titles.pq17.box.pieces import CRUISERS
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

FROM, TO = "clyde", "murmansk"
"""15.8.3a The ports of the task force."""
DESTROYERS = 2
UNDER_WAY = ("declared", "crossed")
"""15.8.3b The stages of operation EV until it is carried out."""


def bring_crews(sea: Sea, force: Force, port: str) -> None:
    """15.8.3a A force that is in Murmansk has crossed if it is a task force with a cruiser from the Clyde and two
    strength of destroyers, which Soviet ones are not; it may sail home again. Its owner alone knows it.
    """
    roster = sea.state.roster
    if roster is None or roster.ev != "declared" or port != TO or force.kind != "task_force":
        return
    ours = [one for one in force.counters if sea.box.ships[one.ship].nation != "soviet"]
    from_clyde = [one for one in ours if sea.state.began.get(one.ship) == FROM]
    cruisers = [one for one in from_clyde if sea.box.ships[one.ship].type in CRUISERS]
    if cruisers and strength_of(sea.box, ours, "dd") >= DESTROYERS:
        roster.ev = "crossed"


def frees_patrol(sea: Sea) -> bool:
    """15.8.3b Whether Patrol White may be ignored, as operation EV is under way."""
    return sea.state.roster is not None and sea.state.roster.ev in UNDER_WAY
