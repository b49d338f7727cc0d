"""7.5.6 Aircraft of the defender's carriers in a surface battle."""

from games.titles.pq17.box.pieces import CARRIERS, Side
from games.titles.pq17.rules.air.bombing import Bombed
from games.titles.pq17.rules.air.planning import sorties
from games.titles.pq17.rules.air.raid import is_clear, tell_wave
from games.titles.pq17.rules.air.strike import Place, bombed, strike
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.search.aftermath import settle_aircraft, strengths_of
from games.titles.pq17.rules.surface.layout import set_apart
from games.titles.pq17.rules.weather.weather import carriers_operate
from games.titles.pq17.table.battle import Battle
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit


def aboard(sea: Sea, battle: Battle, side: Side) -> list[AirUnit]:
    """7.5.6, 7.8a The bombers of carriers on the display that can operate, which have not flown in this phase."""
    ships = {
        one.ship
        for unit in battle.of(side)
        for one in unit.counters
        if sea.box.ships[one.ship].type in CARRIERS and operates(one)
    }
    return [
        unit
        for unit in sea.state.air
        if unit.base in ships and not unit.mission and unit.flying and sea.box.aircraft[unit.aircraft].type != "f"
    ]


async def carriers_strike(sea: Sea, battle: Battle, side: Side, *, key: str) -> list[Bombed]:
    """7.5.6 By day in Fair or Reduced Visibility the defender's carriers strike the ships on the display, from round 2
    on, by the steps of an air attack from the assignment; each unit once in a phase. What their bombs did.
    """
    if not sea.is_day or not carriers_operate(sea.state.sky.kind):
        return []
    units = {unit.id: unit for unit in aboard(sea, battle, side)}
    enemies = battle.against(side)
    if not units or not enemies:
        return []
    at = next(force.at for force in sea.forces_of(side) if any(one.ship in _bases(units) for one in force.counters))
    row, before = [unit.counters for unit in enemies], strengths_of(units)
    instructions = sea.state.instructed(side)
    wet = instructions.torpedoes == "yes" and await is_clear(sea, at, key=f"{key}.ice")
    flown = sorties(sea.box, row, units, "heavy", torpedoes=wet)
    place = Place(day=True, weather=sea.state.sky.kind, cam_from=0, fates=sea.state.options.destroyer_fate)
    waves = await strike(sea.box, row, units, flown, place, key=key)
    for wave in waves:
        tell_wave(sea, side, units, wave)
    for unit in units.values():
        unit.mission = "attack"
    settle_aircraft(sea, before)
    set_apart(battle)
    return bombed(waves)


def _bases(units: dict[str, AirUnit]) -> set[str]:
    return {unit.base for unit in units.values()}
