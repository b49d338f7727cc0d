"""7.3 Torpedoes of aircraft, submarines and ships, and their reloading in port."""

from msgspec import Struct

from games.titles.pq17.components.combat_charts import TorpedoResult
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import LIGHT_SHIPS
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.forces.battle_display import Stack, draw_ship
from games.titles.pq17.rules.forces.hits import Wound, split_off, state_modifiers, wound
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice, die
from games.titles.pq17.state.state import Force


class Torpedoed(Struct, frozen=True, gc=False):
    """7.3.1b–d The effect of a torpedo hit on a ship; for a heavy ship or auxiliary, of all hits of a salvo.

    In `crippled`, `dead` and `sunk` a named ship counts as 1.
    """

    ship: str
    """The id of the ship or class."""
    damage: int
    """The damage die; of several hits, the last die."""
    lost: int = 0
    """The strength that is reported as lost.

    For light ships and merchants, it includes strength that is Crippled or Dead in the Water.
    """
    crippled: int = 0
    """The strength that is now Crippled."""
    dead: int = 0
    """The strength that is now Dead in the Water."""
    sunk: int = 0
    """The strength that is sunk."""


class Salvo(Struct, frozen=True, gc=False):
    """7.3.1 The result of a salvo of torpedoes at a target.

    `dice`: the dice of the torpedoes. `hits`: the effects of the hits, first on light ships and
    merchants, then on other ships.
    """

    dice: tuple[int, ...] = ()
    hits: tuple[Torpedoed, ...] = ()


def torpedo_attacks(box: Box, counter: Counter, symbols: int) -> int:
    """7.3a Return the number of torpedo attacks that a counter makes when it spends so many symbols.

    A heavy ship makes one attack for each symbol. Light ships and submarines make as many attacks as their strength. A
    counter never spends more symbols than it has left (7.3.2).
    """
    ship = box.ships[counter.ship]
    spending = min(symbols, counter.symbols(ship))
    return spending if ship.is_heavy else spending * counter.strength


def torpedo_modifier(box: Box, target: Counter, *, evading: bool = False) -> int:
    """7.3.1, 7.0g, 7.5.2f Return the modifier of a torpedo attack on a ship. `evading`: True if the ship evades."""
    return total_of(torpedo_modifiers(box, target, evading=evading))


def torpedo_modifiers(box: Box, target: Counter, *, evading: bool = False) -> tuple[RollModifier, ...]:
    """7.3.1, 7.0g, 7.5.2f Return the modifiers of a torpedo attack, one by one.

    `torpedo_modifier` takes the same arguments and returns their sum.
    """
    chart = box.charts.torpedo
    kind = chart.targets.get(box.ships[target.ship].type, 0)
    return (
        *((("target_type", kind, "7.3.1"),) if kind else ()),
        *state_modifiers(target, crippled=chart.crippled, dead=chart.dead_in_water),
        *((("evading", chart.evading, "7.5.2f"),) if evading else ()),
    )


def is_struck(box: Box, target: Counter, thrown: int, *, evading: bool = False) -> bool:
    """7.3.1 Return True if a torpedo hits a ship with the die `thrown`. `evading`: True if the ship evades.

    A torpedo never hits a submarine that sails with a convoy (7.4.6), because the chart has no line for submarines.
    """
    chart = box.charts.torpedo
    named = box.ships[target.ship].type in chart.targets
    return named and thrown + torpedo_modifier(box, target, evading=evading) >= chart.succeeds


async def fire_salvo(
    box: Box,
    stack: Stack,
    count: int,
    *,
    key: str,
    evading: bool = False,
    from_air: bool = False,
    secret: bool = False,
) -> Salvo:
    """7.3.1, 7.3.1a–d Roll a die for each of `count` torpedoes at one target, and return the dice and the hits.

    The ship that each torpedo attacks is chosen by lot, and a second die decides the effect of a hit. The hits of the
    salvo on a named ship are added together (7.0d). Lost counters are removed from the stack; torpedoes without a
    remaining target are wasted. `evading`: True if the target evades. `from_air`: True if aircraft drop the torpedoes.
    `secret`: True if no player sees the lots (7.4.3a). `key`: the prefix of the journal keys of its rolls and lots.
    """
    thrown = await dice(count, key=key, rule="7.3.1")
    struck: list[tuple[Counter, int, TorpedoResult]] = []
    found: list[Torpedoed] = []
    for number, one in enumerate(thrown):
        if not stack or not _may_hit(box, stack, one, evading=evading):
            continue
        target = await draw_ship(box, stack, key=f"{key}.{number}.at", rule="7.3.1d", secret=secret)
        if not is_struck(box, target, one, evading=evading):
            continue
        fell = await die(key=f"{key}.{number}.damage", rule="7.3.1a")
        kind = box.ships[target.ship].type
        result = box.charts.torpedo_damage.result(kind, fell, from_air=from_air)
        if kind in LIGHT_SHIPS or kind == "mx":
            found += await _strike_class(box, stack, target, fell, result, key=f"{key}.{number}", secret=secret)
        else:
            struck.append((target, fell, result))
    return Salvo(thrown, (*found, *_strike_ships(box, stack, struck)))


def _may_hit(box: Box, stack: Stack, thrown: int, *, evading: bool) -> bool:
    """Return True if a die can hit any ship of the stack; otherwise no ship is chosen by lot."""
    return any(is_struck(box, one, thrown, evading=evading) for one in stack)


async def _strike_class(
    box: Box, stack: Stack, target: Counter, fell: int, result: TorpedoResult, *, key: str, secret: bool
) -> tuple[Torpedoed, ...]:
    """7.3.1b–d, 7.9b Sink the ship that the lot chose, or make her Dead in the Water or Crippled; return the effects.

    If one torpedo hits two ships, a lot chooses the second one too, which is reported separately under her own id.
    `fell`: the damage die; `result`: its result. `key`: the prefix of the journal keys of its lots. `secret`: no player
    sees these lots.
    """
    name = target.ship
    sunk: dict[str, int] = {}
    if not target.strength:  # 7.9a a destroyer that is a wreck: a result that sinks or stops other ships sinks her
        down = bool(result.sunk or result.dead_in_water)
        if down:
            _take_off(stack, target)
        return (Torpedoed(name, fell, lost=int(down), sunk=int(down)),)
    for number in range(result.sunk):
        if not stack:
            break
        lost = target
        if number:
            lost = await draw_ship(box, stack, key=f"{key}.also.{number}", rule="7.3.1d", secret=secret)
        sunk[lost.ship] = sunk.get(lost.ship, 0) + _lose_one(box, stack, lost)
    if sunk:
        return tuple(
            Torpedoed(ship, fell, lost=gone, sunk=1 if box.ships[ship].is_single else gone)
            for ship, gone in sunk.items()
        )
    dead, crippled = min(result.dead_in_water, target.strength), min(result.crippled, target.strength)
    if dead and target.dead:
        _lose_one(box, stack, target)
        return (Torpedoed(name, fell, lost=1, sunk=1),)
    if dead:
        split_off(box, stack, target, dead).dead = True
    elif crippled and target.is_able():
        split_off(box, stack, target, crippled).crippled = True
    return (Torpedoed(name, fell, lost=crippled + dead, crippled=crippled, dead=dead),)


def _lose_one(box: Box, stack: Stack, counter: Counter) -> int:
    """Sink one ship of a stack: strength 1 of a class, or a named ship as a whole.

    Returns the lost strength; a wreck counts as one.
    """
    lost = max(counter.strength, 1) if box.ships[counter.ship].is_single else 1
    counter.strength = max(counter.strength - lost, 0)
    if not counter.strength:
        _take_off(stack, counter)
    return lost


def _strike_ships(box: Box, stack: Stack, struck: list[tuple[Counter, int, TorpedoResult]]) -> tuple[Torpedoed, ...]:
    """7.0d, 7.3.1b, 7.3.1d Apply the summed hits of a salvo to heavy ships and auxiliaries; return the effects.

    If the result of any hit is `sunk`, the ship sinks. Hits on a ship that has already sunk are lost. `struck`: for
    each hit the ship, the damage die and its result.
    """
    found = []
    for target in dict.fromkeys(id(one) for one, _, _ in struck):
        hits = [(one, fell, result) for one, fell, result in struck if id(one) == target]
        if any(one is hits[0][0] for one in stack):
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
    """Remove this very counter from a stack, not another one that is equal to it."""
    stack[:] = [one for one in stack if one is not counter]


async def resolve_hit(box: Box, stack: Stack, target: Counter, *, key: str, from_air: bool = False) -> Torpedoed:
    """13.5, 7.3.1a–d Resolve a hit by a torpedo or mine on a ship of a stack: roll the damage die and apply its result.

    Returns the effect. `key`: the prefix of the journal keys of its roll and lots.
    """
    fell = await die(key=f"{key}.damage", rule="7.3.1a")
    kind = box.ships[target.ship].type
    result = box.charts.torpedo_damage.result(kind, fell, from_air=from_air)
    if kind in LIGHT_SHIPS or kind == "mx":
        return (await _strike_class(box, stack, target, fell, result, key=key, secret=True))[0]
    return _strike_ship(box, stack, target, [(target, fell, result)])


def reload_torpedoes(box: Box, force: Force) -> None:
    """7.3.2b Reload the torpedoes of a force that was in a port for a complete turn, if the port has torpedoes.

    All ships reload in Bergen, Trondheim, Narvik and Scapa Flow; in Lerwick only submarines do.
    """
    reload = box.ports[force.port].reload
    for one in force.counters:
        boat = box.ships[one.ship].type == "ss"
        if reload == "all" or (reload == "submarines" and boat):
            one.spent = 0
            one.used = one.used and not boat
