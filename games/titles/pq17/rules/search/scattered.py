"""5.5, 6.8.1 A convoy scatters: both see it at once, at ID 3, and for good."""

from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.rules.search.shadowing import lose_shadowers
from games.titles.pq17.table.events.convoy import Scattered
from games.titles.pq17.table.sea import MOST_AT_SEA, Sea
from games.titles.pq17.table.state import Force


async def mark_scattered(sea: Sea, force: Force, *, escorts: str = "") -> None:
    """5.5, 6.8.1 Transports by themselves scatter, of their own will or because they must (7.5.8). Whoever followed the
    convoy does no longer (6.3.1, 6.3.2).
    """
    if force.convoy is None or force.convoy.scattered:
        return
    force.convoy.scattered = True
    force.refuelling = False
    lose_shadowers(sea, force, "scattered")
    sea.tell_of(force.side, Scattered(force.side, force.at, force.id, escorts), Scattered(force.side, force.at))
    await identified(sea, force, MOST_AT_SEA, "event", key=f"scattered.{sea.called(force)}")
