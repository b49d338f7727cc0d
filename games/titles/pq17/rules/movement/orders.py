"""5.0, 4.3 What a side can order its forces to do, as its form has it."""

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import ICE, SPEEDS, Side, Speed
from games.titles.pq17.orders.moves import Mover, Moves
from games.titles.pq17.orders.prospects import HEXES, Prospects
from games.titles.pq17.orders.waters import charted
from games.titles.pq17.rules.forces.command import FREE_PORTS, can_pay, pay
from games.titles.pq17.rules.forces.composition import dummies_left
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.forces.situations import freed
from games.titles.pq17.rules.movement.cautions import cautions_for
from games.titles.pq17.rules.movement.charts import chart_name, waters_of
from games.titles.pq17.rules.movement.muster import mustered
from games.titles.pq17.rules.movement.paths import CHANNEL
from games.titles.pq17.rules.movement.ports import identifies, locates_carrier, may_not_sail
from games.titles.pq17.rules.movement.speed import hexes_at, speed_of
from games.titles.pq17.table.events.movement import PointsSpent
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Command, Convoy, Force

_PACES: dict[tuple[Speed, bool], tuple[Speed, ...]] = {
    (fastest, in_port): tuple(one for one in SPEEDS if HEXES[one] <= HEXES[fastest] and not (one == "high" and in_port))
    for fastest in SPEEDS
    for in_port in (True, False)
}
"""5.1, 5.1.3 The speeds that a force can choose from, by its own, and whether it is in port."""


def moves_part(sea: Sea, side: Side) -> Moves:
    """What a side's forces may do in its movement segment."""
    if lies_idle(sea, side):
        return Moves(prospects=prospects(sea, side))
    forces = [force for force in sea.forces_of(side) if is_free(sea.box, force)]
    movers = tuple(mover(sea, force) for force in forces)
    sorts = dict.fromkeys(one.chart for one in movers)
    limit = sea.operation.dummies.of(side).limit
    return Moves(
        movers=movers,
        waters={sort: waters_of(sea, side, sort) for sort in sorts},
        ports=own_ports(sea, side),
        boats=sea.box.boat_ports,
        held={force.id: rule for force in forces if force.port and (rule := held_by(sea, force))},
        points={command: usable(sea, command) for command in commands(side)},
        dummies=dummies_left(sea.box, sea.state.forces, side, limit),
        cautions=tuple(cautions_for(sea, side)),
        prospects=prospects(sea, side),
    )


def prospects(sea: Sea, side: Side) -> Prospects:
    """6.4.1, 10.0, 10.4 What everybody knows of the sea: the enemy's printed radii, and the ice that the month expects,
    or that was rolled for the fortnight of a campaign.
    """
    key = ("prospects", sea.operation.ice_rests_on(sea.now), side)
    found = sea.box.charted.get(key)
    if not isinstance(found, Prospects):
        found = sea.box.charted[key] = _prospects(sea, side)
    return structs.replace(found, turn=sea.state.turn, seen=dict(sea.state.ice_seen))


def _prospects(sea: Sea, side: Side) -> Prospects:
    areas = sea.box.areas
    axis, allied = areas.axis_radius.hexes, areas.british_radius.hexes | areas.soviet_radius.hexes
    expected: dict[str, set[str]] = {}
    for one in sea.box.hexes.values():
        if one.is_sea and one.zone:
            there = sea.box.ice(sea.operation, one.zone, sea.now).ice
            expected.setdefault(there, set()).add(one.id)
    ice: dict[str, str] = {kind: charted(frozenset(expected[kind])) for kind in ICE[1:] if kind in expected}
    return Prospects(air=charted(axis if side == "allied" else allied), ice=ice)


def is_free(box: Box, force: Force) -> bool:
    """5.6, 5.7.3, 12.12a, 13.0b Whether a force takes orders: a dispersed part goes with its convoy, that of the Kara
    Sea stays, who is in the Channel has left the operation, and a ship that broke down makes for port.
    """
    if force.at == CHANNEL:
        return False
    if force.convoy is not None and (force.convoy.part_of or force.at not in box.hexes):
        return False
    if force.port or force.plan is None or force.is_dummy:
        return True
    return not all(one.inoperative for one in force.counters)


def take_note(sea: Sea, side: Side) -> None:
    """5.1.8, 11.4 What the Axis was told sets Tirpitz, and its task forces, free for good; so does the loss of the
    carriers, if he knows of it.
    """
    state = sea.state
    if side == "axis" and not (state.unbound and state.sighted):
        lost = {one.unit for one in state.losses if one.open}
        carriers = sea.operation.binding_carriers
        gone = lost.issuperset(carriers)
        state.unbound = state.unbound or gone or any(locates_carrier(one, carriers) for one in state.reports)
        state.sighted = state.sighted or any(identifies(one) for one in state.reports)


def commands(side: Side) -> tuple[Command, ...]:
    """4.3.1 The commands of a side."""
    return ("home_fleet", "severny_flot") if side == "allied" else ("gruppe_nord",)


def has_initiative(sea: Sea, side: Side) -> bool:
    """4.1.1, 4.1.2 In an operation the Allies always have it, in a campaign who won the bid."""
    return side == ("allied" if sea.state.roster is None else sea.state.roster.initiative)


def lies_idle(sea: Sea, side: Side) -> bool:
    """4.1 Without the initiative the Allies have no naval movement segment on day 1 AM."""
    return side == "allied" and sea.state.turn == 1 and not has_initiative(sea, side)


def usable(sea: Sea, command: Command) -> int:
    """4.3.2 The half Command Points that can be used this turn."""
    points = sea.state.command[command]
    return points.left + (points.over if sea.state.turn <= points.until else 0)


def own_ports(sea: Sea, side: Side) -> dict[str, str]:
    """1.1.1 The ports of a side in this operation, with their hexes."""
    return sea.box.own_ports(sea.operation, side)


def held_by(sea: Sea, force: Force) -> str:
    """The rule that keeps a force in port, or ""."""
    state = sea.state
    return may_not_sail(
        sea.box, force, operation=sea.operation, unbound=state.unbound, sighted=state.sighted, lifted=freed(sea, force)
    )


def spend(sea: Sea, command: Command, cost: int, *, capital: int = 0, once: bool = True) -> bool:
    """4.3.2 Spend half points of a command, of which its side alone is told; False if there are not so many. `capital`:
    what of them capital ships cost. Soviet ships are paid for `once`, however many forces they are in, for this turn
    and the next, but for each hex beyond their waters (4.3.2a).
    """
    points, turn = sea.state.command[command], sea.state.turn
    if command == "severny_flot" and cost and once and soviets_paid(sea):
        return True
    if not can_pay(points, cost, turn):
        return False
    bought = pay(points, cost, turn, capital=capital)
    if command == "severny_flot" and cost and once:
        sea.state.soviet_paid = turn
    if cost:
        side: Side = "axis" if command == "gruppe_nord" else "allied"
        sea.tell_side(side, PointsSpent(side, command, bought, points.left))
    return True


def soviets_paid(sea: Sea) -> bool:
    """4.3.2 Whether a point that was spent this turn or the one before lets any Soviet ships sail."""
    paid = sea.state.soviet_paid
    return paid > 0 and sea.state.turn - paid <= 1


def affords(sea: Sea, costs: dict[Command, int]) -> bool:
    """4.3.2 Whether `spend` would have the points for a force that leaves port."""
    paid = soviets_paid(sea)
    owed = {command: cost for command, cost in costs.items() if not (paid and command == "severny_flot")}
    return all(can_pay(sea.state.command[command], cost, sea.state.turn) for command, cost in owed.items())


def costs_of(sea: Sea, force: Force) -> dict[Command, int]:
    """4.3, 4.3.2 The half points that a force costs each command that leaves port: its Soviet ships Severny Flot, its
    other heavy ships the Home Fleet.
    """
    owed: dict[Command, int] = {}
    ships = mustered(sea.box, force.counters)
    if force.side == "axis":
        owed["gruppe_nord"] = 0 if force.port in FREE_PORTS else ships.price
    else:
        owed["home_fleet"] = ships.price
        owed["severny_flot"] = ships.soviet_price
    return {command: cost for command, cost in owed.items() if cost}


def mover(sea: Sea, force: Force) -> Mover:
    """A force as its owner can move it."""
    box, port, ships = sea.box, force.port, mustered(sea.box, force.counters)
    fastest = speed_of(force, ships, sea.state.sky.kind)
    hexes = 0 if sea.follows(force) else hexes_at(box, ships, fastest, sea.now)
    for part in parts_of(sea, force) if hexes and force.convoy is not None else ():
        # 5.6 what is in tow there lets both creep
        hexes = min(hexes, hexes_at(box, mustered(box, part.counters), fastest, sea.now))
    convoy = force.convoy
    return Mover(
        force.id,
        force.kind,
        force.at,
        hexes,
        port,
        chart_name(sea, force),
        _PACES[fastest, bool(port)],
        () if convoy is None else convoy.destinations,
        () if convoy is None else tuple(convoy.been),
        _so_near(convoy),
        _prices(sea, force),
        ships.leaving.ships,
        planned=force.plan is not None and force.kind != "convoy",
        refuels=not port and ships.refuels,
        stands=_may_make_dummy(force),
        tows=ships.tows,
        tugs=ships.leaving.tugs,
        rest=ships.leaving.rest,
        trains=may_train(sea, force),
        shadowed=sea.is_shadowed(force),
    )


def _so_near(convoy: Convoy | None) -> dict[str, int]:
    """5.1.5a How many hexes from its destination a convoy has come, once it has one."""
    if convoy is None or not convoy.destination or convoy.nearest is None:
        return {}
    return {convoy.destination: convoy.nearest}


def _prices(sea: Sea, force: Force) -> dict[str, int]:
    """4.3.2 What leaving port costs; nothing more for Soviet ships while the point for some of them holds."""
    if not force.port:
        return {}
    paid = soviets_paid(sea)
    return {name: cost for name, cost in costs_of(sea, force).items() if not (paid and name == "severny_flot")}


def may_train(sea: Sea, force: Force) -> bool:
    """4.3.4 Whether a force may put out for training: by option an Axis task force in port, once in an operation, while
    no other is about to.
    """
    if not sea.state.options.training or sea.state.training_used or force.side == "allied":
        return False
    if force.kind != "task_force" or not force.port:
        return False
    written = [one.plan for one in sea.forces_of("axis") if one is not force and one.plan is not None]
    return not any(plan.training for plan in written)


def _may_make_dummy(force: Force) -> bool:
    """1.3a–1.3c Beside whom a dummy may come this segment: who stands up, or a task force that may enter port."""
    if force.kind == "task_force":
        return not force.port
    return force.kind == "convoy" and force.level == 0
