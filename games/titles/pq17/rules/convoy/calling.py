"""15.2.1a, 2.1.1 A convoy that enters a port: either it has arrived, or it sails on to a second port."""

from collections import Counter as Count
from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.components.operations import shut_to_convoys
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.forces.victory_points import book_points, score_convoy_arrival, tally_of
from games.titles.pq17.rules.fuel.refuelling import limit_oil
from games.titles.pq17.rules.search.detachment import remaining_counters
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import PutAshore
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Force, Plan


def enter_port(board: Board, force: Force, plan: Plan) -> bool:
    """2.1.1, 15.2.1a Let a convoy enter the port of its plan; return True if the convoy will sail on.

    A convoy with a second port in its plan leaves the merchants that the plan names, and sails on in the next turn. Any
    other convoy has arrived. A convoy that would keep no merchant, or that has no route to the second port, has
    arrived, too.
    """
    left = _named(board, force, plan.lands) if plan.then else []
    way = _onward(board, force, plan.then) if plan.then else None
    rest = remaining_counters(force.counters, left)
    if way is None or force.convoy is None or kind_of(board.box, rest) != "convoy":
        score_convoy_arrival(board, force)
        return False
    force.counters = rest
    for one in rest:
        limit_oil(board.box, one)
    _put_ashore(board, force, left, plan.then)
    force.convoy.destination, force.convoy.nearest, force.convoy.been = plan.then, None, []
    force.plan = Plan(board.state.turn + 1, way, plan.then, ice=plan.ice)
    return True


def arrive_in_port(board: Board) -> None:
    """2.1.1, 15.2.1a When the operation ends, count convoys in a port of destination as arrived, whatever they plan."""
    for force in board.state.forces:
        if force.convoy is not None and force.port:
            score_convoy_arrival(board, force)


def _named(board: Board, force: Force, names: Sequence[str]) -> list[Counter]:
    """Return the merchants that a plan names; of each kind, the undamaged ones first.

    Ships that tow or are towed are not left behind. `names`: the kinds, one entry for each step of strength.
    """
    found = []
    for name, wanted in Count(names).items():
        alike = [one for one in force.counters if one.ship == name and not (one.towed or one.tows)]
        for one in sorted(alike, key=lambda one: (one.dead, one.crippled)):
            strength = min(one.strength, wanted)
            wanted -= strength
            if strength and board.box.ships[name].type == "mx":
                found.append(structs.replace(one, strength=strength))
    return found


def _onward(board: Board, force: Force, port: str) -> tuple[str, ...] | None:
    """5.1.5, 10.1 Return the route to the second port in the expected ice, or None if there is none."""
    goal = board.box.ports[port].hex
    return board.box.waters.shortest(force.at, goal, shut_to_convoys(board.box, board.operation) - {force.at})


def _put_ashore(board: Board, force: Force, merchants: Sequence[Counter], then: str) -> None:
    """15.2.1a Leave merchants in the first port, where they have arrived. They have no block while they wait there.

    `then`: the second port.
    """
    count, tally = sum(one.strength for one in merchants), tally_of(board, force)
    for one in merchants:
        unit = Unit(one.ship, one.strength, force.port, one.crippled, one.dead, laden=True)
        board.roster.add(unit, single=False)
    board.state.brought -= count
    if tally is not None:
        tally.arrived += count
        tally.landed += count
    book_points(board, count * board.box.numbers.points.laden_arrives, "arrived", on="allied", strength=count)
    named = tuple(one.ship for one in merchants for _ in range(one.strength))
    board.tell_side(force.side, PutAshore(force.side, force.id, force.port, named, then))
