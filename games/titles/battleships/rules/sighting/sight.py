"""4.1, 4.2, 10.1, 10.2 How a target is sighted, and what lies in the way."""

from typing import NamedTuple

from games.titles.battleships.box import hexes
from games.titles.battleships.table.sea import GUNS_GONE, Sea
from games.titles.battleships.table.state import Guns, Ship, Sight

SPOTTERS = ("bb", "bc", "pb", "ca")
"""10.2 The kinds that carry aircraft."""


class Seen(NamedTuple):
    """4.1a The way in which a target is sighted, and what it costs."""

    sight: Sight
    penalty: int


def seen(sea: Sea, ship: Ship, target: Ship, *, lit: bool | None = None) -> Seen | None:
    """4.1a The way with the least penalty; None for what cannot be sighted. `lit` says whether a star shell lights the
    target's hex, if that is not to be read from the table.
    """
    hexes_ = hexes.distance(ship.at, target.at)
    if hexes_ <= sea.state.sight:
        return Seen("plain", 0)
    if lit is None:
        lit = any(light.at == target.at for light in sea.state.lights)
    found: list[Seen] = []
    radar = sea.radar(ship)
    penalty = radar.penalty(hexes_) if radar is not None else None
    if penalty is not None:
        found.append(Seen("radar", penalty))
    if lit and hexes_ <= sea.tables.star_shell.lights:
        found.append(Seen("shell", sea.tables.modifiers.star_shell))
    if ship.side in sea.state.spotting and sea.counter(ship).kind in SPOTTERS:
        found.append(Seen("aircraft", sea.tables.modifiers.aircraft))
    return max(found, key=lambda one: one.penalty, default=None)


def can_reach(sea: Sea, ship: Ship, target: Ship, guns: Guns) -> bool:
    """5.1a, 5.11, 5.11a, 10.4 Whether guns could fire at a target if it were sighted: range, arc, land, friends."""
    counter, hexes_ = sea.counter(ship), hexes.distance(ship.at, target.at)
    if ship.weapons >= GUNS_GONE or sea.is_powerless(ship):
        return False
    if guns == "secondary":
        if not counter.capital or sea.counter(target).capital or hexes_ > sea.tables.gunnery.secondary_range:
            return False
    elif hexes_ > counter.range or not bears(sea, ship, target):
        return False
    if sea.is_land_between(ship.at, target.at):
        return False
    return sea.options.friendly_fire or not is_masked(sea, ship, target)


def is_masked(sea: Sea, ship: Ship, target: Ship) -> bool:
    """4.2a By night friends in between stand in the way of guns."""
    return sea.battle.night and bool(sea.friends_between(ship, target.at))


def bears(sea: Sea, ship: Ship, target: Ship) -> bool:
    """10.4 Main guns that all stand forward do not fire into the aft arc."""
    aft = hexes.arc(ship.at, ship.heading, target.at) == "aft"
    return not (sea.options.arcs and aft and sea.counter(ship).guns_bear != "all")


def can_light(sea: Sea, ship: Ship) -> bool:
    """4.3, 4.3c Whether a ship may fire a star shell, if she has command (10.10a)."""
    fired = sum(light.ship == ship.id for light in sea.state.lights)
    able = ship.weapons < GUNS_GONE and not sea.counter(ship).battery
    return sea.battle.night and able and not sea.is_powerless(ship) and fired < sea.tables.star_shell.per_ship
