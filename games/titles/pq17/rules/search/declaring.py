"""5.2, 7.1, 7.1.3, 7.2a, 7.5.7 Who may attack which block, as the attacker knows it."""

from collections.abc import Iterable

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.lasting import is_unrestricted
from games.titles.pq17.rules.forces.limits import Strength, forbids_attack, strength
from games.titles.pq17.rules.search.searchers import is_scattered
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Report

SURFACE = ("convoy", "task_force")
FIGHTING = ("wolfpack", "task_force")
"""Kinds of forces that attack."""
COUNTER = 2
"""What a warship counter of which only the number is known is taken to be worth."""


def is_near(here: str, target: Force) -> bool:
    """7.1, 6.8.1 In the hex of a block; next to it is near enough for a scattered convoy."""
    if not is_scattered(target) or not (here.isdigit() and target.at.isdigit()):
        return here == target.at
    return hexes.distance(here, target.at) <= 1


def may_strike(sea: Sea, side: Side, unit: AirUnit, target: Force) -> bool:
    """5.3b, 7.2a, 7.4.2 Whether an air unit that flew there may attack a block: of the Soviets only naval aircraft a
    surface force, and only units that can hunt them a wolfpack; fighters go along.
    """
    kind = sea.box.aircraft[unit.aircraft]
    if kind.side != side or unit.at != target.at or unit.mission not in ("attack", "escort") or not unit.flying:
        return False
    if unit.mission == "escort":
        return target.kind in SURFACE
    if target.kind == "wolfpack":
        return kind.anti_submarine and submarines_fight(sea.state.sky.kind)
    return kind.type not in ("p", "f") and (kind.nation != "soviet" or kind.naval)


def may_attack(sea: Sea, force: Force, target: Force) -> bool:
    """5.2, 6.3.2, 7.3.2a, 7.4.2a, 7.5 Whether a force may attack an identified block of the enemy's: a pack that has
    neither moved nor shadows and has torpedoes left, or a task force that its limits do not forbid.
    """
    return is_beside(force, target) and not kept_from(sea, force, target)


def is_beside(force: Force, target: Force) -> bool:
    """7.1 Whether a pack or task force is where it could attack an identified block."""
    return force.at_sea and force.kind in FIGHTING and is_near(force.at, target) and target.level is not None


def kept_from(sea: Sea, force: Force, target: Force) -> str:
    """The rule that keeps a pack or task force from attacking a block that is near; "" if it may."""
    fought = submarines_fight(sea.state.sky.kind)
    if force.kind == "wolfpack":
        if any(one.who == force.id for one in sea.state.shadows):
            return "6.3.2"
        if force.moved or not boats_of(force):
            return "5.2" if force.moved else "7.3.2a"
        return "" if fought else "7.4d"
    if not any(one.is_able() and one.strength for one in force.counters):
        return "7.5"
    if target.kind == "wolfpack":
        return "" if fought else "7.4d"
    return forbidden(sea, force, target)


def boats_of(force: Force) -> int:
    """1.4.1, 7.3.2a The submarines of a pack that have torpedoes."""
    return sum(one.strength for one in force.counters if not one.used)


def forbidden(sea: Sea, force: Force, target: Force) -> str:
    """7.5.7-7.5.7c, 7.5.7e The rule that keeps a German task force from attacking a block, by what its side was told of
    it; "" for none, and where the limits are void.
    """
    if force.side != "axis" or is_unrestricted(sea):
        return ""
    return forbids_attack(strength(sea.box, force.counters), known(sea, force.side, target))


def reports_on(sea: Sea, side: Side, target: Force) -> list[Report]:
    """6.2.1 What a side was told of a block under the number that it bears, the oldest first."""
    return [one for one in sea.state.reports if one.to == side and one.block == target.block and not one.port]


def known(sea: Sea, side: Side, target: Force) -> Strength:
    """7.5.7c A block as the reports have it, the last that says something of each: of capital ships those beyond its
    carriers are battleships, whole as far as anybody knows; light ships count as destroyers and torpedo boats.
    """
    reports = [one for one in reports_on(sea, side, target) if one.strengths]
    if not reports:
        return Strength()
    groups = {one.group: one for one in reports[-1].strengths}
    carriers = groups["carrier"].counters if "carrier" in groups else 0
    battleships = max(groups["capital"].counters - carriers, 0) if "capital" in groups else 0
    cruisers = groups["cruiser"].counters if "cruiser" in groups else 0
    light = groups["light"].strength if "light" in groups else 0
    total = sum(one.strength for name, one in groups.items() if name != "carrier")
    return Strength(battleships, battleships, battleships + carriers + cruisers, cruisers, light, total)


def worth(sea: Sea, side: Side, target: Force) -> int | None:
    """How strong the warships of a block are by the last report that says anything of them; None if none does."""
    for one in reversed(reports_on(sea, side, target)):
        if one.strengths:
            return sum(group.strength for group in one.strengths if group.group != "carrier")
        if one.warships is not None:
            return COUNTER * (one.warships + (one.heavy or 0))
        if one.about is not None:
            return COUNTER * one.about
    return None


def guns_of(sea: Sea, counters: Iterable[Force]) -> int:
    """The strength of the warships of forces."""
    ships = sea.box.ships
    return sum(one.strength for force in counters for one in force.counters if ships[one.ship].is_warship)


def is_hopeless(sea: Sea, force: Force, target: Force) -> bool:
    """What a sensible captain leaves alone: a stronger force, a task force of which nothing is known, and a hunt with
    nothing to hunt with.
    """
    if force.kind == "wolfpack":
        return False
    if target.kind == "wolfpack":
        return not strength_of(sea.box, force.counters, "dd", "tb", "es")
    told = worth(sea, force.side, target)
    if told is None:
        return target.kind == "task_force" and not is_scattered(target)
    return told > guns_of(sea, [force])
