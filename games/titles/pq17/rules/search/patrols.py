"""6.4 Air patrols that are there every turn: the printed radii, carriers' and temporary ones, and sectors."""

from collections.abc import Mapping

from games.titles.pq17.box.pieces import CARRIERS, SECTORS, SIDES, Nation, Sector, Side, WeatherKind
from games.titles.pq17.rules.weather.weather import aircraft_fly, carriers_operate, patrols_work
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

SECTOR_NATION: Mapping[Sector, Nation] = {
    "british": "britain", "soviet": "soviet", "stavanger": "germany", "trondheim": "germany", "barents": "germany",
}  # fmt: skip
"""6.4.2 Whose aircraft fly in a sector."""
SECTOR_COAST: Mapping[str, str] = {"british": "britain", "soviet": "kola", "barents": "norway"}
"""9.5 The coast whose local weather the aircraft of a sector have; those of Stavanger and Trondheim have none."""


_SECTORS_OF: Mapping[Side, tuple[Sector, ...]] = {
    side: tuple(one for one in SECTORS if (SECTOR_NATION[one] == "germany") is (side == "axis")) for side in SIDES
}
FLOWN_FROM = 2
"""6.4.1 The printed German radius lies no farther than so many hexes from the bases."""


def weather_for(sea: Sea, coast: str) -> WeatherKind:
    """9.5 The weather in which aircraft based on a coast fly, and patrols from there work."""
    local = sea.state.sky.local.get(coast)
    return local[0] if local is not None else sea.state.sky.kind


def coast_of(sea: Sea, base: str) -> str:
    """9.5, 13.4 The coast of an airfield or port: of Britain, Kola or North Norway, or none of them."""
    return sea.box.coasts.get(base, "")


def holds_radius(sea: Sea, force: Force) -> bool:
    """5.3.1a, 6.4.1a, 7.8a Whether a force at sea may hold a radius in its hex by its carriers, the German by day."""
    if not force.at_sea or not carriers_operate(sea.state.sky.kind):
        return False
    if force.side == "axis" and not sea.is_day:
        return False
    return any(
        sea.box.ships[one.ship].type in CARRIERS and one.is_able() and one.strength > 0 for one in force.counters
    )


def radii(sea: Sea, side: Side, hex_: str, *, as_seen: bool = False) -> tuple[Nation, ...]:
    """6.4.1, 6.4.1b The nations of a side whose air radius covers a hex: printed ones, those that carriers declare, and
    those of aircraft, in weather in which they fly (9.2.3, 9.2.5). `as_seen`: as the enemy knows it, to whom a carrier
    that declared one is as good as ever.
    """
    found = [*printed_radii(sea, side, hex_), *(nation for nation, at in flown_radii(sea, side, as_seen) if at == hex_)]
    return tuple(dict.fromkeys(found))


def printed_radii(sea: Sea, side: Side, hex_: str) -> list[Nation]:
    """6.4.1, 9.2.5, 9.5 The nations of a side whose printed radius covers a hex, in this weather."""
    over = [nation for nation, hexes in sea.box.areas.radii[side].items() if hex_ in hexes]
    if not over or not sea.state.sky.local:
        return over if patrols_work(sea.state.sky.kind) else []
    return [nation for nation in over if patrols_work(weather_for(sea, _coast_near(sea, nation, hex_)))]


def flown_radii(sea: Sea, side: Side, as_seen: bool = False) -> list[tuple[Nation, str]]:
    """5.3.1, 5.3.1a The radii that carriers of a side declare and its aircraft hold, each nation with the hex."""
    found: list[tuple[Nation, str]] = []
    for name in sea.state.declared:
        one = sea.force(name)
        if one.side == side and (as_seen or holds_radius(sea, one)):
            found.append(("britain" if side == "allied" else "germany", one.at))
    for unit in [unit for unit in sea.state.air if unit.mission == "radius"]:
        kind = sea.box.aircraft[unit.aircraft]
        if kind.side == side and flies(sea, unit.base, carrier=kind.carrier):
            found += [(kind.nation, at) for at in unit.over]
    return found


def _coast_near(sea: Sea, nation: Nation, hex_: str) -> str:
    """9.5 The coast from which the printed radius of a nation is flown over a hex: of the German one what lies within
    two hexes of North Norway, from there, the rest from bases without local weather.
    """
    if nation != "germany":
        return {"britain": "britain", "soviet": "kola"}.get(nation, "")
    north = sea.box.areas.north_norway.hexes
    return "" if north.isdisjoint(sea.box.waters.within(hex_, FLOWN_FROM)) else "norway"


def sector_works(sea: Sea, sector: str) -> bool:
    """6.4.2b, 9.5 Whether a sector works in this weather: not in a gale that is over its coast."""
    return patrols_work(weather_for(sea, SECTOR_COAST.get(sector, "")))


def sector_hexes(sea: Sea, sector: Sector) -> int:
    """6.4.2, 6.3.1c How many hexes a sector searches: as the scenario says, and of sectors that it does not name as the
    chart has the month; less one for each force it shadows; none in a gale that is over its coast.
    """
    if not sector_works(sea, sector):
        return 0
    most = sea.operation.sectors.get(sector)
    if most is None:
        most = sea.box.charts.sectors.hexes(sea.operation.calendar_month, sector)
    shadowed = {one.target for one in sea.state.shadows if one.by == "sector" and one.who == sector}
    return max(most - len(shadowed), 0)


def sectors_of(sea: Sea, side: Side) -> tuple[Sector, ...]:
    """6.4.2 The sectors of a side."""
    return _SECTORS_OF[side]


def in_sector(sea: Sea, sector: Sector, hex_: str) -> bool:
    """6.4.2 Whether a sector may search a hex."""
    return hex_ in sea.box.sectors[sector]


def flies(sea: Sea, base: str, *, carrier: bool) -> bool:
    """9.2.3-9.2.5, 9.5 Whether the weather lets aircraft of a base fly now."""
    if carrier:
        return carriers_operate(sea.state.sky.kind)
    sky = sea.state.sky
    return aircraft_fly(weather_for(sea, coast_of(sea, base)) if sky.local else sky.kind)


def radii_return(sea: Sea, side: Side) -> None:
    """5.3.1 At the end of the enemy's submarine combat temporary radii of a side end, and their aircraft go home."""
    for unit in sea.state.air:
        if unit.mission == "radius" and sea.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at, unit.also = "", "", ()
