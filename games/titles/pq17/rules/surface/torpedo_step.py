"""7.5.2k The torpedoes of a round."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.forces.torpedoes import Salvo, attacks, salvo
from games.titles.pq17.rules.surface.areas import may_fire_at
from games.titles.pq17.rules.surface.layout import set_apart
from games.titles.pq17.table.battle import Battle, Unit


class Launch(Struct, frozen=True, gc=False):
    """7.5.2k, 7.3.2c A unit's torpedoes at a target: so many symbols of each counter that has them."""

    firer: str
    target: str
    symbols: int = 1


class Run(Struct, frozen=True, gc=False):
    """7.3.1 What a launch came to."""

    launch: Launch
    salvo: Salvo


def may_launch(box: Box, battle: Battle, launch: Launch) -> bool:
    """7.5.2k, 7.5.5 From the Torpedo Attack area, at whom the unit may fire, by a counter with symbols left; no side
    taken by surprise in round 1 has anybody there.
    """
    unit, target = battle.unit(launch.firer), battle.unit(launch.target)
    return unit.area == "torpedo" and may_fire_at(battle, unit, target) and _count(box, unit, launch.symbols) > 0


def _count(box: Box, unit: Unit, symbols: int) -> int:
    return sum(attacks(box, one, symbols) for one in unit.counters if box.ships[one.ship].type != "es")


async def torpedoes(box: Box, battle: Battle, launches: Sequence[Launch], *, key: str) -> list[Run]:
    """7.5.2k, 7.3.2 All torpedoes of the step at the same time: how many there are is counted before any runs. Each
    counter that fired is marked, and who is gone leaves the display. A target that another launch has sunk takes the
    rest for nothing.
    """
    counts = [_count(box, battle.unit(one.firer), one.symbols) for one in launches]
    targets = [battle.unit(one.target) for one in launches]
    for one in launches:
        for counter in battle.unit(one.firer).counters:
            counter.spent += min(one.symbols, counter.symbols(box.ships[counter.ship]))
    found = []
    for number, (launch, count, target) in enumerate(zip(launches, counts, targets, strict=True)):
        struck = await salvo(box, target.counters, count, evading=target.evading, key=f"{key}.{number}")
        found.append(Run(launch, struck))
    set_apart(battle)
    return found
