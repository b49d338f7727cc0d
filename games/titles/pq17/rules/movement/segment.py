"""3.2b The naval movement segment: blocks become unidentified, forces split, and then move one after the other."""

from collections.abc import Sequence
from functools import partial

from games.titles.pq17.orders.move_orders import CastOff, Decoy, Move, Refuel, Remove, Route, Split, Stay, Train
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.convoy.dispersal import disperse_convoys
from games.titles.pq17.rules.convoy.scattering import scatter_ordered
from games.titles.pq17.rules.forces.command import must_spend
from games.titles.pq17.rules.forces.hits import update_all_after_losses
from games.titles.pq17.rules.joining import remove_dummy
from games.titles.pq17.rules.movement.orders import commands, has_initiative, lies_idle, spend_points
from games.titles.pq17.rules.movement.passage import hexes_now, lower_level, move_force
from games.titles.pq17.rules.movement.revising import ask_revised_orders
from games.titles.pq17.rules.movement.towing import cast_off
from games.titles.pq17.rules.search.detachment import leaving_counters, split_force, unused_name
from games.titles.pq17.rules.search.dummies import place_dummy, wants_dummy
from games.titles.pq17.rules.search.identification import becomes_unidentified
from games.titles.pq17.rules.search.shadowing import choose_followed_part, release_convoyless_packs
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockStood
from games.titles.pq17.state.events.operation import SegmentOver
from games.titles.pq17.state.state import Force, Plan


async def movement(board: Board) -> str:
    """3.2b Play the naval movement segment.

    The Allies have no such segment on day 1 AM without the initiative (4.1). Returns the name of the next step.
    """
    if lies_idle(board, board.phase.side):
        board.tell(SegmentOver(board.phase.side, "movement"))
        return "air_movement"
    made = _stand_up(board)
    await scatter_ordered(board)
    await disperse_convoys(board)
    for tow in board.ordered(CastOff):
        cast_off(board, board.force(tow.force))
    _part(board)
    for refuel in board.ordered(Refuel):
        board.force(refuel.force).refuelling = True
    _write(board, board.phase.orders)
    await _move(board, made)
    if not board.now.is_morning:
        _lower(board)
    _must_spend(board)
    update_all_after_losses(board, board.forces_of(board.phase.side))
    release_convoyless_packs(board)
    _lie_down(board, made)
    board.tell(SegmentOver(board.phase.side, "movement"))
    return "air_movement"


async def _move(board: Board, made: set[str]) -> None:
    """3.2b, 6.6.1b Move forces one after the other.

    After a block was found in passing or stopped by ice, the side may revise its orders. `made`: see `put_dummy`.
    """
    moved: list[str] = []
    waiting = _in_order(board)
    while waiting:
        force = waiting.pop(0)
        level = force.level
        moved.append(force.id)
        await move_force(board, force)
        _escaped(board, force, level, made)
        if board.phase.unforeseen:
            _write(board, await ask_revised_orders(board, moved))
            waiting = [one for one in _in_order(board) if one.id not in moved]


def _must_spend(board: Board) -> None:
    """4.3a Spend a Command Point of the side with the initiative in its first segment, if it has spent none."""
    state, side = board.state, board.phase.side
    own = [command for command in commands(side) if command in state.command]
    if not own or any(state.command[command].spent for command in own):
        return
    first, initiative = state.turn == state.start, has_initiative(board, side)
    if must_spend(state.command[own[0]], first=first, initiative=initiative):
        spend_points(board, own[0], board.box.numbers.command.capital_ship)


def _stand_up(board: Board) -> set[str]:
    """6.6a, 1.3a, 1.3d Make blocks at ID 0 unidentified; put dummies beside them, and remove dummies, as ordered.

    Returns the hexes in which a dummy appeared.
    """
    side, made = board.phase.side, set[str]()
    for order in board.ordered(Remove):
        remove_dummy(board, board.force(order.dummy))
    wanted = {order.force for order in board.ordered(Decoy)}
    for force in board.as_seen([one for one in board.afloat(side) if one.level is not None]):
        if becomes_unidentified(force.level, shadowed=board.is_shadowed(force)):
            board.stand(force)
            seen = BlockStood(side, force.block, force.at)
            board.tell_of(side, BlockStood(side, force.block, force.at, force.id), seen)
            if force.id in wanted:
                put_dummy(board, force, made)
    return made


def _escaped(board: Board, force: Force, level: int | None, made: set[str]) -> None:
    """6.3.5b, 1.3a Put a dummy beside a force that lost its shadowers while it moved and became unidentified.

    This happens only by an order or a standing instruction. `level`: the force's ID level before. `made`: see
    `put_dummy`.
    """
    stood = level is not None and force.level is None and force.at_sea and force in board.state.forces
    if stood and (wants_dummy(board, force) or any(order.force == force.id for order in board.ordered(Decoy))):
        put_dummy(board, force, made)


def _lie_down(board: Board, made: set[str]) -> None:
    """1.3b, 5.1.2 Put a dummy beside each task force that entered port in this segment, if that was ordered.

    Dummies appear after all moves, but before the end of the segment is announced. `made`: see `put_dummy`.
    """
    wanted = {order.force for order in board.ordered(Decoy)}
    for force in board.as_seen([one for one in board.forces_of(board.phase.side) if one.port and one.id in wanted]):
        if force.id in board.phase.moved:
            put_dummy(board, force, made)


def put_dummy(board: Board, force: Force, made: set[str]) -> None:
    """1.3, 1.3b, 1.3c Put a dummy beside a force, if the force may have one and a dummy is left.

    In the hex of a port, at most one dummy appears in a turn. `made`: the hexes in which a dummy has appeared; the hex
    of the new dummy is added.
    """
    if force.at in made and force.at in board.box.port_hexes:
        return
    if place_dummy(board, force):
        made.add(force.at)


def _part(board: Board) -> None:
    """1.2.3 Split ships off forces as ordered, and choose which part shadowers follow."""
    for order in board.ordered(Split):
        force = board.force(order.force)
        ships = leaving_counters(board, force, order.ships)
        try:
            new = split_force(board, force, ships, unused_name(board, order.force))
        except ValueError:
            continue
        choose_followed_part(board, force.side, [force, new], {"stays": force, "leaves": new}.get(order.followed))


def _write(board: Board, orders: Sequence[AnyOrder]) -> None:
    """Store orders to move as the plans of their forces."""
    for order in orders:
        if isinstance(order, Stay):
            board.force(order.force).plan = None
        elif isinstance(order, Move):
            trains = isinstance(order, Train)
            board.force(order.force).plan = Plan(0, order.way, order.enters, order.pace, order.ice, trains)
        elif isinstance(order, Route):
            force = board.force(order.convoy)
            sails = force.plan.sails if force.plan is not None and force.port else 0
            old = force.plan if force.plan is not None and force.plan.destination == order.to else Plan()
            force.plan = Plan(sails, order.way, order.to, ice=order.ice, then=old.then, lands=old.lands)
            if force.convoy is not None and force.convoy.destination != order.to:
                force.convoy.destination, force.convoy.nearest = order.to, None


def _in_order(board: Board) -> list[Force]:
    """3.2b Return the forces in the order in which they move: first as the owner ordered, then the others.

    The order of the others does not depend on hidden information.
    """
    ordered = [
        order.force if isinstance(order, Move) else order.convoy
        for order in board.phase.orders
        if isinstance(order, Move | Route)
    ]
    first = [force for name in ordered for force in board.state.forces if force.id == name]
    rest = [force for force in board.forces_of(board.phase.side) if force.plan is not None and force not in first]
    scattering = {order.convoy for order in board.ordered(Scatter)}
    everybody = first + _as_written(board, rest)
    return [force for force in everybody if force.id not in scattering and not _is_part(force)]


def _as_written(board: Board, forces: Sequence[Force]) -> list[Force]:
    """1.2b Return forces sorted by what everybody sees of them, and by their routes.

    Forces that cannot be told apart before they move are sorted by how far they move this turn.
    """
    alike: dict[tuple[str, str, int, tuple[str, ...]], list[Force]] = {}
    for force in forces:
        alike.setdefault(_written(force), []).append(force)
    found: list[Force] = []
    for written in sorted(alike):
        same = alike[written]
        found += same if len(same) == 1 else sorted(same, key=partial(_hexes, board))
    return found


def _is_part(force: Force) -> bool:
    """5.6 Return True for the dispersed part of a convoy, which moves with its convoy."""
    return force.convoy is not None and bool(force.convoy.part_of)


def _hexes(board: Board, force: Force) -> int:
    """Return the number of hexes that a force moves this turn."""
    return hexes_now(board, force, force.plan) if force.plan is not None else 0


def _written(force: Force) -> tuple[str, str, int, tuple[str, ...]]:
    return force.at, force.port, force.block, force.plan.route if force.plan is not None else ()


def _lower(board: Board) -> None:
    """6.6 Lower the ID level of blocks that did not move, in a PM turn."""
    side = board.phase.side
    for force in board.as_seen([one for one in board.afloat(side) if one.level is not None]):
        if force.id not in board.phase.moved:
            lower_level(board, force, moved=False)
