"""25.2 Redeal facts about captains out of touch: the places of their ships, colliers, and zones that they cleared.

A captain knows only own notes, and those of captains in touch.
"""

from games.kernel.forms import RandomSource
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.scenarios import mode_of
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import State, Warship
from games.titles.goeben.visibility.knowledge import here, in_touch


def vary(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """25.2 Redraw facts about captains out of touch that the captain `seat` does not know. Change and return `state`.

    Ships move elsewhere, colliers are used up and zones are cleared. `pick(n)` returns a number from 0 to n - 1; a
    `pick` that always returns 0 changes nothing.
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
    """25.2 Return the spaces seen now by a captain, or by captains in touch, directly or through others."""
    circle = {seat}
    while joined := {
        other for other in board.state.seats for one in circle if other not in circle and in_touch(board, one, other)
    }:
        circle |= joined
    return {space for one in circle for space in here(board, one)}


def _is_at_rest(board: Board) -> bool:
    """4.1 Return True while no ship has outfitted or sailed today, so that nothing depends on where ships are."""
    day = board.day
    return board.state.battle is None and not (day.routes or day.queue or day.order or day.drawn or day.outfitted)


def _move(board: Board, ship: Warship, known: set[str], pick: RandomSource) -> None:
    """25.2 Move a ship to a random space of the open sea that is not `known` and has no ship, or leave it."""
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
    """7.4 Remove each collier in a space that is not `known` with probability 1/2, as if it had supplied ships."""
    board.state.colliers[:] = [space for space in board.state.colliers if space in known or not pick(2)]


def _clear(board: Board, known: set[str], pick: RandomSource) -> None:
    """14.14 Put the face-down counters of some spaces into the incident pool, as if another captain had met them.

    A space is cleared with probability 1/2 if it is not `known`.
    """
    state = board.state
    for space, lying in state.lying.items():
        down = [marker for marker in lying if not marker.up]
        if space not in known and down and pick(2):
            state.pool += [marker.id for marker in down]
            lying[:] = [marker for marker in lying if marker.up]
