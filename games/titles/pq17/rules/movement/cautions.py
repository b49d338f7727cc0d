"""5.1.2a, 5.1.9a, 5.2.1 What a side is warned of when it orders ways, from what it knows itself."""

from collections.abc import Iterable, Iterator

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.rules.movement.berths import may_part_beyond
from games.titles.pq17.rules.movement.charts import friends, is_british
from games.titles.pq17.rules.movement.muster import mustered
from games.titles.pq17.rules.movement.ports import beyond, excuses_patrol, room
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

WITH_SHIPS = ("convoy", "task_force")
"""The kinds of forces that may hold what the Russian ports count."""


def cautions_for(sea: Sea, side: Side) -> Iterator[Caution]:
    """5.1.9a Cruisers that nothing excuses from Patrol White; 5.2.1 British submarines, with the hexes that they do not
    enter as things stand; 5.1.2a forces with more ships than the Russian ports take. The Axis is warned of nothing.
    """
    if side != "allied":
        return
    forces = sea.forces_of(side)
    yield from full_ports(sea, forces)
    patrol = () if excuses_patrol(sea.box, sea.state.reports) else sea.state.patrol
    near: tuple[str, ...] | None = None
    for force in forces:
        if patrol and force.kind in WITH_SHIPS and any(one.ship in patrol for one in force.counters):
            yield Caution(force.id, "patrol", tuple(sorted(sea.box.areas.patrol_white.hexes)))
        if force.kind == "wolfpack" and is_british(sea.box, force):
            near = tuple(sorted(friends(sea))) if near is None else near
            yield Caution(force.id, "friends", near)


def full_ports(sea: Sea, forces: Iterable[Force]) -> Iterator[Caution]:
    """5.1.2a Those of these forces that would find no room for all of their ships in a Russian port as things stand."""
    ports = tuple(sea.box.numbers.russian_ports.ports)
    left = room(sea.box, sea.operation.month, sea.state.russian)
    for force in forces:
        if force.kind not in WITH_SHIPS or force.port in ports:
            continue
        more = beyond(left, mustered(sea.box, force.counters).berths)
        if more:
            parts = may_part_beyond(sea, force, more)
            yield Caution(force.id, "berths", ports=ports, beyond=more, parts=parts)
