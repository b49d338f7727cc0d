"""7.4, 7.4.3 A wolfpack and a force: the boats before the escorts, the escorts, the boats after them."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.forces.asw import Escort, Hunt, hunt, hunting_modifier
from games.titles.pq17.rules.forces.submarines import GROUPS, Encounter, Quarry, attack_modifier, boats_of_chart
from games.titles.pq17.rules.forces.torpedoes import Salvo, salvo
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die


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
    their quarry in the order in which they attack, the last name holding for the rest. Without torpedoes nobody attacks
    (7.3.2a). Ships that are sunk are taken off `target`; what the pack has lost stands in the hunt.
    """
    modifier = attack_modifier(box, boats, escorts, encounter)
    thrown = await die(key=key, rule="7.4")
    first, second = boats_of_chart(box, boats, thrown + modifier) if torpedoes else (0, 0)
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
