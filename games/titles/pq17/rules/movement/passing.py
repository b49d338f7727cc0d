"""6.6.1 Forces that pass through a hex with enemy blocks. They are searched for, and may be followed or attacked."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.detachment import detach_ships
from games.titles.pq17.rules.search.identification import identify_block, raised_level
from games.titles.pq17.rules.search.legal_attacks import is_hopeless, may_attack
from games.titles.pq17.rules.search.searchers import search_conditions, searchers_of
from games.titles.pq17.rules.search.segment import ask_refusals, tell_search, try_card
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.submarine import attacks as submarines
from games.titles.pq17.rules.surface import attacks as surface
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

PASSING = ("task_force", "wolfpack", "dummy")
"""6.6.1 The kinds of blocks that are searched in passing; convoys are too slow."""


async def search_passing_block(board: Board, force: Force) -> bool:
    """6.6.1-6.6.1b Search for a moving block that is about to leave a hex that it entered this turn.

    Return True if the block's move ends, because it has fought or is gone. The enemy blocks in the hex draw one card
    together. The search counts the ID level that the block has after moving.
    """
    side = board.enemy(force.side)
    if force.kind not in PASSING or not _searched_by(board, side, force):
        return False
    by = searchers_of(board, side, force)
    if by.row is None or not by.force:
        return False
    key = f"passing.{board.called(force)}"
    (card,) = await draw_cards(board, side, 1, key=key, rule="6.6.1")
    tried = try_card(force, card, search_conditions(board, side, force, by.row, soviet=by.soviet))
    tell_search(board, side, tried, passing=True)
    if not tried.finds:
        return False
    if force.id in await ask_refusals(board, side, [tried], passing=True):
        return False
    board.phase.unforeseen = True
    await identify_block(
        board, force, raised_level(force.level, cards.level_gain(card, tried.look)), "passing", key=f"{key}.found"
    )
    if force not in board.state.forces:
        return True
    return await _met(board, force)


def _searched_by(board: Board, side: Side, force: Force) -> bool:
    """6.6.1 Return True if an enemy block that does not shadow is in the hex, so that it may search a passing block."""
    bound = {one.who for one in board.state.shadows}
    return any(one.id not in bound for one in board.afloat(side) if one.at == force.at)


async def _attacked_by_packs(board: Board, force: Force) -> bool:
    """6.6.1a, 7.1b, 7.4 Let enemy packs in the hex attack a passing block; return True if one has fought it."""
    side, fought = board.enemy(force.side), False
    packs = [one for one in board.forces_of(side) if one.at == force.at and one.at_sea and one.kind == "wolfpack"]
    for pack in board.as_seen(packs):
        if force in board.state.forces and pack in board.state.forces and may_attack(board, pack, force):
            fought = await submarines.attack(board, pack, force, ()) or fought
    return fought


async def _met(board: Board, force: Force) -> bool:
    """6.6.1a Let the enemy blocks that found a passing block follow it (6.3.3), attack it at once, or let it pass.

    Return True if it fought. Their standing instruction decides. Combat ends the block's move. Packs attack first, one
    by one, because the submarine segment comes before that of ships.
    """
    side = board.enemy(force.side)
    wish = board.state.instructed(side).meets
    there = surface.in_hex(board, side, force.at)
    if wish == "attack":
        dived = await _attacked_by_packs(board, force)
        if force not in board.state.forces:
            return True
        able = [one for one in there if may_attack(board, one, force) and not is_hopeless(board, one, force)]
        if able and force.kind == "wolfpack":
            await submarines.hunt_pack(board, able[0], force, key=f"passing.hunt.{board.called(force)}")
            return True
        if able:
            await surface.attack(board, force, able)
            return dived or force.id in board.phase.fought or force not in board.state.forces
        if dived:
            return True
    if wish == "follow":
        own = {one.id for one in there}
        followers = [name for name in shadowers_for(board, side, force) if name in own]
        if followers:
            begin_shadowing(board, side, detach_ships(board, board.force(followers[0])).id, force)
    return False
