"""What the reader of an event may learn by it that was hidden."""

from typing import Any

from games.kernel.events import WHOLE
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.events.movement import BlockMoved, IceMet, LevelFell
from games.titles.pq17.table.events.search import Searched
from games.titles.pq17.table.events.victory import OperationEnded, Scored
from games.titles.pq17.table.sea import Sea

DRY = 13
"""11.1 From this turn on forces may have run low: how far one goes may tell that it is a force with a mark."""


def discloses(sea: Sea, event: Any, seat: str) -> tuple[str, ...]:
    """What an event says it discloses; in a gale also that a block moves, as a convoy may have to stay (9.2.5a), how
    far one goes once forces may be short of fuel (11.2.3) or while one of the side has a wreck to tow, with which it
    creeps (5.1.1), which of them a breakdown sends home (13.0b), and what enters a port that takes only so many
    (5.1.2a). A search in passing tells that a block goes on, as its move does. Points rest on what was hidden.
    """
    declared: tuple[str, ...] = event.discloses(seat)
    if isinstance(event, Scored | OperationEnded):
        return (WHOLE,)
    if isinstance(event, BlockMoved | IceMet | LevelFell) and event.side != seat:
        limited = isinstance(event, BlockMoved) and event.port in sea.box.numbers.russian_ports.ports
        return (WHOLE,) if limited or _tells_how_far(sea, event.side) else declared
    if isinstance(event, Searched) and event.passing and sea.enemy(event.side) != seat:
        return (WHOLE,) if _tells_how_far(sea, sea.enemy(event.side)) else declared
    return declared


def _tells_how_far(sea: Sea, side: Side) -> bool:
    """9.2.5a, 11.2.3, 5.1.1, 13.0b Whether how far a block of a side goes, or that it does, may tell what it is."""
    return sea.state.sky.kind == "gale" or sea.state.turn >= DRY or _is_held_up(sea, side)


def _is_held_up(sea: Sea, side: Side) -> bool:
    """5.1.1, 13.0b Whether a ship of a side is Dead in the Water, or has broken down and makes for port."""
    return any(one.dead or one.inoperative for force in sea.forces_of(side) for one in force.counters)
