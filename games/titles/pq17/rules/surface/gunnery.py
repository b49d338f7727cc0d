"""7.5.2g–j, 7.9 Gunfire: who aims at whom, the dice, and destroyers that are hit."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import LIGHT_SHIPS
from games.titles.pq17.rules.forces import crews
from games.titles.pq17.rules.forces.fates import Fates, fates_of, wrecks
from games.titles.pq17.rules.forces.hits import Wound, modifier, wound
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.rules.surface.areas import may_fire_at
from games.titles.pq17.rules.surface.layout import set_apart
from games.titles.pq17.table.battle import Battle, Unit
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import dice


class Aim(Struct, frozen=True, gc=False):
    """7.5.2g A unit's target; `strength` of it, 0 for all."""

    firer: str
    target: str
    strength: int = 0


class Hit(Struct, frozen=True, gc=False):
    """7.5.2i, 7.9 The hits that a ship took, what they did, and by option the fates of destroyers with their dice."""

    unit: str
    ship: str
    hits: int
    wound: Wound
    fates: Fates = ()


class Broadside(Struct, frozen=True, gc=False):
    """7.5.2i One counter's dice at a unit, and the ships that were hit, a die each."""

    aim: Aim
    ship: str
    dice: tuple[int, ...]
    hits: int = 0


def guns(box: Box, unit: Unit, target: Unit) -> list[Counter]:
    """7.5.2j, 7.5.5 The counters of a unit that can fire guns at a target at all: torpedo boats from the Torpedo Attack
    area only.
    """
    firing = []
    for one in unit.counters:
        kind = box.ships[one.ship].type
        reaches = any(_number(box, one, other) is not None for other in target.counters)
        if one.strength and not one.dead and reaches and (kind != "tb" or unit.area == "torpedo"):
            firing.append(one)
    return firing


def _number(box: Box, firer: Counter, target: Counter) -> int | None:
    return box.charts.gunnery.hits_from(box.ships[firer.ship].type, box.ships[target.ship].type)


def reachable(box: Box, battle: Battle, firer: Unit) -> list[str]:
    """7.5.2g The enemies that a unit's guns may be aimed at."""
    enemies = battle.against(firer.side)
    return [one.name for one in enemies if may_fire_at(battle, firer, one) and guns(box, firer, one)]


def may_divide(box: Box, battle: Battle, unit: Unit) -> bool:
    """7.5.2h A unit may divide its fire only if it is all of its force, and one counter of light ships."""
    own = [one for one in battle.of(unit.side) if one.force == unit.force]
    return own == [unit] and len(unit.counters) == 1 and box.ships[unit.counters[0].ship].type in LIGHT_SHIPS


def gun_modifier(box: Box, firer: Unit, target: Counter) -> int:
    """7.5.2f, 7.0g, 11.2.3 What is added to each die of a unit's guns at a ship."""
    chart = box.charts.gunnery
    total = modifier(target, crippled=chart.crippled, dead=chart.dead_in_water)
    return total + (chart.evading if firer.evading else 0) + (chart.critical_fuel if firer.critical else 0)


async def gunfire(
    box: Box, battle: Battle, aims: Sequence[Aim], *, fates: bool = False, key: str
) -> tuple[list[Broadside], list[Hit]]:
    """7.5.2i, 15.4.3a All these guns at the same time: every die falls before a hit is applied, so who is sunk has
    fired. With surprise the attacker's are fired first, by a call of their own (7.5.3). Whom of a stack a die hits is
    drawn. By `fates` the option for destroyers holds (7.9). Units that are gone leave the display.
    """
    struck: list[tuple[Unit, Counter]] = []
    found: list[Broadside] = []
    spared: dict[str, int] = {}
    for number, aim in enumerate(aims):
        firer, target = battle.unit(aim.firer), battle.unit(aim.target)
        for place, gun in enumerate(guns(box, firer, target)):
            strength = min(aim.strength or gun.strength, gun.strength - spared.get(aim.firer, 0))
            if strength <= 0:
                continue
            if aim.strength:
                spared[aim.firer] = spared.get(aim.firer, 0) + strength
            thrown = await dice(crews.dice_of(box, gun, strength), key=f"{key}.{number}.{place}", rule="7.5.2i")
            hit = await _hit(box, firer, gun, target, thrown, key=f"{key}.{number}.{place}")
            struck += [(target, one) for one in hit]
            found.append(Broadside(aim, gun.ship, thrown, len(hit)))
    hits = [await _apply(box, unit, one, struck, fates=fates, key=f"{key}.fate") for unit, one in _once(struck)]
    set_apart(battle)
    return found, hits


def _once(struck: Sequence[tuple[Unit, Counter]]) -> list[tuple[Unit, Counter]]:
    return list({id(one): (unit, one) for unit, one in struck}.values())


async def _hit(box: Box, firer: Unit, gun: Counter, target: Unit, thrown: Sequence[int], *, key: str) -> list[Counter]:
    """The ships of a target that these dice hit, once for each die."""
    found = []
    for number, one in enumerate(thrown):
        hit = [ship for ship in target.counters if _hits(box, firer, gun, ship, one)]
        if hit:
            chosen = await drawn(box, target.counters, key=f"{key}.{number}.at")
            found += [ship for ship in hit if ship is chosen]
    return found


def _hits(box: Box, firer: Unit, gun: Counter, target: Counter, thrown: int) -> bool:
    number = _number(box, gun, target)
    return number is not None and thrown + gun_modifier(box, firer, target) >= number


async def _apply(
    box: Box, unit: Unit, target: Counter, struck: Sequence[tuple[Unit, Counter]], *, fates: bool, key: str
) -> Hit:
    ship, hits = box.ships[target.ship], sum(one is target for _, one in struck)
    place = [one is target for _, one in _once(struck)].index(True)
    fated = await fates_of(box, target, hits, key=f"{key}.{place}") if fates else ()
    suffered = wound(target, ship, hits)
    unit.counters += wrecks(target, fated)
    if suffered.sunk or not (target.strength or target.dead):
        unit.counters[:] = [one for one in unit.counters if one is not target]
    return Hit(unit.name, target.ship, hits, suffered, fated)
