"""13.1 The elusive target: a ship that no aircraft of one attack finds."""

from collections.abc import Sequence

from msgspec import structs

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.forces.situations import is_elusive
from games.titles.pq17.rules.forces.stacks import Stack
from games.titles.pq17.table.events.special import TargetEluded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


async def eluded(
    sea: Sea, target: Force, row: Sequence[Stack], flown: Sequence[Sortie], *, key: str
) -> tuple[list[Sortie], frozenset[str]]:
    """13.1 Once in the phase, after aircraft are deployed and before guns fire, the Allied player names a single ship
    of the force attacked. Who was meant for her goes for another target of it and hits worse; the sorties, and the
    units that hit worse.
    """
    singles = {stack[0].ship: place for place, stack in enumerate(row) if _is_single(sea, stack)}
    if target.side != "allied" or not is_elusive(sea) or not singles or not flown:
        return list(flown), frozenset()
    usual = max(singles, key=lambda ship: sea.box.ships[ship].value)
    ship = await ask(_question(tuple(singles), usual, key))
    sea.phase.event = "none"
    sea.tell(TargetEluded(ship))
    return _turned_away(sea, row, flown, singles[ship])


def _is_single(sea: Sea, stack: Stack) -> bool:
    return len(stack) == 1 and sea.box.ships[stack[0].ship].is_single


def _question(ships: tuple[str, ...], usual: str, key: str) -> Ask[str]:
    return Ask(
        key=f"{key}.elusive",
        kind="event",
        seat="allied",
        rule="13.1",
        prompt=Text("Which ship do the aircraft fail to find?", "航空機が発見できない艦船を選んでください。"),
        form=Choose(options=ships, fallback=usual, rule="13.1"),
    )


def _turned_away(
    sea: Sea, row: Sequence[Stack], flown: Sequence[Sortie], place: int
) -> tuple[list[Sortie], frozenset[str]]:
    """13.1 Units aimed at a place go for the most valuable of the others that has room in their wave; with no other
    target they do not attack.
    """
    others = [other for other, stack in enumerate(row) if stack and other != place]
    others.sort(key=lambda other: -max(sea.box.ships[one.ship].value for one in row[other]))
    found = [one for one in flown if one.target != place]
    turned: list[str] = []
    for one in flown:
        if one.target != place:
            continue
        open_ = [to for to in others if sum((s.wave, s.target) == (one.wave, to) for s in found) < UNITS_AT_ONCE]
        if open_:
            found.append(structs.replace(one, target=open_[0]))
            turned.append(one.unit)
    return found, frozenset(turned)
