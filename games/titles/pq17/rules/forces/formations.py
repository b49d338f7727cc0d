"""7.2.4, 7.5.2 How a force lies when it is attacked: what its owner may order ahead, and what he has."""

from games.titles.pq17.box.pieces import LIGHT_SHIPS, Side
from games.titles.pq17.orders.formations import Array, Formation, Formations
from games.titles.pq17.rules.forces.stacks import is_boat
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def formations_part(sea: Sea, side: Side) -> Formations:
    """The forces of a side that can lie in more than one way."""
    forces = [one for one in sea.forces_of(side) if one.kind in ("convoy", "task_force") and len(one.counters) > 1]
    arrays = [_array(sea, force) for force in forces]
    return Formations(arrays=tuple(one for one in arrays if len(one.ships) > 1))


def _array(sea: Sea, force: Force) -> Array:
    """7.5.2c, 7.5.4 Light ships lay smoke, as others may, and those with torpedoes close; submarines lie in no row."""
    pieces = sea.box.ships
    ships = tuple(dict.fromkeys([one.ship for one in force.counters if not is_boat(sea.box, one)]))
    light = tuple([name for name in ships if pieces[name].type in LIGHT_SHIPS])
    return Array(force.id, ships, light, tuple([name for name in light if pieces[name].torpedoes]))


def take_up(sea: Sea) -> None:
    """Forces lie from now on as it was ordered; one without anything in it lies as usual again."""
    for order in sea.ordered(Formation):
        bare = order == Formation(order.force)
        sea.force(order.force).formation = None if bare else order
