"""1.1, 5.0, 5.1.5 The map read once more: what lies beside what, how far it is by sea, whose ports there are."""

from collections import deque
from functools import cache
from typing import Any

from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.state import Force
from tests.titles.pq17.umpire.table import Umpire

BOXES = {"german": ("1707", "1708"), "kara_sea": ("0122", "0421", "0622"), "english_channel": ("1706",)}
"""5.7 The doors of the boxes beside the map."""
_SIDES = ("NE", "E", "SE", "SW", "W", "NW")


@cache
def around(hex_: str) -> dict[str, str]:
    """1.1 The hexes beside one, by the side on which they lie: hexes stand on a point, even rows lie half a hex to the
    east.
    """
    row, column = int(hex_[:2]), int(hex_[2:])
    east = row % 2 == 0
    places = (
        (row - 1, column + east), (row, column + 1), (row + 1, column + east),
        (row + 1, column + east - 1), (row, column - 1), (row - 1, column + east - 1),
    )  # fmt: skip
    return {side: f"{down:02d}{right:02d}" for side, (down, right) in zip(_SIDES, places, strict=True)}


def joined(box: Box, here: str, there: str) -> bool:
    """5.0, 5.7 Whether ships can go from one hex or box into the other."""
    for box_, hex_ in ((here, there), (there, here)):
        if box_ in BOXES:
            return hex_ in BOXES[box_]
    if here == "atlantic" or there == "atlantic":
        return (there if here == "atlantic" else here).endswith("01")
    side = next((side for side, hex_ in around(here).items() if hex_ == there), "")
    if not side or there not in box.hexes:
        return False
    back = _SIDES[(_SIDES.index(side) + 3) % 6]
    one, other = box.hexes[here], box.hexes[there]
    return other.kind in ("sea", "coast") and side not in one.closed and back not in other.closed


_FOUND: dict[tuple[int, str], dict[str, int]] = {}


def legs(box: Box, goal: str) -> dict[str, int]:
    """5.1.5a How many hexes it is by sea from everywhere to a hex."""
    found = _FOUND.get((id(box), goal))
    if found is not None:
        return found
    found, frontier = {goal: 0}, deque([goal])
    while frontier:
        here = frontier.popleft()
        for there in around(here).values():
            if there in box.hexes and there not in found and joined(box, there, here):
                found[there] = found[here] + 1
                frontier.append(there)
    _FOUND[id(box), goal] = found
    return found


def exists(u: Umpire, port: str) -> bool:
    """1.1.1 Whether a port is there: a temporary one only where forces of the scenario or a situation name it."""
    return u.box.ports[port].use != "temporary" or port in u.operation.ports or port in u.state.temporary


def held_by(u: Umpire, side: str) -> dict[str, str]:
    """The ports of a side, by their hexes."""
    return {one.hex: one.id for one in u.box.ports.values() if one.side == side and exists(u, one.id)}


def enemy(side: str) -> Any:
    return "axis" if side == "allied" else "allied"


def is_follower(u: Umpire, force: Force) -> bool:
    """6.3 Whether a block shadows another."""
    return any(one.who == force.id and one.by in ("wolfpack", "task_force") for one in u.state.shadows)


def is_soviet(u: Umpire, force: Force) -> bool:
    """1.4c, 4.3 Whether ships under Soviet command, no boats, are in a force."""
    kinds = [u.kind(one) for one in force.counters]
    return any(one.type != "ss" and (one.nation == "soviet" or one.role == "mf") for one in kinds)


def soviet_waters(u: Umpire) -> frozenset[str]:
    """4.3 Where the Soviet air radius or sector is."""
    sector = {one.id for one in u.box.hexes.values() if "soviet" in one.sectors}
    return frozenset(sector | u.box.areas.soviet_radius.hexes)
