"""5.3, 5.3.1 Air movement: who may fly where, and the counters put out on the map."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import structs

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import Aircraft, Side
from games.titles.pq17.orders.missions import Declare, Flight, Fly, Missions, Patrol, Watch
from games.titles.pq17.rules.forces import situations
from games.titles.pq17.rules.search.patrols import flies, holds_radius, sector_hexes, sector_works, sectors_of
from games.titles.pq17.rules.search.photo import may_photograph
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.table.events.air import Flown, RadiusDeclared
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force

NIGHT_RADIUS = "1943-08"
"""5.3.1 From this month on the Axis holds temporary radii at night too."""


def missions_part(sea: Sea, side: Side) -> Missions:
    """5.3, 6.4 What a side may order in the air this phase."""
    blocks = _blocks(sea, side)
    watches = []
    grounded: dict[str, list[str]] = {}
    for sector in sectors_of(sea, side):
        most = sector_hexes(sea, sector)
        there = tuple(filter(sea.box.sectors[sector].__contains__, blocks))
        if most and there:
            watches.append(Watch(sector, most, there))
        else:
            rule = "6.4.2" if most else "6.3.1c" if sector_works(sea, sector) else "6.4.2b"
            grounded.setdefault(rule, []).append(sector)
    carriers = tuple(one.id for one in sea.forces_of(side) if holds_radius(sea, one))
    flights = _flights(sea, side, blocks)
    flying = {one.unit for one in flights}
    kept: dict[tuple[str, str], str] = {}
    for unit in sea.state.air:
        if sea.box.aircraft[unit.aircraft].side == side and not unit.interceptor and unit.id not in flying:
            grounded.setdefault(_kept_down(sea, unit, kept), []).append(unit.id)
    return Missions(
        side=side, flights=flights, watches=tuple(watches), carriers=carriers,
        grounded={rule: tuple(names) for rule, names in grounded.items()},
    )  # fmt: skip


def _kept_down(sea: Sea, unit: AirUnit, kept: dict[tuple[str, str], str]) -> str:
    """The rule by which an air unit that has no mission to fly has none. What keeps its type at its base is asked once,
    and noted in `kept`.
    """
    if unit.mission:
        return "5.3"
    if not unit.flying:
        return "7.2.3"
    sort = unit.aircraft, unit.base
    if sort not in kept:
        kept[sort] = _type_kept_down(sea, unit)
    return kept[sort]


def _type_kept_down(sea: Sea, unit: AirUnit) -> str:
    """The rule by which units of this type stay at this base; that nothing is in their range if no other."""
    kind = sea.box.aircraft[unit.aircraft]
    if not flies(sea, unit.base, carrier=kind.carrier):
        return "9.2.5"
    if not (kind.flies_by_night or sea.is_day):
        return "5.3a"
    if kind.carrier and not _carrier_operates(sea, unit):
        return "7.8a"
    return "5.3b" if situations.may_fly(sea, unit) else "12.6"


def _blocks(sea: Sea, side: Side) -> tuple[str, ...]:
    """The hexes in which enemy blocks are at sea, which everybody sees."""
    there = {one.at for one in sea.afloat(sea.enemy(side)) if one.at in sea.box.hexes}
    return tuple(sorted(there))


def _flights(sea: Sea, side: Side, blocks: tuple[str, ...]) -> tuple[Flight, ...]:
    """5.3 What each unit may do that is not out already; interceptors stay on the ground (1.5.3). What its type may do
    from its base is asked once.
    """
    aircraft, ahead = sea.box.aircraft, _Ahead(side, blocks, _busy(sea, side), sea.is_day)
    typical: dict[tuple[str, str], Flight | None] = {}
    found = []
    for unit in sea.state.air:
        if unit.interceptor or unit.mission or aircraft[unit.aircraft].side != side:
            continue
        flying = unit.flying
        if not flying:
            continue
        sort = unit.aircraft, unit.base
        if sort not in typical:
            typical[sort] = _flight(sea, unit, ahead)
        flight = typical[sort]
        if flight is not None:
            found.append(structs.replace(flight, unit=unit.id, radii=flying))
    return tuple(found)


class _Ahead(NamedTuple):
    """5.3 What lies before all aircraft of a side: the hexes of the enemy's blocks, those in which a radius may be held
    (`busy`), and whether it is day.
    """

    side: Side
    blocks: tuple[str, ...]
    busy: AbstractSet[str]
    is_day: bool


def _flight(sea: Sea, unit: AirUnit, ahead: _Ahead) -> Flight | None:
    """5.3, 5.3a, 5.3b What a unit, and any other of its type that is ready at its base, may do about what lies ahead;
    None for what stays on the ground.
    """
    kind, day = sea.box.aircraft[unit.aircraft], ahead.is_day
    base = base_of(sea, unit)
    if base is None or not _flies(sea, unit, kind, day=day) or not situations.may_fly(sea, unit):
        return None
    within = sea.box.waters.within(base, kind.range)
    near = tuple([one for one in ahead.blocks if one in within])
    patrol = tuple(sorted(ahead.busy & within)) if kind.patrols and _holds(sea, kind, day=day) else ()
    ports = _ports(sea, ahead.side, base, kind.range) if day and may_photograph(sea, ahead.side, unit) else ()
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


def may_fly(sea: Sea, unit: AirUnit) -> bool:
    """5.3a, 7.2c, 7.8a, 9.2.3-9.2.5 Whether a unit may fly a mission now: by night only those that reconnoitre and
    British bombers; in weather that lets its base operate; from a carrier that operates.
    """
    return _flies(sea, unit, sea.box.aircraft[unit.aircraft], day=sea.is_day)


def _flies(sea: Sea, unit: AirUnit, kind: Aircraft, *, day: bool) -> bool:
    """The same of a unit of that kind in such light."""
    if not (kind.flies_by_night or day) or not flies(sea, unit.base, carrier=kind.carrier):
        return False
    return not kind.carrier or _carrier_operates(sea, unit)


def _carrier_operates(sea: Sea, unit: AirUnit) -> bool:
    """7.8a Neither Crippled nor Dead in the Water."""
    ships = [one for force in sea.state.forces for one in force.counters if one.ship == unit.base]
    return any(one.is_able() and one.strength > 0 for one in ships)


def holds_temporary(sea: Sea, unit: AirUnit) -> bool:
    """5.3.1 Whether a unit may hold a temporary radius: with reconnaissance and ASW both; of the Axis by night only
    late in the war.
    """
    kind = sea.box.aircraft[unit.aircraft]
    return kind.patrols and _holds(sea, kind, day=sea.is_day)


def _holds(sea: Sea, kind: Aircraft, *, day: bool) -> bool:
    """5.3.1 The same of a kind that can, in such light."""
    return day or kind.side == "allied" or sea.operation.month >= NIGHT_RADIUS


def _busy(sea: Sea, side: Side) -> AbstractSet[str]:
    """5.3.1 Where a side may hold a temporary radius: the hexes of all blocks at sea and those next to them, but those
    of enemy ports, and those in its own printed radius.
    """
    there = {one.at for one in sea.state.forces if not one.port and one.at in sea.box.hexes}
    near = there.union(*(hexes.beside(at).values() for at in there))
    return near - sea.box.enemy_ports(sea.operation, side) - sea.box.areas.radius(side)


def _ports(sea: Sea, side: Side, base: str, far: int) -> tuple[str, ...]:
    """6.9 The enemy ports within range that are there in this operation."""
    return sea.box.ports_within(sea.operation, sea.enemy(side), base, far)


# --- the segment


async def air_movement(sea: Sea) -> str:
    """5.3 Aircraft fly out as ordered, in sight of both; carriers that are to hold a radius declare it (5.3.1a), if
    they have come through the movement of their side.
    """
    side = sea.phase.side
    own = {one.id: one for one in sea.forces_of(side)}
    sea.state.declared = [name for name in sea.state.declared if name not in own]
    for order in sea.ordered(Declare):
        if order.force in own:
            declare(sea, own[order.force])
    flights: list[Fly | Patrol] = [*sea.ordered(Fly), *sea.ordered(Patrol)]
    for flown in flights:
        unit = next((one for one in sea.state.air if one.id == flown.unit), None)
        if unit is not None:
            fly(sea, side, unit, flown)
    return "search"


def declare(sea: Sea, force: Force) -> None:
    """5.3.1a The enemy learns that there is a radius in the hex, not which block holds it."""
    if holds_radius(sea, force):
        sea.state.declared.append(force.id)
        seen = RadiusDeclared(force.side, force.at)
        sea.tell_of(force.side, RadiusDeclared(force.side, force.at, force.id), seen)


def fly(sea: Sea, side: Side, unit: AirUnit, order: Fly | Patrol) -> None:
    """5.3, 5.3.1 A unit flies to a hex, if it still may once forces have moved."""
    kind, base = sea.box.aircraft[unit.aircraft], base_of(sea, unit)
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
        sea.tell_of(side, own, structs.replace(own, base="") if kind.carrier else own)


def all_return(sea: Sea, side: Side) -> None:
    """3.2c At the end of its air combat all aircraft of a side are back, but those that hold radii or shadow; what they
    are short of by Aborts they are for the rest of the phase (7.2.3a).
    """
    for unit in sea.state.air:
        out = (unit.mission or unit.at) and unit.mission not in ("radius", "shadow")
        if out and sea.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at = "", ""
