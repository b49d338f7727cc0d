"""7.2.4, 7.2.6b The row in which a force lies under an air attack, and the waves that come at it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, LIGHT_SHIPS
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.forces.stacks import Stack, is_boat, may_stack
from games.titles.pq17.table.counters import Counter

Instead = Literal["left", "right", "transports", "home"]
"""7.2.6b What a unit does whose target is gone when its wave comes."""
UNITS_AT_ONCE = 2
"""7.2.4b At most so many air units attack one target in a wave."""


class Sortie(Struct, frozen=True, gc=False):
    """7.2.4b, 7.2.4c What an air unit is to do: the place of its target in the row from 0, its wave from 1, torpedoes
    or bombs, and `instead` if the target is gone by then.
    """

    unit: str
    target: int
    wave: int = 1
    torpedoes: bool = False
    instead: Instead = "transports"


def usual_row(box: Box, counters: Sequence[Counter], *, in_port: bool = False) -> list[Stack]:
    """7.2.4 A row as it is usually laid: transports in the middle, the other ships beside them, those with the best
    anti-aircraft fire nearest, light ships outside.
    """
    transports = _stacked(box, [one for one in counters if box.ships[one.ship].type in CONVOY_SHIPS], in_port)
    light = _stacked(box, [one for one in counters if box.ships[one.ship].type in LIGHT_SHIPS], in_port)
    heavy: list[Stack] = [[one] for one in counters if box.ships[one.ship].is_heavy]
    heavy.sort(key=lambda stack: -(box.ships[stack[0].ship].anti_aircraft or 0))
    left, right = (heavy[start::2] + light[start::2] for start in (0, 1))
    return [*reversed(left), *transports, *right]


def row_of(box: Box, counters: Sequence[Counter], formation: Formation | None, *, in_port: bool = False) -> list[Stack]:
    """7.2.4, 7.5.2 A row as the owner of the force has it: those that he names from left to right, neighbours together
    where they may lie so, unless each is to lie by itself; the others right of them, as usual. Submarines of a convoy
    lie in no row (`is_boat`).
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
    """7.2.6b, 7.2.6c The place that a unit attacks when its wave comes: its target while that is there, else a
    neighbour of it that still is, as its orders say; None: it breaks off. `taken` are the places that other units of
    the wave attack.
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
