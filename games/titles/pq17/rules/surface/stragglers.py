"""7.7.1 A task force among scattered or dispersed ships."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.state.counters import Counter


async def sink_straggler(box: Box, target: list[Counter], *, key: str) -> str | None:
    """7.7.1 Sink one random transport without dice; return its class, or None if there is none.

    The draw is secret, because its pool would reveal the rest of the convoy.
    """
    transports = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    if not transports:
        return None
    lost = await draw_ship(box, transports, key=key, rule="7.7.1", secret=True)
    lost.strength -= lost.strength if box.ships[lost.ship].is_single else 1
    target[:] = [one for one in target if one is not lost or one.strength]
    return lost.ship
