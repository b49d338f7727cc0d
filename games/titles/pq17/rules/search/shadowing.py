"""5.4, 6.3.4, 6.3.5 Shadowing: shadowers move with their target, follow a part of it, and lose it."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import structs

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, Side
from games.titles.pq17.rules.search.air_patrols import (
    in_sector,
    may_base_fly,
    sector_works,
    sectors_of,
)
from games.titles.pq17.rules.search.dummies import place_dummy, wants_dummy
from games.titles.pq17.rules.search.shadowers import covers_for_shadowing, near_base
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockStood, LevelFell
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.state import AirUnit, Force, Shadow

Why = Literal["weather", "lost", "range", "base", "port", "gone", "released", "scattered", "no_convoy"]


# --- movement


def move_shadowers(board: Board, force: Force, may_enter: Callable[[Force, str], bool]) -> list[Force]:
    """5.4, 6.3.5 Move the shadowers of a force into the hex that it entered, or end their shadowing.

    Returns the shadowing forces that moved. Shadowing ends if the hex is beyond the range of the air unit, outside the
    sector or radius, near a base with interceptors, or has a port. It also ends if a shadowing force may not enter the
    hex (5.1.4, 5.1.7). `may_enter`: a function that returns True if a force may enter a hex.
    """
    along: list[Force] = []
    for shadow in _of(board, force):
        if force.at in board.box.all_ports(board.operation):
            end_shadowing(board, force, shadow, "port", moving=True)
        elif shadow.by in ("wolfpack", "task_force"):
            follower = board.force(shadow.who)
            if may_enter(follower, force.at):
                board.step(follower, force.at)
                along.append(follower)
            else:
                end_shadowing(board, force, shadow, "range", moving=True)
        elif near_base(board, force):
            end_shadowing(board, force, shadow, "base", moving=True)
        elif not _reaches(board, shadow, force):
            end_shadowing(board, force, shadow, "range", moving=True)
        elif shadow.by == "aircraft":
            _unit(board, shadow.who).at = force.at
    return along


def stop_followers(board: Board, force: Force) -> None:
    """5.4 End the move of the forces that follow a force, in the hex where that force stops."""
    for shadow in _of(board, force):
        if shadow.by in ("wolfpack", "task_force"):
            board.rest(board.force(shadow.who))


def _reaches(board: Board, shadow: Shadow, force: Force) -> bool:
    side = board.enemy(force.side)
    if force.at not in board.box.hexes:
        return False
    if shadow.by == "radius":
        return covers_for_shadowing(board, side, force.at)
    if shadow.by == "sector":
        return any(shadow.who == one and in_sector(board, one, force.at) for one in sectors_of(board, side))
    unit = _unit(board, shadow.who)
    base = base_of(board, unit)
    return base is not None and hexes.distance(base, force.at) <= board.box.aircraft[unit.aircraft].range


def base_of(board: Board, unit: AirUnit) -> str | None:
    """5.3 Return the hex of an air unit's base or carrier; None if the carrier is gone or off the map."""
    ashore = board.box.bases.get(unit.base)
    if ashore is not None:
        return ashore
    at = next((force.at for force in board.state.forces for one in force.counters if one.ship == unit.base), None)
    return at if at in board.box.hexes else None


# --- end


def level_after_shadowing(level: int) -> int | None:
    """6.3.5b Return the ID level of a block after shadowing of it ends: one lower.

    After level 0, return None (unidentified).
    """
    return level - 1 if level else None


def lose_shadowers(board: Board, force: Force, why: Why, *, moving: bool = False) -> None:
    """6.3.5 End all shadowing of a force. `why`: the common reason. `moving`: see `end_shadowing`."""
    for shadow in _of(board, force):
        end_shadowing(board, force, shadow, why, moving=moving)


def end_shadowing(board: Board, force: Force, shadow: Shadow, why: Why, *, moving: bool = False) -> None:
    """6.3.5, 6.3.5b End the shadowing of a force by one unit. An aircraft then returns to base.

    When the last shadower is gone, the force's ID level falls by one, and a force at 0 becomes unidentified. A
    scattered convoy keeps its level (6.8.1). If the standing instruction of its side says so, a dummy is put beside a
    force that became unidentified. If the force is `moving`, the caller puts the dummy there when the force stops. A
    force that is gone gets no dummy. `why`: the reason.
    """
    board.state.shadows.remove(shadow)
    for unit in board.state.air if shadow.by == "aircraft" else ():
        if unit.id == shadow.who:
            unit.mission, unit.at = "", ""
    side = board.enemy(force.side)
    seen = ShadowEnded(side, shadow.by, force.at, force.block, why)
    board.tell_both(side, structs.replace(seen, who=shadow.who), structs.replace(seen, force=force.id), seen)
    if not board.is_shadowed(force) and force.level is not None and force.at_sea and why != "scattered":
        stands = _lower(board, force)
        if stands and not moving and why != "gone" and wants_dummy(board, force):
            place_dummy(board, force)


def _lower(board: Board, force: Force) -> bool:
    """6.3.5b Lower the ID level of a force that has lost its last shadower; return True if it is unidentified now."""
    force.level = level_after_shadowing(force.level or 0)
    at, side = force.at, force.side
    if force.level is None:
        board.stand(force)
        stood = BlockStood(side, force.block, at)
        board.tell_of(side, structs.replace(stood, force=force.id), stood)
    else:
        fell = LevelFell(side, force.block, at, force.level)
        board.tell_of(side, structs.replace(fell, force=force.id), fell)
    return force.level is None


def end_grounded_shadowing(board: Board) -> None:
    """6.3.5 End shadowing by aircraft, sectors and radii that cannot work in the weather of the new turn."""
    for shadow in list(board.state.shadows):
        target = board.force(shadow.target)
        if shadow.by == "aircraft":
            unit = _unit(board, shadow.who)
            works = may_base_fly(board, unit.base, carrier=board.box.aircraft[unit.aircraft].carrier)
        elif shadow.by == "sector":
            works = sector_works(board, shadow.who)
        else:
            side = board.enemy(target.side)
            works = shadow.by != "radius" or covers_for_shadowing(board, side, target.at)
        if not works:
            end_shadowing(board, target, shadow, "weather")


def release_convoyless_packs(board: Board) -> None:
    """6.3.2 End wolfpacks' shadowing of convoys that lost all merchants.

    Such a convoy has become another kind of force.
    """
    for shadow in list(board.state.shadows):
        target = board.force(shadow.target)
        if shadow.by == "wolfpack" and target.kind != "convoy":
            end_shadowing(board, target, shadow, "no_convoy")


def end_orphaned_shadowing(board: Board) -> None:
    """6.3.5, 7.8a, 10.2.6 End shadowing by aircraft that were lost with their carrier."""
    flying = {unit.id for unit in board.state.air}
    for shadow in list(board.state.shadows):
        if shadow.by == "aircraft" and shadow.who not in flying:
            end_shadowing(board, board.force(shadow.target), shadow, "lost")


def release_target(board: Board, force: Force) -> None:
    """6.3.5a End all shadowing of a force before it moves, if the shadowing side's standing instruction says so."""
    side = board.enemy(force.side)
    if board.state.instructed(side).releases == "yes":
        lose_shadowers(board, force, "released", moving=True)


def end_in_port(board: Board, force: Force) -> None:
    """6.3.5 End all shadowing of a force that enters port."""
    lose_shadowers(board, force, "port")


def forget_force(board: Board, force: Force) -> None:
    """6.3.5 End all shadowing of and by a force that leaves the map."""
    for shadow in [one for one in board.state.shadows if force.id in (one.target, one.who)]:
        if shadow.target == force.id:
            end_shadowing(board, force, shadow, "gone")
        else:
            end_shadowing(board, board.force(shadow.target), shadow, "released")


def transfer_shadowing(board: Board, stays: Force, gone: Sequence[Force]) -> None:
    """1.2.4, 6.3 Transfer shadowing when the forces `gone` combine with the force `stays`.

    The shadowers of each force now follow the combined force. The combined force follows the targets of each force,
    unless the combined force is a convoy, which cannot follow.
    """
    names, found = {one.id for one in gone}, list[Shadow]()
    for shadow in board.state.shadows:
        target = stays.id if shadow.target in names else shadow.target
        bound = shadow.by in ("wolfpack", "task_force") and shadow.who in names
        one = structs.replace(shadow, target=target, who=stays.id if bound else shadow.who)
        if all((one.target, one.by, one.who) != (other.target, other.by, other.who) for other in found):
            found.append(one)
    board.state.shadows = found
    for shadow in [one for one in found if one.who == stays.id and stays.kind == "convoy"]:
        end_shadowing(board, board.force(shadow.target), shadow, "released")


def choose_followed_part(board: Board, side: Side, parts: Sequence[Force], meant: Force | None = None) -> None:
    """6.3.4 Choose the part that each shadower follows after a shadowed force of a side has split.

    The preferences of the shadower decide. Without preferences, the standing instruction of its side decides: the
    convoy, the larger part or the capital ships. If several parts match, the shadower follows the part `meant`, which
    the owner of the split force has named in an order; if no part was named, the larger part. A wolfpack always follows
    the convoy (6.3.2). `parts`: the parts of the split force.
    """
    usual = (board.state.instructed(board.enemy(side)).follows,)
    names = {part.id for part in parts}
    for place, shadow in enumerate(board.state.shadows):
        if shadow.target in names:
            words = ("convoy",) if shadow.by == "wolfpack" else shadow.prefers or usual
            fitting = _fitting(board, parts, words)
            chosen = meant if meant in fitting and meant is not None else max(fitting, key=_size)
            board.state.shadows[place] = structs.replace(shadow, target=chosen.id)


def _fitting(board: Board, parts: Sequence[Force], words: Sequence[str]) -> list[Force]:
    """6.3.4 Return the parts that match the preferences `words`; a preference that no part matches is skipped."""
    left = list(parts)
    for word in words:
        left = [one for one in left if _fits(board, one, left, word)] or left
    return left


def _fits(board: Board, part: Force, parts: Sequence[Force], word: str) -> bool:
    if word == "convoy":
        return part.kind == "convoy"
    if word == "capital":
        return any(board.box.ships[one.ship].type in CAPITAL_SHIPS for one in part.counters)
    return _size(part) == max(_size(one) for one in parts)


def _size(force: Force) -> int:
    return sum(one.strength for one in force.counters)


def _of(board: Board, force: Force) -> list[Shadow]:
    return [one for one in board.state.shadows if one.target == force.id]


def _unit(board: Board, name: str) -> AirUnit:
    return next(one for one in board.state.air if one.id == name)
