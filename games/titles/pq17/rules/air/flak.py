"""7.2.5 Anti-aircraft fire."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from games.titles.pq17.box.combat_charts import AirResult
from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.air.combat import kind, suffer
from games.titles.pq17.rules.forces.stacks import Stack
from games.titles.pq17.table.counters import Squadron
from games.titles.pq17.table.dice import die

STAR = 0
"""7.2.5d The value of a stack that has stars and no number."""


class Flak(Struct, frozen=True, gc=False):
    """7.2.5 One die of anti-aircraft fire at a unit: the column, what was added, and the result."""

    unit: str
    value: int
    die: int
    modifier: int
    result: AirResult


def value(box: Box, stack: Stack) -> int | None:
    """7.2.5, 7.2.5d The anti-aircraft value of a stack: its numbers added; `STAR` if there are stars alone, however
    many; None if nobody in it fires.
    """
    values = [box.ships[one.ship].anti_aircraft for one in stack]
    firing = [one for one in values if one is not None]
    return sum(max(one, 0) for one in firing) if firing else None


def neighbours(box: Box, row: Sequence[Stack], targets: Collection[int]) -> dict[int, tuple[int, ...]]:
    """7.2.5a Who fires for a neighbour in a wave: stacks that are no target themselves, with a number and not a star
    alone, and next to them the places attacked, at one unit of which each may fire once.
    """
    found = {}
    standing = [place for place, stack in enumerate(row) if stack]
    for index, place in enumerate(standing):
        beside = [standing[near] for near in (index - 1, index + 1) if 0 <= near < len(standing)]
        attacked = tuple(near for near in beside if near in targets)
        if place not in targets and attacked and (value(box, row[place]) or 0) > STAR:
            found[place] = attacked
    return found


async def flak(
    box: Box, name: str, unit: Squadron, worth: int, *, torpedoes: bool, day: bool, cams: int = 0, key: str
) -> Flak:
    """7.2.5, 7.2.5c One die at an attacking unit, in the column of `worth`; `cams` are the CAM ships that serve for the
    target in this wave (1.4.3). What it brings is applied at once: anti-aircraft fire comes before bombs.
    """
    chart = box.charts.anti_aircraft
    more = cams * chart.cam + modifier(box, unit, torpedoes=torpedoes, day=day)
    thrown = await die(key=key, rule="7.2.5")
    result = chart.result(worth, thrown + more)
    suffer(unit, [result])
    return Flak(name, worth, thrown, more, result)


def modifier(box: Box, unit: Squadron, *, torpedoes: bool, day: bool) -> int:
    """7.2.5 What light, torpedoes and diving add to a die of fire at a unit."""
    chart = box.charts.anti_aircraft
    found = (0 if day else chart.night) + (chart.torpedo_attack if torpedoes else 0)
    return found + (chart.dive_bomber if kind(box, unit).type == "db" else 0)


def cams(box: Box, stack: Stack) -> int:
    """1.4.3 The CAM ships of a stack that have not served."""
    return sum(one.strength for one in stack if box.ships[one.ship].role == "mc" and not one.used)
