"""7.5.6 The strikes of the defender's carrier aircraft during a surface battle."""

from games.titles.pq17.components.pieces import CARRIERS, Side
from games.titles.pq17.rules.air.bombing import Bombed
from games.titles.pq17.rules.air.planning import assign_sorties
from games.titles.pq17.rules.air.raid import is_clear, tell_wave
from games.titles.pq17.rules.air.strike import Place, bomb_results, strike
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.search.casualties import settle_aircraft_losses, strengths_of
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.rules.weather.weather import carriers_operate
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit


def bombers_aboard(board: Board, battle: Battle, side: Side) -> list[AirUnit]:
    """7.5.6, 7.8a Return the bombers of a side's carriers on the display that have not flown in this phase."""
    ships = {
        one.ship
        for unit in battle.of(side)
        for one in unit.counters
        if board.box.ships[one.ship].type in CARRIERS and operates(one)
    }
    return [
        unit
        for unit in board.state.air
        if unit.base in ships and not unit.mission and unit.flying and board.box.aircraft[unit.aircraft].type != "f"
    ]


async def strike_from_carriers(board: Board, battle: Battle, side: Side, *, key: str) -> list[Bombed]:
    """7.5.6 Strike the ships on the display with the carrier aircraft of `side`, the defender of the battle.

    This is possible from round 2 on, by day, in Fair or Reduced Visibility. The strike is an air attack that begins
    with the assignment of targets. Each unit flies once in a phase. Returns the results of the bombs. `key`: the prefix
    of the journal keys of its rolls.
    """
    if not board.is_day or not carriers_operate(board.state.sky.kind):
        return []
    units = {unit.id: unit for unit in bombers_aboard(board, battle, side)}
    enemies = battle.against(side)
    if not units or not enemies:
        return []
    at = next(force.at for force in board.forces_of(side) if any(one.ship in _bases(units) for one in force.counters))
    row, before = [unit.counters for unit in enemies], strengths_of(units)
    instructions = board.state.instructed(side)
    wet = instructions.torpedoes == "yes" and await is_clear(board, at, key=f"{key}.ice")
    flown = assign_sorties(board.box, row, units, "heavy", torpedoes=wet)
    place = Place(day=True, weather=board.state.sky.kind, cam_from=0, fates=board.state.options.destroyer_fate)
    waves = await strike(board.box, row, units, flown, place, key=key)
    for wave in waves:
        tell_wave(board, side, units, wave)
    for unit in units.values():
        unit.mission = "attack"
    settle_aircraft_losses(board, before)
    separate_counters(battle)
    return bomb_results(waves)


def _bases(units: dict[str, AirUnit]) -> set[str]:
    return {unit.base for unit in units.values()}
