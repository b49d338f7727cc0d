"""7.1, 7.2, 7.4.2, 7.7.3 The air combat segment: every attack by aircraft, one after the other."""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.rules.air.hunting import hunt_from_the_air
from games.titles.pq17.rules.air.missions import all_return
from games.titles.pq17.rules.air.raid import Raid, raid
from games.titles.pq17.rules.search.called_off import strikes_gone
from games.titles.pq17.rules.search.contacts import meant
from games.titles.pq17.rules.search.declaring import may_strike
from games.titles.pq17.rules.search.locating import Attempt, locate
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force

BY_ITSELF = ("U", "+")
"""7.1.2a A group located by these attacks by itself."""


async def air_combat(sea: Sea) -> str:
    """7.1a, 7.2 The attacks of the phasing side in the order in which they were declared; then all aircraft go back but
    those that hold radii or shadow (3.2c).
    """
    side = sea.phase.side
    strikes = [one for one in sea.phase.attacks if isinstance(one, Strike)]
    for at in dict.fromkeys(one.at for one in strikes):
        targets = meant(sea, side, at)
        if targets:
            await attack(sea, side, targets[0], [one for one in strikes if one.at == at])
        else:
            strikes_gone(sea, side, [name for one in strikes if one.at == at for name in one.units])
    all_return(sea, side)
    return "submarine_combat"


async def attack(sea: Sea, side: Side, target: Force, orders: Sequence[Strike]) -> None:
    """7.1.1, 7.1.2a All attacks on one block: each group draws its own card; those located by U or + attack by
    themselves, before the rest attacks as one. Without the option there is one group.
    """
    together: list[AirUnit] = []
    rest: Strike | None = None
    for number, order in enumerate(orders):
        units = units_of(sea, side, target, order)
        key = f"air.{sea.called(target)}.{number}"
        if not units:
            continue
        attempt = await _locate(sea, target, units, key=key)
        if not attempt.found:
            continue
        if len(orders) > 1 and attempt.result in BY_ITSELF:
            await strike(sea, side, target, units, order, key=key)
        else:
            together, rest = [*together, *units], rest or order
    if rest is not None and target in sea.state.forces:
        left = [unit for unit in together if unit.flying]
        await strike(sea, side, target, left, rest, key=f"air.{sea.called(target)}")


def units_of(sea: Sea, side: Side, target: Force, order: Strike) -> list[AirUnit]:
    """The aircraft of an order that still may attack."""
    return [unit for unit in sea.state.air if unit.id in order.units and may_strike(sea, side, unit, target)]


async def _locate(sea: Sea, target: Force, units: Sequence[AirUnit], *, key: str) -> Attempt:
    soviet = all(sea.box.aircraft[unit.aircraft].nation == "soviet" for unit in units)
    names = tuple(unit.aircraft for unit in units)
    return await locate(sea, "air", target, soviet=soviet, who=names, key=f"{key}.locate")


async def strike(sea: Sea, side: Side, target: Force, units: Sequence[AirUnit], order: Strike, *, key: str) -> None:
    """7.2, 7.4.2 The attack of a group on a block that it has located."""
    sea.phase.attacked.append(target.id)
    sea.state.attacked.append(target.id)
    sea.phase.stirred.append(target.at)
    if target.kind == "wolfpack":
        await hunt_from_the_air(sea, side, target, units, key=key)
    else:
        await raid(sea, side, Raid(target, tuple(units), order.first, order.drop), key=key)
