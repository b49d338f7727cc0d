"""Redeals: other states that a seat cannot tell from the true one, for the two-worlds test.

The module also computes the sums of components, which a redeal must not change.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from games.kernel.codec import decode, encode
from games.kernel.forms import RandomSource
from games.kernel.random_source import is_redrawn
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.scenarios import OFFICERS, mode_of
from games.titles.goeben.orders.orders import (
    AskFirst,
    BreakOff,
    DoctrineOrder,
    EachRound,
    Landing,
    Maximum,
    Steam,
    Targets,
    Torpedoes,
)
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Marker, State, Warship
from games.titles.goeben.visibility.knowledge import WIRELESS, in_touch

T = TypeVar("T")

SHOWN = (AskFirst, EachRound, Landing)
"""14.0 The orders of a doctrine that decide about questions and landings. A redeal keeps them."""
_, _, GUNNERY, ENGINEER = (role.key for role in OFFICERS)
ADVISED = {GUNNERY: (Targets, Maximum, Torpedoes, BreakOff, Steam), ENGINEER: (Steam,)}
"""25.1 By officer, the doctrine orders that questions to that officer may show. A redeal keeps them."""

OTHER_WORDS = ("Nothing to report.", "Meet me here.")
"""The texts that replace an unread letter in a redeal."""
CLASSES = ("bc", "ca", "convoy")
"""The classes of ships that redrawn doctrines name."""


def redeal(box: Box, state: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the state in which all facts hidden from a seat are drawn again.

    `seat` is "public" for a spectator. Counters that the seat has not seen are shuffled; letters and orders that the
    seat does not know are redrawn. A counter that the seat has seen (14.14) stays in its place. `pick(n)` returns a
    number from 0 to n - 1; a `pick` that always returns 0 changes nothing.
    """
    reports = [report for report in state.reports if seat in report.seats or "*" in report.seats]
    world = _dealt(box, state, {counter for report in reports for counter in report.counters}, pick)
    for slip in world.letters:
        if seat not in (slip.seat, *slip.readers) and is_redrawn(pick):
            slip.text = OTHER_WORDS[pick(len(OTHER_WORDS))]
    _fight_otherwise(world, seat, pick)
    if mode_of(state.scenario) == "captains" and state.day is not None:
        _elsewhere(Board(world, box), seat, pick)
    return world


def _fight_otherwise(world: State, seat: str, pick: RandomSource) -> None:
    """14.0 Redraw the doctrines and battle orders of other seats, except orders with effects before a battle.

    These orders decide whether a seat is asked, and whether a port is taken. Officers know the questions on which they
    advise (25.1).
    """
    shown = (*SHOWN, *ADVISED.get(seat, ()))
    for other, doctrine in world.doctrines.items():
        if other != seat and is_redrawn(pick):
            hidden = (order for order in _hidden_orders(pick) if not isinstance(order, shown))
            world.doctrines[other] = (*kept_orders(doctrine, seat), *hidden)
    given = world.battle.orders if world.battle is not None and seat != GUNNERY else {}
    for other, orders in given.items():
        if other != seat and is_redrawn(pick):
            given[other] = tuple(order for order in orders if isinstance(order, EachRound))


def kept_orders(doctrine: Iterable[DoctrineOrder], seat: str) -> tuple[DoctrineOrder, ...]:
    """14.0, 25.1 Return the orders of another seat's `doctrine` that `seat` knows before a battle."""
    return tuple(order for order in doctrine if isinstance(order, (*SHOWN, *ADVISED.get(seat, ()))))


def _hidden_orders(pick: RandomSource) -> list[Targets | Maximum | Torpedoes | BreakOff | Steam]:
    """14.0 Return random orders of a doctrine, each with probability 1/2."""
    against = (CLASSES[pick(len(CLASSES))],)
    orders = (Targets(against), Maximum(against), Torpedoes(against), BreakOff(against), Steam())
    return [order for order in orders if pick(2)]


def _elsewhere(board: Board, seat: str, pick: RandomSource) -> None:
    """25.2 Redraw what a captain does not know of captains out of touch: orders, doctrines, coal and cargo."""
    state = board.state
    for other in state.seats:
        if other != seat and is_redrawn(pick):
            state.doctrines.pop(other, None)
            if pick(2):
                state.doctrines[other] = tuple(_hidden_orders(pick))
        if other != seat and other in board.day.plans and is_redrawn(pick):
            board.day.plans[other] = ()
    away = [ship for ship in board.afloat if ship.seat != seat and not in_touch(board, seat, ship.seat)]
    for ship in away:
        most = max(board.display(ship).coal, ship.coal)
        ship.coal = (ship.coal + pick(most + 1)) % (most + 1)
    if away and is_redrawn(pick):
        _load_otherwise(board, away, pick)


def _load_otherwise(board: Board, ships: Sequence[Warship], pick: RandomSource) -> None:
    """8.1 Redraw the cargo of these ships: at most one piece each.

    Wireless stays, because the captain can notice it (25.2).
    """
    left = board.state.available
    for ship in ships:
        for kind in ship.cargo:
            if kind != WIRELESS:
                left[kind] = left.get(kind, 0) + 1
        ship.cargo = [kind for kind in ship.cargo if kind == WIRELESS]
    for ship in ships:
        fits = [kind for kind in sorted(left) if left[kind] and _may_load(board, ship, kind)]
        chosen = pick(len(fits) + 1)
        if chosen:
            kind = fits[chosen - 1]
            ship.cargo.append(kind)
            left[kind] -= 1


def _may_load(board: Board, ship: Warship, kind: str) -> bool:
    """8.1, 8.2 Return True if an empty ship could carry cargo of a kind with some options."""
    cargo = board.box.cargo[kind]
    fits = cargo.boxes <= ship.hull and cargo.ships in ("any", board.display(ship).type)
    return fits and not cargo.option and kind != WIRELESS


def reshuffle(box: Box, state: State, pick: RandomSource) -> State:
    """Return the state with all counters shuffled that no seat has seen, for a rewind of the game."""
    return _dealt(box, state, {counter for report in state.reports for counter in report.counters}, pick)


def _dealt(box: Box, state: State, known: Collection[str], pick: RandomSource) -> State:
    """Return the state with the counters of each group, the coastal defences and the incident pool shuffled.

    Only face-down counters on the map and counters in the pool move, and none of `known`. A marker that was shuffled
    with the ships of a group keeps its place, because the pool could not replace it.
    """
    world = decode(encode(state), State)
    zones = {"british": box.numbers.setup.british, "french": box.numbers.setup.french}
    for group, members in box.groups.items():
        lying = _face_down([marker for zone in zones[group] for marker in world.lying.get(zone, [])])
        down = [marker for marker in lying if marker.id in members and marker.id not in known]
        places = [place for place, name in enumerate(world.pool) if name in members and name not in known]
        mixed = _mixed([*(marker.id for marker in down), *(world.pool[place] for place in places)], pick)
        for marker, name in zip(down, mixed, strict=False):
            marker.id = name
        for place, name in zip(places, mixed[len(down) :], strict=True):
            world.pool[place] = name
    forts = _face_down([fort for port in world.forts.values() for fort in port])
    mixed = _mixed([*(fort.id for fort in forts), *world.forts_aside], pick)
    for fort, name in zip(forts, mixed, strict=False):
        fort.id = name
    world.forts_aside = mixed[len(forts) :]
    world.pool = _mixed(world.pool, pick)
    return world


def _face_down(markers: Sequence[Marker]) -> list[Marker]:
    return [marker for marker in markers if not marker.up]


def _mixed(things: Sequence[T], pick: RandomSource) -> list[T]:
    """Return the items shuffled; unchanged if `pick` always returns 0."""
    left = list(things)
    return [left.pop(pick(len(left))) for _ in things]


def conserved(box: Box, state: State) -> dict[str, int]:
    """Return the number of counters of each kind in all places together, which redeals never change."""
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    drawn = [name for names in (state.day.drawn.values() if state.day is not None else ()) for name in names]
    counters = [*state.pool, *lying, *drawn, *(gone.id for gone in state.gone)]
    forts = [fort.id for port in state.forts.values() for fort in port]
    cargo = sum(state.available.values()) + sum(len(ship.cargo) for ship in state.ships)
    return {
        "British ships": sum(name in box.allied and box.allied[name].nation == "britain" for name in counters),
        "French ships": sum(name in box.allied and box.allied[name].nation == "france" for name in counters),
        "incident markers": sum(name in box.markers for name in counters),
        "coastal defences": len(forts) + len(state.forts_aside) + sum(name in box.forts for name in counters),
        "Austro-Hungarian ships": len(state.consorts),
        "cargo": cargo + len(state.mines) + len(state.ashore),
    }
