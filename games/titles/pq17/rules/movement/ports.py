"""5.1.2a, 5.1.3, 5.1.8, 5.1.9, 11.4 What holds ships in port, what the Russian ports take, and Patrol White."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CAPITAL_SHIPS
from games.titles.pq17.box.scenarios import Operation
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import Force, Report

BOUND = "tirpitz"
"""5.1.8 The ship that Hitler keeps in port while Allied carriers may be about."""
USED = ("capital_ships", "cruisers", "light")
"""5.1.2a What is counted in the Russian ports."""


def counted(box: Box, counters: Iterable[Counter]) -> dict[str, int]:
    """5.1.2a What ships count for in Murmansk and Arkhangelsk: capital ships and cruisers by ship, DD and TB by
    strength, undamaged and not Soviet.
    """
    found = dict.fromkeys(USED, 0)
    for one in counters:
        if box.ships[one.ship].berth and (sort := sort_of(box, one)):
            found[sort] += one.strength if sort == "light" else 1
    return found


def sort_of(box: Box, counter: Counter) -> str:
    """5.1.2a What a counter counts as in the Russian ports; "" for what does not count."""
    ship = box.ships[counter.ship]
    damaged = counter.crippled or counter.dead or (ship.is_single and counter.strength < ship.strength)
    return "" if damaged or not counter.strength else ship.berth


def too_many(box: Box, month: str, used: Mapping[str, int], counters: Iterable[Counter]) -> dict[str, int]:
    """5.1.2a By how much ships that want into a Russian port go beyond the operation's limits, by what is counted;
    empty if they may enter. `used`: what has entered either port before.
    """
    return beyond(room(box, month, used), counted(box, counters))


def room(box: Box, month: str, used: Mapping[str, int]) -> dict[str, int]:
    """5.1.2a What the Russian ports still take in an operation, by what is counted; below 0 where a port was entered by
    more than it takes. `used`: what has entered either port before.
    """
    limit = box.numbers.russian_ports.limit(month)
    return {name: getattr(limit, name) - used.get(name, 0) for name in USED}


def beyond(left: Mapping[str, int], count: Mapping[str, int]) -> dict[str, int]:
    """5.1.2a By how much what ships count for goes beyond the room that is left."""
    return {name: number - left[name] for name, number in count.items() if number and number > left[name]}


def may_not_sail(
    box: Box, force: Force, *, operation: Operation, unbound: bool, sighted: bool, lifted: Collection[str] = ()
) -> str:
    """The rule that keeps a force in port, or "": Inop ships (5.1.3), a force that the scenario holds, Tirpitz while
    carriers are not located (5.1.8), German task forces while nobody was identified (11.4). `lifted`: rules that a
    situation lifts for it (12.2a, 12.9).
    """
    if any(one.inoperative for one in force.counters):
        return "5.1.3"
    if force.held:
        return "T.scenarios"
    if force.side == "allied":
        return ""
    if (
        any(one.ship == BOUND for one in force.counters)
        and operation.binding_carriers
        and not unbound
        and "5.1.8" not in lifted
    ):
        return "5.1.8"
    idle = force.kind == "task_force" and operation.month >= "1942-01" and not sighted
    return "11.4" if idle and "11.4" not in lifted else ""


def locates_carrier(report: Report, carriers: Collection[str] = ()) -> bool:
    """5.1.8 Whether a report told the Axis of a carrier: of any at sea, and of one of these `carriers` where it names
    what lay in a port (6.9).
    """
    named = any(one.group == "carrier" for one in report.strengths) or any(one.ship in carriers for one in report.names)
    return report.to == "axis" and (report.carrier is True or named or report.refusal == "carrier")


def identifies(report: Report) -> bool:
    """11.4 Whether a report showed the Axis a block at sea as a task force or convoy."""
    return report.to == "axis" and not report.port and report.kind in ("task_force", "convoy")


def leaves_patrol(box: Box, force: Force, way: Sequence[str], patrol: Collection[str]) -> tuple[str, ...]:
    """5.1.9a The ships of Patrol White that leave their area on a way: the strait, its neighbours and Reykjavik."""
    ships = tuple(one.ship for one in force.counters if one.ship in patrol) if patrol else ()
    return () if all(hex_ in box.areas.patrol_white.hexes for hex_ in way) else ships


def excuses_patrol(box: Box, reports: Iterable[Report]) -> bool:
    """5.1.9a, 2.2 Whether the Allies know of a German task force inside the British air radius, or of a German capital
    ship at sea, by a figure that says so or by name, as ships lie open in a fight (7.2.4, 7.5.2): then a cruiser may
    leave her patrol for nothing.
    """
    inside = box.areas.british_radius.hexes
    for one in reports:
        if one.to == "allied" and not one.port:
            if one.carrier is True or one.refusal == "carrier" or (one.kind == "task_force" and one.at in inside):
                return True
            capital = one.strengths and any(group.group == "capital" for group in one.strengths)
            if capital or (one.names and any(box.ships[named.ship].type in CAPITAL_SHIPS for named in one.names)):
                return True
    return False
