"""5.0 to 5.7, 4.3 A force goes on its way: how far this turn, out of port, step by step, and into port."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from msgspec import structs

from games.titles.pq17.box.pieces import Ice
from games.titles.pq17.orders.prospects import HEXES
from games.titles.pq17.rules.convoy import dispersal
from games.titles.pq17.rules.convoy.calling import comes_in
from games.titles.pq17.rules.forces.command import can_pay, capital_price, needs_point
from games.titles.pq17.rules.forces.ground_crews import frees_patrol
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.forces.points import convoy_arrives, patrol_abandoned
from games.titles.pq17.rules.forces.situations import opened, sails_bound
from games.titles.pq17.rules.fuel.marks import burns
from games.titles.pq17.rules.fuel.marks import sailing as fuel_on_sailing
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX, in_germany
from games.titles.pq17.rules.movement.berths import berths_for, berths_taken
from games.titles.pq17.rules.movement.charts import sailing
from games.titles.pq17.rules.movement.grounding import runs_aground
from games.titles.pq17.rules.movement.ice import Crossing, comes_after, crosses, opens_kara
from games.titles.pq17.rules.movement.orders import affords, costs_of, held_by, spend
from games.titles.pq17.rules.movement.passing import passed_through
from games.titles.pq17.rules.movement.paths import (
    CHANNEL,
    DOORS,
    KARA,
    come_nearer,
    convoy_barred,
    distance_left,
    ice_barred,
    step_barred,
)
from games.titles.pq17.rules.movement.ports import excuses_patrol, leaves_patrol
from games.titles.pq17.rules.movement.speed import allowance, keeps_to_cruise
from games.titles.pq17.rules.movement.training import begins, may_end_at, sails_to_train
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.levels import after_moving
from games.titles.pq17.rules.submarine.patrol import patrolled
from games.titles.pq17.rules.weather.ice import bars
from games.titles.pq17.table.events.movement import BlockMoved, Held, LevelFell
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Plan


async def go(sea: Sea, force: Force) -> None:
    """4.2d A force does this turn what is written for it, planned or anew; what it cannot do its owner is told. Who
    shadows another never moves in its own phase (5.4, 6.3).
    """
    plan = force.plan
    if plan is None or sea.state.turn < plan.sails or _is_stopped(sea, force) or sea.follows(force):
        return
    if force.at == CHANNEL:
        return
    most = hexes_now(sea, force, plan)
    if most < 1 or (force.port and not await _puts_to_sea(sea, force)):
        return
    shadowing.release(sea, force)
    before, origin, left = force.block, force.at, force.port
    way, enters = this_turn(force, plan, most)
    if left:
        _leave(sea, force)
    gone = await _steps(sea, force, way)
    if force not in sea.state.forces:
        return
    port = plan.destination if enters and gone == way and await _enters(sea, force, plan.destination) else ""
    if force not in sea.state.forces:
        return
    _come_to_rest(sea, force, port)
    _note(sea, force, gone=gone, left=left, port=port)
    if gone or left or port:
        own = BlockMoved(force.side, before, force.block, origin, gone, left, port, force.id)
        sea.tell_of(force.side, own, structs.replace(own, force=""))
        _parts_follow(sea, force, BlockMoved(force.side, 0, 0, origin, gone, left, port), plan)


def _parts_follow(sea: Sea, force: Force, moved: BlockMoved, plan: Plan) -> None:
    """5.6, 9.3.2 The dispersed part goes the way of its convoy, which is told of it as of any other block."""
    goes_on = bool(moved.port) and comes_in(sea, force, plan)
    parts = parts_of(sea, force)
    before = {part.id: part.block for part in parts}
    for part in parts if moved.way else ():
        lower(sea, part, moved=True)
    for part in dispersal.follow(sea, force, moved.way, moved.port):
        sea.phase.moved.append(part.id)
        seen = structs.replace(moved, before=before[part.id], block=part.block)
        sea.tell_of(part.side, structs.replace(seen, force=part.id), seen)
        if moved.port and not goes_on:
            convoy_arrives(sea, part)


def _is_stopped(sea: Sea, force: Force) -> bool:
    """9.2.5a A gale stops a convoy, and with it its dispersed part, or the other way round."""
    stopped = sea.state.sky.stopped
    return bool(stopped) and any(one.id in stopped for one in (force, *parts_of(sea, force)))


def hexes_now(sea: Sea, force: Force, plan: Plan) -> int:
    """5.1, 5.6 The hexes that a force may still go this turn, at the pace that is written, and its dispersed part with
    it.
    """
    most = min(allowance(sea.box, one, sea.state.sky.kind, sea.now) for one in (force, *parts_of(sea, force)))
    most = min(most, HEXES[plan.pace or "cruise"])
    if most > HEXES["cruise"]:
        way, enters = plan.route[: HEXES["high"]], bool(plan.destination) and len(plan.route) < most
        most = HEXES["cruise"] if keeps_to_cruise(sea.box, force, way, enters_port=enters) else most
    return most - force.moved


def this_turn(force: Force, plan: Plan, most: int) -> tuple[tuple[str, ...], bool]:
    """5.1.2, 5.1.3 The hexes of a plan that are entered this turn, and whether the port at their end is."""
    steps = most - bool(force.port)
    way = plan.route[:steps]
    enters = bool(plan.destination) and len(way) == len(plan.route) and len(way) < steps
    return way, enters


# --- out of port and into it


async def _puts_to_sea(sea: Sea, force: Force) -> bool:
    """5.1.3, 10.0, 4.3.2, T.scenarios.b Whether a force gets out of port: nothing keeps it there, the ice lets it
    through, its points are spent, and it does not run aground. Who is not able to pay does not try the ice.
    """
    if not _may_leave(sea, force):
        return False
    if (sails_to_train(force) or affords(sea, costs_of(sea, force))) and not await _through_port(sea, force):
        return False
    return force in sea.state.forces and _pays(sea, force) and not await runs_aground(sea, force)


async def _through_port(sea: Sea, force: Force) -> bool:
    """10.0, 10.2.4 Whether the ice of a port's own hex lets a force in or out; if it surely does not, nobody tries."""
    rule = ice_barred(sea.box, force, force.at, sailing(sea))
    if rule:
        sea.tell_side(force.side, Held(force.side, force.id, force.at, rule))
        return False
    return (await _meets_ice(sea, force, force.at)).passes


def _may_leave(sea: Sea, force: Force) -> bool:
    """5.1.3, 5.1.8, 11.4 Whether a force may sail now."""
    rule = held_by(sea, force)
    if rule:
        sea.tell_side(force.side, Held(force.side, force.id, force.at, rule))
    return not rule


def _pays(sea: Sea, force: Force) -> bool:
    """4.3.2, 4.3.4 Spend the Command Points for a force that leaves port, but for one that trains."""
    if sails_to_train(force):
        return True
    costs = costs_of(sea, force)
    if not affords(sea, costs):
        sea.tell_side(force.side, Held(force.side, force.id, force.at, "4.3"))
        return False
    for command, cost in costs.items():
        spend(sea, command, cost, capital=capital_price(sea.box, force.counters, port=force.port))
    return True


def _leave(sea: Sea, force: Force) -> None:
    """5.1.3, 11.1, 11.4a, 11.4.1 A force puts to sea, with a mark for its fuel; a break-out goes as far as any heavy
    ships, and who trains not far.
    """
    trains, port = sails_to_train(force), force.port
    sails_bound(sea, force)
    sea.leave(force)
    if trains:
        begins(sea, force, port)
    force.moved += 1
    force.resting = 0
    _fuelled(sea, force, trains=trains)


def _fuelled(sea: Sea, force: Force, *, trains: bool = False) -> None:
    """11.1, 11.1.4, 11.4a, 11.4.1 The mark of a force that has none as it puts to sea, or leaves the German box."""
    if force.fuel is None and burns(sea.box, force.counters):
        german = in_germany(sea, force)
        force.fuel = fuel_on_sailing(
            sea.box,
            sea.state.turn,
            force.counters,
            far=force.side == "allied" or german or "atlantic" in opened(sea, force),
            german=german,
            training=trains,
            soviet_endurance=sea.state.options.soviet_fuel,
        )


async def _enters(sea: Sea, force: Force, port: str) -> bool:
    """5.1.2, 5.1.2a, 5.1.3, 10.0 Whether a force enters a port now."""
    one = sea.box.ports[port]
    if force.at != one.hex or force.from_port or (one.use == "submarines" and force.kind != "wolfpack"):
        return False
    if not (berths_for(sea, force, port) and await _through_port(sea, force) and _ends_training(sea, force, port)):
        return False
    berths_taken(sea, force, port)
    return True


def _ends_training(sea: Sea, force: Force, place: str) -> bool:
    """4.3.4 Whether a force in training may end it here; its owner is told if there are no points for that."""
    allowed = may_end_at(sea, force, place)
    if not allowed:
        sea.tell_side(force.side, Held(force.side, force.id, force.at, "4.3.4"))
    return allowed


def _come_to_rest(sea: Sea, force: Force, port: str) -> None:
    if port:
        force.moved += 1
        if force.convoy is not None:
            force.convoy.scattered = False  # 5.5
        sea.rest(force, port)
        shadowing.entered_port(sea, force)
    else:
        sea.rest(force)
        shadowing.rested(sea, force)


# --- on the way


async def _steps(sea: Sea, force: Force, way: Sequence[str]) -> tuple[str, ...]:
    """Hex by hex, until it is there or something stops it; the hexes that it entered."""
    gone: list[str] = []
    followed: dict[str, int] = {}
    for place, hex_ in enumerate(way):
        ice = await _enters_hex(sea, force, hex_)
        if ice is None or force not in sea.state.forces:
            break
        if cost := _beyond(sea, force, hex_):
            spend(sea, "severny_flot", cost, once=False)
        if not gone:
            lower(sea, force, moved=True)
        if force.convoy is not None:
            force.convoy.been.append(force.at)
        if force.at == GERMAN_BOX:
            _fuelled(sea, force)
        sea.step(force, hex_)
        _watch(sea, force, hex_)
        gone.append(hex_)
        force.moved += 1
        _advance(sea, force)
        kept = await _kept_back(sea, force, ice, followed)
        for follower in shadowing.moved(sea, force, partial(_may_follow, sea, ice, followed, kept)):
            _keeps_up(sea, follower, followed)
            await comes_after(sea, follower, ice)
        if place + 1 < len(way) and force.kind != "convoy" and await passed_through(sea, force):
            force.plan = None
            break
    return tuple(gone)


async def _kept_back(sea: Sea, force: Force, ice: Ice, followed: Mapping[str, int]) -> frozenset[str]:
    """5.4, 7.4.5 The packs that shadow a force and are kept by air patrols from the hex that it has entered."""
    kept: set[str] = set()
    if force.at in sea.box.hexes and force.at not in sea.box.all_ports(sea.operation):
        for pack in [sea.force(one.who) for one in sea.state.shadows if (one.target, one.by) == (force.id, "wolfpack")]:
            hexes = followed.get(pack.id, 0) + 1
            if _may_follow(sea, ice, followed, kept, pack, force.at) and await patrolled(
                sea, pack, pack.at, force.at, hexes
            ):
                kept.add(pack.id)
    return frozenset(kept)


def _may_follow(
    sea: Sea, ice: Ice, followed: Mapping[str, int], kept: Collection[str], follower: Force, hex_: str
) -> bool:
    """5.4, 5.0, 5.1, 5.1.4, 5.1.6, 5.1.7, 5.2.1, 4.3.2a Whether a block that shadows gets where its target went,
    through the ice it met, after so many hexes that it has `followed` this turn; not who was `kept` by air patrols.
    """
    cost = _beyond(sea, follower, hex_)
    if follower.id in kept or (cost and not can_pay(sea.state.command["severny_flot"], cost, sea.state.turn)):
        return False
    by = sailing(sea, opened(sea, follower), pack=_keeps_clear(follower))
    most = allowance(sea.box, follower, sea.state.sky.kind, sea.now)
    if keeps_to_cruise(sea.box, follower, (hex_,), enters_port=False):
        most = min(most, HEXES["cruise"])
    if followed.get(follower.id, 0) >= most:
        return False
    return not step_barred(sea.box, follower, follower.at, hex_, by) and not bars(follower.side, ice)


def _keeps_clear(force: Force) -> bool:
    """5.2.1 Whether it may matter to a force where friends are."""
    return force.kind == "wolfpack" and force.side == "allied"


def _keeps_up(sea: Sea, follower: Force, followed: dict[str, int]) -> None:
    """11.1.3, 4.3.2a, 5.1.9a A block that shadows has gone a hex more, which costs it what it costs any force: fuel at
    high speed, a point of Severny Flot beyond its waters; and it may be on patrol no more.
    """
    followed[follower.id] = hexes = followed.get(follower.id, 0) + 1
    if hexes == HEXES["high"]:
        follower.spent += sea.box.numbers.fuel.high_speed
    if cost := _beyond(sea, follower, follower.at):
        spend(sea, "severny_flot", cost, once=False)
    _watch(sea, follower, follower.at)


async def _enters_hex(sea: Sea, force: Force, hex_: str) -> Ice | None:
    """5.0, 5.1.4–5.1.7, 10.1 The next step: what bars it, and the ice that it meets; None if it gets no farther."""
    by = sailing(sea, opened(sea, force), pack=_keeps_clear(force))
    rule = step_barred(sea.box, force, force.at, hex_, by)
    if not rule and force.convoy is not None:
        rule = convoy_barred(sea.box, force, force.at, hex_, force.convoy.been, by)
    cost = _beyond(sea, force, hex_)
    if not rule and cost and not can_pay(sea.state.command["severny_flot"], cost, sea.state.turn):
        rule = "4.3.2a"
    if not rule and hex_ in DOORS:
        rule = "" if may_end_at(sea, force, hex_) else "4.3.4"
    if rule:
        sea.tell_side(force.side, Held(force.side, force.id, force.at, rule, into=hex_))
        _give_up(sea, force)
        return None
    if KARA in (hex_, force.at):
        return "clear" if await opens_kara(sea, force, hex_) else None
    if hex_ in DOORS or force.at in DOORS:
        return "clear"
    if await _is_kept(sea, force, hex_):
        return None
    crossing = await _meets_ice(sea, force, hex_)
    if (not crossing.passes and crossing.turns) or _lies_still(sea, force, hex_):
        _give_up(sea, force)
        return None
    return crossing.ice if crossing.passes else None


def _lies_still(sea: Sea, force: Force, hex_: str) -> bool:
    """5.1.1, 10.2.6 Whether the ice has just put out the tug of a force, which is not in that hex yet: who lies Dead in
    the Water goes nowhere.
    """
    still = force in sea.state.forces and not allowance(sea.box, force, sea.state.sky.kind, sea.now)
    if still:
        sea.tell_side(force.side, Held(force.side, force.id, force.at, "5.1.1", into=hex_))
    return still


def _beyond(sea: Sea, force: Force, hex_: str) -> int:
    """4.3.2a What a hex beyond the waters of the Soviets costs a force with their ships; paid once it is there."""
    owes = force.side == "allied" and hex_ in sea.box.hexes and needs_point(sea.box, force.counters, hex_)
    return sea.box.numbers.command.soviet_hex if owes else 0


async def _meets_ice(sea: Sea, force: Force, hex_: str) -> Crossing:
    """10.0, 10.1, 6.6.1b A force tries the ice; one that does not get through may change what others do."""
    crossing = await crosses(sea, force, hex_)
    sea.phase.unforeseen = sea.phase.unforeseen or not crossing.passes
    return crossing


async def _is_kept(sea: Sea, force: Force, hex_: str) -> bool:
    """7.4.5, 7.4.5a, 7.4.5c Whether air patrols keep a pack where it is: it tries again while it has movement left,
    each try at the cost of a hex. One that is kept in its first hex does not count as one that stayed.
    """
    if force.kind != "wolfpack":
        return False
    wanted = force.moved + (min(len(force.plan.route), hexes_now(sea, force, force.plan)) if force.plan else 1)
    most = allowance(sea.box, force, sea.state.sky.kind, sea.now)
    while force.moved < most and await patrolled(sea, force, force.at, hex_, wanted, attempt=force.moved):
        force.moved += 1
        sea.phase.moved.append(force.id)
    return force.moved >= most


def _give_up(sea: Sea, force: Force) -> None:
    """What was written cannot be done: a convoy looks for another way, others wait for orders."""
    plan = force.plan
    if plan is None:
        return
    force.plan = None
    if force.convoy is not None and plan.destination:
        goal = sea.box.ports[plan.destination].hex
        shut = {
            *force.convoy.been,
            *sea.box.enemy_ports(sea.operation, force.side),
            plan.route[0] if plan.route else "",
        }
        way = sea.box.waters.shortest(force.at, goal, shut - {force.at})
        force.plan = structs.replace(plan, route=way if way is not None else plan.route)


def _advance(sea: Sea, force: Force) -> None:
    """What is left of the way; 5.1.5a how near to its port a convoy has been."""
    if force.plan is not None:
        force.plan = structs.replace(force.plan, route=force.plan.route[1:])
    if force.convoy is not None:
        come_nearer(force.convoy, distance_left(sea.box, force, force.at, sailing(sea)))


def lower(sea: Sea, force: Force, *, moved: bool) -> None:
    """6.6 The ID of a force falls by one as it leaves its first hex, or stays in a PM turn, unless it is shadowed; a
    scattered convoy keeps its own (6.8.1).
    """
    if force.convoy is not None and force.convoy.scattered:
        return
    level = after_moving(force.level, moved=moved, morning=sea.now.is_morning, shadowed=sea.is_shadowed(force))
    if level is not None and level != force.level:
        force.level = level
        seen = LevelFell(force.side, force.block, force.at, level)
        sea.tell_of(force.side, structs.replace(seen, force=force.id), seen)


def _note(sea: Sea, force: Force, *, gone: tuple[str, ...], left: str, port: str) -> None:
    """11.1.3 What a turn's way costs; a plan that is carried out is void, and high speed was for this turn."""
    if len(gone) >= HEXES["high"]:
        force.spent += sea.box.numbers.fuel.high_speed
    if gone or left or port:
        sea.phase.moved.append(force.id)
    plan = force.plan
    if plan is not None:
        done = not plan.route and (port or not plan.destination)
        if done:
            force.plan = None
        elif plan.pace == "high" or plan.training:
            pace = "" if plan.pace == "high" else plan.pace
            force.plan = structs.replace(plan, pace=pace, training=plan.training and bool(force.port))


def _watch(sea: Sea, force: Force, hex_: str) -> None:
    """5.1.9a Ships of Patrol White that leave their area by the hex that they have entered, whatever befalls them in
    the next, excused by what the Allies know, or by operation EV (15.8.3b), or not.
    """
    ships = leaves_patrol(sea.box, force, (hex_,), sea.state.patrol) if force.side == "allied" else ()
    if ships:
        sea.state.patrol = [ship for ship in sea.state.patrol if ship not in ships]
        if not (frees_patrol(sea) or excuses_patrol(sea.box, sea.state.reports)):
            patrol_abandoned(sea, ships)
