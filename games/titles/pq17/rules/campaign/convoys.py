"""15.2 The convoys of a fortnight: which can be put together, and with what escort they usually sail."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.operations import is_reached
from games.titles.pq17.box.scenarios import Operation
from games.titles.pq17.rules.campaign.withdrawals import EMPTY_MERCHANTS_TO
from games.titles.pq17.table.roster import Boxes, Roster, Unit
from games.titles.pq17.table.sailing import soonest_unloaded

LADEN_FROM = ("reykjavik", "loch_ewe")
"""15.2, 15.3.1 Where laden convoys are put together, until operation EV and after it."""
FIRST_NUMBER = 12
"""The convoy of March 1942 was PQ 12, and QP 8 sailed with it."""
HOMEWARD = 4
USUAL: tuple[tuple[str, int], ...] = (("aa", 2), ("ao", 1), ("es", 4), ("dd", 6), ("tb", 4), ("cl", 1))
"""What usually sails with a convoy, of what lies in its port: auxiliaries by ship, others by strength. Destroyers and
torpedo boats are as many as one oiler gives fuel to (11.3.2).
"""
CAM = "mc"
"""1.4.3 The role of CAM ships."""
ESCORTS = 2
"""15.2a Counters of escorts, which are classes of ships here."""


class Formed(Struct, frozen=True, gc=False):
    """A convoy that can sail: its merchants, and what of its port may go with it, as units of the roster."""

    id: str
    name: str
    laden: bool
    port: str
    destinations: tuple[str, ...]
    merchants: tuple[Unit, ...]
    company: tuple[Unit, ...]


def formed(box: Box, roster: Roster, operation: Operation) -> list[Formed]:
    """15.2, 15.2b One laden convoy, and one in ballast from each Soviet port, if there are merchants that can sail and
    the expected ice leaves them a way.
    """
    number = FIRST_NUMBER + roster.convoys
    found = [_laden(box, roster, number)]
    found += [_ballast(box, roster, port, number) for port in box.campaign.rules.unloaded]
    possible = []
    for convoy in found:
        ends = tuple(port for port in convoy.destinations if is_reached(box, operation, convoy.port, port))
        if convoy.merchants and ends:
            possible.append(Formed(
                convoy.id, convoy.name, convoy.laden, convoy.port, ends, convoy.merchants, convoy.company,
            ))  # fmt: skip
    return possible


def _laden(box: Box, roster: Roster, number: int) -> Formed:
    """15.2.1 Bound for either Soviet port, usually that which unloads it first, with no more CAM ships than a convoy
    may hold (15.2a).
    """
    fit = {port: [one for one in roster.at(port) if one.laden and _sails(one)] for port in LADEN_FROM}
    port = max(LADEN_FROM, key=lambda one: (sum(unit.strength for unit in fit[one]), one))
    merchants = _with_few_cam(box, [Unit(one.kind, one.strength, port, laden=True) for one in fit[port]])
    ends = soonest_unloaded(box, roster, sum(one.strength for one in merchants))
    return Formed(f"pq{number}", f"PQ {number}", True, port, ends, merchants, _company(box, roster, port))


def _ballast(box: Box, roster: Roster, port: str, number: int) -> Formed:
    """15.2b, 15.2.1 All that lies in the ballast boxes of a port, face up or down, for the one port in the west, but
    for CAM ships beyond those that a convoy may hold (15.2a): those that are face up go first.
    """
    boxes = roster.boxes.get(port, Boxes())
    merchants = _with_few_cam(box, [structs.replace(one) for one in (*boxes.up, *boxes.down) if _sails(one)])
    homeward, mark = number - HOMEWARD, port[0]
    goal = (EMPTY_MERCHANTS_TO[roster.ev],)
    company = _company(box, roster, port)
    return Formed(f"qp{homeward}{mark}", f"QP {homeward}{mark.upper()}", False, port, goal, merchants, company)


def _with_few_cam(box: Box, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """15.2a These merchants, with no more CAM ships among them than a convoy may hold."""
    left = box.campaign.rules.convoy.cam
    for unit in [one for one in units if box.ships[one.kind].role == CAM]:
        unit.strength = min(unit.strength, left)
        left -= unit.strength
    return tuple(one for one in units if one.strength)


def _sails(unit: Unit) -> bool:
    return not (unit.crippled or unit.dead or unit.inoperative)


def _company(box: Box, roster: Roster, port: str) -> tuple[Unit, ...]:
    """Warships and auxiliaries of Britain and the US in a port that can go along, but not those on Patrol White."""
    return tuple(
        one
        for one in roster.at(port)
        if one.kind in box.ships
        and box.ships[one.kind].type not in ("mx", "ss", "bb", "bc", "cv")
        and box.ships[one.kind].nation != "soviet"
        and one.kind not in roster.patrol
        and _sails(one)
    )


def usual_escort(box: Box, convoy: Formed, free: Callable[[Unit], int]) -> Iterator[tuple[Unit, int]]:
    """15.2a, 1.2.1a What sails with a convoy unless its owner says otherwise. `free`: the strength of a unit that is
    not with another convoy already.
    """
    for sort, most in USUAL:
        counters = 0
        for unit in convoy.company:
            ship = box.ships[unit.kind]
            if sort not in (ship.type, ship.role) or not most or (sort == "es" and counters == ESCORTS):
                continue
            strength = unit.strength if ship.is_single else min(free(unit), most)
            if free(unit) and strength:
                most, counters = most - (1 if ship.is_single else strength), counters + 1
                yield unit, strength
