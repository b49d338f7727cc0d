"""6.6.1 Forces that pass through a hex with enemies are searched at once, and may be followed or fought there."""

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.declaring import is_hopeless, may_attack
from games.titles.pq17.rules.search.detaching import detached
from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.rules.search.levels import raised
from games.titles.pq17.rules.search.searchers import look, searchers
from games.titles.pq17.rules.search.segment import refusals, tell_search, tried_on
from games.titles.pq17.rules.search.shadowing import begin, shadowers_for
from games.titles.pq17.rules.submarine import attacks as submarines
from games.titles.pq17.rules.surface import attacks as surface
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

PASSING = ("task_force", "wolfpack", "dummy")
"""6.6.1 Blocks that are searched in passing; convoys go too slowly."""


async def passed_through(sea: Sea, force: Force) -> bool:
    """6.6.1-6.6.1b A block that entered a hex this turn and is about to leave it is searched by the enemies there, one
    card, at its level as moving has lowered it. Whether a fight has ended its move, or the block is gone.
    """
    side = sea.enemy(force.side)
    if force.kind not in PASSING or not _searched_by(sea, side, force):
        return False
    by = searchers(sea, side, force)
    if by.row is None or not by.force:
        return False
    key = f"passing.{sea.called(force)}"
    (card,) = await drawn_cards(sea, side, 1, key=key, rule="6.6.1")
    tried = tried_on(force, card, look(sea, side, force, by.row, soviet=by.soviet))
    tell_search(sea, side, tried, passing=True)
    if not tried.finds:
        return False
    if force.id in await refusals(sea, side, [tried], passing=True):
        return False
    sea.phase.unforeseen = True
    await identified(sea, force, raised(force.level, cards.gain(card, tried.look)), "passing", key=f"{key}.found")
    if force not in sea.state.forces:
        return True
    return await _met(sea, force)


def _searched_by(sea: Sea, side: Side, force: Force) -> bool:
    """6.6.1 Whether there is an enemy block in the hex that does not shadow."""
    bound = {one.who for one in sea.state.shadows}
    return any(one.id not in bound for one in sea.afloat(side) if one.at == force.at)


async def _attacked_by_packs(sea: Sea, force: Force) -> bool:
    """6.6.1a, 7.1b, 7.4 Whether packs of the enemy that lie in the hex have fought a block that they found passing."""
    side, fought = sea.enemy(force.side), False
    packs = [one for one in sea.forces_of(side) if one.at == force.at and one.at_sea and one.kind == "wolfpack"]
    for pack in sea.as_seen(packs):
        if force in sea.state.forces and pack in sea.state.forces and may_attack(sea, pack, force):
            fought = await submarines.attack(sea, pack, force, ()) or fought
    return fought


async def _met(sea: Sea, force: Force) -> bool:
    """6.6.1a By standing instruction the enemy follows the block (6.3.3), fights it there and then, or lets it go; a
    fight ends its move. Packs attack first, each for itself, as their segment comes before that of ships.
    """
    side = sea.enemy(force.side)
    wish = sea.state.instructed(side).meets
    there = surface.in_hex(sea, side, force.at)
    if wish == "attack":
        dived = await _attacked_by_packs(sea, force)
        if force not in sea.state.forces:
            return True
        able = [one for one in there if may_attack(sea, one, force) and not is_hopeless(sea, one, force)]
        if able and force.kind == "wolfpack":
            await submarines.hunt_pack(sea, able[0], force, key=f"passing.hunt.{sea.called(force)}")
            return True
        if able:
            await surface.attack(sea, force, able)
            return dived or force.id in sea.phase.fought or force not in sea.state.forces
        if dived:
            return True
    if wish == "follow":
        own = {one.id for one in there}
        followers = [name for name in shadowers_for(sea, side, force) if name in own]
        if followers:
            begin(sea, side, detached(sea, sea.force(followers[0])).id, force)
    return False
