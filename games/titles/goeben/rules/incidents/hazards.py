"""13.1 The incident chart: breakdowns, mines and weather."""

from games.kernel.requests import roll
from games.titles.goeben.rules.incidents.marker_effects import (
    Fate,
    announce_effect,
    apply_damage,
    at_allied_port,
    ships_in,
    weather,
)
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Visibility


async def _hazard(board: Board, space: str, kind: str) -> tuple[str, ...]:
    """Roll a die for each ship in the space, emit the event, and return the ids of the ships that are harmed."""
    names = ships_in(board, space)
    if not names:
        return ()
    dice = await roll(*[6] * len(names), key=f"{kind}.{space}", rule="13.1")
    limit = board.box.numbers.incidents.struck
    struck = tuple(name for name, die in zip(names, dice, strict=True) if die >= limit)
    board.tell_at(space, told.Hazard(space, kind, names, dice, struck))
    return struck


async def breakdown(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Mechanical Breakdown Roll a die for each ship: each 6 costs that ship an engine box."""
    announce_effect(board, space, "breakdown")
    for name in await _hazard(board, space, "breakdown"):
        apply_damage(board, name, engines=1)
    return "pool"


async def minefield(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Minefield If the space is an Allied port or base, roll a die for each ship in it.

    A 6 costs the ship a hull box and an engine box (13.chart/Minefield.1).
    """
    mined = at_allied_port(board, space)
    announce_effect(board, space, "minefield", idle=not mined)
    if mined:
        for name in await _hazard(board, space, "minefield"):
            apply_damage(board, name, hull=1, engines=1)
    return "pool"


async def storm(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Storm Roll a die for each ship: a 6 costs a hull box or an engine box (13.chart/Storm.1).

    There is no fighting in the space today (13.chart/Storm.2).
    """
    announce_effect(board, space, "storm")
    weather(board, space).storm = True
    for name in await _hazard(board, space, "storm"):
        apply_damage(board, name, hull=1)
    return "pool"


async def limited_visibility(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Limited Visibility Roll a die for the visibility in a space, once a day.

    The result sets the range at which fire opens, or prevents fighting (13.chart/Limited Visibility.2).
    """
    here = weather(board, space)
    announce_effect(board, space, "limited_visibility", idle=here.visibility != "clear")
    if here.visibility == "clear":
        (die,) = await roll(6, key=f"visibility.{space}", rule="13.chart/Limited Visibility.1")
        limits = board.box.numbers.incidents.visibility
        here.visibility = _range(die, limits.secondary, limits.tertiary)
        board.tell_at(space, told.VisibilityRolled(space, die, here.visibility))
    return "pool"


def _range(die: int, secondary: int, tertiary: int) -> Visibility:
    return "secondary" if die <= secondary else "tertiary" if die <= tertiary else "none"
