"""7.4, 7.4.3 A wolfpack's attack on a force: boats before the escorts, the escorts, and boats after them."""

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
    """7.4.3, 7.4.3a The attack of one boat: the group of ships that it named, and its torpedoes.

    `found`: the target block had such ships.
    """

    named: Quarry
    found: bool
    salvo: Salvo = Salvo()


class Fight(Struct, frozen=True, gc=False):
    """7.4 The result of one submarine combat.

    `before`, `after`: the boats that attacked before and after the escorts' dice (`hunt`). `cancels_refuelling`: the
    target does not refuel this turn (11.3.2). `expended`: the pack has no torpedoes left (7.4a).
    """

    die: int
    modifier: int
    before: tuple[Boat, ...]
    hunt: Hunt
    after: tuple[Boat, ...]
    cancels_refuelling: bool
    expended: bool


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
    """7.4–7.4.3c Resolve the attack of a pack of `boats` strength, and return the result.

    `torpedoes`: the symbols of each boat. `named`: the target groups of the boats in the order in which they attack;
    the last one applies to the rest. A pack without torpedoes does not attack (7.3.2a). Sunk ships are removed from
    `target`; the hunt holds the pack's losses.
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
    """7.4.3, 7.4.3a, 7.4.3b Resolve the attack of a boat on a ship of its target group, drawn in secret.

    If the target has no such ship, the attack fails without a die. A second ship that a torpedo sinks is of the same
    group.
    """
    group = [one for one in target if box.ships[one.ship].type in GROUPS[quarry]]
    if not group:
        return Boat(quarry, found=False)
    others = [one for one in target if box.ships[one.ship].type not in GROUPS[quarry]]
    struck = await fire_salvo(box, group, torpedoes, key=key, secret=True)
    target[:] = [*others, *group]
    return Boat(quarry, found=True, salvo=struck)
