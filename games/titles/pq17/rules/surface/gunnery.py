"""7.5.2g–j, 7.9 Gunfire: targets, dice, hits, and the fates of destroyers."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import LIGHT_SHIPS
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.forces import green_crews
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.rules.forces.hits import Fates, Wound, roll_fates, state_modifiers, wound, wrecked_destroyers
from games.titles.pq17.rules.surface.areas import may_fire_at
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice


class Aim(Struct, frozen=True, gc=False):
    """7.5.2g A unit and the target of its guns.

    `strength`: the part of its strength that fires at the target; 0 for all.
    """

    firer: str
    target: str
    strength: int = 0


class Hit(Struct, frozen=True, gc=False):
    """7.5.2i, 7.9 The hits of guns on a ship of a unit, and their effect."""

    unit: str
    """The id of the unit."""
    ship: str
    """The id of the ship or class."""
    hits: int
    """The number of hits."""
    wound: Wound
    """The effect of the hits."""
    fates: Fates = ()
    """The fates of destroyers, if the option of 7.9 is in play."""


class Broadside(Struct, frozen=True, gc=False):
    """7.5.2i The gunnery dice of one counter at the target of its unit.

    `aim`: the unit and its target. `ship`: the ship or class of the counter. `hits`: the number of hits.
    """

    aim: Aim
    ship: str
    dice: tuple[int, ...]
    hits: int = 0


def firing_counters(box: Box, unit: Unit, target: Unit) -> list[Counter]:
    """7.5.2j, 7.5.5 Return the counters of a unit that can fire guns at a target.

    Torpedo boats fire only from the Torpedo Attack area.
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


def targets_in_reach(box: Box, battle: Battle, firer: Unit) -> list[str]:
    """7.5.2g Return the ids of the enemy units at which a unit may aim its guns."""
    enemies = battle.against(firer.side)
    return [one.name for one in enemies if may_fire_at(battle, firer, one) and firing_counters(box, firer, one)]


def may_divide(box: Box, battle: Battle, unit: Unit) -> bool:
    """7.5.2h Return True if a unit may divide its fire.

    It must be a single counter of light ships, and the only unit of its force.
    """
    own = [one for one in battle.of(unit.side) if one.force == unit.force]
    return own == [unit] and len(unit.counters) == 1 and box.ships[unit.counters[0].ship].type in LIGHT_SHIPS


def gun_modifier(box: Box, firer: Unit, target: Counter) -> int:
    """7.5.2f, 7.0g, 11.2.3 Return the modifier of each die of a unit's guns at a ship."""
    return total_of(gun_modifiers(box, firer, target))


def gun_modifiers(box: Box, firer: Unit, target: Counter) -> tuple[RollModifier, ...]:
    """7.5.2f, 7.0g, 11.2.3 Return the modifiers of a gunnery die one by one; `gun_modifier` returns their sum."""
    chart = box.charts.gunnery
    evading = (("evading", chart.evading, "7.5.2f"),) if firer.evading else ()
    fuel = (("critical_fuel", chart.critical_fuel, "11.2.3"),) if firer.critical else ()
    return (*state_modifiers(target, crippled=chart.crippled, dead=chart.dead_in_water), *evading, *fuel)


async def fire_guns(
    box: Box, battle: Battle, aims: Sequence[Aim], *, fates: bool = False, key: str
) -> tuple[list[Broadside], list[Hit]]:
    """7.5.2i, 15.4.3a Fire all these guns at the same time, and return the broadsides and the hits.

    Every die is rolled before a hit is applied, so a sunk ship has still fired. After surprise the attacker's guns fire
    first, in a separate call (7.5.3). For each die that can hit a ship of the target, one of all its ships is chosen by
    lot; the die hits only if it can hit the chosen ship. `fates`: True if the option for destroyers applies (7.9).
    Destroyed units leave the display. `key`: the prefix of the journal keys of its rolls and lots.
    """
    struck: list[tuple[Unit, Counter]] = []
    found: list[Broadside] = []
    spared: dict[str, int] = {}
    for number, aim in enumerate(aims):
        firer, target = battle.unit(aim.firer), battle.unit(aim.target)
        for place, gun in enumerate(firing_counters(box, firer, target)):
            strength = min(aim.strength or gun.strength, gun.strength - spared.get(aim.firer, 0))
            if strength <= 0:
                continue
            if aim.strength:
                spared[aim.firer] = spared.get(aim.firer, 0) + strength
            thrown = await dice(
                green_crews.gunnery_dice(box, gun, strength), key=f"{key}.{number}.{place}", rule="7.5.2i"
            )
            hit = await _hit(box, firer, gun, target, thrown, key=f"{key}.{number}.{place}")
            struck += [(target, one) for one in hit]
            found.append(Broadside(aim, gun.ship, thrown, len(hit)))
    hits = [await _apply(box, unit, one, struck, fates=fates, key=f"{key}.fate") for unit, one in _once(struck)]
    separate_counters(battle)
    return found, hits


def _once(struck: Sequence[tuple[Unit, Counter]]) -> list[tuple[Unit, Counter]]:
    return list({id(one): (unit, one) for unit, one in struck}.values())


async def _hit(box: Box, firer: Unit, gun: Counter, target: Unit, thrown: Sequence[int], *, key: str) -> list[Counter]:
    """Return the ships of a target that these dice hit, one entry for each hit. `key`: the prefix of the lots' keys."""
    found = []
    for number, one in enumerate(thrown):
        hit = [ship for ship in target.counters if _hits(box, firer, gun, ship, one)]
        if hit:
            chosen = await draw_ship(box, target.counters, key=f"{key}.{number}.at")
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
    fated = await roll_fates(box, target, hits, key=f"{key}.{place}") if fates else ()
    suffered = wound(target, ship, hits)
    unit.counters += wrecked_destroyers(target, fated)
    if suffered.sunk or not (target.strength or target.dead):
        unit.counters[:] = [one for one in unit.counters if one is not target]
    return Hit(unit.name, target.ship, hits, suffered, fated)
