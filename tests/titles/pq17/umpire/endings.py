"""2.1 to 2.4, 3.4 When an operation is over, and what each side scores then."""

from collections import Counter as Count

from games.titles.pq17.state.events import operation, victory
from games.titles.pq17.state.state import Force, State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.points import worth
from tests.titles.pq17.umpire.table import Umpire

LAST = 30
"""3.4 Day 15 PM."""


def turn_ended(u: Umpire, event: operation.TurnEnded, *others: operation.TurnEnded) -> None:
    """3.4"""
    if event.turn < u.state.start:
        return
    convoys = [one for one in u.state.forces if one.kind == "convoy" and not _in_kara(u, one)]
    sailing = [one for one in convoys if not _is_in(one)]
    out = {side: [one for one in u.state.forces if one.side == side and one.kind == "task_force" and not one.port
                  and one.at in (*u.box.hexes, "kara_sea")] for side in ("allied", "axis")}  # fmt: skip
    u.kept["over"] = (sailing, out)
    over = not sailing and (not all(out.values()) or event.turn >= LAST)
    if event.turn < 2 * LAST:
        u.ruled("3.4 over", event.over == over, event, sailing, out)


def _in_kara(u: Umpire, force: Force) -> bool:
    return force.at == "kara_sea" and force.side == "allied"


def _is_in(force: Force) -> bool:
    """5.1.5 A convoy has reached a port of destination."""
    assert force.convoy is not None
    if force.side == "axis":
        return bool(force.port)
    return bool(force.port) and (force.port in force.convoy.destinations) and force.convoy.arrived


def ended(u: Umpire, before: State) -> None:
    """2.1.1 to 2.4 What is booked as an operation ends."""
    booked: Count[str] = Count()
    for one in u.state.bookings[len(before.bookings) :]:
        booked[one.why] += one.points
    _unarrived(u, booked)
    _fuel(u, before, booked)
    _command(u, before, booked)
    _damaged(u, before, booked)


def _unarrived(u: Umpire, booked: Count[str]) -> None:
    """2.1.2 Unless three quarters arrive each that did not costs a half point; ice and weather do not count."""
    points = 0
    for one in u.state.tallies:  # who lies in a port of destination as it ends has arrived
        counted = one.began - one.excepted
        if 4 * one.arrived < 3 * counted:
            points -= counted - one.arrived
    u.ruled("2.1.2 three quarters", booked["unarrived"] == points, booked, points, u.state.tallies)


def _fuel(u: Umpire, before: State, booked: Count[str]) -> None:
    """2.2 Task forces at sea in critical fuel."""
    points = 0
    for force in before.forces:
        if force.kind != "task_force" or force.port or force.fuel is None or force.fuel.state != "critical":
            continue
        if force.at not in u.box.hexes and force.at != "kara_sea":
            continue
        sign = 1 if force.side == "axis" else -1
        for one in force.counters:
            kind = u.kind(one)
            each = 4 if kind.type in charts.CAPITAL else 2 if kind.is_heavy else 0
            points += sign * (each or one.strength * (kind.type in ("dd", "tb")))
    u.ruled("2.2 critical fuel", booked["critical_fuel"] == points, booked, points)


def _command(u: Umpire, before: State, booked: Count[str]) -> None:
    """2.3 A point for each two Command Points, of both Allied commands together."""
    spent = {name: points.spent for name, points in before.command.items()}
    allied = spent.get("home_fleet", 0) + spent.get("severny_flot", 0)
    points = 2 * (spent.get("gruppe_nord", 0) // 4) - 2 * (allied // 4)
    owed = any(one.home and not one.port for one in before.forces)
    if not owed:
        u.ruled("2.3 command", booked["command"] == points, booked, spent, points)


def _damaged(u: Umpire, before: State, booked: Count[str]) -> None:
    """2.4 Steps of capital ships that float: ten points for a German one, five for an Allied one."""
    if before.roster is not None:
        return
    points = 0
    for one in (ship for force in before.forces for ship in force.counters):
        kind = u.kind(one)
        if kind.type in charts.CAPITAL and one.strength < kind.strength:
            points += (20 if kind.side == "axis" else -10) * (kind.strength - one.strength)
    u.ruled("2.4 damage", abs(booked["damaged"]) <= abs(points) or points == 0, booked, points)


def scored(u: Umpire, event: victory.Scored, *others: victory.Scored) -> None:
    """14.0, 2.1.1"""
    if event.why == "arrived":
        u.ruled("2.1.1 arrived", event.points == 2 * event.strength or event.strength == 0, event)
    if event.why == "emergency":
        u.ruled("15.4 emergency", abs(event.points) == 2 * event.strength or not event.unit, event)
    if event.why == "green" and event.unit:
        half = -(-int(2 * worth(u, event.unit, event.strength)) // 4) * 2
        u.ruled("15.4.3 green", abs(event.points) == half, event, half)


JUDGES = {operation.TurnEnded: turn_ended, victory.Scored: scored}
MOVES: dict[str, object] = {}
STAGES = {"victory": ended}
