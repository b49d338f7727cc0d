"""8.1, 3.4 The end of a turn, and of an operation; 3.2 the player phases."""

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX
from games.titles.pq17.rules.movement.paths import CHANNEL
from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.rules.search.shadowing import grounded
from games.titles.pq17.table.events.operation import PhaseBegan, TurnEnded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Phase

KARA = "kara_sea"
LONGEST = 60
"""8.1 Turns after which nothing can come to pass any more: the track run through twice."""


async def allied_phase(sea: Sea) -> str:
    """3.2 B The Allied player's phase. The weather of the turn has ended what shadowing it forbids (6.3.5)."""
    grounded(sea)
    arrivals(sea)
    _begin(sea, "allied")
    return "event"


async def axis_phase(sea: Sea) -> str:
    """3.2 C The Axis player's phase."""
    _begin(sea, "axis")
    return "event"


def _begin(sea: Sea, side: Side) -> None:
    sea.state.phase = Phase(side=side)
    sea.tell(PhaseBegan(side))


async def turn_end(sea: Sea) -> str:
    """3.4, 8.1 After the fuel phase: whether the operation is over."""
    state = sea.state
    over = state.turn > state.start and is_over(sea)
    sea.tell(TurnEnded(state.turn - 1, over))
    return "victory" if over else "weather"


def is_over(sea: Sea) -> bool:
    """3.4 All convoys are in their ports or gone, and either day 15 PM is over or all task forces of one side are in
    port, or beside the map where they count as in port (5.7.1) or have left the operation (5.7.3); of Axis convoys
    only one at sea counts, dummies and wolfpacks never.
    """
    if sea.state.turn > LONGEST:
        return True
    for force in sea.state.forces:
        if force.kind == "convoy" and not _is_home(force):
            return False
    if sea.state.turn > 2 * sea.box.numbers.turns.days:
        return True
    return any(_all_in_port(sea, side) for side in SIDES)


def _is_home(force: Force) -> bool:
    """3.4 A convoy in port that does not mean to sail any more; that of the Kara Sea goes nowhere (12.12a)."""
    return force.at == KARA or (bool(force.port) and (force.side == "axis" or force.plan is None))


def _all_in_port(sea: Sea, side: Side) -> bool:
    return not any(is_out(force) for force in sea.forces_of(side) if force.kind == "task_force")


def is_out(force: Force) -> bool:
    """2.2a, 3.4 Whether a force is at sea in the operation: on the map, or in the Kara Sea."""
    return force.at_sea and force.at not in (GERMAN_BOX, CHANNEL)
