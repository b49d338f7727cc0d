"""5.2, 7.1, 7.1.3, 7.2a, 7.5.7 The legal attacks on each block, judged by what the attacker knows."""

from collections.abc import Iterable

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.limits import Strength, actual_strength, attack_forbidden_by
from games.titles.pq17.rules.forces.situations import is_unrestricted
from games.titles.pq17.rules.search.searchers import is_scattered
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Force, Report

SURFACE = ("convoy", "task_force")
FIGHTING = ("wolfpack", "task_force")
"""The kinds of forces that attack."""
COUNTER = 2
"""The strength that a warship counter is assumed to have if only the number of counters is known."""


def is_near(here: str, target: Force) -> bool:
    """7.1, 6.8.1 Return True if a force in the hex `here` is near enough to attack a block.

    The force must be in the block's hex. A scattered convoy may also be attacked from the hexes next to it.
    """
    if not is_scattered(target) or not (here.isdigit() and target.at.isdigit()):
        return here == target.at
    return hexes.distance(here, target.at) <= 1


def may_strike(board: Board, side: Side, unit: AirUnit, target: Force) -> bool:
    """5.3b, 7.2a, 7.4.2 Return True if an air unit that flew to a block's hex may attack the block.

    A Soviet unit may attack a surface force only if it is naval. Only units that can attack submarines may attack a
    wolfpack. Escorts may accompany any attack on a surface force.
    """
    kind = board.box.aircraft[unit.aircraft]
    if kind.side != side or unit.at != target.at or unit.mission not in ("attack", "escort") or not unit.flying:
        return False
    if unit.mission == "escort":
        return target.kind in SURFACE
    if target.kind == "wolfpack":
        return kind.anti_submarine and submarines_fight(board.state.sky.kind)
    return kind.type not in ("p", "f") and (kind.nation != "soviet" or kind.naval)


def may_attack(board: Board, force: Force, target: Force) -> bool:
    """5.2, 6.3.2, 7.3.2a, 7.4.2a, 7.5 Return True if a force may attack an identified enemy block.

    A wolfpack must not have moved, must not shadow, and must have torpedoes left. For a German task force, the German
    limits must allow the attack.
    """
    return is_beside(force, target) and not attack_barred_by(board, force, target)


def is_beside(force: Force, target: Force) -> bool:
    """7.1 Return True if a force is a wolfpack or task force that is near enough to attack an identified block."""
    return force.at_sea and force.kind in FIGHTING and is_near(force.at, target) and target.level is not None


def attack_barred_by(board: Board, force: Force, target: Force) -> str:
    """Return the number of the rule that forbids a wolfpack or task force to attack a block nearby, or ""."""
    fought = submarines_fight(board.state.sky.kind)
    if force.kind == "wolfpack":
        if any(one.who == force.id for one in board.state.shadows):
            return "6.3.2"
        if force.moved or not armed_boats(force):
            return "5.2" if force.moved else "7.3.2a"
        return "" if fought else "7.4d"
    if not any(one.is_able() and one.strength for one in force.counters):
        return "7.5"
    if target.kind == "wolfpack":
        return "" if fought else "7.4d"
    return limit_barring_attack(board, force, target)


def armed_boats(force: Force) -> int:
    """1.4.1, 7.3.2a Return the number of submarines in a wolfpack that have torpedoes."""
    return sum(one.strength for one in force.counters if not one.used)


def limit_barring_attack(board: Board, force: Force, target: Force) -> str:
    """7.5.7-7.5.7c, 7.5.7e Return the number of the limit that forbids a German task force to attack a block, or "".

    The reports to the German side decide. The result is "" while the limits do not apply.
    """
    if force.side != "axis" or is_unrestricted(board):
        return ""
    return attack_forbidden_by(actual_strength(board.box, force.counters), known_strength(board, force.side, target))


def reports_on(board: Board, side: Side, target: Force) -> list[Report]:
    """6.2.1 Return a side's reports on a block under its current number, the oldest first."""
    return [one for one in board.state.reports if one.to == side and one.block == target.block and not one.port]


def known_strength(board: Board, side: Side, target: Force) -> Strength:
    """7.5.7c Return the strength of a block that a side knows from its last report with strengths; 0 without a report.

    Capital ships other than carriers count as battleships, and as undamaged. Light ships count as destroyers and
    torpedo boats.
    """
    reports = [one for one in reports_on(board, side, target) if one.strengths]
    if not reports:
        return Strength()
    groups = {one.group: one for one in reports[-1].strengths}
    carriers = groups["carrier"].counters if "carrier" in groups else 0
    battleships = max(groups["capital"].counters - carriers, 0) if "capital" in groups else 0
    cruisers = groups["cruiser"].counters if "cruiser" in groups else 0
    light = groups["light"].strength if "light" in groups else 0
    total = sum(one.strength for name, one in groups.items() if name != "carrier")
    return Strength(battleships, battleships, battleships + carriers + cruisers, cruisers, light, total)


def reported_strength(board: Board, side: Side, target: Force) -> int | None:
    """Return the strength of a block's warships by the last report on them, or None if there is no report.

    If the report has only the number of counters, each counter is assumed to have a strength of 2.
    """
    for one in reversed(reports_on(board, side, target)):
        if one.strengths:
            return sum(group.strength for group in one.strengths if group.group != "carrier")
        if one.warships is not None:
            return COUNTER * (one.warships + (one.heavy or 0))
        if one.about is not None:
            return COUNTER * one.about
    return None


def warship_strength(board: Board, counters: Iterable[Force]) -> int:
    """Return the total strength of the warships in the forces `counters`."""
    ships = board.box.ships
    return sum(one.strength for force in counters for one in force.counters if ships[one.ship].is_warship)


def is_hopeless(board: Board, force: Force, target: Force) -> bool:
    """Return True for an attack of a force on a target that would probably fail.

    A force makes such an attack only if an order names the target. These are attacks on a stronger force, on a task
    force without a report, and on a wolfpack without dice against submarines.
    """
    if force.kind == "wolfpack":
        return False
    if target.kind == "wolfpack":
        return not strength_of(board.box, force.counters, "dd", "tb", "es")
    told = reported_strength(board, force.side, target)
    if told is None:
        return target.kind == "task_force" and not is_scattered(target)
    return told > warship_strength(board, [force])
