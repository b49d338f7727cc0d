"""7.4 What decides how many boats of a pack attack: the sum of the modifiers, and the chart; and what that comes to."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.combat_charts import ALL_BOATS
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, HEAVY_SHIPS, LIGHT_SHIPS, ShipClass, WeatherKind
from games.titles.pq17.rules.forces.asw import Escort
from games.titles.pq17.rules.forces.odds import FACES

Quarry = Literal["heavy", "light", "convoy"]
"""7.4.3 The groups of which an attacking boat names one."""
GROUPS: Mapping[Quarry, frozenset[ShipClass]] = {"heavy": HEAVY_SHIPS, "light": LIGHT_SHIPS, "convoy": CONVOY_SHIPS}
MANY_BOATS = 3
"""7.4 From so many on a pack attacks more easily."""


class Encounter(Struct, frozen=True, kw_only=True, gc=False):
    """7.4 What a submarine combat depends on besides the ships: the pack's ID level (None: unidentified), whether
    another wolfpack shadows the target, whether an air radius of the target's side covers the hex, and whether a task
    force came at the pack by itself (7.4.2a).
    """

    day: bool
    weather: WeatherKind
    level: int | None = None
    shadowed: bool = False
    air_radius: bool = False
    offensive: bool = False


def attack_modifier(box: Box, boats: int, escorts: Escort, encounter: Encounter) -> int:
    """7.4 The sum of all modifiers of the submarine die, held within its limit; the escorts' dice are counted before
    the limit that the number of boats sets them.
    """
    chart = box.charts.submarine
    total = chart.weather.get(encounter.weather, 0) + chart.escort * escorts.dice
    total += 0 if encounter.day else chart.night
    total += chart.three_boats if boats >= MANY_BOATS else 0
    total += chart.identified * (encounter.level or 0)
    total += chart.shadowed if encounter.shadowed else 0
    total += chart.air_radius if encounter.air_radius else 0
    return min(max(total, -chart.limit), chart.limit)


def usual_quarry(*, convoy: bool) -> tuple[Quarry, ...]:
    """7.4.3c What boats name if nothing is ordered: transports of a convoy, heavy ships of a task force."""
    return ("convoy",) if convoy else ("heavy",)


def boats_of_chart(box: Box, boats: int, modified: int) -> tuple[int, int]:
    """7.4 How many of so many boats attack before the escorts, and how many after them at most, by the modified die."""
    first, second = box.charts.submarine.attacks(modified)
    return _count(boats, first), _count(boats, second)


def _count(boats: int, most: int) -> int:
    return boats if most >= ALL_BOATS else min(boats, most)


def attacking(box: Box, boats: int, dice: int, encounter: Encounter) -> int:
    """7.4 Hundredths of boats that attack on average where the escorts throw so many dice, before these do anything."""
    modifier, total = attack_modifier(box, boats, Escort(dice), encounter), 0
    for face in FACES:
        first, second = boats_of_chart(box, boats, face + modifier)
        total += first + min(second, boats - first)
    return 100 * total // len(FACES)


def torpedo_hits(box: Box, quarry: Quarry) -> tuple[int, int]:
    """7.3.1 The lowest faces on which a torpedo hits unhurt ships of a group: the easiest of them, and the hardest."""
    chart = box.charts.torpedo
    found = [chart.succeeds - more for kind, more in chart.targets.items() if kind in GROUPS[quarry]]
    return min(found), max(found)
