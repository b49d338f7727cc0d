"""T.scenarios.b A ship that may run aground as it leaves a port: Lützow off Narvik in PQ-17."""

from games.kernel.requests import draw
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.victory_points import record_steps_lost
from games.titles.pq17.rules.search.detachment import split_force, unused_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import FACES
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import Force

ONE_HIT = 1
"""T.scenarios.b, 3.19 The number of hits that a ship takes when she runs aground."""


async def runs_aground(board: Board, force: Force) -> bool:
    """T.scenarios.b Roll for a ship that may run aground. Return True if the ship's whole force must stay in port.

    The roll is secret, because it would reveal which force sails. A grounded ship takes a hit and is inoperative. If a
    block is free, she stays in port alone and her force sails without her.
    """
    risk = board.operation.grounding
    ship = next((one for one in force.counters if risk is not None and one.ship == risk.ship), None)
    if risk is None or ship is None or force.port != risk.port:
        return False
    faces = [str(face) for face in reversed(range(FACES))]  # a driver that rolls no dice takes the first face, the best
    (fell,) = await draw(faces, 1, key="grounding", rule="T.scenarios.b")
    if int(fell) >= risk.least:
        return False
    stays = _left_behind(board, force, ship)
    hurt = next(one for one in stays.counters if one.ship == ship.ship)
    hurt.inoperative = True
    lost = wound(hurt, board.box.ships[hurt.ship], ONE_HIT).lost
    if lost:
        record_steps_lost(board, stays, hurt.ship, lost)
    board.tell_side(force.side, Mishap(force.side, "grounding", stays.id, (hurt.ship,)))
    return stays is force


def _left_behind(board: Board, force: Force, ship: Counter) -> Force:
    """Return the force that stays in port with the grounded ship: a new force with her alone.

    It is the whole force if it has no other ship, or if no block is free.
    """
    if len(force.counters) == 1:
        return force
    plan = force.plan
    try:
        stays = split_force(board, force, [ship], unused_name(board, force.id))
    except ValueError:
        return force
    stays.plan, force.plan = None, plan
    return stays
