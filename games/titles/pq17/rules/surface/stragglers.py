"""7.7.1 The attack of a task force on scattered or dispersed ships."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.state.counters import Counter


async def sink_straggler(box: Box, target: list[Counter], *, key: str) -> str | None:
    """7.7.1 Sink one random transport of a convoy without dice. Return the id of her class, or None if there is none.

    `target`: the ships of the convoy, from which the transport is removed. The lot is secret, because the ships among
    which it chooses would reveal the rest of the convoy. `key`: the key of the lot in the journal.
    """
    transports = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    if not transports:
        return None
    lost = await draw_ship(box, transports, key=key, rule="7.7.1", secret=True)
    lost.strength -= lost.strength if box.ships[lost.ship].is_single else 1
    target[:] = [one for one in target if one is not lost or one.strength]
    return lost.ship
