"""15.2 The convoys of a fortnight: the convoys that can be formed, and their default escort."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.operations import is_reached
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.rules.campaign.withdrawals import EMPTY_MERCHANTS_TO
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.sailing import unloading_ports

LADEN_FROM = ("reykjavik", "loch_ewe")
"""15.2, 15.3.1 The ports where laden convoys are formed: until operation EV, and after it."""
FIRST_NUMBER = 12
"""The number of the first convoy: in March 1942 PQ 12 sailed, and QP 8 with it (its number is `HOMEWARD` lower)."""
HOMEWARD = 4
USUAL: tuple[tuple[str, int], ...] = (("aa", 2), ("ao", 1), ("es", 4), ("dd", 6), ("tb", 4), ("cl", 1))
"""The default escort of a convoy, by type or role. Auxiliaries are counted by ship, others by strength.

The escort is taken from the ships in the convoy's port. Destroyers and torpedo boats are limited to the number that one
oiler can refuel (11.3.2).
"""
CAM = "mc"
"""1.4.3 The role of CAM ships."""
ESCORTS = 2
"""15.2a The most counters of escorts (ES) in a convoy; here each class counts as one counter."""


class Formed(Struct, frozen=True, gc=False):
    """15.2 A convoy that can sail."""

    id: str
    """The id of the convoy, such as ``pq12``."""
    name: str
    """The name of the convoy, such as "PQ 12"."""
    laden: bool
    """True if it carries cargo."""
    port: str
    """The port from which it sails."""
    destinations: tuple[str, ...]
    """The possible ports of destination, the default first."""
    merchants: tuple[Unit, ...]
    """The merchants of the convoy."""
    company: tuple[Unit, ...]
    """The ships in its port that may escort it."""


def formable_convoys(box: Box, roster: Roster, operation: Operation) -> list[Formed]:
    """15.2, 15.2b Return the convoys that can be formed: one with cargo, and from each Soviet port one in ballast.

    Each convoy needs merchants that can sail, and a route in the expected ice.
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
    """15.2.1 Return the convoy with cargo, bound for either Soviet port. `number`: the number in its name.

    Its default destination is the port that would unload it first. It has no more CAM ships than a convoy may hold
    (15.2a).
    """
    fit = {port: [one for one in roster.at(port) if one.laden and _sails(one)] for port in LADEN_FROM}
    port = max(LADEN_FROM, key=lambda one: (sum(unit.strength for unit in fit[one]), one))
    merchants = _with_few_cam(box, [Unit(one.kind, one.strength, port, laden=True) for one in fit[port]])
    ends = unloading_ports(box, roster, sum(one.strength for one in merchants))
    return Formed(f"pq{number}", f"PQ {number}", True, port, ends, merchants, _company(box, roster, port))


def _ballast(box: Box, roster: Roster, port: str, number: int) -> Formed:
    """15.2b, 15.2.1 Return the convoy in ballast: all merchants in the ballast boxes of a port, face up or down.

    It is bound for the western port that receives such convoys. CAM ships beyond the limit of a convoy stay (15.2a);
    CAM ships that are face up sail first. `number`: the number of the PQ convoy that sails with it.
    """
    boxes = roster.boxes.get(port, Boxes())
    merchants = _with_few_cam(box, [structs.replace(one) for one in (*boxes.up, *boxes.down) if _sails(one)])
    homeward, mark = number - HOMEWARD, port[0]
    goal = (EMPTY_MERCHANTS_TO[roster.ev],)
    company = _company(box, roster, port)
    return Formed(f"qp{homeward}{mark}", f"QP {homeward}{mark.upper()}", False, port, goal, merchants, company)


def _with_few_cam(box: Box, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """15.2a Return these merchants with no more CAM ships than a convoy may hold."""
    left = box.campaign.rules.convoy.cam
    for unit in [one for one in units if box.ships[one.kind].role == CAM]:
        unit.strength = min(unit.strength, left)
        left -= unit.strength
    return tuple(one for one in units if one.strength)


def _sails(unit: Unit) -> bool:
    return not (unit.crippled or unit.dead or unit.inoperative)


def _company(box: Box, roster: Roster, port: str) -> tuple[Unit, ...]:
    """Return the British and US warships and auxiliaries in a port that can escort, except those on Patrol White."""
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
    """15.2a, 1.2.1a Yield the default escort of a convoy, each unit with its strength.

    `free`: a function that returns the strength of a unit that no other convoy has taken.
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
