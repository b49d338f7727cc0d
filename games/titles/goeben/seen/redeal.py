"""Other worlds that a seat cannot tell from this one, for the two-worlds test; and what never grows or shrinks."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from games.kernel.codec import decode, encode
from games.kernel.forms import Pick
from games.titles.goeben.box.components import Box
from games.titles.goeben.box.scenarios import OFFICERS, mode_of
from games.titles.goeben.orders.orders import (
    AskFirst,
    BreakOff,
    EachRound,
    Landing,
    Maximum,
    Steam,
    Targets,
    Torpedoes,
)
from games.titles.goeben.seen.knowledge import in_touch
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Marker, State

T = TypeVar("T")

SHOWN = (AskFirst, EachRound, Landing)
"""14.0 What a doctrine says of questions and landings."""
_, _, GUNNERY, ENGINEER = (role.key for role in OFFICERS)
ADVISED = {GUNNERY: (Targets, Maximum, Torpedoes, BreakOff, Steam), ENGINEER: (Steam,)}
"""25.1 What stands in the questions that are laid before an officer."""

OTHER_WORDS = "Nothing to report."
"""What an unread letter says in another world."""


def redeal(box: Box, state: State, seat: str, pick: Pick) -> State:
    """Shuffle what `seat` ("public" for a spectator) has not seen, among the places where it may lie.

    A counter that the seat has seen lies face down nowhere (14.14). With a `pick` that always says 0 nothing changes.
    """
    reports = [report for report in state.reports if seat in report.seats or "*" in report.seats]
    world = _dealt(box, state, {counter for report in reports for counter in report.counters}, pick)
    for slip in world.letters:
        if seat not in (slip.seat, *slip.readers) and pick(2):
            slip.text = OTHER_WORDS
    _fight_otherwise(world, seat, pick)
    if mode_of(state.scenario) == "captains" and state.day is not None:
        _elsewhere(Sea(world, box), seat, pick)
    return world


def _fight_otherwise(world: State, seat: str, pick: Pick) -> None:
    """14.0 Doctrines and battle orders of others may say something else, but for what shows before a ship of theirs
    fights: whether they are asked, and whether a port is taken. Officers know what they advise on (25.1).
    """
    shown = (*SHOWN, *ADVISED.get(seat, ()))
    for other, doctrine in world.doctrines.items():
        if other != seat and pick(2):
            world.doctrines[other] = tuple(order for order in doctrine if isinstance(order, shown))
    given = world.battle.orders if world.battle is not None and seat != GUNNERY else {}
    for other, orders in given.items():
        if other != seat and pick(2):
            given[other] = tuple(order for order in orders if isinstance(order, EachRound))


def _elsewhere(sea: Sea, seat: str, pick: Pick) -> None:
    """25.2 What a captain does not know of those out of touch: their orders and doctrines, their coal and cargo."""
    state = sea.state
    for other in state.seats:
        if other != seat and pick(2):
            state.doctrines.pop(other, None)
        if other != seat and pick(2) and other in sea.day.plans:
            sea.day.plans[other] = ()
    for ship in sea.afloat:
        if ship.seat == seat or in_touch(sea, seat, ship.seat):
            continue
        ship.coal -= pick(ship.coal + 1)
        spare = ship.cargo[-1:] if pick(2) else []
        for kind in spare:
            ship.cargo.pop()
            state.available[kind] = state.available.get(kind, 0) + 1


def reshuffle(box: Box, state: State, pick: Pick) -> State:
    """Shuffle what no seat has seen, for a rewind."""
    return _dealt(box, state, {counter for report in state.reports for counter in report.counters}, pick)


def _dealt(box: Box, state: State, known: Collection[str], pick: Pick) -> State:
    """The counters of each group face down on the map and in the pool, the coastal defences, and the pool's order."""
    world = decode(encode(state), State)
    zones = {"british": box.numbers.setup.british, "french": box.numbers.setup.french}
    for group, members in box.groups.items():
        down = _face_down([marker for zone in zones[group] for marker in world.lying.get(zone, [])])
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


def _mixed(things: Sequence[T], pick: Pick) -> list[T]:
    """Shuffled; as they were if `pick` always says 0."""
    left = list(things)
    return [left.pop(pick(len(left))) for _ in things]


def conserved(box: Box, state: State) -> dict[str, int]:
    """Counters of each kind, wherever they are: never more, never fewer."""
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
