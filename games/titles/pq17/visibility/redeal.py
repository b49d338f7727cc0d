"""Redeals: other game states that a seat cannot tell from the real one, for the two-worlds test.

The module also computes the sums of components, which a redeal must not change.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.state.state import Chit, Force, Report, State
from games.titles.pq17.visibility.exchange import Blocks, is_soviet
from games.titles.pq17.visibility.order_of_battle import deal_order_of_battle
from games.titles.pq17.visibility.plans import deal_plans
from games.titles.pq17.visibility.purchases import deal_purchases
from games.titles.pq17.visibility.view import COMMANDS

MARKS = 3
"""11.0 The number of turns in a window, counted from now. A redeal moves a fuel mark only within its window."""
PLACED = ("axis_convoy", "ground_offensive", "reinforcements")
"""12.3, 12.6, 12.13 Situations that are shown when they are drawn, or that change the map at the start."""


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the state in which all facts hidden from a seat are drawn again.

    The reports that the seat has received stay true. `seat` is "public" for a spectator. If `pick` always returns 0,
    the copy equals the state.
    """
    world, known = _copied(box, state)
    for side in SIDES:
        if side != seat:
            blocks = known.setdefault(side, Blocks(box, world, side))
            planning = _is_planning(box, world, [force for force in world.forces if force.side == side])
            unable = blocks.exchange(world, pick)
            deal_plans(box, world, side, blocks.kept, unable, pick)
            _refuel(world, side, pick)
            _hide(box, world, side, pick, planning=planning)
            deal_order_of_battle(box, world, side, pick)
            deal_purchases(box, world, side, pick)
    _other_chits(box, world, seat, pick)
    return world


def _copied(box: Box, state: State) -> tuple[State, "dict[Side, Blocks]"]:
    """Return a copy of the state, and the cached facts about the blocks of each side, which may still be empty.

    Reports, losses, bookings and past operations are never changed, so they are shared.
    """
    written = encode(structs.replace(state, reports=[], losses=[], bookings=[], history=[], composed=None))
    world = decode(written, State)
    world.reports, world.losses, world.bookings = [*state.reports], [*state.losses], [*state.bookings]
    world.history, world.composed = [*state.history], state.composed
    for last in _LAST:
        if last.box is box and last.written == written and last.reports == world.reports:
            return world, last.blocks
    blocks: dict[Side, Blocks] = {}
    _LAST[:] = [_Last(box, written, [*world.reports], blocks)]
    return world, blocks


class _Last(NamedTuple):
    """The last state that was redealt, encoded, and the facts about its blocks.

    It is cached because the next call usually redeals the same state, for another seat or with other random numbers.
    """

    box: Box
    written: bytes
    reports: list[Report]
    blocks: "dict[Side, Blocks]"


_LAST: list[_Last] = []


def _refuel(world: State, side: Side, pick: RandomSource) -> None:
    """11.0 Redraw the turns of a side's fuel marks, which only their owner knows, within windows of MARKS turns."""
    for force in world.forces:
        if force.side == side and force.fuel is not None and force.fuel.state == "full":
            later = force.fuel.turn - world.turn
            if later >= 0:
                drawn = later // MARKS * MARKS + _turned(later % MARKS, MARKS, pick)
                force.fuel = structs.replace(force.fuel, turn=world.turn + drawn)


def _turned(value: int, choices: int, pick: RandomSource) -> int:
    """Return a random number from 0 to `choices` - 1, each equally likely; `value` itself if `pick` returns 0."""
    return (value + pick(choices)) % choices


def _is_planning(box: Box, world: State, own: Sequence[Force]) -> bool:
    """4.2, 4.3 Return True if a side's Command Points must not be redealt, because its forces' actions depend on them.

    `own`: the forces of the side. It has Soviet ships at sea, forces in training, or orders in this phase.
    """
    return (
        # 4.3.2a Soviet ships pay at sea too, whatever is ordered
        any(force.at_sea and is_soviet(box, force) for force in own)
        or any(force.home for force in own)
        or (world.phase is not None and bool(world.phase.orders))
    )


def _hide(box: Box, world: State, side: Side, pick: RandomSource, *, planning: bool) -> None:
    """4.3, 7.2.3d, 1.5a, 1.4.1, 7.3.2 Redraw numbers that only their owner knows.

    These are Command Points (not while `planning`), torpedoes, and the losses of interceptors and of aircraft aboard
    carriers.
    """
    for command in () if planning else COMMANDS[side]:
        points = world.command.get(command)
        if points is not None:
            together = points.left + points.spent
            points.left = _turned(points.left, together + 1, pick)
            points.spent = together - points.left
    for counter in [one for force in world.forces if force.side == side for one in force.counters]:
        torpedoes = box.ships[counter.ship].torpedoes
        if torpedoes and not counter.used and counter.spent <= torpedoes:
            counter.spent = _turned(counter.spent, torpedoes + 1, pick)
    for unit in world.air:
        unseen = unit.interceptor or (not unit.at and unit.base in box.ships)
        if unseen and box.aircraft[unit.aircraft].side == side:
            unit.damaged = _turned(unit.damaged, unit.strength + 1, pick)


def _other_chits(box: Box, world: State, seat: str, pick: RandomSource) -> None:
    """12.0 Exchange face-down chits with chits in the cup.

    Chits whose situation may have shown an effect stay.
    """
    operation = world.composed or box.operations.get(world.scenario)
    if operation is None:
        return
    # 12.1 Who drew Cobweb in a campaign keeps him for later fortnights, and shows nothing at the end of this one.
    placed = PLACED if world.roster is None else (*PLACED, "cobweb")
    hidden = {side: chit for side, chit in world.chits.items() if side != seat and _is_face_down(chit, placed)}
    letters = [*(chit.letter for chit in hidden.values()), *world.cup]
    for place, (side, chit) in enumerate(hidden.items()):
        fits = [n for n in range(place, len(letters)) if box.situation(operation, side, letters[n]) not in placed]
        chosen = fits[pick(len(fits))]
        letters[place], letters[chosen] = letters[chosen], letters[place]
        chit.letter, chit.situation = letters[place], box.situation(operation, side, letters[place])
    if letters[len(hidden) :] != world.cup:
        world.cup = sorted(letters[len(hidden) :], key=list(box.situations).index)


def _is_face_down(chit: Chit, placed: Sequence[str]) -> bool:
    """12.0 Return True if a chit has shown nothing, and its owner has named no force or target for its situation."""
    return not (chit.shown or chit.done or chit.forces or chit.target or chit.situation in placed)


def conserved(box: Box, state: State) -> dict[str, int]:
    """Return the sums that neither a redeal nor play changes: chits, strength of ships, strength of aircraft.

    The keys are the names of the sums. Losses are included. Units that arrive later do not change the sums.
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
