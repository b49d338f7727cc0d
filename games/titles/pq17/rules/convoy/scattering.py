"""5.5, 6.8.1 Convoys that scatter. By order, a convoy scatters instead of moving."""

from games.titles.pq17.components.pieces import CONVOY_SHIPS
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.forces.composition import free_blocks, parts_of
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.search.identification import mark_scattered
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Kind


def may_scatter(board: Board, force: Force) -> bool:
    """5.5 Return True if a convoy may scatter: it is at sea, and blocks are free for its escorts.

    A dispersed part, a convoy that has scattered, and the convoy in the Kara Sea (12.12a) may not scatter.
    """
    voyage = force.convoy
    if voyage is None or voyage.scattered or voyage.part_of or not force.at_sea or force.at not in board.box.hexes:
        return False
    kinds: set[Kind] = {
        "wolfpack" if board.box.ships[one.ship].type == "ss" else "task_force" for one in escorts_of(board, force)
    }
    return all(free_blocks(board.box, board.state.forces, force.side, kind) for kind in sorted(kinds))


def escorts_of(board: Board, force: Force) -> list[Counter]:
    """5.5 Return the warships of a convoy."""
    return [one for one in force.counters if board.box.ships[one.ship].type not in CONVOY_SHIPS]


async def scatter_ordered(board: Board) -> None:
    """3.2b, 5.5 Scatter the convoys that were ordered to scatter in this phase, before any force moves."""
    names = {order.convoy for order in board.ordered(Scatter)}
    for force in board.as_seen([one for one in board.forces_of(board.phase.side) if one.id in names]):
        if may_scatter(board, force):
            await scatter(board, force)


async def scatter(board: Board, force: Force) -> None:
    """5.5 Scatter a convoy: its surface warships leave as a task force, its submarines as a wolfpack.

    All transports sail on individually, including the dispersed transports.
    """
    for away in parts_of(board, force):
        force.counters += away.counters
        board.remove(away)
    for one in force.counters:
        one.dispersed = False
    warships = escorts_of(board, force)
    surface = [one for one in warships if board.box.ships[one.ship].type != "ss"]
    boats = [one for one in warships if board.box.ships[one.ship].type == "ss"]
    new = [
        split_force(board, force, some, f"{force.id}_{name}")
        for name, some in (("escort", surface), ("boats", boats))
        if some
    ]
    await mark_scattered(board, force, escorts=new[0].id if surface else "")
