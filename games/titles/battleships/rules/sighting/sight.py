"""4.1, 4.2, 10.1, 10.2 The ways to sight a target, and the obstacles on the line to it."""

from typing import NamedTuple

from games.titles.battleships.components import hexes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.condition import GUNS_GONE
from games.titles.battleships.state.state import Guns, Ship, Sight

SPOTTERS = ("bb", "bc", "pb", "ca")
"""10.2 The kinds of ship that carry aircraft."""


class Seen(NamedTuple):
    """4.1a The way in which a target is sighted, and the modifier of the shot for it, 0 or negative (`penalty`)."""

    sight: Sight
    penalty: int


def seen(board: Board, ship: Ship, target: Ship, *, lit: bool | None = None) -> Seen | None:
    """4.1a Return the way to sight a target with the least penalty. Return None if the target cannot be sighted.

    `lit`: whether a star shell lights the target's hex; None: as in the state.
    """
    hexes_ = hexes.distance(ship.at, target.at)
    if hexes_ <= board.state.sight:
        return Seen("plain", 0)
    if lit is None:
        lit = any(light.at == target.at for light in board.state.lights)
    found: list[Seen] = []
    radar = board.radar(ship)
    penalty = radar.penalty(hexes_) if radar is not None else None
    if penalty is not None:
        found.append(Seen("radar", penalty))
    if lit and hexes_ <= board.tables.star_shell.lights:
        found.append(Seen("shell", board.tables.modifiers.star_shell))
    if ship.side in board.state.spotting and board.counter(ship).kind in SPOTTERS:
        found.append(Seen("aircraft", board.tables.modifiers.aircraft))
    return max(found, key=lambda one: one.penalty, default=None)


def can_reach(board: Board, ship: Ship, target: Ship, guns: Guns) -> bool:
    """5.1a, 5.11, 5.11a, 10.4 Return True if a ship's guns can fire at a target, provided that the target is sighted.

    The target must be in range and arc, and neither land nor own ships may block the fire.
    """
    counter, hexes_ = board.counter(ship), hexes.distance(ship.at, target.at)
    if ship.weapons >= GUNS_GONE or board.is_powerless(ship):
        return False
    if guns == "secondary":
        if not counter.capital or board.counter(target).capital or hexes_ > board.tables.gunnery.secondary_range:
            return False
    elif hexes_ > counter.range or not bears(board, ship, target):
        return False
    if board.is_land_between(ship.at, target.at):
        return False
    return board.options.friendly_fire or not is_masked(board, ship, target)


def is_masked(board: Board, ship: Ship, target: Ship) -> bool:
    """4.2a Return True if it is night and ships of the own side are on the line to the target."""
    return board.battle.night and bool(board.friends_between(ship, target.at))


def bears(board: Board, ship: Ship, target: Ship) -> bool:
    """10.4 Return True if a ship's main guns bear on the target.

    Guns that are all forward do not fire into the aft arc.
    """
    aft = hexes.arc(ship.at, ship.heading, target.at) == "aft"
    return not (board.options.arcs and aft and board.counter(ship).guns_bear != "all")


def can_light(board: Board, ship: Ship) -> bool:
    """4.3, 4.3c Return True if a ship may fire a star shell. It must be under command (10.10a)."""
    fired = sum(light.ship == ship.id for light in board.state.lights)
    able = ship.weapons < GUNS_GONE and not board.counter(ship).battery
    return board.battle.night and able and not board.is_powerless(ship) and fired < board.tables.star_shell.per_ship
