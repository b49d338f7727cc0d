"""7.2.5 Anti-aircraft fire."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from games.titles.pq17.components.combat_charts import AirResult
from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.air.combat import aircraft_type, apply_results
from games.titles.pq17.rules.forces.battle_display import Stack
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.dice import die

STAR = 0
"""7.2.5d The anti-aircraft value of a stack in which ships have stars, but no ship has a number."""


class Flak(Struct, frozen=True, gc=False):
    """7.2.5 One die of anti-aircraft fire at an air unit.

    `unit`: the id of the air unit. `value`: the column of the chart. `modifier`: the modifier of the die.
    """

    unit: str
    value: int
    die: int
    modifier: int
    result: AirResult


def flak_value(box: Box, stack: Stack) -> int | None:
    """7.2.5, 7.2.5d Return the anti-aircraft value of a stack: the sum of its ships' numbers.

    Returns `STAR` if the ships have only stars, and None if no ship can fire.
    """
    values = [box.ships[one.ship].anti_aircraft for one in stack]
    firing = [one for one in values if one is not None]
    return sum(max(one, 0) for one in firing) if firing else None


def supporting_stacks(box: Box, row: Sequence[Stack], targets: Collection[int]) -> dict[int, tuple[int, ...]]:
    """7.2.5a Return the stacks that fire for neighbours in a wave, each with the neighbours, all as indices in the row.

    `targets`: the indices of the attacked stacks. A supporting stack is not attacked in this wave, and its
    anti-aircraft value is a number, not only a star. A supporting stack fires once in the wave, at one unit that
    attacks a neighbour.
    """
    found = {}
    standing = [place for place, stack in enumerate(row) if stack]
    for index, place in enumerate(standing):
        beside = [standing[near] for near in (index - 1, index + 1) if 0 <= near < len(standing)]
        attacked = tuple(near for near in beside if near in targets)
        if place not in targets and attacked and (flak_value(box, row[place]) or 0) > STAR:
            found[place] = attacked
    return found


async def fire_flak(
    box: Box, name: str, unit: Squadron, worth: int, *, torpedoes: bool, day: bool, cams: int = 0, key: str
) -> Flak:
    """7.2.5, 7.2.5c Roll an anti-aircraft die at an attacking unit, apply the result, and return it.

    Anti-aircraft fire comes before bombs. `worth`: the anti-aircraft value, which is the column of the chart. `name`:
    the id of the air unit. `torpedoes`: True if the unit drops torpedoes. `cams`: the number of CAM ships that launch
    for the target in this wave (1.4.3). `key`: the key of the roll in the journal.
    """
    chart = box.charts.anti_aircraft
    more = cams * chart.cam + flak_modifier(box, unit, torpedoes=torpedoes, day=day)
    thrown = await die(key=key, rule="7.2.5")
    result = chart.result(worth, thrown + more)
    apply_results(unit, [result])
    return Flak(name, worth, thrown, more, result)


def flak_modifier(box: Box, unit: Squadron, *, torpedoes: bool, day: bool) -> int:
    """7.2.5 Return the modifier of an anti-aircraft die at a unit, for night, a torpedo attack and dive bombers."""
    chart = box.charts.anti_aircraft
    found = (0 if day else chart.night) + (chart.torpedo_attack if torpedoes else 0)
    return found + (chart.dive_bomber if aircraft_type(box, unit).type == "db" else 0)


def unused_cams(box: Box, stack: Stack) -> int:
    """1.4.3 Return the number of CAM ships in a stack that have not launched their fighter."""
    return sum(one.strength for one in stack if box.ships[one.ship].role == "mc" and not one.used)
