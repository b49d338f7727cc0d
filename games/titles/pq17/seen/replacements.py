"""15.6.3, 15.6.4 Which air units took the replacements since the last operation, dealt anew: how many steps there are
was told, or stands in the schedule; where they went shows in the next operation, when aircraft on land lie open (1.5a).
15.3.3 So it is with the air unit that was admitted while another of its strength waited on for cargo.

A unit that took the place of another (15.6.5) stays.
"""

from games.kernel.forms import Pick
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.roster import Roster, Unit
from games.titles.pq17.table.steps import add_step, lacking, take_step


def deal_replacements(box: Box, roster: Roster, side: Side, pick: Pick) -> None:
    """Each step may have gone to any other type or base that lacked one."""
    steps = [(one.kind, one.place) for one in roster.replaced for _ in range(one.strength)]
    dealt = [_elsewhere(box, roster, step, side, pick) if _is_of(box, step, side) else step for step in steps]
    if dealt != steps:
        roster.replaced = [Unit(kind, 1, base) for kind, base in dealt]


def _is_of(box: Box, step: tuple[str, str], side: Side) -> bool:
    return box.aircraft[step[0]].side == side


def _elsewhere(box: Box, roster: Roster, step: tuple[str, str], side: Side, pick: Pick) -> tuple[str, str]:
    """Where a step went in this world."""
    others = [(kind, base) for kind, base, _ in lacking(box, roster, side) if (kind, base) != step]
    chosen = pick(len(others) + 1)
    if not chosen or not take_step(box, roster, *step):
        return step
    add_step(box, roster, *others[chosen - 1])
    return others[chosen - 1]


def deal_admitted(box: Box, roster: Roster, side: Side, pick: Pick) -> None:
    """15.3.3 It may be the other that was admitted. Not while what became of either would differ: it bears losses,
    or took replacements.
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
    """The unit that was admitted and the one that waits, if each could as well be the other."""
    waits = next((one for one in roster.waiting if one.kind == other), None)
    if waits is None or any(one.kind in (kind, other) for one in roster.replaced):
        return None
    if box.aircraft[kind].strength != box.aircraft[other].strength:
        return None
    there = [one for one in roster.units if (one.kind, one.place, one.strength) == (kind, waits.place, waits.strength)]
    return (there[-1], waits) if there else None
