"""7.4, 7.4.3 A wolfpack and a force: the boats before the escorts, the escorts, the boats after them."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.combat_charts import ALL_BOATS
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, HEAVY_SHIPS, LIGHT_SHIPS, ShipClass, WeatherKind
from games.titles.pq17.rules.forces.asw import Escort, Hunt, hunt, hunting_modifier
from games.titles.pq17.rules.forces.torpedoes import Salvo, salvo
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die

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


class Boat(Struct, frozen=True, gc=False):
    """7.4.3, 7.4.3a The attack of one boat: what it named, whether the target had any (`found`), and its torpedoes."""

    named: Quarry
    found: bool
    salvo: Salvo = Salvo()


class Fight(Struct, frozen=True, gc=False):
    """7.4 One submarine combat: its die and what was added, the boats before ASW, the hunt, the boats after it, whether
    the target's refuelling is cancelled (11.3.2), and whether the pack has spent its torpedoes (7.4a).
    """

    die: int
    modifier: int
    before: tuple[Boat, ...]
    hunt: Hunt
    after: tuple[Boat, ...]
    cancels_refuelling: bool
    expended: bool


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


async def submarine_combat(
    box: Box,
    boats: int,
    target: list[Counter],
    escorts: Escort,
    named: Sequence[Quarry],
    encounter: Encounter,
    *,
    torpedoes: int = 1,
    key: str,
) -> Fight:
    """7.4–7.4.3c A pack of `boats` strength, each boat with so many torpedo symbols, attacks a force. The boats name
    their quarry in the order in which they attack, the last name holding for the rest. Ships that are sunk are taken
    off `target`; what the pack has lost stands in the hunt.
    """
    modifier = attack_modifier(box, boats, escorts, encounter)
    thrown = await die(key=key, rule="7.4")
    first, second = (_count(boats, most) for most in box.charts.submarine.attacks(thrown + modifier))
    before = await _attacks(box, target, named, range(first), torpedoes, key=f"{key}.before")
    bonus = hunting_modifier(box, encounter.weather, offensive=encounter.offensive, air_radius=encounter.air_radius)
    hunted = await hunt(box, escorts, boats, bonus, key=f"{key}.asw")
    left = min(second, max(boats - hunted.lost - first, 0), 1 if hunted.held_down else second)
    after = await _attacks(box, target, named, range(first, first + left), torpedoes, key=f"{key}.after")
    return Fight(
        thrown,
        modifier,
        before,
        hunted,
        after,
        cancels_refuelling=thrown + modifier >= box.charts.submarine.cancels_refuelling,
        expended=thrown % 2 == 1 and len(before) + len(after) >= boats,
    )


def _count(boats: int, most: int) -> int:
    return boats if most >= ALL_BOATS else min(boats, most)


async def _attacks(
    box: Box, target: list[Counter], named: Sequence[Quarry], places: range, torpedoes: int, *, key: str
) -> tuple[Boat, ...]:
    found = []
    for place in places:
        quarry = named[min(place, len(named) - 1)]
        found.append(await _attack(box, target, quarry, torpedoes, key=f"{key}.{place}"))
    return tuple(found)


async def _attack(box: Box, target: list[Counter], quarry: Quarry, torpedoes: int, *, key: str) -> Boat:
    """7.4.3, 7.4.3a, 7.4.3b The ship is drawn among all of the group, which nobody sees; without any the attack fails,
    and no die is thrown. A second ship that a torpedo sinks is another of the group.
    """
    group = [one for one in target if box.ships[one.ship].type in GROUPS[quarry]]
    if not group:
        return Boat(quarry, found=False)
    others = [one for one in target if box.ships[one.ship].type not in GROUPS[quarry]]
    struck = await salvo(box, group, torpedoes, key=key, secret=True)
    target[:] = [*others, *group]
    return Boat(quarry, found=True, salvo=struck)
