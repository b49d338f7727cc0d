"""6.4 Permanent air patrols: printed air radii, sectors, and the radii that carriers and aircraft hold."""

from collections.abc import Mapping

from games.titles.pq17.components.pieces import CARRIERS, SECTORS, SIDES, Nation, Sector, Side, WeatherKind
from games.titles.pq17.rules.weather.weather import aircraft_fly, carriers_operate, patrols_work
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

SECTOR_NATION: Mapping[Sector, Nation] = {
    "british": "britain", "soviet": "soviet", "stavanger": "germany", "trondheim": "germany", "barents": "germany",
}  # fmt: skip
"""6.4.2 The nation whose aircraft fly in a sector."""
SECTOR_COAST: Mapping[str, str] = {"british": "britain", "soviet": "kola", "barents": "norway"}
"""9.5 By sector, the coast whose local weather applies to its aircraft. Stavanger and Trondheim have no such coast."""


_SECTORS_OF: Mapping[Side, tuple[Sector, ...]] = {
    side: tuple(one for one in SECTORS if (SECTOR_NATION[one] == "germany") is (side == "axis")) for side in SIDES
}
FLOWN_FROM = 2
"""6.4.1 The most hexes between the coast of North Norway and a hex of the printed German radius flown from there."""


def weather_for(board: Board, coast: str) -> WeatherKind:
    """9.5 Return the weather for aircraft and patrols based on a coast: its local weather, or else that of the map."""
    local = board.state.sky.local.get(coast)
    return local[0] if local is not None else board.state.sky.kind


def coast_of(board: Board, base: str) -> str:
    """9.5, 13.4 Return the coast of an airfield or port: of Britain, Kola or North Norway, or ""."""
    return board.box.coasts.get(base, "")


def holds_radius(board: Board, force: Force) -> bool:
    """5.3.1a, 6.4.1a, 7.8a Return True if the carriers of a force at sea may hold an air radius in its hex.

    The German carrier may hold a radius only by day.
    """
    if not force.at_sea or not carriers_operate(board.state.sky.kind):
        return False
    if force.side == "axis" and not board.is_day:
        return False
    return any(
        board.box.ships[one.ship].type in CARRIERS and one.is_able() and one.strength > 0 for one in force.counters
    )


def radii(board: Board, side: Side, hex_: str, *, as_seen: bool = False) -> tuple[Nation, ...]:
    """6.4.1, 6.4.1b Return the nations of a side that have an air radius over a hex.

    Printed radii, declared radii of carriers and temporary radii of aircraft count, each only in weather in which it
    works (9.2.3, 9.2.5). `as_seen`: True for the radii as the enemy sees them: a carrier that declared a radius always
    counts as undamaged.
    """
    found = [
        *printed_radii(board, side, hex_),
        *(nation for nation, at in flown_radii(board, side, as_seen) if at == hex_),
    ]
    return tuple(dict.fromkeys(found))


def printed_radii(board: Board, side: Side, hex_: str) -> list[Nation]:
    """6.4.1, 9.2.5, 9.5 Return the nations of a side whose printed radius covers a hex and works in this weather."""
    over = [nation for nation, hexes in board.box.areas.radii[side].items() if hex_ in hexes]
    if not over or not board.state.sky.local:
        return over if patrols_work(board.state.sky.kind) else []
    return [nation for nation in over if patrols_work(weather_for(board, _coast_near(board, nation, hex_)))]


def flown_radii(board: Board, side: Side, as_seen: bool = False) -> list[tuple[Nation, str]]:
    """5.3.1, 5.3.1a Return the nation and the hex of each radius that a side's carriers and aircraft hold.

    `as_seen`: see `radii`.
    """
    found: list[tuple[Nation, str]] = []
    for name in board.state.declared:
        one = board.force(name)
        if one.side == side and (as_seen or holds_radius(board, one)):
            found.append(("britain" if side == "allied" else "germany", one.at))
    for unit in [unit for unit in board.state.air if unit.mission == "radius"]:
        kind = board.box.aircraft[unit.aircraft]
        if kind.side == side and may_base_fly(board, unit.base, carrier=kind.carrier):
            found += [(kind.nation, at) for at in unit.over]
    return found


def _coast_near(board: Board, nation: Nation, hex_: str) -> str:
    """9.5 Return the coast from which the printed radius of a nation is flown over a hex.

    The German radius is flown from North Norway up to two hexes from it, and elsewhere from bases without local weather
    ("").
    """
    if nation != "germany":
        return {"britain": "britain", "soviet": "kola"}.get(nation, "")
    north = board.box.areas.north_norway.hexes
    return "" if north.isdisjoint(board.box.waters.within(hex_, FLOWN_FROM)) else "norway"


def sector_works(board: Board, sector: str) -> bool:
    """6.4.2b, 9.5 Return True if a sector's aircraft can search in this weather: not in a gale over its coast."""
    return patrols_work(weather_for(board, SECTOR_COAST.get(sector, "")))


def sector_hexes(board: Board, sector: Sector) -> int:
    """6.4.2, 6.3.1c Return the number of hexes that a sector may search.

    This is the number in the scenario, or else in the chart for the month, minus one for each force that the sector
    shadows. In a gale over the sector's coast, it is 0.
    """
    if not sector_works(board, sector):
        return 0
    most = board.operation.sectors.get(sector)
    if most is None:
        most = board.box.charts.sectors.hexes(board.operation.calendar_month, sector)
    shadowed = {one.target for one in board.state.shadows if one.by == "sector" and one.who == sector}
    return max(most - len(shadowed), 0)


def sectors_of(board: Board, side: Side) -> tuple[Sector, ...]:
    """6.4.2 Return the sectors of a side."""
    return _SECTORS_OF[side]


def in_sector(board: Board, sector: Sector, hex_: str) -> bool:
    """6.4.2 Return True if a sector may search a hex."""
    return hex_ in board.box.sectors[sector]


def may_base_fly(board: Board, base: str, *, carrier: bool) -> bool:
    """9.2.3-9.2.5, 9.5 Return True if the weather lets aircraft of a base fly now.

    `carrier`: True if the base is a carrier.
    """
    if carrier:
        return carriers_operate(board.state.sky.kind)
    sky = board.state.sky
    return aircraft_fly(weather_for(board, coast_of(board, base)) if sky.local else sky.kind)


def end_temporary_radii(board: Board, side: Side) -> None:
    """5.3.1 After the enemy's submarine combat, end the radii that a side's aircraft hold.

    The aircraft return to base.
    """
    for unit in board.state.air:
        if unit.mission == "radius" and board.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at, unit.also = "", "", ()
