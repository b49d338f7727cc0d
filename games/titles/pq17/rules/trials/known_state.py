"""The start of a trial: a state built from the view of one side, with all secrets of the enemy dealt from that view.

`known_state` and `deal` build the same way. The first takes the first of all choices, the second random ones. Both use
the view, facts that both sides know, and the seat's own records; nothing else of the state that they are given.
"""

from collections.abc import Collection, Iterator, Sequence

from games.kernel.codec import decode, encode
from games.kernel.forms import RandomSource
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.components.scenarios import Arrival
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.movement.orders import commands
from games.titles.pq17.rules.operation.setup import starting_aircraft
from games.titles.pq17.rules.search.air_patrols import in_sector, sectors_of
from games.titles.pq17.rules.search.shadowers import RADIUS
from games.titles.pq17.rules.trials.enemy import Dealer, possible_forces
from games.titles.pq17.rules.trials.slots import slots_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import (
    AirUnit,
    Booking,
    Chit,
    Command,
    Force,
    Phase,
    Points,
    Shadow,
    Sky,
    State,
)
from games.titles.pq17.visibility.plans import deal_plans
from games.titles.pq17.visibility.view import AirSeen, ShadowSeen, View, view

KINDS = frozenset(("orders", "strikes"))
UNFIT_STEPS = frozenset(("air_combat", "submarine_combat", "surface_combat"))
"""7.1 Steps that ask about attacks again, after cards and dice that an invented world cannot repeat."""
HORIZON = 2
"""The number of turns after which a trial ends."""
CAMPAIGN = Text(
    "In a campaign, one side cannot know which ships the other has left: trials are for single operations.",
    "キャンペーンでは敵に残る艦船が分からないため、試行は単独作戦でのみ行えます。",
)


def refusal(box: Box, scenario: str) -> Text | None:
    """15.0a Return why a scenario has no trials: in a campaign the enemy's order of battle is hidden."""
    return None if scenario in box.operations else CAMPAIGN


def known_state(box: Box, state: State, seat: str) -> State:
    """Return the state with fixed contents for each enemy block. Raises LookupError if no dealing fits the view."""
    return deal(box, state, seat, _first)


def deal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return an invented world, dealt at random from the view of a seat. Raises LookupError as `known_state`."""
    own: Side = "axis" if seat == "axis" else "allied"
    return _World(Board(state, box), own, pick).built()


def _first(choices: int) -> int:
    return 0


class _World:
    """A state that is being built. `_true` is the state with the view; only public or own parts of it are used."""

    def __init__(self, true: Board, seat: Side, pick: RandomSource) -> None:
        self._true, self._seat, self._pick, self._box = true, seat, pick, true.box
        self._enemy = true.enemy(seat)
        seen = view(true, seat)
        self._seen = decode(encode(seen), View)
        self._board = Board(_public_part(true.state, true.operation.arrivals, self._seen, seat), true.box)

    def built(self) -> State:
        """Return the state, with forces, aircraft, shadowers and the enemy's sheets."""
        state, seen = self._board.state, self._seen
        state.forces = [*seen.forces]
        self._add_sheets()
        radii = {force.at for force in self._true.state.forces if force.id in self._declared(self._enemy)}
        slots = slots_of(seen, self._enemy, radii, {force.id: force.at for force in seen.forces})
        possible = possible_forces(self._board, self._enemy, seen.losses)
        theirs = Dealer(self._board, self._enemy, slots, possible, self._pick).deal()
        state.forces += theirs
        state.declared = [
            *self._declared(self._seat),
            *(slot.force.id for slot in slots if slot.carrier and slot.force),
        ]
        state.air = [*seen.air, *self._their_aircraft(theirs)]
        state.shadows = [self._shadow(one, theirs) for one in seen.shadows]
        if seen.phase is not None:
            state.phase = self._phase(seen.phase, theirs)
        convoys = [force.id for force in theirs if force.kind == "convoy"]
        deal_plans(self._box, state, self._enemy, (), convoys, self._pick)
        return decode(encode(state), State)

    def _declared(self, side: Side) -> list[str]:
        """5.3.1a Return the forces of a side whose carriers hold a radius, whose hexes are public."""
        return [name for name in self._true.state.declared if self._true.force(name).side == side]

    def _add_sheets(self) -> None:
        """2.0b, 4.3.1, 12.0 Add the score, the enemy's Command Points and a chit of the enemy that the cup may give."""
        state, seen, operation = self._board.state, self._seen, self._board.operation
        state.bookings = [Booking(seen.turn, seen.score, "score"), *(one for one in seen.sheet if one.on != "both")]
        whole = operation.command_points
        points: dict[Command, int] = {name: getattr(whole, name) for name in commands(self._enemy)}
        state.command = seen.command | {name: Points(left=2 * given) for name, given in points.items()}
        shown = {chit.letter for chit in seen.chits.values()} | {*seen.offensive.values()}
        state.cup = [letter for letter in self._box.situations if letter not in shown]
        for side in seen.chits_drawn:
            state.chits[side] = seen.chits.get(side) or self._chit(side, state.cup)

    def _chit(self, side: Side, cup: list[str]) -> Chit:
        letter = cup.pop(self._pick(len(cup)))
        return Chit(letter, self._box.situation(self._board.operation, side, letter))

    def _their_aircraft(self, theirs: Sequence[Force]) -> list[AirUnit]:
        """1.5a Return the enemy's air units: those in sight, printed fighters, and the aircraft of carriers."""
        units = [*starting_aircraft(self._board, self._enemy, theirs)]
        units = [one for one in units if one.interceptor or one.base in self._box.ships]
        seen: list[AirUnit] = []
        for number, one in enumerate(self._seen.flying, start=1):
            if one.base:
                seen.append(_unit(one, f"{one.aircraft}_{number}", one.base))
            else:
                aboard = [unit for unit in units if unit.aircraft == one.aircraft and not unit.interceptor]
                if not aboard:
                    raise LookupError("no carrier is left for aircraft in sight")
                units.remove(aboard[0])
                seen.append(_unit(one, aboard[0].id, aboard[0].base))
        return [*seen, *units]

    def _shadow(self, one: ShadowSeen, theirs: Sequence[Force]) -> Shadow:
        """6.3 Return an own shadower of an enemy force, or an enemy shadower of an own force, in this world."""
        if not one.force:
            target = next(force for force in theirs if force.block == one.block)
            return Shadow(target.id, one.by, one.who, one.prefers)
        at = self._board.force(one.force).at
        found = list(self._who(one, at, theirs))
        if not found:
            raise LookupError("no unit is left that may shadow")
        return Shadow(one.force, one.by, found[self._pick(len(found))])

    def _who(self, one: ShadowSeen, at: str, theirs: Sequence[Force]) -> Iterator[str]:
        """6.3 Yield the ids of the enemy's units of a kind that may follow a force in a hex."""
        if one.by == "radius":
            yield RADIUS
        elif one.by == "sector":
            yield from (name for name in sectors_of(self._board, self._enemy) if in_sector(self._board, name, at))
        elif one.by == "aircraft":
            units = self._board.state.air
            aircraft = self._box.aircraft
            yield from (
                unit.id
                for unit in units
                if unit.at == at and unit.mission == "shadow" and aircraft[unit.aircraft].side == self._enemy
            )
        else:
            yield from (force.id for force in theirs if force.at == at and force.at_sea and force.kind == one.by)

    def _phase(self, seen: Phase, theirs: Sequence[Force]) -> Phase:
        """3.2a Return the phase with the seat's own orders. Enemy forces that it names are those of the same blocks."""
        true = self._true.phase
        if true.side != self._seat:
            return seen
        here = {force.block: force.id for force in theirs}

        def named(names: Collection[str]) -> list[str]:
            found = [self._true.force(name) for name in names]
            return [one.id if one.side == self._seat else here[one.block] for one in found]

        return Phase(
            side=true.side,
            event=true.event,
            sectors=true.sectors,
            orders=true.orders,
            attacks=true.attacks,
            stirred=true.stirred,
            found=named(true.found),
            attacked=named(true.attacked),
            moved=[*seen.moved],
            fought=[*seen.fought],
        )


def _unit(seen: AirSeen, name: str, base: str) -> AirUnit:
    """Return an enemy air unit with the strength that is in sight."""
    return AirUnit(
        id=name,
        aircraft=seen.aircraft,
        base=base,
        strength=max(seen.strength, 1),
        damaged=int(not seen.strength),
        mission=seen.mission,
        at=seen.at,
    )


def _numbers(seen: View) -> dict[Side, int]:
    """1.2b Return the highest number of a block of each side that the seat knows."""
    found: dict[Side, int] = dict.fromkeys(SIDES, 0)
    named = [(force.side, force.block) for force in seen.forces] + [(block.side, block.block) for block in seen.blocks]
    named += [("allied" if one.to == "axis" else "axis", one.block) for one in seen.reports]
    for side, number in named:
        found[side] = max(found[side], number)
    return found


def _public_part(true: State, arrivals: Sequence[Arrival], seen: View, seat: Side) -> State:
    """Return a state with everything that both sides know, and the seat's own records; without the enemy's secrets."""
    own = {force.id for force in seen.forces}
    return State(
        options=true.options,
        scenario=true.scenario,
        turn=true.turn,
        start=true.start,
        due_start=true.due_start,
        light=true.light,
        reports=[*seen.reports],
        losses=[*seen.losses],
        blocks=_numbers(seen),
        tallies=seen.tallies,
        offensive=true.offensive,
        bought=seen.bought,
        temporary={port: [seat] for port in seen.temporary},
        russian=seen.russian,
        patrol=seen.patrol,
        unbound=seen.unbound,
        sighted=seen.sighted,
        training_used=seen.training_used,
        soviet_paid=true.soviet_paid if seat == "allied" else 0,
        sky=Sky(
            kind=true.sky.kind,
            local=true.sky.local,
            stopped=[name for name in true.sky.stopped if name in own],
            dispersing=[name for name in true.sky.dispersing if name in own],
        ),
        lasting=seen.lasting,
        come=[one.id for one in arrivals if read_turn(one.turn).number <= seen.turn],
        ice_seen=true.ice_seen,
        instructions={side: given for side, given in true.instructions.items() if side == seat},
    )
