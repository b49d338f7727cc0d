"""7.3 Torpedoes, from the air, from submarines and from ships alike."""

from msgspec import Struct

from games.titles.pq17.box.combat_charts import TorpedoResult
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import LIGHT_SHIPS
from games.titles.pq17.rules.forces.hits import Wound, modifier, split_off, wound
from games.titles.pq17.rules.forces.stacks import Stack, drawn
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import dice, die


class Torpedoed(Struct, frozen=True, gc=False):
    """7.3.1b–d What a torpedo that hit did to a ship: strength of light ships or merchants, or a single ship (1),
    `crippled`, `dead` in the water and `sunk`. `lost` is what is told: the strength that a heavy ship or auxiliary has
    lost, and of light ships and merchants how much of them it hit.
    """

    ship: str
    damage: int
    lost: int = 0
    crippled: int = 0
    dead: int = 0
    sunk: int = 0


class Salvo(Struct, frozen=True, gc=False):
    """7.3.1 The dice of a salvo at a target as they fell, and what those did that succeeded, in their order."""

    dice: tuple[int, ...] = ()
    hits: tuple[Torpedoed, ...] = ()


def attacks(box: Box, counter: Counter, symbols: int) -> int:
    """7.3a The attacks of a counter that spends so many symbols: one each of a heavy ship, as many as it has strength
    of light ships and submarines. Never more symbols than are left (7.3.2).
    """
    ship = box.ships[counter.ship]
    spending = min(symbols, counter.symbols(ship))
    return spending if ship.is_heavy else spending * counter.strength


def torpedo_modifier(box: Box, target: Counter, *, evading: bool = False) -> int:
    """7.3.1, 7.0g, 7.5.2f What is added to a torpedo attack at a ship."""
    chart = box.charts.torpedo
    state = modifier(target, crippled=chart.crippled, dead=chart.dead_in_water)
    return chart.targets[box.ships[target.ship].type] + state + (chart.evading if evading else 0)


def is_struck(box: Box, target: Counter, thrown: int, *, evading: bool = False) -> bool:
    """7.3.1 Whether a die succeeds against a ship. Never against submarines that sail with a convoy (7.4.6): the table
    has no line for them.
    """
    chart = box.charts.torpedo
    named = box.ships[target.ship].type in chart.targets
    return named and thrown + torpedo_modifier(box, target, evading=evading) >= chart.succeeds


async def salvo(
    box: Box,
    stack: Stack,
    count: int,
    *,
    key: str,
    evading: bool = False,
    from_air: bool = False,
    secret: bool = False,
) -> Salvo:
    """7.3.1, 7.3.1a–d So many torpedoes at one target, a die each: which ship of it each runs at is drawn, and a second
    die says what a success does. A single ship takes the hits of the salvo together (7.0d). Counters that are gone are
    taken off the stack; torpedoes that find nothing left are lost. `secret`: nobody sees the lot fall (7.4.3a).
    """
    thrown = await dice(count, key=key, rule="7.3.1")
    struck: list[tuple[Counter, int, TorpedoResult]] = []
    found: list[Torpedoed] = []
    for number, one in enumerate(thrown):
        if not stack or not _may_hit(box, stack, one, evading=evading):
            continue
        target = await drawn(box, stack, key=f"{key}.{number}.at", rule="7.3.1d", secret=secret)
        if not is_struck(box, target, one, evading=evading):
            continue
        fell = await die(key=f"{key}.{number}.damage", rule="7.3.1a")
        kind = box.ships[target.ship].type
        result = box.charts.torpedo_damage.result(kind, fell, from_air=from_air)
        if kind in LIGHT_SHIPS or kind == "mx":
            found.append(await _strike_class(box, stack, target, fell, result, key=f"{key}.{number}", secret=secret))
        else:
            struck.append((target, fell, result))
    return Salvo(thrown, (*found, *_strike_ships(box, stack, struck)))


def _may_hit(box: Box, stack: Stack, thrown: int, *, evading: bool) -> bool:
    """Whether a die succeeds against any ship of a target: if not, nobody need be drawn."""
    return any(is_struck(box, one, thrown, evading=evading) for one in stack)


async def _strike_class(
    box: Box, stack: Stack, target: Counter, fell: int, result: TorpedoResult, *, key: str, secret: bool
) -> Torpedoed:
    """7.3.1b–d, 7.9b The ship that was drawn is sunk, Dead in the Water or Crippled; of two the other is drawn too."""
    name, sunk = target.ship, 0
    if not target.strength:  # 7.9a a destroyer that is a wreck: what would sink or stop another takes her
        down = bool(result.sunk or result.dead_in_water)
        if down:
            _take_off(stack, target)
        return Torpedoed(name, fell, lost=int(down), sunk=int(down))
    for number in range(result.sunk):
        if not stack:
            break
        lost = target
        if number:
            lost = await drawn(box, stack, key=f"{key}.also.{number}", rule="7.3.1d", secret=secret)
        _lose_one(box, stack, lost)
        sunk += 1
    dead, crippled = min(result.dead_in_water, target.strength), min(result.crippled, target.strength)
    if dead and target.dead:
        _lose_one(box, stack, target)
        return Torpedoed(name, fell, lost=1, sunk=1)
    if dead:
        split_off(box, stack, target, dead).dead = True
    elif crippled and target.is_able():
        split_off(box, stack, target, crippled).crippled = True
    return Torpedoed(name, fell, lost=crippled + dead + sunk, crippled=crippled, dead=dead, sunk=sunk)


def _lose_one(box: Box, stack: Stack, counter: Counter) -> None:
    """One ship of a stack sinks: strength 1 of a class, an auxiliary altogether."""
    ship = box.ships[counter.ship]
    counter.strength -= counter.strength if ship.is_single else 1
    if not counter.strength:
        _take_off(stack, counter)


def _strike_ships(box: Box, stack: Stack, struck: list[tuple[Counter, int, TorpedoResult]]) -> tuple[Torpedoed, ...]:
    """7.0d, 7.3.1b, 7.3.1d Heavy ships and auxiliaries: the hits of a salvo are summed, and any `sunk` takes her."""
    found = []
    for target in dict.fromkeys(id(one) for one, _, _ in struck):
        hits = [(one, fell, result) for one, fell, result in struck if id(one) == target]
        found.append(_strike_ship(box, stack, hits[0][0], hits))
    return tuple(found)


def _strike_ship(box: Box, stack: Stack, target: Counter, hits: list[tuple[Counter, int, TorpedoResult]]) -> Torpedoed:
    before = target.strength
    if any(result.sunk for _, _, result in hits):
        suffered = Wound(lost=before, sunk=True)
    else:
        suffered = wound(target, box.ships[target.ship], sum(result.hits for _, _, result in hits))
    crippled = any(result.crippled for _, _, result in hits) and not suffered.sunk
    target.crippled = target.crippled or crippled
    if suffered.sunk:
        _take_off(stack, target)
    return Torpedoed(
        target.ship, hits[-1][1], suffered.lost, int(crippled), dead=int(suffered.dead), sunk=int(suffered.sunk)
    )


def _take_off(stack: Stack, counter: Counter) -> None:
    """Take a counter off, itself and not one like it."""
    stack[:] = [one for one in stack if one is not counter]


async def struck_by(box: Box, stack: Stack, target: Counter, *, key: str, from_air: bool = False) -> Torpedoed:
    """13.5, 7.3.1a–d One torpedo, or mine, that has hit this ship of a stack: the die of its damage and what it did."""
    fell = await die(key=f"{key}.damage", rule="7.3.1a")
    kind = box.ships[target.ship].type
    result = box.charts.torpedo_damage.result(kind, fell, from_air=from_air)
    if kind in LIGHT_SHIPS or kind == "mx":
        return await _strike_class(box, stack, target, fell, result, key=key, secret=True)
    return _strike_ship(box, stack, target, [(target, fell, result)])
