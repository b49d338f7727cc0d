"""4.2c, 12.8, 12.14 The plans for special situations: the plans that a side may make, and how they are stored."""

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.planning import as_written, turn_of
from games.titles.pq17.orders.situations import Chariots, Land, Situation, SituationOrder
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.situations import chit_for, mined_zones, situation_of
from games.titles.pq17.rules.special.landing import embark
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force


def record_ports(board: Board) -> None:
    """12.5, 12.10 Record the port in which each named Allied ship begins the operation."""
    board.state.began = {
        one.ship: force.port
        for force in board.forces_of("allied")
        if force.port
        for one in force.counters
        if board.box.ships[one.ship].is_single
    }


def place_reinforcements(board: Board) -> None:
    """12.13 Put the reinforcements of a chit on the map right after the set-up, so that plans may include them."""
    for side in SIDES:
        chit = chit_for(board, side, "reinforcements")
        if chit is not None:
            chit.done = place_next_group(board, side)


def situation_part(board: Board, side: Side) -> Situation:
    """4.2c, 12.0 Return the part of the plans' form for a side's special situation.

    Only three situations allow a plan. For the other situations, all fields of the part are empty.
    """
    latest = 2 * board.box.numbers.turns.days
    turns = tuple(as_written(turn) for turn in range(board.state.start + 1, latest + 1))
    match situation_of(board, side):
        case "minelaying":
            able = tuple(force.id for force in board.forces_of(side) if may_lay_mines(board, force))
            return Situation(verb="lay_mines", able=able, targets=mined_hexes(board))
        case "archery":
            able = tuple(force.id for force in board.forces_of(side) if may_land(board, force))
            return Situation(verb="land", able=able, targets=landing_hexes(board), turns=turns)
        case "title":
            ports = tuple(one.id for one in board.box.ports.values() if one.hex in board.box.areas.south_norway.hexes)
            return Situation(verb="chariots", targets=ports, turns=turns)
    return Situation()


def may_lay_mines(board: Board, force: Force) -> bool:
    """12.8 Return True for a task force that has only cruisers and destroyers, so that it may lay mines."""
    types = {board.box.ships[one.ship].type for one in force.counters}
    return force.kind == "task_force" and types <= {"ca", "cb", "cl", "claa", "cm", "dd"}


def mined_hexes(board: Board) -> tuple[str, ...]:
    """12.8 Return the hexes in which mines may be laid: coast hexes in certain ice zones, without an Allied port.

    The expected ice in such a hex is light drift at most.
    """
    zones, shut = mined_zones(board.box, board.operation), board.box.enemy_ports(board.operation, "axis")
    return tuple(
        one.id for one in board.box.hexes.values() if one.kind == "coast" and one.zone in zones and one.id not in shut
    )


def landing_hexes(board: Board) -> tuple[str, ...]:
    """12.14.1a, 5.1.4 Return the hexes where ARCHERY may land: coast hexes of Norway without an Axis port."""
    shut = board.box.enemy_ports(board.operation, "allied")
    return tuple(
        one.id for one in board.box.hexes.values() if one.kind == "coast" and "no" in one.coasts and one.id not in shut
    )


def may_land(board: Board, force: Force) -> bool:
    """12.14.1 Return True for a force in Scapa Flow with a cruiser and enough destroyers or torpedo boats for ARCHERY.

    The landing ships are added automatically.
    """
    needs = board.box.special.archery
    cruisers = sum(board.box.ships[one.ship].type in ("ca", "cl") for one in force.counters)
    enough = cruisers >= needs.cruisers and strength_of(board.box, force.counters, "dd", "tb") >= needs.light
    return force.kind == "task_force" and force.port == needs.port and enough


def store_plans(board: Board, side: Side, order: SituationOrder) -> None:
    """4.2c Store a side's plan for its situation. Landing ships join their force at once (12.14.1)."""
    chit = board.state.chits[side]
    if isinstance(order, Chariots):
        chit.target, chit.turn = board.box.ports[order.port].hex, turn_of(order.turn)
        return
    chit.target, chit.forces = order.at, [order.force]
    if isinstance(order, Land):
        chit.turn = turn_of(order.turn)
        embark(board, board.force(order.force))
