"""7.0, 7.8, 11.1.3 What is left of forces after a fight: losses, carriers' aircraft, tows, oil, fuel and levels."""

from collections import Counter as Count
from collections.abc import Mapping, Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CARRIERS
from games.titles.pq17.rules.forces import losses
from games.titles.pq17.rules.forces.carriers import embarked_lost, taken_in
from games.titles.pq17.rules.forces.hits import forget_odd_hits
from games.titles.pq17.rules.forces.points import aircraft_lost as shot_down
from games.titles.pq17.rules.forces.points import ship_lost, step_lost
from games.titles.pq17.rules.fuel.refuelling import holed
from games.titles.pq17.rules.search.shadowing import forget, kept_to_convoys, orphaned
from games.titles.pq17.table.events.air import EmbarkedLost
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Fate, Force


def held(box: Box, force: Force) -> dict[str, int]:
    """The strength of each ship of a force, wrecks of single ships with 0 and destroyers that are wrecks (7.9a) as what
    is lost with them: what `settle` compares with.
    """
    found: dict[str, int] = {}
    for one in force.counters:
        found[one.ship] = found.get(one.ship, 0) + one.at_stake(box.ships[one.ship])
    return found


async def settle(
    sea: Sea, force: Force, before: Mapping[str, int], *, spared: Mapping[str, int] | None = None, key: str
) -> None:
    """7.0c, 7.0b, 7.8, 11.3.2a Score what a force has lost since it held `before`; odd hits are forgotten, oilers hold
    less, tows end with one of their ships, and a block that holds nothing any more goes. `spared`: strength of classes
    that went home damaged, and scores nothing.
    """
    now = held(sea.box, force)
    for ship, strength in before.items():
        lost = strength - now.get(ship, 0)
        single = sea.box.ships[ship].is_single
        home = (spared or {}).get(ship, 0)
        if single and ship in now and lost:
            step_lost(sea, force, ship, lost)
        elif lost > home or (single and ship not in now):
            ship_lost(sea, force, ship, lost - home)
        if home:
            ship_lost(sea, force, ship, home, _HOME)
        if (lost or ship not in now) and sea.box.ships[ship].type in CARRIERS:
            await _carrier_hurt(sea, force, ship, lost, gone=ship not in now, key=key)
    forget_odd_hits(force.counters)
    if before != now:
        force.told = 0
    tidy(sea, force)


_HOME: Fate = "damaged"
"""7.4.1a, 7.9 Strength that went home damaged."""


def tidy(sea: Sea, force: Force) -> None:
    """1.2, 7.2.4e, 11.3.2a What ships that are gone leave behind: oilers hold less, tows end with one of their ships,
    and a block that holds nothing any more goes.
    """
    for one in force.counters:
        if sea.box.ships[one.ship].is_oiler:
            holed(sea.box, one)
    _untow(force)
    if not force.counters:
        forget(sea, force)
    losses.clear_away(sea, force)
    kept_to_convoys(sea)


def _untow(force: Force) -> None:
    """7.2.4e, 5.1.1 A tow whose other end is gone is none."""
    towed = [one for one in force.counters if one.towed]
    towing = [one for one in force.counters if one.tows]
    for one in towed[len(towing) :]:
        one.towed = False
        one.dead = True
    for one in towing[len(towed) :]:
        one.tows = False


async def _carrier_hurt(sea: Sea, force: Force, ship: str, steps: int, *, gone: bool, key: str) -> None:
    """7.8, 7.8a Aircraft lost with the steps of their carrier, not those in the air; all of them with her. The owner
    alone sees which.
    """
    if gone:
        carrier_gone(sea, force, ship)
        return
    aboard = [unit for unit in sea.state.air if unit.base == ship and not unit.mission]
    _went_down(sea, force, ship, await embarked_lost(aboard, steps, key=f"{key}.{ship}.aboard"))


def carrier_gone(sea: Sea, force: Force, ship: str) -> None:
    """7.8, 7.8a, 5.1.1a A carrier has sunk, or was scuttled: all her aircraft are lost but those that another takes in
    from the air.
    """
    taken_in(sea, force, ship)
    aboard = [unit for unit in sea.state.air if unit.base == ship]
    lost = [unit.aircraft for unit in aboard for _ in range(unit.strength)]
    for unit in aboard:
        unit.strength = 0
    _went_down(sea, force, ship, lost)
    orphaned(sea)


def _went_down(sea: Sea, force: Force, ship: str, lost: Sequence[str]) -> None:
    """7.8, 2.0b Aircraft that are lost with their carrier score as any that are lost, and their owner alone knows."""
    for aircraft, strength in Count(lost).items():
        shot_down(sea, force.side, aircraft, strength, known=False)
    sea.state.air = [unit for unit in sea.state.air if unit.strength]
    if lost:
        sea.tell_side(force.side, EmbarkedLost(ship, tuple(lost)))


def settle_aircraft(sea: Sea, before: Mapping[str, int]) -> None:
    """7.2.3c, 7.2.3d Score air units that have lost steps for good since they had `before`; of interceptors the owner
    alone knows how many are gone.
    """
    for unit in sea.state.air:
        lost = before.get(unit.id, unit.strength) - unit.strength
        if lost > 0:
            side = sea.box.aircraft[unit.aircraft].side
            shot_down(sea, side, unit.aircraft, lost, known=not unit.interceptor)
        unit.damaged = min(unit.damaged, unit.strength)
    sea.state.air = [unit for unit in sea.state.air if unit.strength]


def recovered(sea: Sea) -> None:
    """7.2.3a A player phase is over: what air units were short of by Aborts is there again."""
    for unit in sea.state.air:
        unit.aborted = 0


def strengths_of(units: Mapping[str, AirUnit]) -> dict[str, int]:
    """What air units have now, by their ids."""
    return {unit.id: unit.strength for unit in units.values()}


def burn(force: Force, turns: int) -> None:
    """11.1.3 A force spends so many turns of fuel, which the fuel phase takes off its mark."""
    if force.fuel is not None:
        force.spent += turns


def boats_in(pack: Force) -> int:
    """The submarines of a pack."""
    return sum(one.strength for one in pack.counters)


async def lose_boats(sea: Sea, pack: Force, sunk: int, damaged: int, *, key: str) -> None:
    """7.4.1a, 7.4.1c Take so many boats off a pack, those without torpedoes last; the damaged ones go home."""
    before, left, home = held(sea.box, pack), sunk + damaged, damaged
    spared: dict[str, int] = {}
    for counter in sorted(pack.counters, key=lambda one: one.used):
        taken = min(left, counter.strength)
        counter.strength -= taken
        left -= taken
        going = min(home, taken)
        spared[counter.ship] = spared.get(counter.ship, 0) + going
        home -= going
    pack.counters = [one for one in pack.counters if one.strength]
    await settle(sea, pack, before, spared=spared, key=key)
