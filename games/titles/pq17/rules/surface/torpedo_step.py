"""7.5.2k The torpedo launches of a round."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.forces.torpedoes import Salvo, fire_salvo, torpedo_attacks
from games.titles.pq17.rules.surface.areas import may_fire_at
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.state.battle import Battle, Unit


class Launch(Struct, frozen=True, gc=False):
    """7.5.2k, 7.3.2c The launch of torpedoes by a unit at a target. `symbols`: the symbols that each counter spends."""

    firer: str
    target: str
    symbols: int = 1


class Run(Struct, frozen=True, gc=False):
    """7.3.1 A torpedo launch with its result (`salvo`)."""

    launch: Launch
    salvo: Salvo


def may_launch(box: Box, battle: Battle, launch: Launch) -> bool:
    """7.5.2k, 7.5.5 Return True if a unit may launch torpedoes at a target.

    The unit must be in the Torpedo Attack area, may fire at the target, and have a counter with symbols left. A side
    that is surprised has no units in that area in round 1.
    """
    unit, target = battle.unit(launch.firer), battle.unit(launch.target)
    return unit.area == "torpedo" and may_fire_at(battle, unit, target) and _count(box, unit, launch.symbols) > 0


def _count(box: Box, unit: Unit, symbols: int) -> int:
    return sum(torpedo_attacks(box, one, symbols) for one in unit.counters if box.ships[one.ship].type != "es")


async def run_torpedoes(box: Box, battle: Battle, launches: Sequence[Launch], *, key: str) -> list[Run]:
    """7.5.2k, 7.3.2 Resolve all torpedo launches of a round at the same time, and return the results.

    The number of torpedoes is decided before the first hit. The spent symbols are marked, and destroyed units leave the
    display. Torpedoes at a target that another launch has sunk are lost. `key`: the prefix of the journal keys of its
    rolls.
    """
    counts = [_count(box, battle.unit(one.firer), one.symbols) for one in launches]
    targets = [battle.unit(one.target) for one in launches]
    for one in launches:
        for counter in battle.unit(one.firer).counters:
            counter.spent += min(one.symbols, counter.symbols(box.ships[counter.ship]))
    found = []
    for number, (launch, count, target) in enumerate(zip(launches, counts, targets, strict=True)):
        struck = await fire_salvo(box, target.counters, count, evading=target.evading, key=f"{key}.{number}")
        found.append(Run(launch, struck))
    separate_counters(battle)
    return found
