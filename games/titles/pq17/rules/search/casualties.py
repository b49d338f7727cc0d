"""7.0, 7.8, 11.1.3 The losses of a combat: their points, and their effect on carriers' aircraft, tows, oil and fuel."""

from collections import Counter as Count
from collections.abc import Container, Mapping, Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CARRIERS
from games.titles.pq17.rules.forces.carriers import lose_embarked_aircraft, rebase_flying_aircraft
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.hits import forget_odd_hits, update_after_losses
from games.titles.pq17.rules.forces.victory_points import record_aircraft_lost as shot_down
from games.titles.pq17.rules.forces.victory_points import record_ship_lost, record_steps_lost
from games.titles.pq17.rules.fuel.refuelling import limit_oil
from games.titles.pq17.rules.search.shadowing import end_orphaned_shadowing, forget_force, release_convoyless_packs
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import EmbarkedLost
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.state import AirUnit, Fate, Force


def strength_by_ship(box: Box, force: Force) -> dict[str, int]:
    """Return the strength of each ship or class of a force, for comparison after a combat (`settle_losses`).

    A named ship without strength counts as 0. A wrecked destroyer counts as the strength that would be lost with her
    (7.9a).
    """
    found: dict[str, int] = {}
    for one in force.counters:
        found[one.ship] = found.get(one.ship, 0) + one.at_stake(box.ships[one.ship])
    return found


async def settle_losses(
    board: Board, force: Force, before: Mapping[str, int], *, spared: Mapping[str, int] | None = None, key: str
) -> None:
    """7.0c, 7.0b, 7.8, 11.3.2a Score what a force has lost since `before`, and update the force.

    `before`: the result of `strength_by_ship` before the combat. Hits that were too few to cost a step are dropped, and
    damaged oilers hold less oil. Tows end if one of their ships is gone, and an empty block leaves the map. `spared`:
    by class, the strength that went home damaged, which does not score. `key`: the prefix of the journal keys of its
    lots.
    """
    now = strength_by_ship(board.box, force)
    for ship, strength in before.items():
        lost = strength - now.get(ship, 0)
        single = board.box.ships[ship].is_single
        home = (spared or {}).get(ship, 0)
        if single and ship in now and lost:
            record_steps_lost(board, force, ship, lost)
        elif lost > home or (single and ship not in now):
            record_ship_lost(board, force, ship, lost - home)
        if home:
            record_ship_lost(board, force, ship, home, _HOME)
        if (lost or ship not in now) and board.box.ships[ship].type in CARRIERS:
            await _carrier_hurt(board, force, ship, lost, gone=ship not in now, key=key)
    forget_odd_hits(force.counters)
    if before != now:
        force.told = 0
    clean_up_force(board, force)


_HOME: Fate = "damaged"
"""7.4.1a, 7.9 The fate of strength that went home damaged."""


def clean_up_force(board: Board, force: Force) -> None:
    """1.2, 7.2.4e, 11.3.2a Update a force after ships were lost.

    Damaged oilers hold less oil, tows end if one of their ships is gone, and an empty block leaves the map.
    """
    for one in force.counters:
        if board.box.ships[one.ship].is_oiler:
            limit_oil(board.box, one)
    _untow(force)
    if not force.counters:
        forget_force(board, force)
    update_after_losses(board, force)
    release_convoyless_packs(board)


def _untow(force: Force) -> None:
    """7.2.4e, 5.1.1, 1.4b End tows in which one of the two ships is gone, and merge counters in the same state."""
    towed = [one for one in force.counters if one.towed]
    towing = [one for one in force.counters if one.tows]
    for one in towed[len(towing) :]:
        one.towed = False
        one.dead = True
    for one in towing[len(towed) :]:
        one.tows = False
    if len(towed) != len(towing):
        force.counters = merge_counters(force.counters)


async def _carrier_hurt(board: Board, force: Force, ship: str, steps: int, *, gone: bool, key: str) -> None:
    """7.8, 7.8a Remove random aircraft aboard a carrier that lost `steps`; if she is `gone`, remove all her aircraft.

    Only the owner learns which aircraft were lost. `key`: the prefix of the journal key of the lots.
    """
    if gone:
        remove_carrier_aircraft(board, force, ship)
        return
    aboard = [unit for unit in board.state.air if unit.base == ship and not unit.mission]
    _went_down(board, force, ship, await lose_embarked_aircraft(aboard, steps, key=f"{key}.{ship}.aboard"))


def remove_carrier_aircraft(board: Board, force: Force, ship: str) -> None:
    """7.8, 7.8a, 5.1.1a Remove all aircraft of a carrier that sank or was scuttled.

    Aircraft in the air survive if another carrier has room for them.
    """
    rebase_flying_aircraft(board, force, ship)
    aboard = [unit for unit in board.state.air if unit.base == ship]
    lost = [unit.aircraft for unit in aboard for _ in range(unit.strength)]
    for unit in aboard:
        unit.strength = 0
    _went_down(board, force, ship, lost)
    end_orphaned_shadowing(board)


def _went_down(board: Board, force: Force, ship: str, lost: Sequence[str]) -> None:
    """7.8, 2.0b Score the aircraft that were lost with a carrier; only their owner learns of them.

    `ship`: the carrier. `lost`: the aircraft types, one entry for each step.
    """
    for aircraft, strength in Count(lost).items():
        shot_down(board, force.side, aircraft, strength, known=False)
    board.state.air = [unit for unit in board.state.air if unit.strength]
    if lost:
        board.tell_side(force.side, EmbarkedLost(ship, tuple(lost)))


def settle_aircraft_losses(board: Board, before: Mapping[str, int]) -> None:
    """7.2.3c, 7.2.3d Score the steps that air units have lost permanently since `before`.

    `before`: the strength of each unit then, by its id. Only the owner learns the losses of printed fighters.
    """
    for unit in board.state.air:
        lost = before.get(unit.id, unit.strength) - unit.strength
        if lost > 0:
            side = board.box.aircraft[unit.aircraft].side
            shot_down(board, side, unit.aircraft, lost, known=not unit.interceptor)
        unit.damaged = min(unit.damaged, unit.strength)
    board.state.air = [unit for unit in board.state.air if unit.strength]


def restore_aborted_steps(board: Board) -> None:
    """7.2.3a Restore the steps that air units lost to Aborts, at the end of a player phase."""
    for unit in board.state.air:
        unit.aborted = 0


Steps = Mapping[str, tuple[str, int]]
"""By the id of an air unit, its aircraft type, and the number of its steps that are neither lost nor damaged."""


def public_steps(board: Board, attackers: Container[str]) -> Steps:
    """1.5a, 7.2.3d Return the type and the undamaged steps of each air unit whose strength everybody sees.

    These units are the attackers, and all units of land bases except printed fighters.
    """
    return {
        unit.id: (unit.aircraft, unit.strength - unit.damaged)
        for unit in board.state.air
        if unit.id in attackers or (not unit.interceptor and (unit.at or unit.base not in board.box.ships))
    }


def tell_public_losses(board: Board, before: Steps) -> None:
    """7.2.3b, 7.2.3c Tell everybody which steps were shot down or damaged since `before`, a result of `public_steps`.

    Spectators do not see the dice of a fight, but they do see its losses.
    """
    left = {unit.id: unit.strength - unit.damaged for unit in board.state.air}
    gone = (aircraft for name, (aircraft, steps) in before.items() for _ in range(steps - left.get(name, 0)))
    board.tell(Settled("air_fight", tuple(gone)))


def strengths_of(units: Mapping[str, AirUnit]) -> dict[str, int]:
    """Return the current strength of air units by id."""
    return {unit.id: unit.strength for unit in units.values()}


def burn_fuel(force: Force, turns: int) -> None:
    """11.1.3 Charge a force with so many turns of extra fuel; the fuel phase moves its marker."""
    if force.fuel is not None:
        force.spent += turns


def boat_count(pack: Force) -> int:
    """Return the number of submarines in a wolfpack."""
    return sum(one.strength for one in pack.counters)


async def lose_boats(board: Board, pack: Force, sunk: int, damaged: int, *, key: str) -> None:
    """7.4.1a, 7.4.1c Remove sunk and damaged submarines from a wolfpack, and score the losses.

    Submarines without torpedoes are removed last. Damaged submarines go home. `sunk`, `damaged`: their numbers. `key`:
    the prefix of the journal keys of `settle_losses`.
    """
    before, left, home = strength_by_ship(board.box, pack), sunk + damaged, damaged
    spared: dict[str, int] = {}
    for counter in sorted(pack.counters, key=lambda one: one.used):
        taken = min(left, counter.strength)
        counter.strength -= taken
        left -= taken
        going = min(home, taken)
        spared[counter.ship] = spared.get(counter.ship, 0) + going
        home -= going
    pack.counters = [one for one in pack.counters if one.strength]
    await settle_losses(board, pack, before, spared=spared, key=key)
