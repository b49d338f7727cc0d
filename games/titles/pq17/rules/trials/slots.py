"""1.2a The places that a trial fills with enemy forces: the blocks as a side sees them, with what is known of each."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CARRIERS, HEAVY_SHIPS, WARSHIPS, ShipClass, Side
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import report_fields, reported_range, warship_counters
from games.titles.pq17.state.state import GROUPS, Force, Kind, Report, Strength
from games.titles.pq17.visibility.view import BlockSeen, View

FASTEST = 3
"""5.0 The most hexes that a force moves in a turn; a convoy moves one."""
AT_HOME = 4
"""How much likelier a force is at its start than at each other place."""
FOLLOWERS: tuple[Kind, ...] = ("wolfpack", "task_force")


class PossibleForce(Struct):
    """A force that the enemy may have, by the scenario. `starts`: the ports and hexes where it begins."""

    force: Force
    starts: tuple[str, ...] = ()


class Slot(Struct):
    """A block, and what the seat knows of its contents.

    `report`: the best report on the block. `kind`: its kind, or None. `carrier`: True if it holds an air radius.
    `force`: the invented force in the block.
    """

    block: BlockSeen
    report: Report | None = None
    kind: Kind | None = None
    carrier: bool = False
    force: Force | None = None


class Wanted(Struct, frozen=True):
    """Ships that a report names: `counters` of some classes with a total `strength`, 0 if the report does not say."""

    classes: frozenset[ShipClass]
    counters: int = 1
    strength: int = 0


def slots_of(seen: View, side: Side, radii: Collection[str], places: dict[str, str]) -> list[Slot]:
    """Return the places for the forces of `side`, one for each of its blocks.

    `radii`: the hexes where its carriers hold an air radius. `places`: the hex of each force of the seat.
    """
    found = [
        Slot(one, _report_on(seen, one), one.kind) for one in seen.blocks if one.side == side for _ in range(one.count)
    ]
    for slot in found:
        if slot.kind is None and slot.report is not None:
            slot.kind = slot.report.kind
    for at in sorted(radii):
        _mark(found, at, ("task_force", "convoy"), carrier=True)
    for shadow in seen.shadows:
        if shadow.force and shadow.by in FOLLOWERS:
            _mark(found, places.get(shadow.force, ""), (shadow.by,))
    return found


def _report_on(seen: View, block: BlockSeen) -> Report | None:
    """6.2.1 Return the last of the reports on a block that say the most, or None."""
    about = [
        one
        for one in seen.reports
        if one.to == seen.seat and one.block == block.block and one.level is not None and not one.port
    ]
    return max(about, key=lambda one: (one.level or 0, one.turn), default=None)


def _mark(slots: Sequence[Slot], at: str, kinds: Collection[str], *, carrier: bool = False) -> None:
    """5.3.1a, 6.3 Note that a block in a hex has one of these kinds. Blocks that are known to have it come first."""
    fits = [one for one in slots if one.block.at == at and not one.block.port and (one.kind or "") in (*kinds, "")]
    fits.sort(key=lambda one: one.kind is None)
    if fits and carrier:
        fits[0].carrier = True
    elif fits and fits[0].kind is None:
        fits[0].kind = next(one for one in FOLLOWERS if one in kinds)


def fits_report(box: Box, force: Force, report: Report | None) -> bool:
    """6.2.1 Return True if a report would be true for the contents of a force."""
    if report is None or report.kind != force.kind:
        return report is None
    if report.level == 1:
        least, most = reported_range(sum(warship_counters(box, force.counters).values()))
        return report.about is not None and least <= report.about <= most
    figures = report_fields(box, force, report.level or 0)
    return all(getattr(report, name) == value for name, value in figures.items())


def wanted_ships(report: Report) -> list[Wanted]:
    """6.2.1 Return the warships that a report names, counter by counter where it does not name their strength."""
    lights = GROUPS["light"] | GROUPS["submarine"]
    if report.level == 1:
        return [Wanted(WARSHIPS)] * (report.about or 0)
    if report.level == 2:
        heavy, carriers = report.heavy or 0, int(report.carrier or False)
        found = [Wanted(CARRIERS)] * carriers + [Wanted(HEAVY_SHIPS - CARRIERS)] * (heavy - carriers)
        return found + [Wanted(lights)] * ((report.warships or 0) - heavy)
    return [wanted for one in report.strengths for wanted in _of_group(report, one)]


def _of_group(report: Report, one: Strength) -> list[Wanted]:
    """6.2.1d Return the warships of a group in a report. A CV counts in two groups; she is wanted as a carrier."""
    if one.group in ("light", "submarine"):
        return [Wanted(GROUPS[one.group], one.counters, one.strength)]
    carriers = sum(other.counters for other in report.strengths if other.group == "carrier")
    double = carriers if one.group == "capital" else 0
    classes = GROUPS[one.group] - CARRIERS if double else GROUPS[one.group]
    return [Wanted(classes)] * max(one.counters - double, 0)


def has_carrier(box: Box, counters: Sequence[Counter]) -> bool:
    """Return True if there is a carrier among these ships."""
    return any(box.ships[one.ship].type in CARRIERS for one in counters)


def places_for(box: Box, possible: PossibleForce, slots: Sequence[Slot], turn: int) -> Iterator[Slot]:
    """Yield the free places where a force may be by now, its start several times."""
    for slot in slots:
        block = slot.block
        if slot.force is None and slot.kind is None and (not slot.carrier or has_carrier(box, possible.force.counters)):
            if (block.port or block.at) in possible.starts:
                yield from [slot] * AT_HOME
            elif _may_be_there(box, possible, block, turn):
                yield slot


def _may_be_there(box: Box, possible: PossibleForce, block: BlockSeen, turn: int) -> bool:
    """5.0, 5.1.5 Return True if a force can have come from its start to the place of a block."""
    kind, voyage = possible.force.kind, possible.force.convoy
    if block.port:
        return kind == "task_force" or (voyage is not None and block.port in voyage.destinations)
    if kind == "convoy" and len(set(block.trail)) < len(block.trail):
        return False
    steps = turn if kind == "convoy" else FASTEST * turn
    begins = [box.ports[one].hex if one in box.ports else one for one in possible.starts]
    return block.at in box.hexes and any(hexes.distance(one, block.at) <= steps for one in begins if one in box.hexes)
