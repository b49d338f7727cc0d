"""3.2 E, 11.0 The fuel phase: the marker moves on, then marks, refuelling and what lay in port."""

from games.titles.pq17.rules.forces.crews import at_work
from games.titles.pq17.rules.forces.reloading import reloaded
from games.titles.pq17.rules.fuel.marks import burns, reached, spent
from games.titles.pq17.rules.fuel.refuelling import may_refuel_at_sea, refuelled_at_sea, refuelled_in_port
from games.titles.pq17.table.events.fuel import FuelFell
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

GERMAN_BOX = "german"
"""5.7.1 The box beside the map that holds the ports of Germany."""


def in_germany(sea: Sea, force: Force) -> bool:
    """11.4a, 5.7.1 Whether a force of the Axis sails from Kiel or the German box."""
    return force.side == "axis" and force.at in (GERMAN_BOX, sea.box.ports["kiel"].hex)


async def fuel(sea: Sea) -> str:
    """3.2e, 11.1–11.3 First the turn marker moves on, then everything is settled against the new turn."""
    ended = sea.state.turn
    sea.state.turn += 1
    for force in sea.state.forces:
        if not force.is_dummy:
            if force.port:
                _in_port(sea, force)
            elif force.at == GERMAN_BOX:
                _in_german_box(sea, force)
            else:
                _at_sea(sea, force, ended)
        force.moved, force.spent, force.from_port, force.refuelling = 0, 0, False, False
    sea.state.phase, sea.state.attacked = None, []
    return "turn_end"


def _at_sea(sea: Sea, force: Force, ended: int) -> None:
    """11.1, 11.3.2 The mark of a force at sea, where green crews learn (15.4.3b)."""
    force.resting = 0
    at_work(sea, force)
    if force.refuelling and may_refuel_at_sea(sea.box, force.counters):  # an oiler may have been lost since
        force.fuel = refuelled_at_sea(sea.box, force.counters, ended)
    elif force.fuel is not None and burns(sea.box, force.counters):
        before, force.fuel = force.fuel, reached(sea.box, spent(force.fuel, force.spent), sea.state.turn)
        _tell(sea, force, before, force.fuel)


def _tell(sea: Sea, force: Force, before: Fuel, now: Fuel) -> None:
    """11.2.2, 11.2.3 The owner alone hears that a force runs low, and when it is critical; or that it is."""
    if now.state != before.state:
        fell = FuelFell(force.side, force.id, "low", now.turn) if now.state == "low" else None
        sea.tell_side(force.side, fell or FuelFell(force.side, force.id, "critical"))


def _in_german_box(sea: Sea, force: Force) -> None:
    """5.7.1, 11.3.1 The box holds ports: who lay there for a whole turn is refuelled."""
    force.resting += 1
    if force.resting > 1:
        force.fuel = None
        refuelled_in_port(sea.box, force.counters, permanent=True)


def _in_port(sea: Sea, force: Force) -> None:
    """11.3.1, 7.3.2b Who lay in port for a whole turn is refuelled, but at Barentsburg, and has torpedoes again."""
    port = sea.box.ports[force.port]
    force.resting += 1
    if force.resting > 1:
        reloaded(sea.box, force)
    if port.refuels and force.resting > 1:
        force.fuel = None
        refuelled_in_port(sea.box, force.counters, permanent=port.use == "permanent")
