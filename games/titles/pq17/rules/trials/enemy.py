"""1.2a The forces of the enemy in an invented world: the scenario's order of battle, dealt to the blocks.

The dealing uses only the order of battle, which everybody reads, the losses that both sides know, and the reports on
each block. Blocks that no force is dealt to are dummies.
"""

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ShipClass, Side
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.forces.composition import kind_of, merge_counters, split_counter
from games.titles.pq17.rules.fuel.marks import fuel_at_sailing, needs_fuel
from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.operation.setup import FIRST_DUMMY, counters_of, group_name, starting_forces
from games.titles.pq17.rules.trials.slots import (
    PossibleForce,
    Slot,
    Wanted,
    fits_report,
    has_carrier,
    places_for,
    wanted_ships,
)
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import convoy_ships
from games.titles.pq17.state.state import GROUPS, Convoy, Force, Kind, Loss, Plan, Report

T = TypeVar("T")

DEALING_ORDER: tuple[Kind, ...] = ("convoy", "wolfpack", "task_force")
"""The order in which forces are dealt: those with the fewest possible places first."""
EXCHANGING_KINDS: dict[Kind, tuple[Kind, ...]] = {
    "task_force": ("task_force", "convoy"),
    "convoy": ("task_force", "convoy"),
    "wolfpack": ("wolfpack",),
}
"""1.2.3, 1.2.4 The kinds of forces that may have got ships from a force of a kind, or given ships to it."""
USUAL_SHIPS: dict[tuple[Side, Kind], Counter] = {
    ("allied", "task_force"): Counter("dd_a_i", 2),
    ("allied", "wolfpack"): Counter("ss_british", 1),
    ("allied", "convoy"): Counter("mv", 4),
    ("axis", "task_force"): Counter("dd_36a", 2),
    ("axis", "wolfpack"): Counter("ss_german", 1),
    ("axis", "convoy"): Counter("mv_german", 2),
}
"""The ships of an identified block for which the order of battle has no force left."""
COUNTING_LEVEL = 2
"""6.2.1 The lowest ID level of reports that count warships exactly."""
MOST_TURNS_AT_SEA = 4
"""11.1 The most turns since a force at sea left port."""


def possible_forces(board: Board, side: Side, losses: Iterable[Loss]) -> list[PossibleForce]:
    """T.scenarios Return the forces of a side that a scenario lists by now, without the known losses and dummies."""
    found = [PossibleForce(force, piece.places) for force, piece in starting_forces(board, side) if not force.is_dummy]
    for one in board.operation.arrivals:
        if one.side == side and read_turn(one.turn).number <= board.state.turn:
            holding = counters_of(board.box, one.entries)
            name = group_name(board.box, one.id)
            force = Force(id=name, side=side, kind=kind_of(board.box, holding), block=0, at="", counters=holding)
            found.append(PossibleForce(force, (one.port or one.hex,)))
    for loss in losses:
        if loss.side == side:
            _lose([possible.force for possible in found], loss)
    return [possible for possible in found if possible.force.counters]


def _lose(forces: Sequence[Force], loss: Loss) -> None:
    """2.0b Take the strength of a known loss from the forces."""
    left = loss.strength
    for force in forces:
        for one in force.counters:
            if one.ship == loss.unit:
                taken = min(one.strength, left)
                one.strength, left = one.strength - taken, left - taken
        force.counters = [one for one in force.counters if one.strength]


class Dealer:
    """Deals the possible forces of a side to its blocks."""

    def __init__(
        self, board: Board, side: Side, slots: Sequence[Slot], forces: Sequence[PossibleForce], pick: RandomSource
    ):
        self._board, self._box, self._side = board, board.box, side
        self._slots, self._undealt, self._pick = slots, [*forces], pick
        self._parts = 0

    def deal(self) -> list[Force]:
        """Return a force for each slot, in the order of the slots. Raises LookupError if no carrier is left for one."""
        known = [slot for slot in self._slots if slot.kind is not None or slot.carrier]
        for slot in sorted(known, key=lambda one: (not one.carrier, one.report is None)):
            slot.force = self._force_for(slot)
        for kind in DEALING_ORDER:
            for possible in [one for one in self._undealt if one.force.kind == kind]:
                self._deal_anywhere(possible)
        first = FIRST_DUMMY[self._side]
        for number, slot in enumerate([one for one in self._slots if one.force is None], start=first + 1):
            slot.force = Force(id=f"dummy_{number}", side=self._side, kind="dummy", block=0, at="")
        return [_placed(self._board, slot, slot.force, self._pick) for slot in self._slots if slot.force is not None]

    def _force_for(self, slot: Slot) -> Force:
        """Return a force that fits what is known of a block, as far as the order of battle allows."""
        kind = slot.kind or "task_force"
        candidates = [one for one in self._undealt if one.force.kind == kind]
        if slot.carrier:
            candidates = [one for one in self._undealt if has_carrier(self._box, one.force.counters)]
            if not candidates:
                raise LookupError("no carrier is left for an air radius")
        fits = [one for one in candidates if fits_report(self._box, one.force, slot.report)]
        possible = (
            self._pick_one(fits or candidates)
            if candidates
            else PossibleForce(self._new_force(kind, [replace(USUAL_SHIPS[self._side, kind])]))
        )
        self._undealt = [one for one in self._undealt if one is not possible]
        if not fits and slot.report is not None:
            self._reshape(possible, slot.report)
        return possible.force

    def _reshape(self, possible: PossibleForce, report: Report) -> None:
        """6.2.1 Exchange warships with other forces until a force has those of a report, as far as it can.

        A convoy then loses merchants until it has the reported number of ships.
        """
        force = possible.force
        others = [one.force for one in self._undealt if one.force.kind in EXCHANGING_KINDS[force.kind]]
        chosen = [one for wanted in wanted_ships(report) for one in self._take_ships([force, *others], wanted)]
        if not chosen and (force.kind != "convoy" or (report.level or 0) < COUNTING_LEVEL):
            return
        rest = [one for one in force.counters if self._is_warship(one)]
        cargo = [one for one in force.counters if not self._is_warship(one)]
        force.counters = merge_counters([*_fewer(self._box, cargo, report.ships), *chosen])
        self._undealt = [one for one in self._undealt if one.force.counters]
        if rest:
            part = self._new_force(kind_of(self._box, rest), rest)
            self._undealt.append(PossibleForce(part, possible.starts))

    def _take_ships(self, forces: Sequence[Force], wanted: Wanted) -> list[Counter]:
        """Take ships out of the first force, and out of the others if it has too few; if possible, of one class."""
        ships, classes = self._box.ships, wanted.classes
        if forces[0].kind == "task_force":
            classes = classes - GROUPS["submarine"]
        for holders in (forces[:1], forces) if wanted.strength else ():
            lying = Tally[str]()
            for one in [one for force in holders for one in force.counters if ships[one.ship].type in classes]:
                lying[one.ship] += one.strength
            fits = [
                ship
                for ship, held in lying.items()
                if held >= wanted.strength and -(-wanted.strength // max(ships[ship].most, 1)) == wanted.counters
            ]
            if fits:
                return self._take_class(holders, self._pick_one(fits), wanted.strength)
        share, more = divmod(wanted.strength, wanted.counters)
        found = (self._take_counter(forces, classes, share + (number < more)) for number in range(wanted.counters))
        return [one for one in found if one is not None]

    def _take_class(self, forces: Sequence[Force], ship: str, strength: int) -> list[Counter]:
        found: list[Counter] = []
        for force in forces:
            for one in [one for one in force.counters if one.ship == ship and strength]:
                found.append(_take(self._box, force.counters, one, min(strength, one.strength)))
                strength -= found[-1].strength
        return found

    def _take_counter(self, forces: Sequence[Force], classes: Collection[ShipClass], strength: int) -> Counter | None:
        """Take a counter of some classes out of the first force that has one; None if none has."""
        for force in forces:
            fits = [one for one in force.counters if self._box.ships[one.ship].type in classes]
            if fits:
                return _take(self._box, force.counters, self._pick_one(fits), strength)
        return None

    def _is_warship(self, counter: Counter) -> bool:
        return self._box.ships[counter.ship].is_warship

    def _new_force(self, kind: Kind, counters: list[Counter]) -> Force:
        self._parts += 1
        name = f"{self._side}_part_{self._parts}"
        return Force(id=name, side=self._side, kind=kind, block=0, at="", counters=counters)

    def _deal_anywhere(self, possible: PossibleForce) -> None:
        """Deal a force to a block that may be anything. A task force without a block joins another one."""
        places = list(places_for(self._box, possible, self._slots, self._board.state.turn))
        if places:
            self._pick_one(places).force = possible.force
        elif possible.force.kind == "task_force":
            hosts = [slot.force for slot in self._slots if slot.kind is None and slot.force is not None]
            hosts = [one for one in hosts if one.kind == "task_force"]
            if hosts:
                host = self._pick_one(hosts)
                host.counters = merge_counters([*host.counters, *possible.force.counters])

    def _pick_one(self, choices: Sequence[T]) -> T:
        return choices[self._pick(len(choices))]


def _fewer(box: Box, cargo: Sequence[Counter], ships: int | None) -> list[Counter]:
    """6.2.1c Return the convoy ships of a force, with fewer merchants if a report gives a lower number of ships."""
    left = [replace(one) for one in cargo]
    over = convoy_ships(box, left) - ships if ships is not None else 0
    for one in left:
        if over > 0 and not box.ships[one.ship].is_single:
            taken = min(over, one.strength)
            one.strength, over = one.strength - taken, over - taken
    return [one for one in left if one.strength]


def _take(box: Box, left: list[Counter], counter: Counter, strength: int) -> Counter:
    """1.4a Take a counter, or strength of a class, out of the ships that are left, and return it.

    `strength`: the strength to take of a class; 0 for as much as fits on a counter.
    """
    most = box.ships[counter.ship].most
    taken = min(strength or most, counter.strength)
    if most and taken < counter.strength:
        return split_counter(box, counter, taken)
    left[:] = [one for one in left if one is not counter]
    return counter


def _placed(board: Board, slot: Slot, force: Force, pick: RandomSource) -> Force:
    """Put a force in the place of a block, with the marks of a force there."""
    seen, turn = slot.block, board.state.turn
    force.block, force.at, force.port, force.level, force.trail = (
        seen.block,
        seen.at,
        seen.port,
        seen.level,
        [*seen.trail],
    )
    if slot.report is not None and seen.level == 1:
        force.told = slot.report.about or 0
    if force.kind == "convoy":
        force.convoy = _convoy_state(board, force, scattered=seen.scattered)
    if force.at_sea and needs_fuel(board.box, force.counters):
        sailed, endurance = max(turn - pick(MOST_TURNS_AT_SEA), 1), board.state.options.soviet_fuel
        force.fuel = fuel_at_sailing(board.box, sailed, force.counters, soviet_endurance=endurance)
    return force


def _convoy_state(board: Board, force: Force, *, scattered: bool) -> Convoy:
    """5.1.5 Return the state of a convoy in its place. In its first port it gets a plan, dealt again later."""
    voyage = force.convoy or Convoy(destinations=tuple(own_ports(board, force.side)))
    voyage.scattered, voyage.been, voyage.nearest = scattered, force.trail[:-1], None
    voyage.arrived = force.port in voyage.destinations
    if force.port and not voyage.arrived and voyage.destinations:
        voyage.destination = voyage.destinations[0]
        force.plan = Plan(board.state.turn + 1, destination=voyage.destination)
    return voyage
