"""15.6.3, 15.6.4 Redeal which air units took the replacements since the last operation.

The number of replaced steps is public. The next operation shows which units took the steps, because aircraft on land
are public then (1.5a). The same is true of upgrades, in which an air unit of a new type replaces one of an old type
(15.6.5), and of admissions: of several Soviet air units that wait for cargo, the owner chooses the unit that arrives
(15.3.3).
"""

from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.roster import Roster, Unit, Upgraded
from games.titles.pq17.state.steps import SOVIET_TYPES, add_step, lacking, take_step


def deal_upgrades(box: Box, roster: Roster, side: Side, pick: RandomSource) -> None:
    """15.6.5 Redeal each upgrade: undo it, then upgrade another unit, or upgrade the same unit to another type.

    Skip an upgrade if the new unit has since taken losses.
    """
    for place, one in enumerate(roster.upgraded if side == "allied" else ()):
        there = next((unit for unit in roster.units if _is_new(box, unit, one)), None)
        if there is None:
            continue
        old = Unit(one.old, one.strength, one.place)
        units = [old, *(unit for unit in roster.units if unit is not there and unit.kind in SOVIET_TYPES)]
        others = [
            (unit, new)
            for unit in units
            for new in SOVIET_TYPES
            if new != unit.kind and (unit is not old or new != one.new)
        ]
        chosen = pick(len(others) + 1)
        if chosen:
            roster.units = [old if unit is there else unit for unit in roster.units]
            roster.upgraded[place] = _upgrade(box, roster, *others[chosen - 1])


def _is_new(box: Box, unit: Unit, one: Upgraded) -> bool:
    return (unit.kind, unit.place, unit.strength) == (one.new, one.place, box.aircraft[one.new].strength)


def _upgrade(box: Box, roster: Roster, unit: Unit, new: str) -> Upgraded:
    """15.6.5 Replace a unit by a full unit of the type `new`, and return the record of the upgrade."""
    full = box.aircraft[unit.kind].strength
    gone = roster.take(unit, unit.strength % full or full)
    roster.units.append(Unit(new, box.aircraft[new].strength, unit.place))
    return Upgraded(gone.kind, gone.strength, new, gone.place)


def deal_replacements(box: Box, roster: Roster, side: Side, pick: RandomSource) -> None:
    """15.6.3 Redeal each replacement step of a side: leave it, or move it to another type or base that lacked a step.

    The choice is random (`pick`).
    """
    steps = [(one.kind, one.place) for one in roster.replaced for _ in range(one.strength)]
    dealt = [_elsewhere(box, roster, step, side, pick) if _is_of(box, step, side) else step for step in steps]
    if dealt != steps:
        roster.replaced = [Unit(kind, 1, base) for kind, base in dealt]


def _is_of(box: Box, step: tuple[str, str], side: Side) -> bool:
    return box.aircraft[step[0]].side == side


def _elsewhere(box: Box, roster: Roster, step: tuple[str, str], side: Side, pick: RandomSource) -> tuple[str, str]:
    """Move a replacement step to another type or base that lacked one, or leave it.

    `step`: its type and base. Returns its new type and base.
    """
    others = [(kind, base) for kind, base, _ in lacking(box, roster, side) if (kind, base) != step]
    chosen = pick(len(others) + 1)
    if not chosen or not take_step(box, roster, *step):
        return step
    add_step(box, roster, *others[chosen - 1])
    return others[chosen - 1]


def deal_admitted(box: Box, roster: Roster, side: Side, pick: RandomSource) -> None:
    """15.3.3 Redeal each admission: leave it, or admit a unit that still waits in place of the admitted unit.

    Skip a pair of units if one of the two has losses or took replacements, because the exchange would show.
    """
    for kind, left in list(roster.admitted.items()):
        if not _is_of(box, (kind, ""), side):
            continue
        pairs = [pair for other in left if (pair := _admitted_for(box, roster, kind, other)) is not None]
        chosen = pick(len(pairs) + 1)
        if chosen:
            here, waits = pairs[chosen - 1]
            here.kind, waits.kind = waits.kind, here.kind
            del roster.admitted[kind]
            roster.admitted[here.kind] = [kind if one == here.kind else one for one in left]


def _admitted_for(box: Box, roster: Roster, kind: str, other: str) -> tuple[Unit, Unit] | None:
    """Return the admitted unit of the type `kind` and the waiting unit of the type `other`.

    Returns None if they cannot be exchanged.
    """
    waits = next((one for one in roster.waiting if one.kind == other), None)
    if waits is None or any(one.kind in (kind, other) for one in roster.replaced):
        return None
    if box.aircraft[kind].strength != box.aircraft[other].strength:
        return None
    there = [one for one in roster.units if (one.kind, one.place, one.strength) == (kind, waits.place, waits.strength)]
    return (there[-1], waits) if there else None
