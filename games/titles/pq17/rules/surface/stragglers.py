"""7.7.1 A task force among scattered or dispersed ships."""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.table.counters import Counter


async def straggler_sunk(box: Box, target: list[Counter], *, key: str) -> str | None:
    """7.7.1 One transport, drawn at random, is sunk without dice; which it was, None if there is none. The
    lot is secret: its pool would tell what else the convoy holds.
    """
    transports = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    if not transports:
        return None
    lost = await drawn(box, transports, key=key, rule="7.7.1", secret=True)
    lost.strength -= lost.strength if box.ships[lost.ship].is_single else 1
    target[:] = [one for one in target if one is not lost or one.strength]
    return lost.ship
