"""Cards that are read, and blocks that search each other."""

from typing import Any

import msgspec

from games.orders.order_set import Order
from games.titles.pq17.components.pieces import Card, Result, Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.cards import Look
from games.titles.pq17.rules.search.searchers import searchers_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import Played, phase, play
from tests.titles.pq17.strikes import OPEN

FIRST = BOX.cards["card_01"]
PRINTED = next(one for one in sorted(BOX.areas.british_radius.hexes) if one not in BOX.port_hexes)
FIGHTS: dict[Side, Instructions] = {
    side: Instructions(meets="attack", asks="never", stands="stay", refuses="never", revises="never")
    for side in ("allied", "axis")
}  # fmt: skip


def card(result: Result, *, star: bool = False, submarine: bool = False) -> Card:
    """A card that shows this by day everywhere, and nothing at night."""
    rows = (result,) * 4
    day = msgspec.structs.replace(FIRST.day, force=rows, air=rows, both=rows, gain=(2,) * 4, submarine=submarine)
    return msgspec.structs.replace(FIRST, day=day, star=star)


def card_look(level: int | None = None, weather: WeatherKind = "fair", **more: bool) -> Look:
    return Look(day=True, weather=weather, row="force", level=level, **more)


def moved_anew(board: Board, *orders: Order, side: Side = "axis", **script: object) -> Played:
    board.state.phase = Phase(side=side, orders=orders)
    return play(movement(board), **script)


def searcher(at: str = OPEN, side: Side = "axis") -> Force:
    return force("hunter", side, "task_force", at, "admiral_hipper" if side == "axis" else "norfolk")


def meeting(*prey: Force, side: Side = "axis", **fields: object) -> Board:
    """A task force of the side in phase, with blocks of the enemy's in its hex."""
    return phase(arctic(searcher(side=side), *prey, **fields), side)


def row_of(board: Board, side: Side, name: str) -> str | None:
    return searchers_of(board, side, board.force(name)).row


def met_under_way(
    mover: Force, *others: Force, side: Side = "allied", level: int | None = None, **fields: Any
) -> Board:
    """A block under way in the hex of others; both sides fight what they find."""
    board = phase(arctic(mover, *others, instructions=dict(FIGHTS), **fields), side)
    if level is not None:
        board.identify(mover, level)
    return board
