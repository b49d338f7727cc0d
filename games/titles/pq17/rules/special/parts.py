"""5.5, 12.4, 12.9 The special orders of a phase: the form part that offers them, and their execution."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.special import Bomb, ShowChit, Specials
from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.forces.situations import chit_for, note_no_restrictions
from games.titles.pq17.rules.special.bombing import bomb_port, may_order_bombing, ports_in_range
from games.titles.pq17.rules.special.carrier_raids import raidable, raiders
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import Settled


def specials_part(board: Board, side: Side) -> Specials:
    """Return the part of the phase's form with a side's special orders, from its own forces and its own chit."""
    chit, aboard = chit_for(board, side, "no_restrictions"), raiders(board, side)
    return Specials(
        convoys=tuple(one.id for one in board.forces_of(side) if may_scatter(board, one)),
        bombed=ports_in_range(board) if side == "allied" and may_order_bombing(board) else (),
        raided=raidable(board, side) if aboard else (),
        raiders=aboard,
        show="no_restrictions" if chit is not None and not board.state.lasting.no_restrictions else "",
    )


async def carry_out(board: Board) -> None:
    """12.4, 12.9 Carry out the special orders at the start of the phase: show a chit, and let Halifaxes attack."""
    if board.ordered(ShowChit):
        note_no_restrictions(board)
    for order in board.ordered(Bomb)[:1]:
        if may_order_bombing(board):
            await bomb_port(board, order.port)
    board.tell(Settled("chits"))
