"""Redeals: states that a seat cannot distinguish from the true one. Also the counts that no step may change."""

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.events import UMPIRE
from games.kernel.forms import RandomSource
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.orders import Tries
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import State


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """8.1a, 10.6, 10.9 Return the state with the enemy's mines, flagships and repair orders drawn again at random.

    `seat`: the seat that must not notice a difference. `pick(n)` returns a number from 0 to n - 1; a `pick` that always
    returns 0 changes nothing.
    """
    world = decode(encode(state), State)
    board = Board(world, box)
    for side in board.sides:
        if seat not in (side, UMPIRE):
            _mines(board, side, pick)
            _flag(board, side, pick)
            _tries(board, side, pick)
            _plans(board, side, pick)
    return world


def _mines(board: Board, side: str, pick: RandomSource) -> None:
    """10.6 Move a side's mines that no ship has struck to random hexes that may be mined."""
    laid, field = board.state.mines.get(side, ()), board.battle.mines
    if field is None or not laid:
        return
    known = [struck for struck in board.state.struck if struck in laid]
    hidden = [one for one in laid if one not in known]
    clear = {*board.state.swept, *known, *hidden}
    waters = [
        f"{column:02}{row:02}"
        for column in range(field.columns[0], field.columns[1] + 1)
        for row in range(field.rows[0], field.rows[1] + 1)
    ]
    open_ = [*hidden, *(one for one in waters if one not in clear)]
    for place in range(len(hidden)):
        other = place + pick(len(open_) - place)
        open_[place], open_[other] = open_[other], open_[place]
    board.state.mines[side] = tuple(sorted((*known, *open_[: len(hidden)])))


def _flag(board: Board, side: str, pick: RandomSource) -> None:
    """10.9 Choose a random flagship of a side among the ships that are possible by what the enemy has seen.

    The enemy has seen chits of this turn and of earlier ones (10.10d), hits on bridges (10.12b), sunk ships that were
    no flagship, and the ships to which the flag may have passed since (10.9b).
    """
    flag = board.state.flags.get(side)
    if flag is not None:
        open_ = [flag, *(name for name in board.suspects(side) if name != flag)]
        board.state.flags[side] = open_[pick(len(open_))]


def _tries(board: Board, side: str, pick: RandomSource) -> None:
    """8.1a For each ship of a side that repairs both kinds of damage, choose at random which it repairs first.

    Other seats see this order only when the ship repairs damage.
    """
    other: dict[Tries, Tries] = {"both": "hull_first", "hull_first": "both"}
    for ship in board.fleet(side):
        if ship.tries in other and pick(2):
            ship.tries = other[ship.tries]


def _plans(board: Board, side: str, pick: RandomSource) -> None:
    """5.1 Exchange at random the first two targets of each fire plan of a side.

    Other seats see only at the shot which target a ship prefers.
    """
    plan = board.state.plans.get(side, ())
    if plan:
        board.state.plans[side] = tuple(
            structs.replace(order, at=(order.at[1], order.at[0], *order.at[2:]))
            if len(order.at) > 1 and pick(2)
            else order
            for order in plan
        )


def conserved(state: State) -> dict[str, int]:
    """2.1 Return the number of all ships, including lost ones, under a key. No step and no redeal may change it."""
    return {"ships": len(state.ships)}
