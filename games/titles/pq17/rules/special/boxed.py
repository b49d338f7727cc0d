"""15.2.2b Merchants in the boxes of a Soviet port are in port, though no block stands for them, and so are those that a
convoy has left there on its way to another (15.2.1a): raids hit them too.
"""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.roster import Boxes, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Convoy, Force

BOXED = ("boxes_laden", "boxes")
"""The words for them, which no block bears: those that wait to be unloaded, and those in ballast."""


def lying_in_boxes(sea: Sea, side: Side, port: str) -> list[Force]:
    """What lies in the boxes of an Allied port, as forces that are on no map; nothing in a single operation. Until it
    is unloaded it is laden (2.1.1).
    """
    if side != "allied":
        return []
    found = []
    for name, units in zip(BOXED, (_laden(sea, port), _in_ballast(sea, port)), strict=True):
        counters = [Counter(one.kind, one.strength, one.crippled, one.dead) for one in units]
        if counters:
            found.append(Force(id=name, side=side, kind="task_force", block=0, at=sea.box.ports[port].hex, port=port,
                               counters=counters, convoy=Convoy(laden=name == BOXED[0])))  # fmt: skip
    return found


def put_back(sea: Sea, port: str, forces: Sequence[Force], laid: Sequence[Sequence[Counter]]) -> None:
    """What is left of them lies in the boxes again. `laid`: the counters that each was, in the order of the boxes."""
    boxes, roster = _boxes(sea, port), sea.roster
    afloat = [other for force in forces for other in force.counters]
    for unit, parts in zip([*_laden(sea, port), *_in_ballast(sea, port)], laid, strict=True):
        left = sum(one.strength for one in parts if any(one is other for other in afloat))
        sea.state.brought += unit.strength - left
        unit.strength, unit.crippled, unit.dead = left, parts[0].crippled, parts[0].dead
    boxes.unloading, boxes.down, boxes.up = (
        [one for one in lying if one.strength] for lying in (boxes.unloading, boxes.down, boxes.up)
    )
    roster.units = [one for one in roster.units if one.strength or not one.laden]


def _boxes(sea: Sea, port: str) -> Boxes:
    roster = sea.state.roster
    return roster.boxes.get(port, Boxes()) if roster is not None else Boxes()


def _laden(sea: Sea, port: str) -> list[Unit]:
    """15.2.2, 15.2.1a In the unloading box, and at the quays."""
    roster = sea.state.roster
    landed = [one for one in roster.at(port) if one.laden] if roster is not None and port in roster.boxes else []
    return [*_boxes(sea, port).unloading, *landed]


def _in_ballast(sea: Sea, port: str) -> list[Unit]:
    boxes = _boxes(sea, port)
    return [*boxes.down, *boxes.up]
