"""5.0, 4.3 The possible orders of a side's forces, as data of the form, and the cost of leaving port."""

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, SPEEDS, Side, Speed
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.prospects import HEXES, Prospects
from games.titles.pq17.orders.waters import encode_hexes
from games.titles.pq17.rules.forces.command import FREE_PORTS, can_pay, pay
from games.titles.pq17.rules.forces.composition import dummies_left, parts_of
from games.titles.pq17.rules.forces.situations import lifted_rules
from games.titles.pq17.rules.movement.cautions import cautions_for
from games.titles.pq17.rules.movement.charts import chart_name, waters_of
from games.titles.pq17.rules.movement.muster import muster_of
from games.titles.pq17.rules.movement.paths import CHANNEL
from games.titles.pq17.rules.movement.ports import identifies_target, locates_carrier, sailing_barred_by
from games.titles.pq17.rules.movement.speed import hexes_at, speed_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import PointsSpent
from games.titles.pq17.state.state import Command, Convoy, Force

_PACES: dict[tuple[Speed, bool], tuple[Speed, ...]] = {
    (fastest, in_port): tuple(one for one in SPEEDS if HEXES[one] <= HEXES[fastest] and not (one == "high" and in_port))
    for fastest in SPEEDS
    for in_port in (True, False)
}
"""5.1, 5.1.3 The speeds from which a force can choose.

They depend on its own highest speed, and on whether it is in port.
"""


def moves_part(board: Board, side: Side) -> Moves:
    """Return the part of the phase's form with the possible orders of a side's forces in its movement segment."""
    if lies_idle(board, side):
        return Moves(prospects=prospects(board, side))
    forces = [force for force in board.forces_of(side) if is_free(board.box, force)]
    movers = tuple(mover_of(board, force) for force in forces)
    sorts = dict.fromkeys(one.chart for one in movers)
    limit = board.operation.dummies.of(side).limit
    return Moves(
        movers=movers,
        waters={sort: waters_of(board, side, sort) for sort in sorts},
        ports=own_ports(board, side),
        boats=board.box.boat_ports,
        held={force.id: rule for force in forces if force.port and (rule := held_by(board, force))},
        points={command: usable(board, command) for command in commands(side)},
        dummies=dummies_left(board.box, board.state.forces, side, limit),
        cautions=tuple(cautions_for(board, side)),
        prospects=prospects(board, side),
    )


def prospects(board: Board, side: Side) -> Prospects:
    """6.4.1, 10.0, 10.4 Return the public facts about the sea for a side.

    These facts are the enemy's printed radii, the ice that blocks have met, and the expected ice: of the month, or in a
    campaign of the fortnight.
    """
    key = ("prospects", board.operation.ice_rests_on(board.now), side)
    found = board.box.charted.get(key)
    if not isinstance(found, Prospects):
        found = board.box.charted[key] = _prospects(board, side)
    return structs.replace(found, turn=board.state.turn, seen=dict(board.state.ice_seen))


def _prospects(board: Board, side: Side) -> Prospects:
    areas = board.box.areas
    axis, allied = areas.axis_radius.hexes, areas.british_radius.hexes | areas.soviet_radius.hexes
    expected: dict[str, set[str]] = {}
    for one in board.box.hexes.values():
        if one.is_sea and one.zone:
            there = board.box.ice(board.operation, one.zone, board.now).ice
            expected.setdefault(there, set()).add(one.id)
    ice: dict[str, str] = {kind: encode_hexes(frozenset(expected[kind])) for kind in ICE[1:] if kind in expected}
    return Prospects(air=encode_hexes(axis if side == "allied" else allied), ice=ice)


def is_free(box: Box, force: Force) -> bool:
    """5.6, 5.7.3, 12.12a, 13.0b Return True if a force takes orders from its owner.

    These forces take no orders: a dispersed part, which moves with its convoy; the convoy of the Kara Sea, which does
    not move; forces in the Channel, which have left the operation; a ship that broke down at sea and sails to a port.
    """
    if force.at == CHANNEL:
        return False
    if force.convoy is not None and (force.convoy.part_of or force.at not in box.hexes):
        return False
    if force.port or force.plan is None or force.is_dummy:
        return True
    return not all(one.inoperative for one in force.counters)


def release_capital_ships(board: Board, side: Side) -> None:
    """5.1.8, 11.4 Record that Tirpitz, or the Axis task forces, may leave port from now on, if Axis reports allow it.

    Tirpitz may also leave once the Axis knows that all the Allied carriers are lost.
    """
    state = board.state
    if side == "axis" and not (state.unbound and state.sighted):
        lost = {one.unit for one in state.losses if one.open}
        carriers = board.operation.binding_carriers
        gone = lost.issuperset(carriers)
        state.unbound = state.unbound or gone or any(locates_carrier(one, carriers) for one in state.reports)
        state.sighted = state.sighted or any(identifies_target(one) for one in state.reports)


def commands(side: Side) -> tuple[Command, ...]:
    """4.3.1 Return the naval commands of a side."""
    return ("home_fleet", "severny_flot") if side == "allied" else ("gruppe_nord",)


def has_initiative(board: Board, side: Side) -> bool:
    """4.1.1, 4.1.2 Return True if a side has the initiative.

    In a single operation, the Allies always have the initiative. In a campaign, the winner of the bid has it.
    """
    return side == ("allied" if board.state.roster is None else board.state.roster.initiative)


def lies_idle(board: Board, side: Side) -> bool:
    """4.1 Return True if a side has no naval movement segment: the Allies on day 1 AM without the initiative."""
    return side == "allied" and board.state.turn == 1 and not has_initiative(board, side)


def usable(board: Board, command: Command) -> int:
    """4.3.2 Return the Command Points that a command can spend this turn, in units of half a point.

    They include the unused half of a point that was paid whole, while this half is valid.
    """
    points = board.state.command[command]
    return points.left + (points.over if board.state.turn <= points.until else 0)


def own_ports(board: Board, side: Side) -> dict[str, str]:
    """1.1.1 Return the ports of a side in this operation, each with its hex."""
    return board.box.own_ports(board.operation, side)


def held_by(board: Board, force: Force) -> str:
    """Return the number of the rule that keeps a force in port, or "".

    This is the rule of `sailing_barred_by`, or 12.3 for an Axis convoy before the turn on which play was due to start.
    """
    state = board.state
    if force.side == "axis" and force.kind == "convoy" and state.turn < state.due_start:
        return "12.3"
    return sailing_barred_by(
        board.box,
        force,
        operation=board.operation,
        unbound=state.unbound,
        sighted=state.sighted,
        lifted=lifted_rules(board, force),
    )


def spend_points(board: Board, command: Command, cost: int, *, capital: int = 0, once: bool = True) -> bool:
    """4.3.2 Spend Command Points to pay a cost, and tell the command's side. Return False if there are not enough.

    `cost`: in half points. `capital`: the part of the cost for capital ships. `once`: True if one point of Severny Flot
    pays for all Soviet forces that sail this turn and the next. False for the cost of a hex outside Soviet waters,
    which is paid each time (4.3.2a).
    """
    points, turn = board.state.command[command], board.state.turn
    if command == "severny_flot" and cost and once and soviets_paid(board):
        return True
    if not can_pay(points, cost, turn):
        return False
    bought = pay(points, cost, turn, capital=capital)
    if command == "severny_flot" and cost and once:
        board.state.soviet_paid = turn
    if cost:
        side: Side = "axis" if command == "gruppe_nord" else "allied"
        board.tell_side(side, PointsSpent(side, command, bought, points.left))
    return True


def soviets_paid(board: Board) -> bool:
    """4.3.2 Return True if a point spent in this turn or in the last turn pays for all Soviet ships that sail."""
    paid = board.state.soviet_paid
    return paid > 0 and board.state.turn - paid <= 1


def affords(board: Board, costs: dict[Command, int]) -> bool:
    """4.3.2 Return True if the commands can pay these costs (by command) of a force that leaves port."""
    paid = soviets_paid(board)
    owed = {command: cost for command, cost in costs.items() if not (paid and command == "severny_flot")}
    return all(can_pay(board.state.command[command], cost, board.state.turn) for command, cost in owed.items())


def costs_of(board: Board, force: Force) -> dict[Command, int]:
    """4.3, 4.3.2 Return the half points that each command pays for a force that leaves port.

    Severny Flot pays for Soviet ships, the Home Fleet for all other heavy ships of the Allies.
    """
    owed: dict[Command, int] = {}
    ships = muster_of(board.box, force.counters)
    if force.side == "axis":
        owed["gruppe_nord"] = 0 if force.port in FREE_PORTS else ships.price
    else:
        owed["home_fleet"] = ships.price
        owed["severny_flot"] = ships.soviet_price
    return {command: cost for command, cost in owed.items() if cost}


def mover_of(board: Board, force: Force) -> Mover:
    """Return the possible orders of a force, as data of the form."""
    box, port, ships = board.box, force.port, muster_of(board.box, force.counters)
    fastest = speed_of(force, ships, board.state.sky.kind)
    hexes = 0 if board.follows(force) else hexes_at(box, ships, fastest, board.now)
    for part in parts_of(board, force) if hexes and force.convoy is not None else ():
        # 5.6 a ship in tow in either part slows both to a creep
        hexes = min(hexes, hexes_at(box, muster_of(box, part.counters), fastest, board.now))
    convoy = force.convoy
    return Mover(
        force.id,
        force.kind,
        force.at,
        hexes,
        port,
        chart_name(board, force),
        _PACES[fastest, bool(port)],
        () if convoy is None else convoy.destinations,
        () if convoy is None else tuple(convoy.been),
        _so_near(convoy),
        _prices(board, force),
        ships.leaving.ships,
        planned=force.plan is not None and force.kind != "convoy",
        refuels=not port and ships.refuels,
        stands=_may_make_dummy(force),
        tows=ships.tows,
        tugs=ships.leaving.tugs,
        rest=ships.leaving.rest,
        trains=may_train(board, force),
        shadowed=board.is_shadowed(force),
    )


def _so_near(convoy: Convoy | None) -> dict[str, int]:
    """5.1.5a Return by port a convoy's smallest distance so far from its destination; empty without destination."""
    if convoy is None or not convoy.destination or convoy.nearest is None:
        return {}
    return {convoy.destination: convoy.nearest}


def _prices(board: Board, force: Force) -> dict[str, int]:
    """4.3.2 Return by command the half points for leaving port, without Soviet ships that an earlier point pays for."""
    if not force.port:
        return {}
    paid = soviets_paid(board)
    return {name: cost for name, cost in costs_of(board, force).items() if not (paid and name == "severny_flot")}


def may_train(board: Board, force: Force) -> bool:
    """4.3.4 Option: return True if an Axis task force in port may leave for training.

    There is only one training in an operation, and no other force may have an order to begin it.
    """
    if not board.state.options.training or board.state.training_used or force.side == "allied":
        return False
    if force.kind != "task_force" or not force.port:
        return False
    written = [one.plan for one in board.forces_of("axis") if one is not force and one.plan is not None]
    return not any(plan.training for plan in written)


def _may_make_dummy(force: Force) -> bool:
    """1.3a–1.3c Return True if a dummy may appear beside a force in this segment.

    The force must be a convoy at ID 0, which becomes unidentified, or a task force at sea, which may enter port.
    """
    if force.kind == "task_force":
        return not force.port
    return force.kind == "convoy" and force.level == 0
