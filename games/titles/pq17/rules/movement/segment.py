"""3.2b The naval movement segment, step by step: blocks stand up, forces part, and all move one after the other."""

from collections.abc import Sequence
from functools import partial

from games.titles.pq17.orders.moves import CastOff, Decoy, Move, Refuel, Remove, Route, Split, Stay, Train
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.convoy.dispersal import disperse
from games.titles.pq17.rules.convoy.scattering import scatter_ordered
from games.titles.pq17.rules.forces.command import must_spend
from games.titles.pq17.rules.forces.losses import clear_away_all
from games.titles.pq17.rules.joining import remove_dummy
from games.titles.pq17.rules.movement.orders import commands, has_initiative, lies_idle, spend
from games.titles.pq17.rules.movement.passage import go, hexes_now, lower
from games.titles.pq17.rules.movement.revising import revised
from games.titles.pq17.rules.movement.towing import cast_off
from games.titles.pq17.rules.search.decoys import accompanied, wants_one
from games.titles.pq17.rules.search.levels import stands_up
from games.titles.pq17.rules.search.parting import leaving, new_name, part
from games.titles.pq17.rules.search.shadowing import kept_to_convoys, parted
from games.titles.pq17.table.events.movement import BlockStood
from games.titles.pq17.table.events.operation import SegmentOver
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Plan


async def movement(sea: Sea) -> str:
    """3.2b The whole segment; the Allies have none on day 1 AM without the initiative (4.1)."""
    if lies_idle(sea, sea.phase.side):
        sea.tell(SegmentOver(sea.phase.side, "movement"))
        return "air_movement"
    made = _stand_up(sea)
    await scatter_ordered(sea)
    await disperse(sea)
    for tow in sea.ordered(CastOff):
        cast_off(sea, sea.force(tow.force))
    _part(sea)
    for refuel in sea.ordered(Refuel):
        sea.force(refuel.force).refuelling = True
    _write(sea, sea.phase.orders)
    await _move(sea, made)
    if not sea.now.is_morning:
        _lower(sea)
    _must_spend(sea)
    clear_away_all(sea, sea.forces_of(sea.phase.side))
    kept_to_convoys(sea)
    _lie_down(sea, made)
    sea.tell(SegmentOver(sea.phase.side, "movement"))
    return "air_movement"


async def _move(sea: Sea, made: set[str]) -> None:
    """3.2b, 6.6.1b Blocks move one after the other; those behind one that was found or stopped, as ordered by then."""
    moved: list[str] = []
    waiting = _in_order(sea)
    while waiting:
        force = waiting.pop(0)
        level = force.level
        moved.append(force.id)
        await go(sea, force)
        _escaped(sea, force, level, made)
        if sea.phase.unforeseen:
            _write(sea, await revised(sea, moved))
            waiting = [one for one in _in_order(sea) if one.id not in moved]


def _must_spend(sea: Sea) -> None:
    """4.3a Who has the initiative spends a point in his first segment that is played, if on nothing."""
    state, side = sea.state, sea.phase.side
    own = [command for command in commands(side) if command in state.command]
    if not own or any(state.command[command].spent for command in own):
        return
    first, initiative = state.turn == state.start, has_initiative(sea, side)
    if must_spend(state.command[own[0]], first=first, initiative=initiative):
        spend(sea, own[0], sea.box.numbers.command.capital_ship)


def _stand_up(sea: Sea) -> set[str]:
    """6.6a, 1.3a, 1.3d Blocks at ID 0 stand up, perhaps with a dummy beside them; dummies go that are not wanted. The
    hexes in which a dummy came.
    """
    side, made = sea.phase.side, set[str]()
    for order in sea.ordered(Remove):
        remove_dummy(sea, sea.force(order.dummy))
    wanted = {order.force for order in sea.ordered(Decoy)}
    for force in sea.as_seen([one for one in sea.afloat(side) if one.level is not None]):
        if stands_up(force.level, shadowed=sea.is_shadowed(force)):
            sea.stand(force)
            seen = BlockStood(side, force.block, force.at)
            sea.tell_of(side, BlockStood(side, force.block, force.at, force.id), seen)
            if force.id in wanted:
                put_dummy(sea, force, made)
    return made


def _escaped(sea: Sea, force: Force, level: int | None, made: set[str]) -> None:
    """6.3.5b, 1.3a A block that shook off its shadowers on its way and stands has a dummy beside it where it stops, if
    that was ordered, now or for good. `level`: what it had before.
    """
    stood = level is not None and force.level is None and force.at_sea and force in sea.state.forces
    if stood and (wants_one(sea, force) or any(order.force == force.id for order in sea.ordered(Decoy))):
        put_dummy(sea, force, made)


def _lie_down(sea: Sea, made: set[str]) -> None:
    """1.3b, 5.1.2 A dummy comes beside a task force that entered port in this segment, if that was ordered. They come
    when all have moved, so that the enemy sees them before everybody is told that the segment is over.
    """
    wanted = {order.force for order in sea.ordered(Decoy)}
    for force in sea.as_seen([one for one in sea.forces_of(sea.phase.side) if one.port and one.id in wanted]):
        if force.id in sea.phase.moved:
            put_dummy(sea, force, made)


def put_dummy(sea: Sea, force: Force, made: set[str]) -> None:
    """1.3, 1.3b, 1.3c A dummy beside a force that may make one, if there is one left; in the hex of a port no more than
    one a turn. `made`: the hexes in which one came, to which its own is added.
    """
    if force.at in made and force.at in sea.box.port_hexes:
        return
    if accompanied(sea, force):
        made.add(force.at)


def _part(sea: Sea) -> None:
    """1.2.3 Ships leave forces as ordered."""
    for order in sea.ordered(Split):
        force = sea.force(order.force)
        ships = leaving(sea, force, order.ships)
        try:
            new = part(sea, force, ships, new_name(sea, order.force))
        except ValueError:
            continue
        parted(sea, force.side, [force, new], {"stays": force, "leaves": new}.get(order.followed))


def _write(sea: Sea, orders: Sequence[AnyOrder]) -> None:
    """What was ordered is what is written for the forces from now on."""
    for order in orders:
        if isinstance(order, Stay):
            sea.force(order.force).plan = None
        elif isinstance(order, Move):
            trains = isinstance(order, Train)
            sea.force(order.force).plan = Plan(0, order.way, order.enters, order.pace, order.ice, trains)
        elif isinstance(order, Route):
            force = sea.force(order.convoy)
            sails = force.plan.sails if force.plan is not None and force.port else 0
            old = force.plan if force.plan is not None and force.plan.destination == order.to else Plan()
            force.plan = Plan(sails, order.way, order.to, ice=order.ice, then=old.then, lands=old.lands)
            if force.convoy is not None and force.convoy.destination != order.to:
                force.convoy.destination, force.convoy.nearest = order.to, None


def _in_order(sea: Sea) -> list[Force]:
    """3.2b Who moves when: as the owner wrote it, then the others, in an order that depends on nothing hidden."""
    ordered = [
        order.force if isinstance(order, Move) else order.convoy
        for order in sea.phase.orders
        if isinstance(order, Move | Route)
    ]
    first = [force for name in ordered for force in sea.state.forces if force.id == name]
    rest = [force for force in sea.forces_of(sea.phase.side) if force.plan is not None and force not in first]
    scattering = {order.convoy for order in sea.ordered(Scatter)}
    everybody = first + _as_written(sea, rest)
    return [force for force in everybody if force.id not in scattering and not _is_part(force)]


def _as_written(sea: Sea, forces: Sequence[Force]) -> list[Force]:
    """1.2b Forces in the order of what is seen of them, and of their ways; of those that have one and the same, as
    nobody can tell apart before they move, in that of how far they go this turn.
    """
    alike: dict[tuple[str, str, int, tuple[str, ...]], list[Force]] = {}
    for force in forces:
        alike.setdefault(_written(force), []).append(force)
    found: list[Force] = []
    for written in sorted(alike):
        same = alike[written]
        found += same if len(same) == 1 else sorted(same, key=partial(_hexes, sea))
    return found


def _is_part(force: Force) -> bool:
    """5.6 A dispersed part goes with its convoy."""
    return force.convoy is not None and bool(force.convoy.part_of)


def _hexes(sea: Sea, force: Force) -> int:
    """How far a force goes this turn."""
    return hexes_now(sea, force, force.plan) if force.plan is not None else 0


def _written(force: Force) -> tuple[str, str, int, tuple[str, ...]]:
    return force.at, force.port, force.block, force.plan.route if force.plan is not None else ()


def _lower(sea: Sea) -> None:
    """6.6 In a PM turn the ID of whoever did not move is lowered too."""
    side = sea.phase.side
    for force in sea.as_seen([one for one in sea.afloat(side) if one.level is not None]):
        if force.id not in sea.phase.moved:
            lower(sea, force, moved=False)
