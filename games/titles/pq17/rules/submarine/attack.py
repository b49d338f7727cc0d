"""7.4, 7.4.3 The attack of a wolfpack on a force.

Some submarines attack before the escorts' dice, others after them.
"""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.forces.submarine_combat import (
    GROUPS,
    Encounter,
    Escort,
    Hunt,
    Quarry,
    attack_modifier,
    boats_of_chart,
    hunting_modifier,
    roll_hunt,
)
from games.titles.pq17.rules.forces.torpedoes import Salvo, fire_salvo
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import die


class Boat(Struct, frozen=True, gc=False):
    """7.4.3, 7.4.3a The attack of one submarine.

    `named`: the group of ships that it was to attack. `found`: True if the target block had such ships. `salvo`: its
    torpedoes.
    """

    named: Quarry
    found: bool
    salvo: Salvo = Salvo()


class Fight(Struct, frozen=True, gc=False):
    """7.4 The result of one submarine combat."""

    die: int
    """The submarine die."""
    modifier: int
    """The modifier of the submarine die."""
    before: tuple[Boat, ...]
    """The submarines that attacked before the escorts' dice."""
    hunt: Hunt
    """The escorts' dice and their results."""
    after: tuple[Boat, ...]
    """The submarines that attacked after the escorts' dice."""
    cancels_refuelling: bool
    """True if the target does not refuel this turn (11.3.2)."""
    expended: bool
    """True if the wolfpack has no torpedoes left (7.4a)."""


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
    """7.4–7.4.3c Resolve the attack of a wolfpack of `boats` strength, and return the result.

    `target`: the ships of the attacked force; sunk ships are removed from it. `escorts`: the dice of the escorts.
    `named`: the target groups of the submarines in the order in which they attack. The last group applies to all
    further submarines. `torpedoes`: the torpedo symbols of each submarine. A wolfpack without torpedoes does not attack
    (7.3.2a). The caller removes the wolfpack's losses (`Fight.hunt`). `key`: the key of the submarine die in the
    journal, and the prefix of the other keys.
    """
    modifier = attack_modifier(box, boats, escorts, encounter)
    thrown = await die(key=key, rule="7.4")
    first, second = boats_of_chart(box, boats, thrown + modifier) if torpedoes else (0, 0)
    before = await _attacks(box, target, named, range(first), torpedoes, key=f"{key}.before")
    bonus = hunting_modifier(box, encounter.weather, offensive=encounter.offensive, air_radius=encounter.air_radius)
    hunted = await roll_hunt(box, escorts, boats, bonus, key=f"{key}.asw")
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


async def _attacks(
    box: Box, target: list[Counter], named: Sequence[Quarry], places: range, torpedoes: int, *, key: str
) -> tuple[Boat, ...]:
    found = []
    for place in places:
        quarry = named[min(place, len(named) - 1)]
        found.append(await _attack(box, target, quarry, torpedoes, key=f"{key}.{place}"))
    return tuple(found)


async def _attack(box: Box, target: list[Counter], quarry: Quarry, torpedoes: int, *, key: str) -> Boat:
    """7.4.3, 7.4.3a, 7.4.3b Resolve the attack of a submarine on a ship of its target group, chosen by a secret lot.

    If the target has no such ship, the attack fails without a die. A second ship that a torpedo sinks is of the same
    group. `key`: the prefix of the journal keys of its rolls.
    """
    group = [one for one in target if box.ships[one.ship].type in GROUPS[quarry]]
    if not group:
        return Boat(quarry, found=False)
    others = [one for one in target if box.ships[one.ship].type not in GROUPS[quarry]]
    struck = await fire_salvo(box, group, torpedoes, key=key, secret=True)
    target[:] = [*others, *group]
    return Boat(quarry, found=True, salvo=struck)
