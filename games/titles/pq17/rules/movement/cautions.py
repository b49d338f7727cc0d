"""5.1.2a, 5.1.9a, 5.2.1 The warnings that a form can show about routes in a side's draft, from the side's knowledge."""

from collections.abc import Iterable, Iterator

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.rules.movement.berths import may_part_beyond
from games.titles.pq17.rules.movement.charts import avoids_friends, friendly_hexes
from games.titles.pq17.rules.movement.muster import muster_of
from games.titles.pq17.rules.movement.ports import excess, excuses_patrol, room_left
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

WITH_SHIPS = ("convoy", "task_force")
"""The kinds of forces whose ships may count against the limits of the Russian ports."""


def cautions_for(board: Board, side: Side) -> Iterator[Caution]:
    """5.1.2a, 5.1.9a, 5.2.1 Yield the warnings for the forces of a side. There are no warnings for the Axis.

    The warnings concern cruisers that would leave Patrol White without excuse (5.1.9a), British submarines that would
    enter hexes closed to them (5.2.1), and forces for which the Russian ports have no room (5.1.2a).
    """
    if side != "allied":
        return
    forces = board.forces_of(side)
    yield from full_ports(board, forces)
    patrol = () if excuses_patrol(board.box, board.state.reports) else board.state.patrol
    near: tuple[str, ...] | None = None
    for force in forces:
        if patrol and force.kind in WITH_SHIPS and any(one.ship in patrol for one in force.counters):
            yield Caution(force.id, "patrol", tuple(sorted(board.box.areas.patrol_white.hexes)))
        if avoids_friends(board.box, force):
            near = tuple(sorted(friendly_hexes(board))) if near is None else near
            yield Caution(force.id, "friends", near)


def full_ports(board: Board, forces: Iterable[Force]) -> Iterator[Caution]:
    """5.1.2a Yield a warning for each force that has more ships than a Russian port now has room for."""
    ports = tuple(board.box.numbers.russian_ports.ports)
    left = room_left(board.box, board.operation.month, board.state.russian)
    for force in forces:
        if force.kind not in WITH_SHIPS or force.port in ports:
            continue
        more = excess(left, muster_of(board.box, force.counters).berths)
        if more:
            parts = may_part_beyond(board, force, more)
            yield Caution(force.id, "berths", ports=ports, beyond=more, parts=parts)
