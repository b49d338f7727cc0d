"""15.2.2b Merchants in the boxes of a Soviet port. They are in port without a block; raids on the port can hit them.

The boxes include the merchants that a convoy has left there on its way to another port (15.2.1a).
"""

from collections.abc import Sequence

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.roster import Boxes, Unit
from games.titles.pq17.state.state import Convoy, Force

BOXED = ("boxes_laden", "boxes")
"""The ids of the forces that stand for merchants in boxes in a raid: to be unloaded, and in ballast."""


def boxed_merchants(board: Board, side: Side, port: str) -> list[Force]:
    """15.2.2b Return the merchants in an Allied port's boxes as forces without a block.

    There are none in a single operation. A merchant is laden until it is unloaded (2.1.1).
    """
    if side != "allied":
        return []
    found = []
    for name, units in zip(BOXED, (_laden(board, port), _in_ballast(board, port)), strict=True):
        counters = [Counter(one.kind, one.strength, one.crippled, one.dead) for one in units]
        if counters:
            found.append(Force(id=name, side=side, kind="task_force", block=0, at=board.box.ports[port].hex, port=port,
                               counters=counters, convoy=Convoy(laden=name == BOXED[0])))  # fmt: skip
    return found


def put_back(board: Board, port: str, forces: Sequence[Force], laid: Sequence[Sequence[Counter]]) -> None:
    """15.2.2b Put the merchants that survived a raid back into the boxes of a port.

    `forces`: the forces that `boxed_merchants` returned, in their state after the raid. `laid`: for each unit in the
    boxes, in the order of the boxes, the counters into which the unit was split for the raid.
    """
    boxes, roster = _boxes(board, port), board.roster
    afloat = [other for force in forces for other in force.counters]
    for unit, parts in zip([*_laden(board, port), *_in_ballast(board, port)], laid, strict=True):
        left = sum(one.strength for one in parts if any(one is other for other in afloat))
        board.state.brought += unit.strength - left
        unit.strength, unit.crippled, unit.dead = left, parts[0].crippled, parts[0].dead
    boxes.unloading, boxes.down, boxes.up = (
        [one for one in lying if one.strength] for lying in (boxes.unloading, boxes.down, boxes.up)
    )
    roster.units = [one for one in roster.units if one.strength or not one.laden]


def _boxes(board: Board, port: str) -> Boxes:
    roster = board.state.roster
    return roster.boxes.get(port, Boxes()) if roster is not None else Boxes()


def _laden(board: Board, port: str) -> list[Unit]:
    """15.2.2, 15.2.1a Return the laden merchants in a port: in the unloading box, and left there by a convoy."""
    roster = board.state.roster
    landed = [one for one in roster.at(port) if one.laden] if roster is not None and port in roster.boxes else []
    return [*_boxes(board, port).unloading, *landed]


def _in_ballast(board: Board, port: str) -> list[Unit]:
    boxes = _boxes(board, port)
    return [*boxes.down, *boxes.up]
