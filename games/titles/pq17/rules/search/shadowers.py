"""6.3, 6.3.1 to 6.3.3 The units that may begin to shadow a block, and the beginning of shadowing."""

from msgspec import structs

from games.titles.pq17.components.pieces import CAPITAL_SHIPS, CRUISERS, Side
from games.titles.pq17.rules.search.air_patrols import (
    printed_radii,
    sectors_of,
)
from games.titles.pq17.rules.search.searchers import is_astray
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowBegan
from games.titles.pq17.state.state import Force, Shadow

SECTOR = "sector_"
"""The prefix of the id of a sector as a shadower. The id of a printed radius is `RADIUS`."""
RADIUS = "radius"


def may_be_shadowed(force: Force) -> bool:
    """6.3, 6.3.1, 6.3.2, 6.3b Return True if a block can be shadowed.

    It must be an identified task force or convoy at sea, and a convoy must be neither scattered nor dispersed.
    """
    if not force.at_sea or force.level is None or force.kind not in ("convoy", "task_force"):
        return False
    return not is_astray(force)


def shadowers_for(board: Board, side: Side, target: Force) -> tuple[str, ...]:
    """6.3.1-6.3.3 Return the ids of a side's units that may begin to follow a block identified in this search segment.

    Such units are aircraft that search in the hex, a printed radius, sectors that searched the hex, German wolfpacks,
    and Allied task forces with a cruiser. A unit that already follows a block cannot follow another.
    """
    if not may_be_shadowed(target):
        return ()
    found: list[str] = []
    if not near_base(board, target):
        found += _from_the_air(board, side, target)
    bound = {one.who for one in board.state.shadows}
    for force in board.forces_of(side):
        if force.at == target.at and force.at_sea and force.id not in bound and _follows(board, force, target):
            found.append(force.id)
    return tuple(found)


def _from_the_air(board: Board, side: Side, target: Force) -> list[str]:
    """6.3.1, 6.3.1b Return the ids of the air units, radius and sectors that may follow; Soviet ones cannot."""
    state, found = board.state, list[str]()
    for unit in [unit for unit in state.air if unit.at == target.at and unit.mission == "search"]:
        kind = board.box.aircraft[unit.aircraft]
        if kind.side == side and kind.nation != "soviet":
            found.append(unit.id)
    if covers_for_shadowing(board, side, target.at) and not is_followed_by(board, target, "radius"):
        found.append(RADIUS)
    for sector in sectors_of(board, side):
        named = state.phase.sectors.get(sector, []) if state.phase is not None else []
        if sector != "soviet" and target.at in named and not is_followed_by(board, target, "sector"):
            found.append(SECTOR + sector)
    return found


def is_followed_by(board: Board, target: Force, by: str) -> bool:
    """Return True if a shadower of the kind `by` already follows a block; both sides know this."""
    return any(one.target == target.id and one.by == by for one in board.state.shadows)


def _follows(board: Board, force: Force, target: Force) -> bool:
    """6.3.2 Return True if a wolfpack or task force may follow a block.

    A German wolfpack may follow an Allied convoy that no other pack follows. 6.3.3 An Allied task force with an
    undamaged cruiser may follow an Axis task force.
    """
    if force.kind == "wolfpack":
        return force.side == "axis" and target.kind == "convoy" and not is_followed_by(board, target, "wolfpack")
    if force.kind != "task_force" or force.side != "allied" or target.kind != "task_force":
        return False
    return any(
        board.box.ships[one.ship].type in CRUISERS
        and one.is_able()
        and one.strength == board.box.ships[one.ship].strength
        for one in force.counters
    )


def may_follow_after_battle(board: Board, force: Force, target: Force) -> bool:
    """6.3.3 Return True if a force may follow a target after their surface battle.

    The target must have a capital ship.
    """
    capital = any(board.box.ships[one.ship].type in CAPITAL_SHIPS for one in target.counters)
    return capital and may_be_shadowed(target) and _follows(board, force, target)


def near_base(board: Board, target: Force) -> bool:
    """6.3.1, 6.3.5 Return True if a block is in or next to the hex of an air base of its side with interceptors.

    Such a block cannot be followed from the air.
    """
    return target.at in board.box.hexes and board.box.has_interceptors(target.side, target.at, board.operation.month)


def begin_shadowing(board: Board, side: Side, by: str, target: Force, prefers: tuple[str, ...] = ()) -> None:
    """6.3 Let a unit, a sector or a radius begin to follow a block.

    `by`: the id of the shadower (`shadowers_for`). An air unit stays in the air (6.3.1a); a sector searches one hex
    fewer (6.3.1c). If the unit already follows the block, nothing changes. `prefers`: the parts to follow if the block
    splits, the preferred part first (6.3.4).
    """
    unit = next((one for one in board.state.air if one.id == by), None)
    if by.startswith(SECTOR):
        shadow = Shadow(target.id, "sector", by.removeprefix(SECTOR))
    elif by == RADIUS:
        shadow = Shadow(target.id, "radius", RADIUS)
    elif unit is not None:
        unit.mission = "shadow"
        shadow = Shadow(target.id, "aircraft", by)
    else:
        force = board.force(by)
        shadow = Shadow(target.id, "wolfpack" if force.kind == "wolfpack" else "task_force", by)
    if shadow in [structs.replace(one, prefers=()) for one in board.state.shadows]:
        return
    board.state.shadows.append(structs.replace(shadow, prefers=prefers))
    seen = ShadowBegan(side, shadow.by, target.at, target.block)
    board.tell_both(side, structs.replace(seen, who=shadow.who), structs.replace(seen, force=target.id), seen)


def covers_for_shadowing(board: Board, side: Side, hex_: str) -> bool:
    """6.3.1, 6.3.1b Return True if a side has a radius over a hex by which it can shadow.

    Only printed radii can shadow, except Soviet ones. Radii that carriers and aircraft hold cannot.
    """
    return any(nation != "soviet" for nation in printed_radii(board, side, hex_))
