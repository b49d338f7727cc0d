"""T.scenarios.b A ship that may run aground as she leaves a port: Lützow off Narvik in PQ-17."""

from games.kernel.requests import draw
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.points import step_lost
from games.titles.pq17.rules.search.parting import new_name, part
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import FACES
from games.titles.pq17.table.events.special import Mishap
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

ONE_HIT = 1
"""T.scenarios.b, 3.19 What a grounding costs."""


async def runs_aground(sea: Sea, force: Force) -> bool:
    """T.scenarios.b Whether a force that leaves port stays there after all. The die is seen by nobody, since it would
    tell who sails. Who runs aground takes a hit and is inoperative: she lies in port by herself, if a block is free,
    and the others sail.
    """
    risk = sea.operation.grounding
    ship = next((one for one in force.counters if risk is not None and one.ship == risk.ship), None)
    if risk is None or ship is None or force.port != risk.port:
        return False
    faces = [str(face) for face in reversed(range(FACES))]  # who lays out no lot has the luckiest
    (fell,) = await draw(faces, 1, key="grounding", rule="T.scenarios.b")
    if int(fell) >= risk.least:
        return False
    stays = _left_behind(sea, force, ship)
    hurt = next(one for one in stays.counters if one.ship == ship.ship)
    hurt.inoperative = True
    lost = wound(hurt, sea.box.ships[hurt.ship], ONE_HIT).lost
    if lost:
        step_lost(sea, stays, hurt.ship, lost)
    sea.tell_side(force.side, Mishap(force.side, "grounding", stays.id, (hurt.ship,)))
    return stays is force


def _left_behind(sea: Sea, force: Force, ship: Counter) -> Force:
    """The force in which she lies now: one of her own, or the whole where she is all of it or no block is free."""
    if len(force.counters) == 1:
        return force
    plan = force.plan
    try:
        stays = part(sea, force, [ship], new_name(sea, force.id))
    except ValueError:
        return force
    stays.plan, force.plan = None, plan
    return stays
