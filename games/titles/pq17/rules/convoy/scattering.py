"""5.5, 6.8.1 Convoys that scatter: instead of moving, or because a task force left them without escorts (7.5.8)."""

from games.titles.pq17.box.pieces import CONVOY_SHIPS
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.forces.composition import free_blocks
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.search.parting import part
from games.titles.pq17.rules.search.scattered import mark_scattered
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Kind


def may_scatter(sea: Sea, force: Force) -> bool:
    """5.5 A convoy at sea that is whole, with a block for its escorts; the one in the Kara Sea never does (12.12a)."""
    voyage = force.convoy
    if voyage is None or voyage.scattered or voyage.part_of or not force.at_sea or force.at not in sea.box.hexes:
        return False
    kinds: set[Kind] = {
        "wolfpack" if sea.box.ships[one.ship].type == "ss" else "task_force" for one in escorts(sea, force)
    }
    return all(free_blocks(sea.box, sea.state.forces, force.side, kind) for kind in sorted(kinds))


def escorts(sea: Sea, force: Force) -> list[Counter]:
    """5.5 The warships of a convoy."""
    return [one for one in force.counters if sea.box.ships[one.ship].type not in CONVOY_SHIPS]


async def scatter_ordered(sea: Sea) -> None:
    """3.2b, 5.5 Convoys that were ordered to scatter this phase do so, before anybody moves."""
    names = {order.convoy for order in sea.ordered(Scatter)}
    for force in sea.as_seen([one for one in sea.forces_of(sea.phase.side) if one.id in names]):
        if may_scatter(sea, force):
            await scatter(sea, force)


async def scatter(sea: Sea, force: Force) -> None:
    """5.5 The warships leave as a task force, submarines as a pack; transports sail on each by itself, those that were
    dispersed among them.
    """
    for away in parts_of(sea, force):
        force.counters += away.counters
        sea.remove(away)
    for one in force.counters:
        one.dispersed = False
    warships = escorts(sea, force)
    surface = [one for one in warships if sea.box.ships[one.ship].type != "ss"]
    boats = [one for one in warships if sea.box.ships[one.ship].type == "ss"]
    new = [
        part(sea, force, some, f"{force.id}_{name}") for name, some in (("escort", surface), ("boats", boats)) if some
    ]
    await mark_scattered(sea, force, escorts=new[0].id if surface else "")
