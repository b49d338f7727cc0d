"""13.0a, 13.0b, 13.2 Random events that hit a side's own forces: collision, grounding, breakdown, weather damage."""

from collections.abc import Sequence

from games.kernel.requests import draw
from games.titles.pq17.components.pieces import LIGHT_SHIPS, SIDES, Side
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.rules.forces.composition import free_blocks, parts_of, split_counter
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.forces.hits import note_crippled
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.search.casualties import clean_up_force
from games.titles.pq17.rules.search.detachment import split_force, unused_name
from games.titles.pq17.rules.search.shadowing import end_orphaned_shadowing
from games.titles.pq17.rules.weather.damage import gale_cards, is_storm_damage, remove_damaged, storm_risks
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import die
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import Fate, Force, Plan

COLLIDING = 2
"""13.0a The number of ships that are hit in a collision."""

FATES: dict[str, Fate] = {"collision": "collided", "grounding": "aground"}
"""15.5.3a By event, the cause with which the losses are recorded in a campaign."""


def small_ships(board: Board, force: Force) -> list[Counter]:
    """13.0a Return the counters of a force that are merchants or light ships and have strength left."""
    types = {*LIGHT_SHIPS, "mx"}
    return [one for one in force.counters if board.box.ships[one.ship].type in types and one.strength]


async def draw_force(board: Board, forces: Sequence[Force], *, key: str, rule: str) -> Force | None:
    """Choose one of these forces by a secret lot, and return it. Return None if `forces` is empty.

    `key`: the journal key of the lot. `rule`: the number of the rule that asks for it.
    """
    ordered = board.as_seen(forces)
    chosen = await draw([str(place) for place in range(len(ordered))], 1, key=key, rule=rule)
    return ordered[int(chosen[0])] if chosen else None


async def collision(board: Board, side: Side) -> None:
    """13.0a Let two random merchants or light ships of one random force at sea collide; each takes a hit."""
    forces = [one for one in board.forces_of(side) if one.at_sea and small_ships(board, one)]
    force = await draw_force(board, forces, key="collision", rule="13.0a")
    await _wreck(board, side, force, COLLIDING, "collision")


async def grounding(board: Board, side: Side) -> None:
    """13.0a Give a hit to a random merchant or light ship in a coast hex; for the Axis, in a hex of the Inner Leads."""
    forces = [
        one for one in board.forces_of(side) if one.at_sea and small_ships(board, one) and _is_inshore(board, one)
    ]
    force = await draw_force(board, forces, key="grounding", rule="13.0a")
    await _wreck(board, side, force, 1, "grounding")


def _is_inshore(board: Board, force: Force) -> bool:
    hex_ = board.box.hexes.get(force.at)
    return hex_ is not None and (hex_.leads if force.side == "axis" else hex_.kind == "coast")


async def _wreck(board: Board, side: Side, force: Force | None, count: int, what: str) -> None:
    """13.0a, 15.5.3a Give a hit to `count` random merchants or light ships of a force; only their owner learns it.

    Points go on the owner's sheet; in a campaign none are booked. `what`: the event, collision or grounding. `force`:
    None if there is no such force.
    """
    if force is None:
        board.tell_side(side, Mishap(side, what))
        return
    lost: list[str] = []
    struck: list[Counter] = []
    for number in range(count):
        at_risk = small_ships(board, force)
        if at_risk:
            hurt = await draw_ship(board.box, at_risk, key=f"{what}.{number}", rule="13.0a", secret=True)
            hurt.strength -= 1
            lost.append(hurt.ship)
            struck.append(hurt)
            record_ship_lost(
                board, force, hurt.ship, 1, "event" if board.state.roster is None else FATES[what], known=False
            )
    board.tell_side(side, Mishap(side, what, force.id, tuple(lost)))
    _tidy(board, force, struck)


def _tidy(board: Board, force: Force, struck: Sequence[Counter]) -> None:
    """1.2, 5.1.1b Remove ships that have lost all strength, their tows, and a force that is empty.

    A wreck, which had no strength before (7.0d, 7.9a), stays. `struck`: the counters that were hit.
    """
    gone = {id(one) for one in struck if not one.strength}
    force.counters = [one for one in force.counters if id(one) not in gone]
    force.told = 0
    clean_up_force(board, force)


async def breakdown(board: Board, side: Side) -> None:
    """13.0b Make a random ship inoperative.

    In port, she stays there. At sea, she leaves her force and sails to a port, but a merchant or auxiliary stays with
    her force.
    """
    forces = [one for one in board.forces_of(side) if _sound(board, one)]
    force = await draw_force(board, forces, key="breakdown", rule="13.0b")
    if force is None:
        board.tell_side(side, Mishap(side, "breakdown"))
        return
    ship = await draw_ship(board.box, _sound(board, force), key="breakdown.ship", rule="13.0b", secret=True)
    broken = _set_apart(board, force, ship)
    board.tell_side(side, Mishap(side, "breakdown", force.id, (broken.ship,)))
    if force.at_sea and board.box.ships[broken.ship].type not in ("mx", "ax"):
        _falls_out(board, force, broken)


def _sound(board: Board, force: Force) -> list[Counter]:
    """13.0b Return the ships that can break down: all except submarines, wrecks and inoperative ships."""
    ships = board.box.ships
    return [one for one in force.counters if ships[one.ship].type != "ss" and not one.inoperative and one.strength]


def _set_apart(board: Board, force: Force, counter: Counter) -> Counter:
    """Split a ship that broke down into a counter of her own, mark her as inoperative, and return her counter."""
    if board.box.ships[counter.ship].is_single or counter.strength == 1:
        counter.inoperative = True
        return counter
    broken = split_counter(board.box, counter, 1)
    broken.inoperative = True
    force.counters.append(broken)
    return broken


def _falls_out(board: Board, force: Force, broken: Counter) -> None:
    """13.0b Let a ship that broke down at sea leave her force for a port, if a block is free.

    If she is the only ship, the force itself sails to a port.
    """
    if len(force.counters) > 1 and free_blocks(board.box, board.state.forces, force.side, "task_force"):
        stem = f"{force.id}_inop"
        taken = any(
            one.id == stem for one in board.state.forces
        )  # by another ship of the force, which broke down before
        _make_for_port(board, split_force(board, force, [broken], unused_name(board, stem) if taken else stem))
    elif len(force.counters) == 1:
        _make_for_port(board, force)


def _make_for_port(board: Board, force: Force) -> None:
    """13.0b Order a force to sail by the shortest route to the nearest friendly port, at slow speed."""
    shut = board.box.enemy_ports(board.operation, force.side)
    found = []
    for port, hex_ in own_ports(board, force.side).items():
        way = board.box.waters.shortest(force.at, hex_, shut)
        if way is not None and board.box.ports[port].use != "submarines":
            found.append((len(way), port, way))
    if found:
        _, port, way = min(found)
        force.plan = Plan(0, way, port, "slow")


async def weather_damage(board: Board) -> None:
    """13.2, 9.3.1 Draw damage cards for the convoys and task forces of both sides at sea, in a gale or storm."""
    for side in SIDES:
        forces = [one for one in board.forces_of(side) if one.at_sea and one.kind in ("convoy", "task_force")]
        for place, force in enumerate(board.as_seen(forces)):
            if force.convoy is not None and force.convoy.part_of:
                continue  # counted with its parent
            if board.state.sky.kind == "gale":
                await _gale(board, force, key=f"weather.{side}.{place}")
            elif board.state.sky.kind == "storm":
                await _storm(board, force, key=f"weather.{side}.{place}")


def _whole(board: Board, force: Force) -> list[Force]:
    """9.3.1a Return a force and, if it is a convoy, its dispersed parts."""
    return [force, *parts_of(board, force)]


async def _gale(board: Board, force: Force, *, key: str) -> None:
    """9.3.1a Draw damage cards for a force, and remove the ships that they hit.

    A convoy and its dispersed parts count as one force: their ships at risk together decide the number of cards, and
    the lost ships are chosen by lot from all of them. `key`: the prefix of the journal keys of the draws.
    """
    together = _whole(board, force)
    counters = [one for each in together for one in each.counters]
    crippled = _crippled(counters)
    before = {id(one): one.strength for one in counters}
    cards = await draw_cards(board, force.side, gale_cards(board.box, counters), key=key, rule="9.3.1")
    lost: list[str] = []
    struck: list[Counter] = []
    left = list(counters)
    for number, card in enumerate(cards):
        lost += await remove_damaged(board.box, left, card.damage, whole=False, key=f"{key}.card.{number}")
    for number, one in enumerate(counters):
        out = board.box.ships[one.ship].is_single and all(one is not other for other in left)
        if out:
            one.strength = 0
        gone = before[id(one)] - one.strength
        if gone or out:
            struck.append(one)
            owner = next(each for each in together if any(one is other for other in each.counters))
            await _taken(board, owner, one.ship, gone, key=f"{key}.fate.{number}")
    _damaged(board, force, lost, crippled)
    for each in together:
        _tidy(board, each, struck)


async def _storm(board: Board, force: Force, *, key: str) -> None:
    """9.3.1b Draw a card for each ship at risk outside coast hexes; a number for her kind on it damages her.

    Ships at risk are German light cruisers and torpedo boats, and Soviet destroyers and torpedo boats. `key`: the
    prefix of the journal keys of the draws.
    """
    hex_ = board.box.hexes.get(force.at)
    if hex_ is not None and hex_.kind == "coast":
        return
    lost: list[str] = []
    struck: list[Counter] = []
    crippled = _crippled(force.counters)
    for number, one in enumerate(storm_risks(board.box, force.counters)):
        (card,) = await draw_cards(board, force.side, 1, key=f"{key}.{number}", rule="9.3.1b")
        if one.strength and is_storm_damage(board.box, one, card.damage):
            gone = one.strength if board.box.ships[one.ship].is_single else 1
            one.strength -= gone
            await _taken(board, force, one.ship, gone, key=f"{key}.fate.{number}")
            lost.append(one.ship)
            struck.append(one)
    _damaged(board, force, lost, crippled)
    _tidy(board, force, struck)


def _crippled(counters: Sequence[Counter]) -> list[str]:
    return [one.ship for one in counters if one.crippled]


def _damaged(board: Board, force: Force, lost: list[str], crippled: Sequence[str] = ()) -> None:
    """9.3.1c Tell the owner which ships are gone, before the loss of a block becomes visible.

    Aircraft leave with a carrier. `lost`: the ships. `crippled`: the ships that were Crippled before.
    """
    board.dismiss_aircraft(lost)
    note_crippled(board, [ship for ship in lost if ship in crippled])
    if lost:
        board.tell_side(force.side, Mishap(force.side, "weather_damage", force.id, tuple(lost)))
    end_orphaned_shadowing(board)


async def _taken(board: Board, force: Force, ship: str, strength: int, *, key: str) -> None:
    """9.3.1c Record ships that weather removed; only their owner learns it.

    They score nothing, except destroyers whose fate is to sink (option 7.9). `key`: the prefix of the rolls for the
    fates.
    """
    sunk = 0
    if board.state.options.destroyer_fate and board.box.ships[ship].type == "dd":
        for number in range(strength):
            thrown = await die(key=f"{key}.{number}", rule="7.9")
            sunk += board.box.charts.destroyer_fate.results[thrown] == "sunk"
    if sunk:
        record_ship_lost(board, force, ship, sunk, "sunk", known=False)
    if strength > sunk or not strength:
        record_ship_lost(board, force, ship, strength - sunk, "weather", known=False)
