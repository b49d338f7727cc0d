"""7.2.4, 7.2.6b The row of targets of a force under air attack, and the bombers' sorties against it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, LIGHT_SHIPS
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.forces.battle_display import Stack, is_boat, may_stack
from games.titles.pq17.state.counters import Counter

Instead = Literal["left", "right", "transports", "home"]
"""7.2.6b What a unit does if its target is gone in its wave: it attacks a neighbour in the row, or flies home."""
UNITS_AT_ONCE = 2
"""7.2.4b The most air units that attack one target in a wave."""


class Sortie(Struct, frozen=True, gc=False):
    """7.2.4b, 7.2.4c The orders of an air unit in an attack."""

    unit: str
    """The id of the air unit."""
    target: int
    """The index of its target in the row, from 0."""
    wave: int = 1
    """The wave in which it attacks, from 1."""
    torpedoes: bool = False
    """True if it drops torpedoes instead of bombs."""
    instead: Instead = "transports"
    """What it attacks if its target is gone when its wave comes."""


def usual_row(box: Box, counters: Sequence[Counter], *, in_port: bool = False) -> list[Stack]:
    """7.2.4 Return the default row: transports in the middle, other ships on both sides of them.

    Heavy ships with the best anti-aircraft fire lie nearest to the transports, light ships outside. `in_port`: see
    `may_stack`.
    """
    transports = _stacked(box, [one for one in counters if box.ships[one.ship].type in CONVOY_SHIPS], in_port)
    light = _stacked(box, [one for one in counters if box.ships[one.ship].type in LIGHT_SHIPS], in_port)
    heavy: list[Stack] = [[one] for one in counters if box.ships[one.ship].is_heavy]
    heavy.sort(key=lambda stack: -(box.ships[stack[0].ship].anti_aircraft or 0))
    left, right = (heavy[start::2] + light[start::2] for start in (0, 1))
    return [*reversed(left), *transports, *right]


def row_of(box: Box, counters: Sequence[Counter], formation: Formation | None, *, in_port: bool = False) -> list[Stack]:
    """7.2.4, 7.5.2 Return the row of a force in the formation that its owner has ordered.

    The ships that the order names lie from left to right. Neighbours form stacks where the rules allow it, unless the
    order forbids stacks. Other ships follow on the right, in the default order. The row contains no submarines of a
    convoy (`is_boat`).
    """
    counters = [one for one in counters if not is_boat(box, one)]
    if formation is None or not formation.row:
        return usual_row(box, counters, in_port=in_port)
    named = [one for ship in formation.row for one in counters if one.ship == ship]
    row: list[Stack] = []
    for one in named:
        if formation.stacked == "yes" and row and may_stack(box, [*row[-1], one], in_port=in_port):
            row[-1].append(one)
        else:
            row.append([one])
    rest = [one for one in counters if one.ship not in formation.row]
    return [*row, *usual_row(box, rest, in_port=in_port)]


def _stacked(box: Box, counters: Sequence[Counter], in_port: bool) -> list[Stack]:
    stacks: list[Stack] = []
    for one in counters:
        for stack in stacks:
            if may_stack(box, [*stack, one], in_port=in_port):
                stack.append(one)
                break
        else:
            stacks.append([one])
    return stacks


def target_now(box: Box, row: Sequence[Stack], sortie: Sortie, taken: Sequence[int]) -> int | None:
    """7.2.6b, 7.2.6c Return the index in the row of the stack that a unit attacks, or None if the unit breaks off.

    The unit attacks its target while that stack is in the row. Afterwards it attacks a remaining neighbour, as its
    orders say. `taken`: the indices that other units of the wave attack.
    """
    if row[sortie.target]:
        return sortie.target
    left = next((place for place in range(sortie.target - 1, -1, -1) if row[place]), None)
    right = next((place for place in range(sortie.target + 1, len(row)) if row[place]), None)
    beside = {"left": [left], "right": [right], "transports": [left, right], "home": []}[sortie.instead]
    open_ = [place for place in beside if place is not None and list(taken).count(place) < UNITS_AT_ONCE]
    if sortie.instead == "transports":
        open_ = [place for place in open_ if any(box.ships[one.ship].type in CONVOY_SHIPS for one in row[place])]
    return open_[0] if open_ else None
