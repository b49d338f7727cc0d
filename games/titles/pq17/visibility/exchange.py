"""1.2a Redeal which contents are in which block of a side, as far as its enemy cannot know.

Contents are the ships of a force with the notes on its display. Every assignment that fits the enemy's knowledge is
equally likely.
"""

from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.codec import encode
from games.kernel.forms import RandomSource
from games.kernel.random_source import is_redrawn
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SPEEDS, Side
from games.titles.pq17.state.reporting import report_fields, reported_range, warship_counters
from games.titles.pq17.state.speeds import slowest
from games.titles.pq17.state.state import Force, Report, State
from games.titles.pq17.visibility.matching import Matching

HELD = (
    "kind",
    "counters",
    "fuel",
    "convoy",
    "told",
    "spent",
    "refuelling",
    "reloading",
    "home",
    "held",
    "formation",
    "id",
)
"""1.2 The fields of a Force that are exchanged: the contents of a block's display.

The `plan` of a block at sea is not exchanged, so the block continues on the way that the enemy sees.
"""


class _Held(NamedTuple):
    """The forces whose contents no exchange moves.

    `shown`: the ids of forces that shadow or hold an air radius, and of convoys with a dispersed part (5.6). `written`:
    the orders of the phase as JSON; a force that they name must not change.
    """

    shown: frozenset[str]
    written: str

    def holds(self, force: Force) -> bool:
        """3.2a Return True if the contents of a force must not move."""
        return force.id in self.shown or f'"{force.id}"' in self.written


def _held(world: State) -> _Held:
    whole = (force.convoy.part_of for force in world.forces if force.convoy is not None)
    shown = frozenset((*(shadow.who for shadow in world.shadows), *world.declared, *whole))
    phase = world.phase
    return _Held(shown, encode((phase.orders, phase.attacks)).decode() if phase is not None else "")


class Blocks:
    """The blocks of a side in one state, with the contents that each block may have.

    The object is prepared once for a state: it depends on the contents and on the enemy's knowledge of each block, but
    not on the assignment of contents to blocks. `kept`: the ids of forces that are not exchanged, because they shadow,
    hold an air radius, or are named in the written orders of the phase.
    """

    def __init__(self, box: Box, world: State, side: Side) -> None:
        self._box, self._side = box, side
        held = _held(world)
        forces = [force for force in world.forces if force.side == side]
        self.kept = frozenset(force.id for force in forces if held.holds(force))
        told = _EnemyReports(box, world, side)
        groups: dict[tuple[object, ...], list[int]] = {}
        for place, force in enumerate(forces):
            if not self._stays(told, force):
                groups.setdefault((_marks(force), _shows(box, force)), []).append(place)
        self._groups = [
            (places, Matching([[_fits(told, forces[place], forces[other]) for other in places] for place in places]))
            for places in groups.values()
            if len(places) > 1
        ]

    def _stays(self, told: "_EnemyReports", force: Force) -> bool:
        """Return True if no exchange moves the contents of this force.

        This is so for the forces in `kept`, for contents about which the enemy knows more than reports say, and for
        ships that broke down and return to port (13.0b). It is also so for convoys that are scattered or dispersed,
        that moved as no convoy may (5.1.5), or that call at two ports (15.2.1a).
        """
        broken_down = bool(force.counters) and all(one.inoperative for one in force.counters)
        calls_twice = force.plan is not None and force.plan.then != ""
        if force.id in self.kept or broken_down or calls_twice or not told.holds(force, force):
            return True
        return (force.kind == "convoy" or force.convoy is not None) and not (
            _goes_as_convoy(force) and _is_whole(force)
        )

    def exchange(self, world: State, pick: RandomSource) -> frozenset[str]:
        """Exchange the contents of blocks at random in `world`, a copy of the state.

        Return the ids of the forces that cannot carry out the plan of the block that they got.
        """
        forces = [force for force in world.forces if force.side == self._side]
        sources = list(range(len(forces)))
        for places, matching in self._groups:
            for place, source in zip(places, matching.choose(pick), strict=True):
                sources[place] = places[source]
        moved = {place: source for place, source in enumerate(sources) if place != source}
        before = {place: structs.replace(forces[place]) for place in moved}
        for place, source in moved.items():
            _put(forces[place], before[source])
        if self._groups and is_redrawn(pick):
            for force in (forces[place] for places, _ in self._groups for place in places):
                _log_as_seen(force)
        _rename(world, {before[place].id: before[source].id for place, source in moved.items()})
        unable = {
            before[source].id
            for place, source in moved.items()
            if forces[place].at_sea and not _could_follow(self._box, before[place], before[source])
        }
        if any(
            (before[place].kind == "convoy") != (before[source].kind == "convoy") for place, source in moved.items()
        ):
            # 5.2.1 A British pack goes where no convoy is.
            unable |= {
                force.id for force in forces if force.kind == "wolfpack" and "britain" in _navies(self._box, force)
            }
        return frozenset(unable)


def _put(force: Force, other: Force) -> None:
    """Put the contents of the force `other` into the block of `force`. A block at sea keeps its plan."""
    was_convoy = force.kind == "convoy"
    for field in HELD if force.at_sea else (*HELD, "plan"):
        setattr(force, field, getattr(other, field))
    _log_as_seen(force)
    if force.convoy is not None and force.plan is not None and force.at_sea:
        force.convoy.destination = force.plan.destination
    if force.plan is not None and force.at_sea and was_convoy and force.kind != "convoy":
        force.plan = structs.replace(force.plan, pace="slow")


def _log_as_seen(force: Force) -> None:
    """5.1.5a Set the hexes that a convoy has left to the hexes in which the enemy has seen its block."""
    if force.convoy is not None:
        force.convoy.been, force.convoy.nearest = force.trail[:-1], None


def _rename(world: State, names: dict[str, str]) -> None:
    """Replace the ids of forces whose contents moved in the records of the phase and in the shadows."""
    if world.phase is not None:
        world.phase.found = [names.get(name, name) for name in world.phase.found]
        world.phase.attacked = [names.get(name, name) for name in world.phase.attacked]
    world.shadows = [structs.replace(entry, target=names.get(entry.target, entry.target)) for entry in world.shadows]


def _marks(force: Force) -> tuple[object, ...]:
    """Return the features that two blocks must share to exchange their contents.

    Both are in one port, or at sea with the same number of hexes moved in this turn. Forces in training have the same
    home port, because their sailing costs no Command Points (4.3.4).
    """
    return force.port, force.moved, force.from_port, force.home


def _shows(box: Box, force: Force) -> tuple[bool, bool, frozenset[str] | None]:
    """6.8, 4.3.2a, 5.2.1 Return the traits of contents that the enemy can observe.

    Only contents with equal traits are exchanged.

    These are: whether the force searches, whether it spends Command Points at sea as Soviet ships do, and the nations
    of a wolfpack (None for other kinds).
    """
    pack = frozenset(_navies(box, force)) if force.kind == "wolfpack" else None
    return _searches(box, force), force.at_sea and is_soviet(box, force), pack


def _fits(told: "_EnemyReports", place: Force, holder: Force) -> bool:
    """Return True if the block of the force `place` may have the contents of the force `holder`.

    A face-up block only has contents of its kind. A convoy only fits in a block that moved as a convoy may. Every
    report on the block must still be true.
    """
    if place.level is not None and place.kind != holder.kind:
        return False
    if holder.kind == "convoy" and not _goes_as_convoy(place):
        return False
    return told.holds(place, holder)


def _goes_as_convoy(force: Force) -> bool:
    """5.1.5 Return True if the enemy cannot tell by the moves of a block that it is no convoy.

    It moved at most one hex this turn, and entered no hex twice while the enemy could follow it.
    """
    return force.moved <= 1 and len(set(force.trail)) == len(force.trail)


def _is_whole(force: Force) -> bool:
    """5.5, 5.6 Return True for a convoy that is neither scattered nor dispersed."""
    return force.convoy is None or not (force.convoy.scattered or force.convoy.part_of)


def _searches(box: Box, force: Force) -> bool:
    """6.8, 7.0f Return True if a force searches the blocks in its hex.

    The enemy sees whether a force searches if no other force is in the hex.
    """
    return force.is_dummy or any(box.ships[one.ship].is_warship and one.counts() for one in force.counters)


def _could_follow(box: Box, place: Force, holder: Force) -> bool:
    """4.2, 5.1 Return True if the contents of `holder` could carry out the plan of `place` at the same speed."""
    plan = place.plan
    if plan is None:
        return True
    if plan.then:
        return False  # 15.2.1a It would not go on from its first port
    if holder.kind == "convoy" or holder.convoy is not None:
        sails_there = holder.convoy is not None and plan.destination in holder.convoy.destinations
        return sails_there and place.kind == "convoy"
    if any(one.dead or one.towed for one in holder.counters):
        return False
    critical = holder.fuel is not None and holder.fuel.state == "critical"
    speed = "slow" if critical else slowest(box, holder.counters)
    wanted = "slow" if place.kind == "convoy" else plan.pace or "cruise"
    was = "slow" if place.kind == "convoy" else slowest(box, place.counters)
    return speed == was or SPEEDS.index(speed) <= SPEEDS.index(wanted) >= SPEEDS.index(was)


def _navies(box: Box, force: Force) -> set[str]:
    """5.2.1 Return the nations of a force's ships, which decide where submarines may move."""
    return {box.ships[one.ship].nation for one in force.counters}


def is_soviet(box: Box, force: Force) -> bool:
    """4.3.2a Return True if a force has surface ships under Soviet command.

    Such a force spends Command Points at sea, too.
    """
    return any(box.ships[one.ship].under_soviets and box.ships[one.ship].type != "ss" for one in force.counters)


_ReportFacts = dict[tuple[str, int], dict[str, Any]]
"""The facts that a report gives about contents, by the force's id and the ID level of the report."""


class _EnemyReports:
    """The reports that the enemy has received on a side's blocks, by block number.

    The facts that a report gives about contents, and whether contents fit the reports on a block, are cached.
    """

    def __init__(self, box: Box, world: State, side: Side) -> None:
        self._box = box
        self._reports: dict[int, list[Report]] = {}
        self._opened: _ReportFacts = {}
        self._holds: dict[tuple[int, str], bool] = {}
        for one in world.reports:
            if one.to != side:
                self._reports.setdefault(one.block, []).append(one)

    def holds(self, place: Force, holder: Force) -> bool:
        """Return True if every report on the block of `place` would also be true with the contents of `holder`."""
        reports = self._reports.get(place.block)
        if reports is None:
            return True
        found = self._holds.get((place.block, holder.id))
        if found is None:
            found = self._holds[place.block, holder.id] = all(
                _is_true_of(self._box, holder, one, self._opened) for one in reports
            )
        return found


def _is_true_of(box: Box, force: Force, report: Report, known: _ReportFacts | None = None) -> bool:
    """Return True if a report would be true for the contents of a force. `known`: a cache of the facts of reports."""
    if report.refusal or report.level is None or report.names:
        return False
    if report.kind != force.kind:
        return False
    if report.level == 1:
        least, most = reported_range(sum(warship_counters(box, force.counters).values()))
        return report.about is not None and least <= report.about <= most
    figures = known.get((force.id, report.level)) if known is not None else None
    if figures is None:
        figures = report_fields(box, force, report.level)
        if known is not None:
            known[force.id, report.level] = figures
    return all(getattr(report, field) == value for field, value in figures.items())
