"""5.3, 5.3.1 The missions that aircraft may fly, and the air movement segment, in which they fly to their hexes."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import structs

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import Aircraft, Side
from games.titles.pq17.orders.missions import Declare, Flight, Fly, Missions, Patrol, Watch
from games.titles.pq17.rules.forces import situations
from games.titles.pq17.rules.search.air_patrols import (
    holds_radius,
    may_base_fly,
    sector_hexes,
    sector_works,
    sectors_of,
)
from games.titles.pq17.rules.search.photo import may_photograph
from games.titles.pq17.rules.search.search_odds import search_chances
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Flown, RadiusDeclared
from games.titles.pq17.state.state import AirUnit, Force

NIGHT_RADIUS = "1943-08"
"""5.3.1 The month from which the Axis holds temporary radii at night as well."""


def missions_part(board: Board, side: Side) -> Missions:
    """5.3, 6.4 Return the part of the phase's form with the air orders that a side may give."""
    blocks = _blocks(board, side)
    watches = []
    grounded: dict[str, list[str]] = {}
    for sector in sectors_of(board, side):
        most = sector_hexes(board, sector)
        there = tuple(filter(board.box.sectors[sector].__contains__, blocks))
        if most and there:
            watches.append(Watch(sector, most, there))
        else:
            rule = "6.4.2" if most else "6.3.1c" if sector_works(board, sector) else "6.4.2b"
            grounded.setdefault(rule, []).append(sector)
    carriers = tuple(one.id for one in board.forces_of(side) if holds_radius(board, one))
    flights = _flights(board, side, blocks)
    flying = {one.unit for one in flights}
    kept: dict[tuple[str, str], str] = {}
    for unit in board.state.air:
        if board.box.aircraft[unit.aircraft].side == side and not unit.interceptor and unit.id not in flying:
            grounded.setdefault(_kept_down(board, unit, kept), []).append(unit.id)
    return Missions(
        side=side, flights=flights, watches=tuple(watches), carriers=carriers,
        grounded={rule: tuple(names) for rule, names in grounded.items()}, finds=search_chances(board, side, blocks),
    )  # fmt: skip


def _kept_down(board: Board, unit: AirUnit, kept: dict[tuple[str, str], str]) -> str:
    """Return the number of the rule that leaves an air unit without a mission.

    The rule for the unit's type at its base is computed once and cached in `kept`.
    """
    if unit.mission:
        return "5.3"
    if not unit.flying:
        return "7.2.3"
    sort = unit.aircraft, unit.base
    if sort not in kept:
        kept[sort] = _type_kept_down(board, unit)
    return kept[sort]


def _type_kept_down(board: Board, unit: AirUnit) -> str:
    """Return the number of the rule that grounds units of this type at this base; 5.3b if nothing is in range."""
    kind = board.box.aircraft[unit.aircraft]
    if not may_base_fly(board, unit.base, carrier=kind.carrier):
        return "9.2.5"
    if not (kind.flies_by_night or board.is_day):
        return "5.3a"
    if kind.carrier and not _carrier_operates(board, unit):
        return "7.8a"
    return "5.3b" if situations.may_fly(board, unit) else "12.6"


def _blocks(board: Board, side: Side) -> tuple[str, ...]:
    """Return the hexes in which enemy blocks are at sea, which is public."""
    there = {one.at for one in board.afloat(board.enemy(side)) if one.at in board.box.hexes}
    return tuple(sorted(there))


def _flights(board: Board, side: Side, blocks: tuple[str, ...]) -> tuple[Flight, ...]:
    """5.3 Return the possible missions of each unit that has none yet; printed fighters fly none (1.5.3).

    Units of one type at one base share the result.
    """
    aircraft, ahead = board.box.aircraft, _Ahead(side, blocks, _busy(board, side), board.is_day)
    typical: dict[tuple[str, str], Flight | None] = {}
    found = []
    for unit in board.state.air:
        if unit.interceptor or unit.mission or aircraft[unit.aircraft].side != side:
            continue
        flying = unit.flying
        if not flying:
            continue
        sort = unit.aircraft, unit.base
        if sort not in typical:
            typical[sort] = _flight(board, unit, ahead)
        flight = typical[sort]
        if flight is not None:
            found.append(structs.replace(flight, unit=unit.id, radii=flying))
    return tuple(found)


class _Ahead(NamedTuple):
    """5.3 The facts for the missions of all aircraft of a side.

    `blocks`: the hexes with enemy blocks. `busy`: the hexes in which a temporary radius may be held.
    """

    side: Side
    blocks: tuple[str, ...]
    busy: AbstractSet[str]
    is_day: bool


def _flight(board: Board, unit: AirUnit, ahead: _Ahead) -> Flight | None:
    """5.3, 5.3a, 5.3b Return the missions that a unit can fly now, or None if it has none.

    The result is the same for any other unit of its type at its base that is ready.
    """
    kind, day = board.box.aircraft[unit.aircraft], ahead.is_day
    base = base_of(board, unit)
    if base is None or not _flies(board, unit, kind, day=day) or not situations.may_fly(board, unit):
        return None
    within = board.box.waters.within(base, kind.range)
    near = tuple([one for one in ahead.blocks if one in within])
    patrol = tuple(sorted(ahead.busy & within)) if kind.patrols and _holds(board, kind, day=day) else ()
    ports = _ports(board, ahead.side, base, kind.range) if day and may_photograph(board, ahead.side, unit) else ()
    if not (near or patrol or ports):
        return None
    return Flight(
        unit.id,
        search=near if kind.reconnaissance else (),
        attack=near if kind.attacks else (),
        escort=near if kind.type == "f" and day else (),
        patrol=patrol,
        photograph=ports,
    )


def may_fly(board: Board, unit: AirUnit) -> bool:
    """5.3a, 7.2c, 7.8a, 9.2.3-9.2.5 Return True if a unit may fly a mission now.

    At night, only reconnaissance units and British bombers fly. The weather must allow flights from the unit's base. A
    carrier must be able to operate aircraft.
    """
    return _flies(board, unit, board.box.aircraft[unit.aircraft], day=board.is_day)


def _flies(board: Board, unit: AirUnit, kind: Aircraft, *, day: bool) -> bool:
    """Return True if a unit of the type `kind` may fly by day or, if `day` is False, by night."""
    if not (kind.flies_by_night or day) or not may_base_fly(board, unit.base, carrier=kind.carrier):
        return False
    return not kind.carrier or _carrier_operates(board, unit)


def _carrier_operates(board: Board, unit: AirUnit) -> bool:
    """7.8a Return True if the carrier of an air unit is neither Crippled nor Dead in the Water."""
    ships = [one for force in board.state.forces for one in force.counters if one.ship == unit.base]
    return any(one.is_able() and one.strength > 0 for one in ships)


def holds_temporary(board: Board, unit: AirUnit) -> bool:
    """5.3.1 Return True if a unit may hold a temporary air radius.

    Its type must be able both to search and to attack submarines. At night an Axis unit holds a radius only late in the
    war (`NIGHT_RADIUS`).
    """
    kind = board.box.aircraft[unit.aircraft]
    return kind.patrols and _holds(board, kind, day=board.is_day)


def _holds(board: Board, kind: Aircraft, *, day: bool) -> bool:
    """5.3.1 Return True if a type that can search and attack submarines may hold a temporary radius by day or night."""
    return day or kind.side == "allied" or board.operation.month >= NIGHT_RADIUS


def _busy(board: Board, side: Side) -> AbstractSet[str]:
    """5.3.1 Return the hexes in which a side may hold a temporary radius.

    These are the hexes of all blocks at sea and the hexes next to them, except hexes of enemy ports and hexes in the
    side's own printed radius.
    """
    there = {one.at for one in board.state.forces if not one.port and one.at in board.box.hexes}
    near = there.union(*(hexes.neighbours(at).values() for at in there))
    return near - board.box.enemy_ports(board.operation, side) - board.box.areas.radius(side)


def _ports(board: Board, side: Side, base: str, far: int) -> tuple[str, ...]:
    """6.9 Return the enemy ports within `far` hexes of a base that are in use in this operation."""
    return board.box.ports_within(board.operation, board.enemy(side), base, far)


# --- the segment


async def air_movement(board: Board) -> str:
    """5.3 Send out the aircraft as ordered. Both sides see their flights.

    Carriers that were ordered to hold a radius declare the radius, if they survived the movement of their side
    (5.3.1a). Returns the name of the next step.
    """
    side = board.phase.side
    own = {one.id: one for one in board.forces_of(side)}
    board.state.declared = [name for name in board.state.declared if name not in own]
    for order in board.ordered(Declare):
        if order.force in own:
            declare_radius(board, own[order.force])
    flights: list[Fly | Patrol] = [*board.ordered(Fly), *board.ordered(Patrol)]
    for flown in flights:
        unit = next((one for one in board.state.air if one.id == flown.unit), None)
        if unit is not None:
            fly_out(board, side, unit, flown)
    return "search"


def declare_radius(board: Board, force: Force) -> None:
    """5.3.1a Let the carriers of a force hold an air radius if they can. The enemy learns only the hex."""
    if holds_radius(board, force):
        board.state.declared.append(force.id)
        seen = RadiusDeclared(force.side, force.at)
        board.tell_of(force.side, RadiusDeclared(force.side, force.at, force.id), seen)


def fly_out(board: Board, side: Side, unit: AirUnit, order: Fly | Patrol) -> None:
    """5.3, 5.3.1 Send a unit to the ordered hex, if the order is still legal now that forces have moved."""
    kind, base = board.box.aircraft[unit.aircraft], base_of(board, unit)
    if base is None or not unit.flying or unit.mission:
        return
    ordered = (order.to, *order.also) if isinstance(order, Patrol) else (order.to,)
    reached = tuple(one for one in ordered if hexes.distance(base, one) <= kind.range)
    if not reached:
        return
    unit.at, *others = reached
    unit.also = tuple(others)
    if isinstance(order, Patrol):
        unit.mission = "radius"
    elif order.mission in ("search", "attack", "escort"):
        unit.mission = "search" if order.mission == "search" else "attack" if order.mission == "attack" else "escort"
    for at, steps in unit.steps_over():
        own = Flown(side, unit.aircraft, steps, base, at, unit.mission)
        board.tell_of(side, own, structs.replace(own, base="") if kind.carrier else own)


def return_aircraft(board: Board, side: Side) -> None:
    """3.2c Send the aircraft of a side back to base when its air combat ends.

    Aircraft that hold radii or shadow stay. Steps lost to Aborts stay lost for the rest of the phase (7.2.3a).
    """
    for unit in board.state.air:
        out = (unit.mission or unit.at) and unit.mission not in ("radius", "shadow")
        if out and board.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at = "", ""
