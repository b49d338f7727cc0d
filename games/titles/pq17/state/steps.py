"""15.6.3, 15.6.4 Steps of aircraft between operations: find missing steps at the bases, add a step, remove a step."""

from collections.abc import Iterator

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.roster import Away, Roster, Unit

SOVIET_TYPES = ("hurricane_soviet", "p_40", "p_400")
"""15.6.4 The Soviet aircraft types that convoys bring."""


def lacking(box: Box, roster: Roster, side: Side) -> Iterator[tuple[str, str, int]]:
    """15.6.3, 15.6.4 Yield (aircraft type, base, number of missing steps) for each type and base with missing steps."""
    found: dict[tuple[str, str], int] = {}
    for unit in roster.units:
        if replaceable(box, unit.kind, side):
            lacks = -unit.strength % box.aircraft[unit.kind].strength
            found[unit.kind, unit.place] = found.get((unit.kind, unit.place), 0) + lacks
    for away in roster.away:
        if away.why == "lost" and replaceable(box, away.unit.kind, side):
            key = (away.unit.kind, away.unit.place)
            found[key] = found.get(key, 0) + 1
    yield from ((kind, place, room) for (kind, place), room in found.items() if room)


def replaceable(box: Box, kind: str, side: Side) -> bool:
    """Return True if a side can replace lost steps of this type of aircraft.

    The Axis can replace every land-based type, the Allies only the types that convoys bring (15.6.4).
    """
    if side == "allied":
        return kind in SOVIET_TYPES
    return kind in box.aircraft and box.aircraft[kind].side == side and not box.aircraft[kind].carrier


def add_step(box: Box, roster: Roster, kind: str, base: str) -> bool:
    """15.6.3 Add a step to an air unit that lacks one, or bring back a destroyed unit with one step.

    Return True if a step was added; False if no unit of this type at this base lacks a step or is destroyed.
    """
    full = box.aircraft[kind].strength
    for unit in roster.units:
        if (unit.kind, unit.place) == (kind, base) and unit.strength % full:
            unit.strength += 1
            return True
    for away in roster.away:
        if away.why == "lost" and (away.unit.kind, away.unit.place) == (kind, base):
            roster.away.remove(away)
            roster.units.append(Unit(kind, 1, base))
            return True
    return False


def take_step(box: Box, roster: Roster, kind: str, base: str) -> bool:
    """Remove one step of a type at a base, as the reverse of `add_step`. Return False if there is no step to remove."""
    full = box.aircraft[kind].strength
    there = [unit for unit in roster.units if (unit.kind, unit.place) == (kind, base)]
    for unit in there:
        if (unit.strength - 1) % full:
            unit.strength -= 1
            return True
    for unit in reversed(there):
        if unit.strength == 1:
            roster.units.remove(unit)
            roster.away.append(Away(Unit(kind, 1, base), "lost"))
            return True
    return False
