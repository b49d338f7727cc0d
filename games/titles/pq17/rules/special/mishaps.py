"""13.0a, 13.0b, 13.2 What befalls a side's own forces: collision, grounding, breakdown, and the weather."""

from collections.abc import Sequence

from games.kernel.requests import draw
from games.titles.pq17.box.pieces import LIGHT_SHIPS, SIDES, Side
from games.titles.pq17.rules.forces.composition import apart, free_blocks
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.forces.losses import left_crippled
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.forces.points import ship_lost
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.search.aftermath import tidy
from games.titles.pq17.rules.search.parting import new_name, part
from games.titles.pq17.rules.search.shadowing import orphaned
from games.titles.pq17.rules.weather.damage import gale_cards, storm_hurts, storm_risks, taken_out
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die
from games.titles.pq17.table.events.special import Mishap
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Fate, Force, Plan

COLLIDING = 2
"""13.0a So many ships are hit in a collision."""

FATES: dict[str, Fate] = {"collision": "collided", "grounding": "aground"}
"""15.5.3a What becomes of the ships in a campaign."""


def small(sea: Sea, force: Force) -> list[Counter]:
    """13.0a Merchants and light ships of a force."""
    types = {*LIGHT_SHIPS, "mx"}
    return [one for one in force.counters if sea.box.ships[one.ship].type in types and one.strength]


async def one_of(sea: Sea, forces: Sequence[Force], *, key: str, rule: str) -> Force | None:
    """One of these forces at random, which nobody sees drawn; None of none."""
    ordered = sea.as_seen(forces)
    chosen = await draw([str(place) for place in range(len(ordered))], 1, key=key, rule=rule)
    return ordered[int(chosen[0])] if chosen else None


async def collision(sea: Sea, side: Side) -> None:
    """13.0a Two random merchants or light ships of one random force at sea take a hit each."""
    forces = [one for one in sea.forces_of(side) if one.at_sea and small(sea, one)]
    force = await one_of(sea, forces, key="collision", rule="13.0a")
    await _wreck(sea, side, force, COLLIDING, "collision")


async def grounding(sea: Sea, side: Side) -> None:
    """13.0a A merchant or light ship in a coast hex takes a hit; of the Axis in the Inner Leads."""
    forces = [one for one in sea.forces_of(side) if one.at_sea and small(sea, one) and _is_inshore(sea, one)]
    force = await one_of(sea, forces, key="grounding", rule="13.0a")
    await _wreck(sea, side, force, 1, "grounding")


def _is_inshore(sea: Sea, force: Force) -> bool:
    hex_ = sea.box.hexes.get(force.at)
    return hex_ is not None and (hex_.leads if force.side == "axis" else hex_.kind == "coast")


async def _wreck(sea: Sea, side: Side, force: Force | None, count: int, what: str) -> None:
    """13.0a, 15.5.3a A hit takes a step of strength, which is lost; its owner alone knows, and books it. In a campaign
    there are no points for it.
    """
    if force is None:
        sea.tell_side(side, Mishap(side, what))
        return
    lost: list[str] = []
    struck: list[Counter] = []
    for number in range(count):
        at_risk = small(sea, force)
        if at_risk:
            hurt = await drawn(sea.box, at_risk, key=f"{what}.{number}", rule="13.0a", secret=True)
            hurt.strength -= 1
            lost.append(hurt.ship)
            struck.append(hurt)
            ship_lost(sea, force, hurt.ship, 1, "event" if sea.state.roster is None else FATES[what], known=False)
    sea.tell_side(side, Mishap(side, what, force.id, tuple(lost)))
    _tidy(sea, force, struck)


def _tidy(sea: Sea, force: Force, struck: Sequence[Counter]) -> None:
    """1.2, 5.1.1b Of those that were struck, who has lost all strength is off the display; who had none before, a wreck
    (7.0d, 7.9a), stays. Tows end, a force without ships is off the map.
    """
    gone = {id(one) for one in struck if not one.strength}
    force.counters = [one for one in force.counters if id(one) not in gone]
    force.told = 0
    tidy(sea, force)


async def breakdown(sea: Sea, side: Side) -> None:
    """13.0b A random ship is Inop: in port she stays, at sea she makes for a port by herself; merchants stay."""
    forces = [one for one in sea.forces_of(side) if _sound(sea, one)]
    force = await one_of(sea, forces, key="breakdown", rule="13.0b")
    if force is None:
        sea.tell_side(side, Mishap(side, "breakdown"))
        return
    ship = await drawn(sea.box, _sound(sea, force), key="breakdown.ship", rule="13.0b", secret=True)
    broken = _set_apart(sea, force, ship)
    sea.tell_side(side, Mishap(side, "breakdown", force.id, (broken.ship,)))
    if force.at_sea and sea.box.ships[broken.ship].type not in ("mx", "ax"):
        _falls_out(sea, force, broken)


def _sound(sea: Sea, force: Force) -> list[Counter]:
    """13.0b Ships that can break down: all but submarines."""
    ships = sea.box.ships
    return [one for one in force.counters if ships[one.ship].type != "ss" and not one.inoperative and one.strength]


def _set_apart(sea: Sea, force: Force, counter: Counter) -> Counter:
    """The ship that broke down in a counter of her own, marked."""
    if sea.box.ships[counter.ship].is_single or counter.strength == 1:
        counter.inoperative = True
        return counter
    broken = apart(sea.box, counter, 1)
    broken.inoperative = True
    force.counters.append(broken)
    return broken


def _falls_out(sea: Sea, force: Force, broken: Counter) -> None:
    """13.0b At sea she leaves her force, if there is one to leave and a block for her."""
    if len(force.counters) > 1 and free_blocks(sea.box, sea.state.forces, force.side, "task_force"):
        stem = f"{force.id}_inop"
        taken = any(one.id == stem for one in sea.state.forces)  # by another ship of the force, which broke down before
        _make_for_port(sea, part(sea, force, [broken], new_name(sea, stem) if taken else stem))
    elif len(force.counters) == 1:
        _make_for_port(sea, force)


def _make_for_port(sea: Sea, force: Force) -> None:
    """13.0b The shortest way to the nearest friendly port, at slow speed."""
    shut = sea.box.enemy_ports(sea.operation, force.side)
    found = []
    for port, hex_ in own_ports(sea, force.side).items():
        way = sea.box.waters.shortest(force.at, hex_, shut)
        if way is not None and sea.box.ports[port].use != "submarines":
            found.append((len(way), port, way))
    if found:
        _, port, way = min(found)
        force.plan = Plan(0, way, port, "slow")


async def weather_damage(sea: Sea) -> None:
    """13.2, 9.3.1 In a gale or storm convoys and task forces of both sides at sea are checked at once."""
    for side in SIDES:
        forces = [one for one in sea.forces_of(side) if one.at_sea and one.kind in ("convoy", "task_force")]
        for place, force in enumerate(sea.as_seen(forces)):
            if force.convoy is not None and force.convoy.part_of:
                continue  # counted with its parent
            if sea.state.sky.kind == "gale":
                await _gale(sea, force, key=f"weather.{side}.{place}")
            elif sea.state.sky.kind == "storm":
                await _storm(sea, force, key=f"weather.{side}.{place}")


def _whole(sea: Sea, force: Force) -> list[Force]:
    """9.3.1a A convoy with its dispersed part."""
    return [force, *parts_of(sea, force)]


async def _gale(sea: Sea, force: Force, *, key: str) -> None:
    """9.3.1a Cards by the ships that are at risk, parent and part together; ships are drawn from both."""
    together = _whole(sea, force)
    counters = [one for each in together for one in each.counters]
    crippled = _crippled(counters)
    before = {id(one): one.strength for one in counters}
    cards = await drawn_cards(sea, force.side, gale_cards(sea.box, counters), key=key, rule="9.3.1")
    lost: list[str] = []
    struck: list[Counter] = []
    left = list(counters)
    for number, card in enumerate(cards):
        lost += await taken_out(sea.box, left, card.damage, whole=False, key=f"{key}.card.{number}")
    for number, one in enumerate(counters):
        out = sea.box.ships[one.ship].is_single and all(one is not other for other in left)
        if out:
            one.strength = 0
        gone = before[id(one)] - one.strength
        if gone or out:
            struck.append(one)
            owner = next(each for each in together if any(one is other for other in each.counters))
            await _taken(sea, owner, one.ship, gone, key=f"{key}.fate.{number}")
    _damaged(sea, force, lost, crippled)
    for each in together:
        _tidy(sea, each, struck)


async def _storm(sea: Sea, force: Force, *, key: str) -> None:
    """9.3.1b Outside coast hexes a card for each German light cruiser and torpedo boat, each Soviet destroyer and
    torpedo boat, which only a figure of her class hurts.
    """
    hex_ = sea.box.hexes.get(force.at)
    if hex_ is not None and hex_.kind == "coast":
        return
    lost: list[str] = []
    struck: list[Counter] = []
    crippled = _crippled(force.counters)
    for number, one in enumerate(storm_risks(sea.box, force.counters)):
        (card,) = await drawn_cards(sea, force.side, 1, key=f"{key}.{number}", rule="9.3.1b")
        if one.strength and storm_hurts(sea.box, one, card.damage):
            gone = one.strength if sea.box.ships[one.ship].is_single else 1
            one.strength -= gone
            await _taken(sea, force, one.ship, gone, key=f"{key}.fate.{number}")
            lost.append(one.ship)
            struck.append(one)
    _damaged(sea, force, lost, crippled)
    _tidy(sea, force, struck)


def _crippled(counters: Sequence[Counter]) -> list[str]:
    return [one.ship for one in counters if one.crippled]


def _damaged(sea: Sea, force: Force, lost: list[str], crippled: Sequence[str] = ()) -> None:
    """9.3.1c The owner hears what ships are gone before anybody sees that a block is; aircraft go with a carrier."""
    sea.dismiss_aircraft(lost)
    left_crippled(sea, [ship for ship in lost if ship in crippled])
    if lost:
        sea.tell_side(force.side, Mishap(force.side, "weather_damage", force.id, tuple(lost)))
    orphaned(sea)


async def _taken(sea: Sea, force: Force, ship: str, strength: int, *, key: str) -> None:
    """9.3.1c Without points, but for a destroyer whose fate is to sink (option 7.9). Her owner alone knows."""
    sunk = 0
    if sea.state.options.destroyer_fate and sea.box.ships[ship].type == "dd":
        for number in range(strength):
            thrown = await die(key=f"{key}.{number}", rule="7.9")
            sunk += sea.box.charts.destroyer_fate.results[thrown] == "sunk"
    if sunk:
        ship_lost(sea, force, ship, sunk, "sunk", known=False)
    if strength > sunk or not strength:
        ship_lost(sea, force, ship, strength - sunk, "weather", known=False)
