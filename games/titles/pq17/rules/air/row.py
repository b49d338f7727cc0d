"""7.2.4, 7.2.6b The row of a force under air attack, and the waves of the attack."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, LIGHT_SHIPS
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.forces.battle_display import Stack, is_boat, may_stack
from games.titles.pq17.state.counters import Counter

Instead = Literal["left", "right", "transports", "home"]
"""7.2.6b The action of a unit whose target is gone when its wave comes."""
UNITS_AT_ONCE = 2
"""7.2.4b The limit of air units that attack one target in a wave."""


class Sortie(Struct, frozen=True, gc=False):
    """7.2.4b, 7.2.4c The orders of an air unit in an attack.

    `target`: the place of its target in the row, from 0. `wave`: from 1. `torpedoes`: torpedoes instead of bombs.
    `instead`: the neighbour that it attacks if the target is gone by then.
    """

    unit: str
    target: int
    wave: int = 1
    torpedoes: bool = False
    instead: Instead = "transports"


def usual_row(box: Box, counters: Sequence[Counter], *, in_port: bool = False) -> list[Stack]:
    """7.2.4 Return the default row: transports in the middle, other ships beside them.

    Ships with the best anti-aircraft fire lie nearest to the transports, light ships outside.
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
    order forbids stacks. Ships that it does not name follow on the right, in the default order. Submarines of a convoy
    are in no row (`is_boat`).
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
    """7.2.6b, 7.2.6c Return the place in the row that a unit attacks in its wave, or None if the unit breaks off.

    The unit attacks its target while it is in the row, otherwise a remaining neighbour, as its orders say. `taken`: the
    places that other units of the wave attack.
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
