"""5.1.9a, 5.2.1 What a side is warned of when it orders ways, from what it knows itself."""

from collections.abc import Iterator

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.rules.movement.charts import friends, is_british
from games.titles.pq17.rules.movement.ports import excuses_patrol
from games.titles.pq17.table.sea import Sea


def cautions_for(sea: Sea, side: Side) -> Iterator[Caution]:
    """5.1.9a Cruisers that nothing excuses from Patrol White; 5.2.1 British submarines, with the hexes that they do not
    enter as things stand. The Axis is warned of nothing.
    """
    if side != "allied":
        return
    excused = excuses_patrol(sea.box, sea.state.reports)
    for force in sea.forces_of(side):
        if not excused and any(one.ship in sea.state.patrol for one in force.counters):
            yield Caution(force.id, "patrol", tuple(sorted(sea.box.areas.patrol_white.hexes)))
        if force.kind == "wolfpack" and is_british(sea.box, force):
            yield Caution(force.id, "friends", tuple(sorted(friends(sea))))
