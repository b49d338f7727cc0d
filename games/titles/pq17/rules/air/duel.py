"""14.1 Option: carriers strike together, when Graf Zeppelin attacks a carrier or is attacked by one."""

from collections.abc import Sequence

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import CARRIERS, Side
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.weather.weather import carriers_operate
from games.titles.pq17.table.counters import is_bomber
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force

GERMAN_CARRIER = "graf_zeppelin"


def second_strikes(
    sea: Sea, side: Side, target: Force, units: Sequence[AirUnit], *, surprised: bool
) -> list[tuple[Force, str, list[AirUnit]]]:
    """14.1, 14.1a, 14.1b What the carriers of an attacked force send at once: each carrier that attacks, in a force
    that is identified, with the bombers that come to it. Only by day, and not if the first attack surprised.
    """
    if not sea.state.options.carrier_duel or not sea.is_day or surprised or not carriers_operate(sea.state.sky.kind):
        return []
    attacking = list(dict.fromkeys(unit.base for unit in units if unit.base in sea.box.ships))
    defending = [one.ship for one in target.counters if sea.box.ships[one.ship].type in CARRIERS and operates(one)]
    german = attacking if side == "axis" else defending
    if GERMAN_CARRIER not in german or not defending:
        return []
    found = []
    for carrier in attacking:
        force = _holder(sea, carrier)
        if force is not None and force.at_sea and force.level is not None:
            bombers = _bombers(sea, defending, target.at, force.at)
            if bombers:
                found.append((force, carrier, bombers))
    return found


def _holder(sea: Sea, ship: str) -> Force | None:
    return next((force for force in sea.state.forces for one in force.counters if one.ship == ship), None)


def _bombers(sea: Sea, carriers: Sequence[str], here: str, there: str) -> list[AirUnit]:
    """14.1b Bombers alone, in range; fighters stay over their carrier."""
    if here not in sea.box.hexes or there not in sea.box.hexes:
        return []
    away = hexes.distance(here, there)
    kinds = sea.box.aircraft
    return [
        unit
        for unit in sea.state.air
        if unit.base in carriers
        and is_bomber(kinds[unit.aircraft])
        and unit.flying
        and not unit.mission
        and kinds[unit.aircraft].range >= away
    ]
