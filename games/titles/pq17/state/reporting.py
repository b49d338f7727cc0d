"""6.2.1 The facts about a force that a report at an ID level contains."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CARRIERS
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import GROUPS, Force, Named, Strength


def warship_counters(box: Box, counters: Iterable[Counter]) -> dict[str, int]:
    """1.4b Return the number of counters of each type of warship.

    A heavy ship is one counter. The strength of a class counts as the fewest counters that can hold it.
    """
    strength: dict[str, int] = {}
    for one in counters:
        if box.ships[one.ship].is_warship:
            strength[one.ship] = strength.get(one.ship, 0) + one.strength
    return {ship: -(-held // most) if (most := box.ships[ship].most) else 1 for ship, held in strength.items()}


def convoy_ships(box: Box, counters: Iterable[Counter]) -> int:
    """1.2.1b Return the number of ships in a convoy. Merchants count by strength, auxiliaries by counter."""
    found = 0
    for one in counters:
        type_ = box.ships[one.ship].type
        found += one.strength if type_ == "mx" else int(type_ == "ax")
    return found


def reported_range(number: int) -> tuple[int, int]:
    """6.2.1a Return the lowest and the highest number that an owner may report instead of the true `number`.

    The lowest is half the true number, rounded up. The highest is one and a half times the true number, rounded down.
    """
    return -(-number // 2), number * 3 // 2


def strengths(box: Box, counters: Sequence[Counter]) -> tuple[Strength, ...]:
    """6.2.1d Return for each group of ships (such as capital ships) the number of its counters and their strength.

    A carrier (CV) counts in two groups: as capital ship and as carrier.
    """
    lying = warship_counters(box, counters)
    found: list[Strength] = []
    for group, classes in GROUPS.items():
        ships = [ship for ship in lying if box.ships[ship].type in classes]
        if ships:
            strength = sum(one.strength for one in counters if one.ship in ships)
            found.append(Strength(group, sum(lying[ship] for ship in ships), strength))
    return tuple(found)


def reported_names(box: Box, counters: Iterable[Counter]) -> tuple[Named, ...]:
    """6.2.1e Return the entries of a report that names ships: heavy ships by name, others by class with their strength.

    The entries are in the order of the order-of-battle sheet.
    """
    held: dict[str, int] = {}
    for one in counters:
        held[one.ship] = held.get(one.ship, 0) + one.strength
    return tuple(Named(ship, 0 if box.ships[ship].is_heavy else held[ship]) for ship in box.ships if ship in held)


def is_large(box: Box, ships: int) -> bool:
    """1.2.1b Return True if a convoy with this number of ships counts as large."""
    return ships >= box.numbers.forces.large_convoy


def report_fields(box: Box, force: Force, level: int) -> dict[str, Any]:
    """6.2.1, 6.2.1c, 6.2.1g Return the fields of a `Report` on a force at an ID level, by name.

    They always include `kind`. At ID 1, the number that the owner reports (`Force.told`, 6.2.1b) must already be
    decided.
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
