"""6.3, 5.4 Shadowing: who may follow whom, how shadowers go along, and how it ends."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import structs

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import CAPITAL_SHIPS, CRUISERS, Side
from games.titles.pq17.rules.search.decoys import accompanied, wants_one
from games.titles.pq17.rules.search.levels import after_shadowing
from games.titles.pq17.rules.search.patrols import (
    flies,
    in_sector,
    printed_radii,
    sector_works,
    sectors_of,
)
from games.titles.pq17.rules.search.searchers import is_astray
from games.titles.pq17.table.events.movement import BlockStood, LevelFell
from games.titles.pq17.table.events.search import ShadowBegan, ShadowEnded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Shadow

Why = Literal["weather", "lost", "range", "base", "port", "gone", "released", "scattered", "no_convoy"]
SECTOR = "sector_"
"""How a sector is named as a shadower; a printed radius is `RADIUS`."""
RADIUS = "radius"


# --- who may


def may_be_shadowed(force: Force) -> bool:
    """6.3, 6.3.1, 6.3.2, 6.3b Only identified convoys, neither scattered nor dispersed, and task forces at sea."""
    if not force.at_sea or force.level is None or force.kind not in ("convoy", "task_force"):
        return False
    return not is_astray(force)


def shadowers_for(sea: Sea, side: Side, target: Force) -> tuple[str, ...]:
    """6.3.1-6.3.3 What of a side may begin to follow a block that it has identified in this search segment: aircraft
    that search there, its radius, sectors that searched the hex, a German wolfpack, an Allied force with a cruiser.
    Whoever follows something already is bound to it.
    """
    if not may_be_shadowed(target):
        return ()
    found: list[str] = []
    if not near_base(sea, target):
        found += _from_the_air(sea, side, target)
    bound = {one.who for one in sea.state.shadows}
    for force in sea.forces_of(side):
        if force.at == target.at and force.at_sea and force.id not in bound and _follows(sea, force, target):
            found.append(force.id)
    return tuple(found)


def _from_the_air(sea: Sea, side: Side, target: Force) -> list[str]:
    """6.3.1, 6.3.1b Not the Soviets' aircraft."""
    state, found = sea.state, list[str]()
    for unit in [unit for unit in state.air if unit.at == target.at and unit.mission == "search"]:
        kind = sea.box.aircraft[unit.aircraft]
        if kind.side == side and kind.nation != "soviet":
            found.append(unit.id)
    if _radius_holds(sea, side, target.at) and not follows_from(sea, target, "radius"):
        found.append(RADIUS)
    for sector in sectors_of(sea, side):
        named = state.phase.sectors.get(sector, []) if state.phase is not None else []
        if sector != "soviet" and target.at in named and not follows_from(sea, target, "sector"):
            found.append(SECTOR + sector)
    return found


def follows_from(sea: Sea, target: Force, by: str) -> bool:
    """Whether something of this sort follows a block already, which both see."""
    return any(one.target == target.id and one.by == by for one in sea.state.shadows)


def _follows(sea: Sea, force: Force, target: Force) -> bool:
    """6.3.2 One German wolfpack for an Allied convoy; 6.3.3 an Allied task force with an undamaged cruiser for one of
    the Axis.
    """
    if force.kind == "wolfpack":
        return force.side == "axis" and target.kind == "convoy" and not follows_from(sea, target, "wolfpack")
    if force.kind != "task_force" or force.side != "allied" or target.kind != "task_force":
        return False
    return any(
        sea.box.ships[one.ship].type in CRUISERS and one.is_able() and one.strength == sea.box.ships[one.ship].strength
        for one in force.counters
    )


def follows_after_battle(sea: Sea, force: Force, target: Force) -> bool:
    """6.3.3 After surface combat only a force with a capital ship is followed."""
    capital = any(sea.box.ships[one.ship].type in CAPITAL_SHIPS for one in target.counters)
    return capital and may_be_shadowed(target) and _follows(sea, force, target)


def near_base(sea: Sea, target: Force) -> bool:
    """6.3.1, 6.3.5 In or next to the hex of an air base of its own with interceptors nobody follows from the air."""
    return target.at in sea.box.hexes and sea.box.has_interceptors(target.side, target.at, sea.operation.month)


# --- it begins


def begin(sea: Sea, side: Side, by: str, target: Force, prefers: tuple[str, ...] = ()) -> None:
    """6.3 Something begins to follow a block: an air unit stays out (6.3.1a), a sector has a hex less (6.3.1c). What
    follows it already has its marker there. `prefers`: which part it follows if the block splits, by preference
    (6.3.4).
    """
    unit = next((one for one in sea.state.air if one.id == by), None)
    if by.startswith(SECTOR):
        shadow = Shadow(target.id, "sector", by.removeprefix(SECTOR))
    elif by == RADIUS:
        shadow = Shadow(target.id, "radius", RADIUS)
    elif unit is not None:
        unit.mission = "shadow"
        shadow = Shadow(target.id, "aircraft", by)
    else:
        force = sea.force(by)
        shadow = Shadow(target.id, "wolfpack" if force.kind == "wolfpack" else "task_force", by)
    if shadow in [structs.replace(one, prefers=()) for one in sea.state.shadows]:
        return
    sea.state.shadows.append(structs.replace(shadow, prefers=prefers))
    seen = ShadowBegan(side, shadow.by, target.at, target.block)
    sea.tell_both(side, structs.replace(seen, who=shadow.who), structs.replace(seen, force=target.id), seen)


# --- it goes on


def moved(sea: Sea, force: Force, may_enter: Callable[[Force, str], bool]) -> list[Force]:
    """5.4, 6.3.5 After a hex that a force entered, its shadowers go along, or lose it: beyond a unit's range, outside
    the sector or the radius, near a base with interceptors, in the hex of a port, or where a block that follows
    `may_enter` no hex by the rules of its own movement (5.1.4, 5.1.7). The blocks that went along.
    """
    along: list[Force] = []
    for shadow in _of(sea, force):
        if force.at in sea.box.all_ports(sea.operation):
            end(sea, force, shadow, "port", moving=True)
        elif shadow.by in ("wolfpack", "task_force"):
            follower = sea.force(shadow.who)
            if may_enter(follower, force.at):
                sea.step(follower, force.at)
                along.append(follower)
            else:
                end(sea, force, shadow, "range", moving=True)
        elif near_base(sea, force):
            end(sea, force, shadow, "base", moving=True)
        elif not _reaches(sea, shadow, force):
            end(sea, force, shadow, "range", moving=True)
        elif shadow.by == "aircraft":
            _unit(sea, shadow.who).at = force.at
    return along


def rested(sea: Sea, force: Force) -> None:
    """5.4 Where a force stops the blocks that follow it stop too."""
    for shadow in _of(sea, force):
        if shadow.by in ("wolfpack", "task_force"):
            sea.rest(sea.force(shadow.who))


def _reaches(sea: Sea, shadow: Shadow, force: Force) -> bool:
    side = sea.enemy(force.side)
    if force.at not in sea.box.hexes:
        return False
    if shadow.by == "radius":
        return _radius_holds(sea, side, force.at)
    if shadow.by == "sector":
        return any(shadow.who == one and in_sector(sea, one, force.at) for one in sectors_of(sea, side))
    unit = _unit(sea, shadow.who)
    base = base_of(sea, unit)
    return base is not None and hexes.distance(base, force.at) <= sea.box.aircraft[unit.aircraft].range


def _radius_holds(sea: Sea, side: Side, hex_: str) -> bool:
    """6.3.1, 6.3.1b Whether a radius of a side that may follow covers a hex: one that is printed on the map, neither a
    carrier's nor a temporary one, and not that of the Soviets.
    """
    return any(nation != "soviet" for nation in printed_radii(sea, side, hex_))


def base_of(sea: Sea, unit: AirUnit) -> str | None:
    """5.3 The hex of a unit's base or carrier; None if the carrier is gone or off the map."""
    ashore = sea.box.bases.get(unit.base)
    if ashore is not None:
        return ashore
    at = next((force.at for force in sea.state.forces for one in force.counters if one.ship == unit.base), None)
    return at if at in sea.box.hexes else None


# --- it ends


def lose_shadowers(sea: Sea, force: Force, why: Why, *, moving: bool = False) -> None:
    """6.3.5 Nothing follows a force any longer."""
    for shadow in _of(sea, force):
        end(sea, force, shadow, why, moving=moving)


def end(sea: Sea, force: Force, shadow: Shadow, why: Why, *, moving: bool = False) -> None:
    """6.3.5, 6.3.5b One shadower gives up: aircraft go home, an unidentified block stands up again. Once nothing
    follows it the force's level drops by one, and at 0 it stands up; not that of a convoy that scatters (6.8.1). A
    dummy comes beside it by standing instruction; of one that is `moving` where it stops, and beside none that is gone.
    """
    sea.state.shadows.remove(shadow)
    for unit in sea.state.air if shadow.by == "aircraft" else ():
        if unit.id == shadow.who:
            unit.mission, unit.at = "", ""
    side = sea.enemy(force.side)
    seen = ShadowEnded(side, shadow.by, force.at, force.block, why)
    sea.tell_both(side, structs.replace(seen, who=shadow.who), structs.replace(seen, force=force.id), seen)
    if not sea.is_shadowed(force) and force.level is not None and force.at_sea and why != "scattered":
        stands = _lower(sea, force)
        if stands and not moving and why != "gone" and wants_one(sea, force):
            accompanied(sea, force)


def _lower(sea: Sea, force: Force) -> bool:
    """6.3.5b The level of a force that nothing follows any longer; whether it stands unidentified now."""
    force.level = after_shadowing(force.level or 0)
    at, side = force.at, force.side
    if force.level is None:
        sea.stand(force)
        stood = BlockStood(side, force.block, at)
        sea.tell_of(side, structs.replace(stood, force=force.id), stood)
    else:
        fell = LevelFell(side, force.block, at, force.level)
        sea.tell_of(side, structs.replace(fell, force=force.id), fell)
    return force.level is None


def grounded(sea: Sea) -> None:
    """6.3.5 The weather of a new turn ends shadowing by what cannot fly or work in it."""
    for shadow in list(sea.state.shadows):
        target = sea.force(shadow.target)
        if shadow.by == "aircraft":
            unit = _unit(sea, shadow.who)
            works = flies(sea, unit.base, carrier=sea.box.aircraft[unit.aircraft].carrier)
        elif shadow.by == "sector":
            works = sector_works(sea, shadow.who)
        else:
            side = sea.enemy(target.side)
            works = shadow.by != "radius" or _radius_holds(sea, side, target.at)
        if not works:
            end(sea, target, shadow, "weather")


def kept_to_convoys(sea: Sea) -> None:
    """6.3.2 A wolfpack follows convoys alone: one that is none any more, without merchants, it follows no longer."""
    for shadow in list(sea.state.shadows):
        target = sea.force(shadow.target)
        if shadow.by == "wolfpack" and target.kind != "convoy":
            end(sea, target, shadow, "no_convoy")


def orphaned(sea: Sea) -> None:
    """6.3.5, 7.8a, 10.2.6 Aircraft that have gone with their carrier follow nobody any longer."""
    flying = {unit.id for unit in sea.state.air}
    for shadow in list(sea.state.shadows):
        if shadow.by == "aircraft" and shadow.who not in flying:
            end(sea, sea.force(shadow.target), shadow, "lost")


def release(sea: Sea, force: Force) -> None:
    """6.3.5a Before a force moves its shadowers may give up, if their side has ordered so."""
    side = sea.enemy(force.side)
    if sea.state.instructed(side).releases == "yes":
        lose_shadowers(sea, force, "released", moving=True)


def entered_port(sea: Sea, force: Force) -> None:
    """6.3.5 A force that enters port is followed no longer."""
    lose_shadowers(sea, force, "port")


def forget(sea: Sea, force: Force) -> None:
    """A force leaves the map: what followed it goes home, and what it followed is free."""
    for shadow in [one for one in sea.state.shadows if force.id in (one.target, one.who)]:
        if shadow.target == force.id:
            end(sea, force, shadow, "gone")
        else:
            end(sea, sea.force(shadow.target), shadow, "released")


def united(sea: Sea, stays: Force, gone: Sequence[Force]) -> None:
    """1.2.4, 6.3 Forces have become one: what followed any of them follows it, and what one of them followed it follows
    on, unless a convoy came of it.
    """
    names, found = {one.id for one in gone}, list[Shadow]()
    for shadow in sea.state.shadows:
        target = stays.id if shadow.target in names else shadow.target
        bound = shadow.by in ("wolfpack", "task_force") and shadow.who in names
        one = structs.replace(shadow, target=target, who=stays.id if bound else shadow.who)
        if all((one.target, one.by, one.who) != (other.target, other.by, other.who) for other in found):
            found.append(one)
    sea.state.shadows = found
    for shadow in [one for one in found if one.who == stays.id and stays.kind == "convoy"]:
        end(sea, sea.force(shadow.target), shadow, "released")


def parted(sea: Sea, side: Side, parts: Sequence[Force], meant: Force | None = None) -> None:
    """6.3.4 A shadowed force of a side has come apart: each shadower follows the part that fits its own preferences, or
    else what its side ordered for all, in the words of what it knew: the convoy, the larger part, the capital ships. If
    they fit several the owner says which is `meant`; the larger, if he did not. A wolfpack follows the convoy (6.3.2).
    """
    usual = (sea.state.instructed(sea.enemy(side)).follows,)
    names = {part.id for part in parts}
    for place, shadow in enumerate(sea.state.shadows):
        if shadow.target in names:
            words = ("convoy",) if shadow.by == "wolfpack" else shadow.prefers or usual
            fitting = _fitting(sea, parts, words)
            chosen = meant if meant in fitting and meant is not None else max(fitting, key=_size)
            sea.state.shadows[place] = structs.replace(shadow, target=chosen.id)


def _fitting(sea: Sea, parts: Sequence[Force], words: Sequence[str]) -> list[Force]:
    """6.3.4 The parts that fit the first words, as far as any does, those among them that fit the next, and so on."""
    left = list(parts)
    for word in words:
        left = [one for one in left if _fits(sea, one, left, word)] or left
    return left


def _fits(sea: Sea, part: Force, parts: Sequence[Force], word: str) -> bool:
    if word == "convoy":
        return part.kind == "convoy"
    if word == "capital":
        return any(sea.box.ships[one.ship].type in CAPITAL_SHIPS for one in part.counters)
    return _size(part) == max(_size(one) for one in parts)


def _size(force: Force) -> int:
    return sum(one.strength for one in force.counters)


def _of(sea: Sea, force: Force) -> list[Shadow]:
    return [one for one in sea.state.shadows if one.target == force.id]


def _unit(sea: Sea, name: str) -> AirUnit:
    return next(one for one in sea.state.air if one.id == name)
