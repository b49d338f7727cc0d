"""7.5.2, 7.5.2a, 7.5.2b The units on the battle display: the layout, joining forces, and damaged ships split off."""

from collections.abc import Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import LIGHT_SHIPS, Side
from games.titles.pq17.rules.forces.battle_display import Stack
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.counters import Counter


def lay_out_force(
    battle: Battle, side: Side, stacks: Sequence[Stack], *, critical: bool = False, force: str = ""
) -> None:
    """7.5.2 Lay out a force in its Deployment area, in these stacks.

    Every stack is a unit, which gets the id of its first counter. `critical`: True if the fuel of the force is
    Critical. `force`: the id of the force.
    """
    for stack in stacks:
        name = _new_name(battle, stack[0].ship)
        battle.units.append(Unit(name, side, [*stack], joined=battle.round, critical=critical, force=force))


def join_force(
    box: Box, battle: Battle, side: Side, counters: Sequence[Counter], *, critical: bool = False, force: str = ""
) -> None:
    """7.5.2a, 7.5.2b, 1.4b Add a force that joins a battle to the display.

    Its light ships merge with ships of their class on the display into as few counters as possible. A merged counter
    keeps the round in which the ships on the display joined, and the lower number of torpedoes (7.3.2). All other ships
    become separate units. `critical`: True if the fuel of the force is Critical. `force`: the id of the force.
    """
    for counter in counters:
        most, is_wreck = box.ships[counter.ship].most, not counter.strength
        for unit in battle.of(side):
            if counter.strength and box.ships[counter.ship].type in LIGHT_SHIPS and _same(unit, counter):
                room = max(most - unit.counters[0].strength, 0)
                moved = min(room, counter.strength)
                unit.counters[0].strength += moved
                unit.counters[0].spent = max(unit.counters[0].spent, counter.spent if moved else 0)
                counter.strength -= moved
        if counter.strength or is_wreck:
            lay_out_force(battle, side, [[counter]], critical=critical, force=force)


def _same(unit: Unit, counter: Counter) -> bool:
    """Return True if a unit is a single counter of the same class in the same state as a counter."""
    if len(unit.counters) != 1:
        return False
    there = unit.counters[0]
    states = [(one.ship, one.crippled, one.dead, one.towed, one.tows, one.green) for one in (there, counter)]
    return states[0] == states[1]


def separate_counters(battle: Battle) -> None:
    """7.2.4a, 7.3.1c, 7.9a Update the units after fire.

    Empty units are removed. Counters that became Crippled or Dead in the Water become separate units, so that the other
    counters of their unit can still manoeuvre.
    """
    battle.units[:] = [one for one in battle.units if one.counters]
    for unit in list(battle.units):
        hurt = [one for one in unit.counters if not one.is_able()]
        if not hurt or len(hurt) == len(unit.counters):
            continue
        unit.counters[:] = [one for one in unit.counters if one.is_able()]
        for counter in hurt:
            name = _new_name(battle, unit.name.partition(".")[0])
            battle.units.append(
                Unit(
                    name,
                    unit.side,
                    [counter],
                    unit.area,
                    unit.evading,
                    joined=unit.joined,
                    critical=unit.critical,
                    force=unit.force,
                )
            )


def _new_name(battle: Battle, base: str) -> str:
    """Return an unused id for a new unit: `base` or, if that is taken, `base` with the first free number."""
    taken = {one.name for one in battle.units}
    if base not in taken:
        return base
    return next(name for name in (f"{base}.{number}" for number in range(2, 99)) if name not in taken)
