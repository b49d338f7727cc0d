"""5.1.2a, 5.1.3, 5.1.8, 5.1.9, 11.4 Rules that keep forces in port, limits of the Russian ports, and Patrol White."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Report

BOUND = "tirpitz"
"""5.1.8 The ship that stays in port while Allied carriers may be near."""
USED = ("capital_ships", "cruisers", "light")
"""5.1.2a The categories in which ships are counted against the limits of the Russian ports."""


def count_berths(box: Box, counters: Iterable[Counter]) -> dict[str, int]:
    """5.1.2a Return by category how many ships count against the limits of the Russian ports.

    Only undamaged, non-Soviet ships count: capital ships and cruisers by ship, DD and TB by strength.
    """
    found = dict.fromkeys(USED, 0)
    for one in counters:
        if box.ships[one.ship].berth and (sort := sort_of(box, one)):
            found[sort] += one.strength if sort == "light" else 1
    return found


def sort_of(box: Box, counter: Counter) -> str:
    """5.1.2a Return the category in which the limits of the Russian ports count a counter; "" if they do not."""
    ship = box.ships[counter.ship]
    damaged = counter.crippled or counter.dead or (ship.is_single and counter.strength < ship.strength)
    return "" if damaged or not counter.strength else ship.berth


def excess_ships(box: Box, month: str, used: Mapping[str, int], counters: Iterable[Counter]) -> dict[str, int]:
    """5.1.2a Return, by category, the number of a force's ships beyond the limits of the Russian ports.

    The result is empty if no ship is beyond a limit. `used`: by category, the ships that have already entered one of
    these ports.
    """
    return excess(room_left(box, month, used), count_berths(box, counters))


def room_left(box: Box, month: str, used: Mapping[str, int]) -> dict[str, int]:
    """5.1.2a Return by category the number of ships that may still enter the Russian ports in a month's operation.

    A number is negative if more ships than allowed have entered. `used`: by category, the ships that have already
    entered.
    """
    limit = box.numbers.russian_ports.limit(month)
    return {name: getattr(limit, name) - used.get(name, 0) for name in USED}


def excess(left: Mapping[str, int], count: Mapping[str, int]) -> dict[str, int]:
    """5.1.2a Return by category how many ships of `count` exceed the room in `left`; empty if no ships do."""
    return {name: number - left[name] for name, number in count.items() if number and number > left[name]}


def sailing_barred_by(
    box: Box, force: Force, *, operation: Operation, unbound: bool, sighted: bool, lifted: Collection[str] = ()
) -> str:
    """Return the number of the rule that keeps a force in port, or "".

    The rules concern inoperative ships (5.1.3), a force that the scenario holds, Tirpitz while carriers are not located
    (5.1.8: `unbound` is False), and German task forces while no enemy was identified (11.4: `sighted` is False).
    `lifted`: numbers of rules that a situation lifts for the force (12.2a, 12.9).
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
    """5.1.8 Return True if a report informed the Axis about an Allied carrier.

    Such a report shows any carrier at sea, or names one of `carriers` in a port (6.9).
    """
    named = any(one.group == "carrier" for one in report.strengths) or any(one.ship in carriers for one in report.names)
    return report.to == "axis" and (report.carrier is True or named or report.refusal == "carrier")


def identifies_target(report: Report) -> bool:
    """11.4 Return True if a report identified a block at sea to the Axis as a task force or convoy."""
    return report.to == "axis" and not report.port and report.kind in ("task_force", "convoy")


def leaves_patrol(box: Box, force: Force, way: Sequence[str], patrol: Collection[str]) -> tuple[str, ...]:
    """5.1.9a Return the ships of Patrol White in a force that would leave the patrol's area on a route.

    The area is the strait, the hexes next to it, and Reykjavik. `way`: the hexes of the route. `patrol`: all ships of
    Patrol White.
    """
    ships = tuple(one.ship for one in force.counters if one.ship in patrol) if patrol else ()
    return () if all(hex_ in box.areas.patrol_white.hexes for hex_ in way) else ships


def excuses_patrol(box: Box, reports: Iterable[Report]) -> bool:
    """5.1.9a, 2.2 Return True if cruisers may leave Patrol White without a penalty, because of the Allies' reports.

    They may leave after a report of a German task force inside the British air radius, or of a German capital ship or
    carrier at sea, by number or by name. Such a report may come from combat, which discloses ships (7.2.4, 7.5.2).
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
