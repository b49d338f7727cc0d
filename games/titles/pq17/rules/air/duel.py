"""14.1 Option: carriers strike back at once, if Graf Zeppelin attacks a carrier or a carrier attacks her."""

from collections.abc import Sequence

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import CARRIERS, Side
from games.titles.pq17.rules.forces.carriers import operates
from games.titles.pq17.rules.weather.weather import carriers_operate
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import is_bomber
from games.titles.pq17.state.state import AirUnit, Force

GERMAN_CARRIER = "graf_zeppelin"


def second_strikes(
    board: Board, side: Side, target: Force, units: Sequence[AirUnit], *, surprised: bool
) -> list[tuple[Force, str, list[AirUnit]]]:
    """14.1, 14.1a, 14.1b Return the strikes that the carriers of an attacked force launch back at once.

    Each strike is a tuple: the enemy force that has a carrier whose aircraft attack, the id of that carrier, and the
    bombers that can reach her. The enemy force must be identified. There are no such strikes at night, or if the first
    attack achieved surprise (`surprised`). `side`: the side of the first attack. `target`: the force that it attacks.
    `units`: the aircraft of the first attack.
    """
    if (
        not board.state.options.carrier_duel
        or not board.is_day
        or surprised
        or not carriers_operate(board.state.sky.kind)
    ):
        return []
    attacking = list(dict.fromkeys(unit.base for unit in units if unit.base in board.box.ships))
    defending = [one.ship for one in target.counters if board.box.ships[one.ship].type in CARRIERS and operates(one)]
    german = attacking if side == "axis" else defending
    if GERMAN_CARRIER not in german or not defending:
        return []
    found = []
    for carrier in attacking:
        force = _holder(board, carrier)
        if force is not None and force.at_sea and force.level is not None:
            bombers = _bombers(board, defending, target.at, force.at)
            if bombers:
                found.append((force, carrier, bombers))
    return found


def _holder(board: Board, ship: str) -> Force | None:
    return next((force for force in board.state.forces for one in force.counters if one.ship == ship), None)


def _bombers(board: Board, carriers: Sequence[str], here: str, there: str) -> list[AirUnit]:
    """14.1b Return the ready bombers of these carriers within range; fighters do not take part in a strike back.

    `here`: the hex of the carriers. `there`: the hex of the target.
    """
    if here not in board.box.hexes or there not in board.box.hexes:
        return []
    away = hexes.distance(here, there)
    kinds = board.box.aircraft
    return [
        unit
        for unit in board.state.air
        if unit.base in carriers
        and is_bomber(kinds[unit.aircraft])
        and unit.flying
        and not unit.mission
        and kinds[unit.aircraft].range >= away
    ]
