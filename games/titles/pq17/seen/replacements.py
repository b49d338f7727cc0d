"""15.6.3, 15.6.4 Which air units took the replacements since the last operation, dealt anew: how many steps there are
was told, or stands in the schedule; where they went shows in the next operation, when aircraft on land lie open (1.5a).

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
