"""4.3.4, 11.4.1 Option: an Axis task force puts to sea for training, and comes back to the port that it left."""

from games.titles.pq17.rules.forces.command import capital_price, price
from games.titles.pq17.rules.movement.orders import spend
from games.titles.pq17.table.events.movement import TrainingBegan
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

STILL_AT_SEA = ("kara_sea",)
"""The box beside the map in which a force is as much at sea as on it (5.7.2)."""


def sails_to_train(force: Force) -> bool:
    """4.3.4 Whether a force that lies in port is to put out for training."""
    return bool(force.port) and force.plan is not None and force.plan.training


def begins(sea: Sea, force: Force, port: str) -> None:
    """4.3.4 A force has put out for training: once in an operation, and its owner alone is told."""
    force.home, sea.state.training_used = port, True
    sea.tell_side(force.side, TrainingBegan(force.side, force.id, port))


def may_end_at(sea: Sea, force: Force, place: str) -> bool:
    """4.3.4 A force in training comes to a port, or to a box beside the map: back where it left nothing is owed, and
    anywhere else the points for its heavy ships, which are spent now. False if there are not so many.
    """
    if not force.home or place in STILL_AT_SEA:
        return True
    capital = capital_price(sea.box, force.counters, port=force.home)
    if place != force.home and not spend(sea, "gruppe_nord", _owed(sea, force), capital=capital):
        return False
    force.home = ""
    return True


def call_in(sea: Sea) -> None:
    """4.3.4 Who is out for training as the operation ends has not come back: the points are owed, as far as there are
    any.
    """
    for force in sea.forces_of("axis"):
        if force.home:
            points = sea.state.command["gruppe_nord"]
            spare = points.over if sea.state.turn <= points.until else 0
            spend(sea, "gruppe_nord", min(_owed(sea, force), points.left + spare))
            force.home = ""


def _owed(sea: Sea, force: Force) -> int:
    """4.3.2, 4.3.3 The half points for the heavy ships that are still in a force."""
    return price(sea.box, force.counters, port=force.home)
