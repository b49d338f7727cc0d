"""15.2.2b Merchants in the boxes of a Soviet port are in port, though no block stands for them, and so are those that a
convoy has left there on its way to another (15.2.1a): raids hit them too.
"""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.roster import Boxes, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

BOXED = "boxes"
"""The word for them, which no block bears."""


def lying_in_boxes(sea: Sea, side: Side, port: str) -> list[Force]:
    """What lies in the boxes of an Allied port, as a force that is on no map; nothing in a single operation."""
    units = _units(sea, port) if side == "allied" else []
    counters = [Counter(one.kind, one.strength, one.crippled, one.dead) for one in units]
    if not counters:
        return []
    return [Force(id=BOXED, side=side, kind="task_force", block=0, at=sea.box.ports[port].hex, port=port,
                  counters=counters)]  # fmt: skip


def put_back(sea: Sea, force: Force, counters: Sequence[Counter]) -> None:
    """What is left of them lies in the boxes again. `counters`: those of before, in the order of the boxes."""
    boxes, roster = _boxes(sea, force.port), sea.roster
    for unit, one in zip(_units(sea, force.port), counters, strict=True):
        left = one.strength if any(one is other for other in force.counters) else 0
        sea.state.brought += unit.strength - left
        unit.strength, unit.crippled, unit.dead = left, one.crippled, one.dead
    boxes.unloading, boxes.down, boxes.up = (
        [one for one in lying if one.strength] for lying in (boxes.unloading, boxes.down, boxes.up)
    )
    roster.units = [one for one in roster.units if one.strength or not one.laden]


def _boxes(sea: Sea, port: str) -> Boxes:
    roster = sea.state.roster
    return roster.boxes.get(port, Boxes()) if roster is not None else Boxes()


def _units(sea: Sea, port: str) -> list[Unit]:
    """15.2.2, 15.2.1a In the boxes, and at the quays."""
    roster, boxes = sea.state.roster, _boxes(sea, port)
    landed = [one for one in roster.at(port) if one.laden] if roster is not None and port in roster.boxes else []
    return [*boxes.unloading, *boxes.down, *boxes.up, *landed]
