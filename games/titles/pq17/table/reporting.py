"""6.2.1 What an ID level opens of a force, as of now."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CARRIERS
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import GROUPS, Force, Named, Strength


def warship_counters(box: Box, counters: Iterable[Counter]) -> dict[str, int]:
    """1.4b Warship counters by ship: one for a heavy ship, for ships of a class the fewest that hold them."""
    strength: dict[str, int] = {}
    for one in counters:
        if box.ships[one.ship].is_warship:
            strength[one.ship] = strength.get(one.ship, 0) + one.strength
    return {ship: -(-held // most) if (most := box.ships[ship].most) else 1 for ship, held in strength.items()}


def convoy_ships(box: Box, counters: Iterable[Counter]) -> int:
    """1.2.1b The ships of a convoy: merchants by strength, auxiliaries by counter."""
    found = 0
    for one in counters:
        type_ = box.ships[one.ship].type
        found += one.strength if type_ == "mx" else int(type_ == "ax")
    return found


def told_range(number: int) -> tuple[int, int]:
    """6.2.1a Within half of the true number: from half, rounded up, to one and a half, rounded down."""
    return -(-number // 2), number * 3 // 2


def strengths(box: Box, counters: Sequence[Counter]) -> tuple[Strength, ...]:
    """6.2.1d Counters and strength of each group that is there; a CV counts as capital ship and as carrier."""
    lying = warship_counters(box, counters)
    found: list[Strength] = []
    for group, classes in GROUPS.items():
        ships = [ship for ship in lying if box.ships[ship].type in classes]
        if ships:
            strength = sum(one.strength for one in counters if one.ship in ships)
            found.append(Strength(group, sum(lying[ship] for ship in ships), strength))
    return tuple(found)


def names(box: Box, counters: Iterable[Counter]) -> tuple[Named, ...]:
    """6.2.1e Heavy ships by name without their strength, everything else with it, in the order of the sheet."""
    held: dict[str, int] = {}
    for one in counters:
        held[one.ship] = held.get(one.ship, 0) + one.strength
    return tuple(Named(ship, 0 if box.ships[ship].is_heavy else held[ship]) for ship in box.ships if ship in held)


def is_large(box: Box, ships: int) -> bool:
    """1.2.1b A convoy of so many ships."""
    return ships >= box.numbers.forces.large_convoy


def opened(box: Box, force: Force, level: int) -> dict[str, Any]:
    """6.2.1, 6.2.1c, 6.2.1g The fields of a Report that a level opens of a force; at every level what kind of block it
    is. At ID 1 the number its owner gives must have been settled (`told`, 6.2.1b).
    """
    figures: dict[str, Any] = {"kind": force.kind, "level": level}
    counters = force.counters
    warships = warship_counters(box, counters)
    if level == 1:
        figures["about"] = force.told
        if force.kind == "convoy":
            figures["large"] = is_large(box, convoy_ships(box, counters))
    if level == 2:
        figures["warships"] = sum(warships.values())
        figures["heavy"] = sum(box.ships[ship].is_heavy for ship in warships)
        figures["carrier"] = any(box.ships[ship].type in CARRIERS for ship in warships)
    if level == 3:
        figures["strengths"] = strengths(box, counters)
    if level in (2, 3):
        figures["ships"] = convoy_ships(box, counters)
    return figures
