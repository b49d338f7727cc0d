"""25.2 Facts about captains out of touch in another world: their ships, colliers, and zones that they cleared.

A captain knows only his own notes. The notes of captains in touch with him are his, too.
"""

from games.kernel.forms import RandomSource
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.scenarios import mode_of
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import State, Warship
from games.titles.goeben.visibility.knowledge import here, in_touch


def vary(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """25.2 Change facts about captains out of touch that a captain does not know. If all picks are 0, change nothing.

    Ships sail elsewhere, colliers are used up and zones are cleared. Return `state` itself, which is changed in place.
    """
    if mode_of(state.scenario) != "captains" or state.day is None:
        return state
    board = Board(state, box)
    if not _is_at_rest(board):
        return state
    known = _seen_spaces(board, seat)
    for ship in board.afloat:
        if ship.seat != seat and not in_touch(board, seat, ship.seat):
            _move(board, ship, known, pick)
    if state.turn > 1:
        _colliers(board, known, pick)
        _clear(board, known, pick)
    return state


def _seen_spaces(board: Board, seat: str) -> set[str]:
    """25.2 Return the spaces that a captain sees now, or any captain whose notes reach him through others in touch."""
    circle = {seat}
    while joined := {
        other for other in board.state.seats for one in circle if other not in circle and in_touch(board, one, other)
    }:
        circle |= joined
    return {space for one in circle for space in here(board, one)}


def _is_at_rest(board: Board) -> bool:
    """4.1 Return True while no ship has outfitted or sailed: nothing of the day depends on where ships are."""
    day = board.day
    return board.state.battle is None and not (day.routes or day.queue or day.order or day.drawn or day.outfitted)


def _move(board: Board, ship: Warship, known: set[str], pick: RandomSource) -> None:
    """25.2 Put a ship into another space of the open sea that no captain sees who could tell this captain."""
    if ship.at in known:
        return
    taken = {one.at for one in board.afloat} | {one.at for one in board.state.consorts}
    open_sea = [
        name for name, space in board.box.spaces.items() if space.kind == "high_sea" and name not in known | taken
    ]
    chosen = pick(len(open_sea) + 1)
    if chosen:
        ship.at = open_sea[chosen - 1]
        if ship.seat in board.day.plans:
            board.day.plans[ship.seat] = ()


def _colliers(board: Board, known: set[str], pick: RandomSource) -> None:
    """7.4 Remove some colliers at random, as if they had supplied other ships.

    A collier stays if a captain sees its space who could tell this captain (`known`).
    """
    board.state.colliers[:] = [space for space in board.state.colliers if space in known or not pick(2)]


def _clear(board: Board, known: set[str], pick: RandomSource) -> None:
    """14.14 Put the face-down counters of some zones into the pool at random, as if another captain had met them.

    A zone stays if a captain sees it who could tell this captain (`known`).
    """
    state = board.state
    for space, lying in state.lying.items():
        down = [marker for marker in lying if not marker.up]
        if space not in known and down and pick(2):
            state.pool += [marker.id for marker in down]
            lying[:] = [marker for marker in lying if marker.up]
