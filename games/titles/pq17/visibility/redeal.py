"""Alternative game states that a seat cannot distinguish from the real one, for the two-worlds test."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, SPEEDS, Side
from games.titles.pq17.state.reporting import report_fields, reported_range, warship_counters
from games.titles.pq17.state.speeds import slowest
from games.titles.pq17.state.state import Force, Report, State
from games.titles.pq17.visibility.order_of_battle import deal_order_of_battle
from games.titles.pq17.visibility.purchases import deal_purchases
from games.titles.pq17.visibility.view import COMMANDS

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
"""1.2 The contents of a block's display, which are exchanged with it.

Orders for a block at sea stay with the block, since its owner would give the other one the same orders.
"""
LATER = 2
"""11.0 The most turns by which fuel marks are later in another world."""
PLACED = ("axis_convoy", "ground_offensive", "reinforcements")
"""12.3, 12.6, 12.13 Situations that are shown, or placed on the map, from the start."""


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the state in which the facts hidden from a seat are redealt; the reports to the seat still fit.

    `seat` is "public" for a spectator. A `pick` that always returns 0 changes nothing.
    """
    world, known = _copied(box, state)
    for side in SIDES:
        if side != seat:
            _exchange(box, world, side, known, pick)
            _refuel(world, side, pick)
            _hide(box, world, side, pick, planning=known[side].planning)
            deal_order_of_battle(box, world, side, pick)
            deal_purchases(box, world, side, pick)
    _other_chits(box, world, seat, pick)
    return world


def _copied(box: Box, state: State) -> tuple[State, "dict[Side, _Blocks]"]:
    """Return a copy of the state, and the facts known about its blocks; parts that never change are not copied."""
    written = encode(structs.replace(state, reports=[], losses=[], bookings=[], history=[], composed=None))
    world = decode(written, State)
    world.reports, world.losses, world.bookings = [*state.reports], [*state.losses], [*state.bookings]
    world.history, world.composed = [*state.history], state.composed
    for last in _LAST:
        if last.box is box and last.written == written and last.reports == world.reports:
            return world, last.blocks
    blocks: dict[Side, _Blocks] = {}
    _LAST[:] = [_Last(box, written, [*world.reports], blocks)]
    return world, blocks


class _Last(NamedTuple):
    """The facts found about the blocks of the last state, which is usually dealt again.

    They are kept for each seat, with and without a change.
    """

    box: Box
    written: bytes
    reports: list[Report]
    blocks: "dict[Side, _Blocks]"


_LAST: list[_Last] = []


class _Held(NamedTuple):
    """The forces that no exchange changes.

    They shadow or hold a radius, are convoys with a dispersed part (5.6), or are in the written orders of the phase.
    """

    shown: frozenset[str]
    written: str

    def holds(self, force: Force) -> bool:
        """3.2a Return True if a force must not change.

        Such a force is visible, named in the orders, or halted or dispersed by the gale.
        """
        return force.id in self.shown or f'"{force.id}"' in self.written


def _held(world: State) -> _Held:
    whole = (force.convoy.part_of for force in world.forces if force.convoy is not None)
    shown = frozenset((*(shadow.who for shadow in world.shadows), *world.declared, *whole))
    phase = world.phase
    return _Held(shown, encode((phase.orders, phase.attacks)).decode() if phase is not None else "")


def _exchange(box: Box, world: State, side: Side, known: "dict[Side, _Blocks]", pick: RandomSource) -> None:
    """1.2a Exchange the contents of a side's blocks wherever every report on either still fits."""
    forces = [force for force in world.forces if force.side == side]
    blocks = known.get(side)
    if blocks is None:
        blocks = known[side] = _Blocks(box, world, side, forces)
    changed: set[int] = set()
    for place, later in enumerate(blocks.alike):
        fitting = blocks.fitting(world, forces, place, changed) if later else ()
        chosen = pick(len(fitting) + 1)
        if chosen:
            other = fitting[chosen - 1]
            _swap(world, forces[place], forces[other])  # they bear and show the same, so those stay as they are
            changed |= {place, other}


class _Blocks:
    """The facts about the blocks of a side before any exchange.

    For each block: which later ones, by place, have the same number and appearance, and which it may be exchanged with.
    """

    def __init__(self, box: Box, world: State, side: Side, forces: Sequence[Force]) -> None:
        held = _held(world)
        marks = [_marks(held, force) for force in forces]
        common = Counter(marks)
        shows = [
            _shows(box, force) if mark is not None and common[mark] > 1 else None
            for force, mark in zip(forces, marks, strict=True)
        ]
        places = range(len(forces))
        self._box, self._told = box, _Told(box, world, side)
        self.alike = [
            [later for later in places[place + 1 :] if marks[later] == marks[place] and shows[later] == shows[place]]
            if shows[place] is not None
            else []
            for place in places
        ]
        self.planning = _is_planning(box, world, forces)
        """True of every exchange: a force that sails, pays at sea, or is out for training does so in another place."""
        self._pairs: dict[tuple[int, int], bool] = {}

    def fitting(self, world: State, forces: Sequence[Force], place: int, changed: Container[int]) -> list[int]:
        """Return the later blocks with which the block at `place` may be exchanged.

        Check again if either block is in `changed`.
        """
        force, found = forces[place], []
        for later in self.alike[place]:
            if place in changed or later in changed:
                fits = _may_exchange(self._box, world, self._told, force, forces[later])
            elif (known := self._pairs.get((place, later))) is not None:
                fits = known
            else:
                fits = _may_exchange(self._box, world, self._told, force, forces[later])
                self._pairs[place, later] = fits
            if fits:
                found.append(later)
        return found


def _swap(world: State, one: Force, other: Force) -> None:
    """Exchange the contents of both displays, with the notes about the forces by name."""
    kinds = {one.block: one.kind, other.block: other.kind}
    for field in HELD if one.at_sea else (*HELD, "plan"):
        mine, theirs = getattr(one, field), getattr(other, field)
        setattr(one, field, theirs)
        setattr(other, field, mine)
    for force in (one, other):
        if force.convoy is not None:
            force.convoy.been, force.convoy.nearest = force.trail[:-1], None
            if force.plan is not None and force.at_sea:
                force.convoy.destination = force.plan.destination
        if force.plan is not None and force.at_sea and kinds[force.block] == "convoy" != force.kind:
            force.plan = structs.replace(force.plan, pace="slow")
    names = {one.id: other.id, other.id: one.id}
    if world.phase is not None:
        world.phase.found = [names.get(name, name) for name in world.phase.found]
        world.phase.attacked = [names.get(name, name) for name in world.phase.attacked]
    world.shadows = [structs.replace(entry, target=names.get(entry.target, entry.target)) for entry in world.shadows]


def _marks(held: _Held, force: Force) -> tuple[object, ...] | None:
    """Return the features that two blocks must share to change places; None for a block that keeps its contents.

    Both are in one port, or at sea with the same moves. Forces in training pay where others do not (4.3.4).
    """
    return None if held.holds(force) else (force.port, force.moved, force.from_port, force.home)


def _shows(box: Box, force: Force) -> tuple[bool, bool, frozenset[str] | None]:
    """Return the visible traits that the contents must share.

    These are whether it searches, whether it pays at sea as Soviet ships do where others pay nothing (4.3.2a), and the
    nations of a wolfpack.
    """
    pack = frozenset(_navies(box, force)) if force.kind == "wolfpack" else None
    return _searches(box, force), force.at_sea and _is_soviet(box, force), pack


def _may_exchange(box: Box, world: State, told: "_Told", one: Force, other: Force) -> bool:
    """Return True if the enemy cannot distinguish two blocks with the same marks, so that they may be exchanged.

    They must be of one kind if either is face up. Wolfpacks are exchanged only with each other, and a convoy only with
    a block that has moved as a convoy may.
    """
    differ = one.kind != other.kind
    if differ and (one.level is not None or other.level is not None):
        return False
    if one.at_sea and not (_could_follow(box, one, other) and _could_follow(box, other, one)):
        return False
    if one.kind == "convoy" or other.kind == "convoy":
        if differ and _keeps_clear(box, world, one.side):
            return False
        if not (_went_as_convoy(one) and _went_as_convoy(other)):
            return False
    return told.holds(one, other) and told.holds(other, one)


def _searches(box: Box, force: Force) -> bool:
    """6.8, 7.0f Return True if it searches the blocks in its hex, which shows wherever it is alone with one."""
    return force.is_dummy or any(box.ships[one.ship].is_warship and one.counts() for one in force.counters)


def _could_follow(box: Box, place: Force, holder: Force) -> bool:
    """4.2, 5.1 Return True if the contents of one block could carry out the orders for another, at the same speed."""
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
    """5.2.1 Return the nations of a force, which decide where submarines may go."""
    return {box.ships[one.ship].nation for one in force.counters}


def _keeps_clear(box: Box, world: State, side: Side) -> bool:
    """5.2.1 Whether a British pack has a way before it, which it goes where no convoy is."""
    packs = (force for force in world.forces if force.side == side and force.kind == "wolfpack" and force.plan)
    return any("britain" in _navies(box, pack) for pack in packs)


def _went_as_convoy(force: Force) -> bool:
    """5.1.5 At most a hex a turn and into no hex twice, as far as it was seen; and it is whole."""
    scattered = force.convoy is not None and (force.convoy.scattered or force.convoy.part_of != "")
    return force.moved <= 1 and len(set(force.trail)) == len(force.trail) and not scattered


_Opened = dict[tuple[str, int], dict[str, Any]]
"""The facts that displays reveal, by the owner's word and the level."""


class _Told:
    """The reports that the enemy was given on the blocks of a side, by block number.

    The facts that a display reveals at each level, and whether they match the reports on a block, move with the
    display: they are computed once, by its owner's word.
    """

    def __init__(self, box: Box, world: State, side: Side) -> None:
        self._box = box
        self._reports: dict[int, list[Report]] = {}
        self._opened: _Opened = {}
        self._holds: dict[tuple[int, str], bool] = {}
        for one in world.reports:
            if one.to != side:
                self._reports.setdefault(one.block, []).append(one)

    def holds(self, place: Force, holder: Force) -> bool:
        """Return True if every report on the block at `place` also fits the contents of the block `holder`."""
        reports = self._reports.get(place.block)
        if reports is None:
            return True
        found = self._holds.get((place.block, holder.id))
        if found is None:
            found = self._holds[place.block, holder.id] = all(
                _is_told(self._box, holder, one, self._opened) for one in reports
            )
        return found


def _is_told(box: Box, force: Force, report: Report, known: _Opened | None = None) -> bool:
    """Return True if a report fits a force; `known` caches the facts that displays reveal."""
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


def _refuel(world: State, side: Side, pick: RandomSource) -> None:
    """11.0 Fuel is known to nobody but its owner; a mark lies a turn or two later than it does."""
    for force in world.forces:
        if force.side == side and force.fuel is not None and force.fuel.state == "full" and force.plan is None:
            force.fuel = structs.replace(force.fuel, turn=force.fuel.turn + pick(LATER + 1))


def _is_soviet(box: Box, force: Force) -> bool:
    """4.3.2a Return True if a force spends Command Points at sea too."""
    return any(box.ships[one.ship].under_soviets and box.ships[one.ship].type != "ss" for one in force.counters)


def _is_planning(box: Box, world: State, own: Sequence[Force]) -> bool:
    """4.2, 4.3 Return True if plans or orders depend on the Command Points of a side."""
    return (
        any(force.plan is not None and force.port for force in own)
        # 4.3.2a Soviet ships pay at sea too, whatever is ordered
        or any(force.at_sea and _is_soviet(box, force) for force in own)
        or any(force.home for force in own)
        or (world.phase is not None and bool(world.phase.orders))
    )


def _hide(box: Box, world: State, side: Side, pick: RandomSource, *, planning: bool) -> None:
    """Redeal the hidden quantities of a side.

    4.2, 4.3 Command Points and the rest of a plan; 7.2.3d, 1.5a losses of interceptors, and of embarked aircraft that
    are not in the air; 1.4.1, 7.3.2 torpedoes that nobody saw fired.
    """
    for command in () if planning else COMMANDS[side]:
        points = world.command.get(command)
        moved = pick(points.left + 1) if points is not None else 0
        if points is not None and moved:
            points.left -= moved
            points.spent += moved
    for counter in [one for force in world.forces if force.side == side for one in force.counters]:
        if not counter.spent and not counter.used:
            ship = box.ships[counter.ship]
            if ship.torpedoes:
                counter.spent = pick(ship.torpedoes + 1)
    for unit in world.air:
        unseen = unit.interceptor or (not unit.at and unit.base in box.ships)
        if unseen and box.aircraft[unit.aircraft].side == side:
            unit.damaged = (unit.damaged + pick(unit.strength + 1)) % (unit.strength + 1)


def _other_chits(box: Box, world: State, seat: str, pick: RandomSource) -> None:
    """12.0 A chit that lies face down changes places with one in the cup, unless it may have shown already."""
    operation = world.composed or box.operations.get(world.scenario)
    if operation is None:
        return
    # 12.1 Who drew Cobweb in a campaign keeps him for later fortnights, and shows nothing at the end of this one.
    hidden = PLACED if world.roster is None else (*PLACED, "cobweb")
    for side, chit in world.chits.items():
        if side == seat or chit.shown or chit.done or chit.forces or chit.target or chit.situation in hidden:
            continue
        others = [one for one in world.cup if box.situation(operation, side, one) not in hidden]
        chosen = pick(len(others) + 1)
        if chosen:
            letter = others[chosen - 1]
            world.cup[world.cup.index(letter)] = chit.letter
            chit.letter, chit.situation = letter, box.situation(operation, side, letter)


def conserved(box: Box, state: State) -> dict[str, int]:
    """Return the quantities that a redeal conserves: the chits, and the strength of ships and aircraft, lost or not.

    Later arrivals do not count.
    """
    lost = [one for one in state.losses if one.unit in box.ships]
    ships = sum(one.at_stake(box.ships[one.ship]) for force in state.forces for one in force.counters)
    aircraft = sum(unit.strength for unit in state.air)
    return {
        "strength of ships": ships + sum(one.strength for one in lost) + state.unbooked - state.brought,
        "strength of aircraft": aircraft
        + sum(one.strength for one in state.losses if one.unit in box.aircraft)
        - state.brought_air,
        "chits": len(state.cup) + len(state.chits) + len(state.offensive),
    }
