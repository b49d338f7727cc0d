"""5.0 to 5.7, 4.3 How a force moves in a turn: out of port, hex by hex, and into port."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from msgspec import structs

from games.titles.pq17.components.pieces import Ice
from games.titles.pq17.orders.prospects import HEXES
from games.titles.pq17.rules.convoy import dispersal
from games.titles.pq17.rules.convoy.calling import enter_port
from games.titles.pq17.rules.forces.command import can_pay, capital_price, needs_point
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.forces.ground_crews import is_patrol_free
from games.titles.pq17.rules.forces.situations import opened_areas, show_as_tirpitz_sails
from games.titles.pq17.rules.forces.victory_points import charge_abandoned_patrol, score_convoy_arrival
from games.titles.pq17.rules.fuel.marks import fuel_at_sailing as fuel_on_sailing
from games.titles.pq17.rules.fuel.marks import needs_fuel
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX, in_germany
from games.titles.pq17.rules.movement.berths import make_room_in_port, use_berths
from games.titles.pq17.rules.movement.charts import sailing
from games.titles.pq17.rules.movement.grounding import runs_aground
from games.titles.pq17.rules.movement.ice import Crossing, apply_ice_to_follower, may_enter_kara, try_to_cross
from games.titles.pq17.rules.movement.orders import affords, costs_of, held_by, spend_points
from games.titles.pq17.rules.movement.passing import search_passing_block
from games.titles.pq17.rules.movement.paths import (
    CHANNEL,
    DOORS,
    KARA,
    convoy_barred_by,
    distance_left,
    ice_barred_by,
    note_distance,
    step_barred_by,
)
from games.titles.pq17.rules.movement.ports import excuses_patrol, leaves_patrol
from games.titles.pq17.rules.movement.speed import allowance, high_speed_barred_by
from games.titles.pq17.rules.movement.training import begin_training, end_training, sails_to_train
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.identification import level_after_moving
from games.titles.pq17.rules.submarine.patrol import is_kept_out
from games.titles.pq17.rules.weather.ice import is_impassable
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockMoved, Held, LevelFell
from games.titles.pq17.state.state import Force, Plan


async def move_force(board: Board, force: Force) -> None:
    """4.2d Move a force by its plan for this turn. If it stops early, tell its owner why.

    A force that shadows another never moves in its own phase (5.4, 6.3).
    """
    plan = force.plan
    if plan is None or board.state.turn < plan.sails or _is_stopped(board, force) or board.follows(force):
        return
    if force.at == CHANNEL:
        return
    most = hexes_now(board, force, plan)
    if most < 1 or (force.port and not await _puts_to_sea(board, force)):
        return
    shadowing.release_target(board, force)
    before, origin, left = force.block, force.at, force.port
    way, enters = hexes_this_turn(force, plan, most)
    if left:
        _leave(board, force)
    gone = await _steps(board, force, way)
    if force not in board.state.forces:
        return
    port = plan.destination if enters and gone == way and await _enters(board, force, plan.destination) else ""
    if force not in board.state.forces:
        return
    _come_to_rest(board, force, port)
    _note(board, force, gone=gone, left=left, port=port)
    if gone or left or port:
        own = BlockMoved(force.side, before, force.block, origin, gone, left, port, force.id)
        board.tell_of(force.side, own, structs.replace(own, force=""))
        _parts_follow(board, force, BlockMoved(force.side, 0, 0, origin, gone, left, port), plan)


def _parts_follow(board: Board, force: Force, moved: BlockMoved, plan: Plan) -> None:
    """5.6, 9.3.2 Let a convoy that has reached port enter it, and move its dispersed parts along with it.

    The moves of these parts are announced like any block's. `moved`: the convoy's move.
    """
    goes_on = bool(moved.port) and enter_port(board, force, plan)
    parts = parts_of(board, force)
    before = {part.id: part.block for part in parts}
    for part in parts if moved.way else ():
        lower_level(board, part, moved=True)
    for part in dispersal.move_dispersed_part(board, force, moved.way, moved.port):
        board.phase.moved.append(part.id)
        seen = structs.replace(moved, before=before[part.id], block=part.block)
        board.tell_of(part.side, structs.replace(seen, force=part.id), seen)
        if moved.port and not goes_on:
            score_convoy_arrival(board, part)


def _is_stopped(board: Board, force: Force) -> bool:
    """9.2.5a Return True if a gale stops a convoy or one of its dispersed parts: then none of them moves."""
    stopped = board.state.sky.stopped
    return bool(stopped) and any(one.id in stopped for one in (force, *parts_of(board, force)))


def hexes_now(board: Board, force: Force, plan: Plan) -> int:
    """5.1, 5.6 Return how many hexes a force and its dispersed parts may still move this turn at the ordered speed."""
    most = min(allowance(board.box, one, board.state.sky.kind, board.now) for one in (force, *parts_of(board, force)))
    most = min(most, HEXES[plan.pace or "cruise"])
    if most > HEXES["cruise"]:
        way, enters = plan.route[: HEXES["high"]], bool(plan.destination) and len(plan.route) < most
        most = HEXES["cruise"] if high_speed_barred_by(board.box, force, way, enters_port=enters) else most
    return most - force.moved


def hexes_this_turn(force: Force, plan: Plan, most: int) -> tuple[tuple[str, ...], bool]:
    """5.1.2, 5.1.3 Return the hexes of a plan that the force enters this turn, and whether it then enters its port.

    `most`: the hexes that the force may move this turn. Leaving a port and entering one count as a hex each.
    """
    steps = most - bool(force.port)
    way = plan.route[:steps]
    enters = bool(plan.destination) and len(way) == len(plan.route) and len(way) < steps
    return way, enters


# --- out of port and into it


async def _puts_to_sea(board: Board, force: Force) -> bool:
    """5.1.3, 10.0, 4.3.2, T.scenarios.b Let a force try to leave port; return True if it succeeds.

    The rules must allow it, the ice must let it pass, it must have Command Points, and it must not run aground. A force
    that cannot pay does not try the ice.
    """
    if not _may_leave(board, force):
        return False
    if (sails_to_train(force) or affords(board, costs_of(board, force))) and not await _through_port(board, force):
        return False
    return force in board.state.forces and _pays(board, force) and not await runs_aground(board, force)


async def _through_port(board: Board, force: Force) -> bool:
    """10.0, 10.2.4 Return True if the ice of a port's own hex lets a force leave or enter the port.

    If the ice certainly stops the force, no die is rolled.
    """
    rule = ice_barred_by(board.box, force, force.at, sailing(board))
    if rule:
        board.tell_side(force.side, Held(force.side, force.id, force.at, rule))
        return False
    return (await _meets_ice(board, force, force.at)).passes


def _may_leave(board: Board, force: Force) -> bool:
    """5.1.3, 5.1.8, 11.4 Return True if no rule keeps a force in port; otherwise tell its owner the rule."""
    rule = held_by(board, force)
    if rule:
        board.tell_side(force.side, Held(force.side, force.id, force.at, rule))
    return not rule


def _pays(board: Board, force: Force) -> bool:
    """4.3.2, 4.3.4 Spend the Command Points for leaving port; return False if there are too few.

    Training costs none.
    """
    if sails_to_train(force):
        return True
    costs = costs_of(board, force)
    if not affords(board, costs):
        board.tell_side(force.side, Held(force.side, force.id, force.at, "4.3"))
        return False
    for command, cost in costs.items():
        spend_points(board, command, cost, capital=capital_price(board.box, force.counters, port=force.port))
    return True


def _leave(board: Board, force: Force) -> None:
    """5.1.3, 11.1, 11.4a, 11.4.1 Move a force out of its port, and set its fuel marker."""
    trains, port = sails_to_train(force), force.port
    show_as_tirpitz_sails(board, force)
    board.leave(force)
    if trains:
        begin_training(board, force, port)
    force.moved += 1
    force.resting = 0
    _fuelled(board, force, trains=trains)


def _fuelled(board: Board, force: Force, *, trains: bool = False) -> None:
    """11.1, 11.1.4, 11.4a, 11.4.1 Set the fuel marker of a force that has none, as it leaves port or the German box."""
    if force.fuel is None and needs_fuel(board.box, force.counters):
        german = in_germany(board, force)
        force.fuel = fuel_on_sailing(
            board.box,
            board.state.turn,
            force.counters,
            far=force.side == "allied" or german or "atlantic" in opened_areas(board, force),
            german=german,
            training=trains,
            soviet_endurance=board.state.options.soviet_fuel,
        )


async def _enters(board: Board, force: Force, port: str) -> bool:
    """5.1.2, 5.1.2a, 5.1.3, 10.0 Prepare a force to enter a port; return False if it cannot.

    The caller moves the block. Ships for which a Russian port has no room leave the force; the others are counted
    against its limits. Training ends.
    """
    one = board.box.ports[port]
    if force.at != one.hex or force.from_port or (one.use == "submarines" and force.kind != "wolfpack"):
        return False
    if not (
        make_room_in_port(board, force, port)
        and await _through_port(board, force)
        and _ends_training(board, force, port)
    ):
        return False
    use_berths(board, force, port)
    return True


def _ends_training(board: Board, force: Force, place: str) -> bool:
    """4.3.4 End the training of a force in a port; if there are not enough points, tell its owner and return False."""
    allowed = end_training(board, force, place)
    if not allowed:
        board.tell_side(force.side, Held(force.side, force.id, force.at, "4.3.4"))
    return allowed


def _come_to_rest(board: Board, force: Force, port: str) -> None:
    if port:
        force.moved += 1
        if force.convoy is not None:
            force.convoy.scattered = False  # 5.5
        board.rest(force, port)
        shadowing.end_in_port(board, force)
    else:
        board.rest(force)
        shadowing.stop_followers(board, force)


# --- on the way


async def _steps(board: Board, force: Force, way: Sequence[str]) -> tuple[str, ...]:
    """Move a force hex by hex along `way` until it arrives or is stopped; return the hexes that it entered."""
    gone: list[str] = []
    followed: dict[str, int] = {}
    for place, hex_ in enumerate(way):
        ice = await _enters_hex(board, force, hex_)
        if ice is None or force not in board.state.forces:
            break
        if cost := _beyond(board, force, hex_):
            spend_points(board, "severny_flot", cost, once=False)
        if not gone:
            lower_level(board, force, moved=True)
        if force.convoy is not None:
            force.convoy.been.append(force.at)
        if force.at == GERMAN_BOX:
            _fuelled(board, force)
        board.step(force, hex_)
        _watch(board, force, hex_)
        gone.append(hex_)
        force.moved += 1
        _advance(board, force)
        kept = await _kept_back(board, force, ice, followed)
        for follower in shadowing.move_shadowers(board, force, partial(_may_follow, board, ice, followed, kept)):
            _keeps_up(board, follower, followed)
            await apply_ice_to_follower(board, follower, ice)
        if place + 1 < len(way) and force.kind != "convoy" and await search_passing_block(board, force):
            force.plan = None
            break
    return tuple(gone)


async def _kept_back(board: Board, force: Force, ice: Ice, followed: Mapping[str, int]) -> frozenset[str]:
    """5.4, 7.4.5 Return the packs that shadow a force, but that air patrols keep from following it into its hex.

    `followed`: by block, the hexes in which it has followed this turn.
    """
    kept: set[str] = set()
    if force.at in board.box.hexes and force.at not in board.box.all_ports(board.operation):
        for pack in [
            board.force(one.who) for one in board.state.shadows if (one.target, one.by) == (force.id, "wolfpack")
        ]:
            hexes = followed.get(pack.id, 0) + 1
            if _may_follow(board, ice, followed, kept, pack, force.at) and await is_kept_out(
                board, pack, pack.at, force.at, hexes
            ):
                kept.add(pack.id)
    return frozenset(kept)


def _may_follow(
    board: Board, ice: Ice, followed: Mapping[str, int], kept: Collection[str], follower: Force, hex_: str
) -> bool:
    """5.4, 5.0, 5.1, 5.1.4, 5.1.6, 5.1.7, 5.2.1, 4.3.2a Return True if a shadowing block can follow into a hex.

    `ice`: the ice that the target met. `followed`: by block, the hexes in which it has followed this turn. `kept`:
    packs that air patrols keep back.
    """
    cost = _beyond(board, follower, hex_)
    if follower.id in kept or (cost and not can_pay(board.state.command["severny_flot"], cost, board.state.turn)):
        return False
    by = sailing(board, opened_areas(board, follower), pack=_keeps_clear(follower))
    most = allowance(board.box, follower, board.state.sky.kind, board.now)
    if high_speed_barred_by(board.box, follower, (hex_,), enters_port=False):
        most = min(most, HEXES["cruise"])
    if followed.get(follower.id, 0) >= most:
        return False
    return not step_barred_by(board.box, follower, follower.at, hex_, by) and not is_impassable(follower.side, ice)


def _keeps_clear(force: Force) -> bool:
    """5.2.1 Return True for an Allied wolfpack, which may have to avoid hexes of friendly forces."""
    return force.kind == "wolfpack" and force.side == "allied"


def _keeps_up(board: Board, follower: Force, followed: dict[str, int]) -> None:
    """11.1.3, 4.3.2a, 5.1.9a Charge a shadowing block for the hex into which it followed, as if it had moved by order.

    It pays fuel for high speed, and a point of Severny Flot outside Soviet waters. Ships of Patrol White may have left
    their area.
    """
    followed[follower.id] = hexes = followed.get(follower.id, 0) + 1
    if hexes == HEXES["high"]:
        follower.spent += board.box.numbers.fuel.high_speed
    if cost := _beyond(board, follower, follower.at):
        spend_points(board, "severny_flot", cost, once=False)
    _watch(board, follower, follower.at)


async def _enters_hex(board: Board, force: Force, hex_: str) -> Ice | None:
    """5.0, 5.1.4–5.1.7, 10.1 Return the ice that a force meets in its next hex, or None if it cannot enter the hex.

    The force then still has to be moved. If a rule forbids the hex, its owner is told and the route is given up.
    """
    by = sailing(board, opened_areas(board, force), pack=_keeps_clear(force))
    rule = step_barred_by(board.box, force, force.at, hex_, by)
    if not rule and force.convoy is not None:
        rule = convoy_barred_by(board.box, force, force.at, hex_, force.convoy.been, by)
    cost = _beyond(board, force, hex_)
    if not rule and cost and not can_pay(board.state.command["severny_flot"], cost, board.state.turn):
        rule = "4.3.2a"
    if not rule and hex_ in DOORS:
        rule = "" if end_training(board, force, hex_) else "4.3.4"
    if rule:
        board.tell_side(force.side, Held(force.side, force.id, force.at, rule, into=hex_))
        _give_up(board, force)
        return None
    if KARA in (hex_, force.at):
        return "clear" if await may_enter_kara(board, force, hex_) else None
    if hex_ in DOORS or force.at in DOORS:
        return "clear"
    if await _is_kept(board, force, hex_):
        return None
    crossing = await _meets_ice(board, force, hex_)
    if (not crossing.passes and crossing.turns) or _lies_still(board, force, hex_):
        _give_up(board, force)
        return None
    return crossing.ice if crossing.passes else None


def _lies_still(board: Board, force: Force, hex_: str) -> bool:
    """5.1.1, 10.2.6 Return True if a force can no longer move, because the ice has just removed its ship that tows.

    Its owner is told. A ship Dead in the Water does not move.
    """
    still = force in board.state.forces and not allowance(board.box, force, board.state.sky.kind, board.now)
    if still:
        board.tell_side(force.side, Held(force.side, force.id, force.at, "5.1.1", into=hex_))
    return still


def _beyond(board: Board, force: Force, hex_: str) -> int:
    """4.3.2a Return the half points that a force with Soviet ships pays for a hex outside Soviet waters; 0 otherwise.

    They are paid on arrival.
    """
    owes = force.side == "allied" and hex_ in board.box.hexes and needs_point(board.box, force.counters, hex_)
    return board.box.numbers.command.soviet_hex if owes else 0


async def _meets_ice(board: Board, force: Force, hex_: str) -> Crossing:
    """10.0, 10.1, 6.6.1b Let a force try to pass the ice of a hex, and return the result.

    If the force does not pass, its side may revise other orders.
    """
    crossing = await try_to_cross(board, force, hex_)
    board.phase.unforeseen = board.phase.unforeseen or not crossing.passes
    return crossing


async def _is_kept(board: Board, force: Force, hex_: str) -> bool:
    """7.4.5, 7.4.5a, 7.4.5c Return True if air patrols keep a wolfpack where it is.

    The pack tries again while it has movement left; each try costs a hex of movement. A pack that is kept in its first
    hex still counts as having moved.
    """
    if force.kind != "wolfpack":
        return False
    wanted = force.moved + (min(len(force.plan.route), hexes_now(board, force, force.plan)) if force.plan else 1)
    most = allowance(board.box, force, board.state.sky.kind, board.now)
    while force.moved < most and await is_kept_out(board, force, force.at, hex_, wanted, attempt=force.moved):
        force.moved += 1
        board.phase.moved.append(force.id)
    return force.moved >= most


def _give_up(board: Board, force: Force) -> None:
    """Cancel a force's plan, which cannot be carried out.

    A convoy gets another route to its port; other forces then have no plan.
    """
    plan = force.plan
    if plan is None:
        return
    force.plan = None
    if force.convoy is not None and plan.destination:
        goal = board.box.ports[plan.destination].hex
        shut = {
            *force.convoy.been,
            *board.box.enemy_ports(board.operation, force.side),
            plan.route[0] if plan.route else "",
        }
        way = board.box.waters.shortest(force.at, goal, shut - {force.at})
        force.plan = structs.replace(plan, route=way if way is not None else plan.route)


def _advance(board: Board, force: Force) -> None:
    """Remove the hex that the force has entered from its route; 5.1.5a record a convoy's distance from its port."""
    if force.plan is not None:
        force.plan = structs.replace(force.plan, route=force.plan.route[1:])
    if force.convoy is not None:
        note_distance(force.convoy, distance_left(board.box, force, force.at, sailing(board)))


def lower_level(board: Board, force: Force, *, moved: bool) -> None:
    """6.6 Lower the ID level of a force by one when it leaves its first hex, or stays in its hex in a PM turn.

    A force that is shadowed, and a scattered convoy (6.8.1), keep their level. `moved`: True if the force leaves its
    first hex.
    """
    if force.convoy is not None and force.convoy.scattered:
        return
    level = level_after_moving(
        force.level, moved=moved, morning=board.now.is_morning, shadowed=board.is_shadowed(force)
    )
    if level is not None and level != force.level:
        force.level = level
        seen = LevelFell(force.side, force.block, force.at, level)
        board.tell_of(force.side, structs.replace(seen, force=force.id), seen)


def _note(board: Board, force: Force, *, gone: tuple[str, ...], left: str, port: str) -> None:
    """11.1.3 Record that a force has moved and burned extra fuel for high speed, and update its plan.

    A completed plan is cleared; high speed was for this turn only. `gone`: the hexes entered. `left`, `port`: the port
    that it left, and the port that it entered, or "".
    """
    if len(gone) >= HEXES["high"]:
        force.spent += board.box.numbers.fuel.high_speed
    if gone or left or port:
        board.phase.moved.append(force.id)
    plan = force.plan
    if plan is not None:
        done = not plan.route and (port or not plan.destination)
        if done:
            force.plan = None
        elif plan.pace == "high" or plan.training:
            pace = "" if plan.pace == "high" else plan.pace
            force.plan = structs.replace(plan, pace=pace, training=plan.training and bool(force.port))


def _watch(board: Board, force: Force, hex_: str) -> None:
    """5.1.9a Record ships of Patrol White that leave their area as a force enters a hex, and charge points for them.

    Their later moves do not matter. No points are charged if a report to the Allies, or operation EV (15.8.3b), excuses
    them.
    """
    ships = leaves_patrol(board.box, force, (hex_,), board.state.patrol) if force.side == "allied" else ()
    if ships:
        board.state.patrol = [ship for ship in board.state.patrol if ship not in ships]
        if not (is_patrol_free(board) or excuses_patrol(board.box, board.state.reports)):
            charge_abandoned_patrol(board, ships)
