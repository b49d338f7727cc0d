"""What stands in a game and is nobody's business but one seat's: said otherwise, it changes no other eye's view.

Two worlds played on side by side part as soon as somebody acts on what he has ordered. A glance needs no play: whatever
is changed shows at once, or not at all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play, Stop
from games.titles.goeben.orders.orders import Landing
from games.titles.pirates.state.state import Use
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.visibility.view import COMMANDS

ENOUGH = 4
"""So many stops are looked at for each secret of a seat."""


class Secret(NamedTuple):
    """Something that one seat alone knows; `change` says something else there, or False where there is nothing."""

    name: str
    change: Callable[[Any, str], bool]


def _otherwise(held: Any, key: str, value: Any) -> bool:
    """Another entry for a seat that has one."""
    if key not in held or held[key] == value:
        return False
    held[key] = value
    return True


def _doctrine(state: Any, seat: str) -> bool:
    return _otherwise(state.doctrines, seat, (Landing(),))


def _plan(state: Any, seat: str) -> bool:
    return state.day is not None and _otherwise(state.day.plans, seat, ())


def _battle_orders(state: Any, seat: str) -> bool:
    return state.battle is not None and _otherwise(state.battle.orders, seat, ())


def _as_planned(state: Any, seat: str) -> bool:
    if state.turn is None or state.turn.seat != seat:
        return False
    state.turn.as_planned = not state.turn.as_planned
    return True


def _discards(state: Any, seat: str) -> bool:
    if state.turn is None or state.turn.seat != seat or not state.turn.assigned:
        return False
    state.turn.discard_order = (*state.turn.discard_order, state.turn.assigned[0].card)
    return True


def _intentions(state: Any, seat: str) -> bool:
    if state.turn is None or state.turn.seat != seat:
        return False
    meant = [assigned for assigned in state.turn.assigned if assigned.use != Use()]
    for assigned in meant:
        assigned.use = Use()
    return bool(meant)


def _reactions(state: Any, seat: str) -> bool:
    fleet = next(fleet for fleet in state.fleets if fleet.seat == seat)
    had, fleet.reaction_plan = fleet.reaction_plan, []
    return bool(had)


def _ships_of(state: Any, seat: str) -> list[Any]:
    return [ship for ship in state.ships if ship.side == seat]


def _mines(state: Any, seat: str) -> bool:
    laid = state.mines.get(seat, ())
    known = {*state.struck, *state.swept}
    return bool(laid) and not known & set(laid) and _otherwise(state.mines, seat, laid[1:])


def _flagship(state: Any, seat: str) -> bool:
    others = [ship.id for ship in _ships_of(state, seat) if ship.id != state.flags.get(seat)]
    return bool(others) and _otherwise(state.flags, seat, others[0])


def _repairs(state: Any, seat: str) -> bool:
    hurt = [ship for ship in _ships_of(state, seat) if ship.tries != "none"]
    for ship in hurt:
        ship.tries = "none"
    return bool(hurt)


def _fire_plan(state: Any, seat: str) -> bool:
    return _otherwise(state.plans, seat, ())


def _laid_courses(state: Any, seat: str) -> bool:
    laid = [ship.id for ship in _ships_of(state, seat) if ship.id in state.laid]
    for name in laid:
        del state.laid[name]
    return bool(laid)


def _astray(state: Any, seat: str) -> bool:
    own = [ship.id for ship in _ships_of(state, seat)]
    if not state.options.command or not own:
        return False
    changed = [name for name in own if name not in state.astray]
    state.astray = [name for name in state.astray if name not in own] + changed
    return True


def _forces_of(state: Any, seat: str) -> list[Any]:
    return [force for force in state.forces if force.side == seat]


def _routes(state: Any, seat: str) -> bool:
    written = [force for force in _forces_of(state, seat) if force.plan is not None]
    for force in written:
        force.plan = None
    return bool(written)


def _fuel(state: Any, seat: str) -> bool:
    burning = [force for force in _forces_of(state, seat) if force.fuel is not None]
    for force in burning:
        force.fuel = None
    return bool(burning)


def _command_points(state: Any, seat: str) -> bool:
    points = [state.command[one] for one in COMMANDS.get(cast(Side, seat), ()) if one in state.command]
    for one in points:
        one.spent += 1
    return bool(points)


def _chit(state: Any, seat: str) -> bool:
    chit = state.chits.get(seat)
    if chit is None or chit.shown:
        return False
    chit.turn += 1
    return True


def _instructions(state: Any, seat: str) -> bool:
    usual = state.instructed(seat)
    state.instructions[seat] = structs.replace(usual, refuses="never" if usual.refuses != "never" else "ask")
    return seat in SIDES


def _sheet(state: Any, seat: str) -> bool:
    own = [one for one in state.bookings if one.on == seat]
    state.bookings = [one for one in state.bookings if one.on != seat]
    return bool(own)


SECRETS: dict[str, tuple[Secret, ...]] = {
    "battleships": (
        Secret("where mines lie (10.6)", _mines),
        Secret("the flagship (10.9)", _flagship),
        Secret("which ships have lost command (10.10)", _astray),
        Secret("what is to be mended (8.1)", _repairs),
        Secret("a fire plan (5.1)", _fire_plan),
        Secret("courses for turns to come (7.1)", _laid_courses),
    ),
    "goeben": (
        Secret("a doctrine (14.0)", _doctrine),
        Secret("the orders of the day (4.1)", _plan),
        Secret("the orders of a battle (14.5)", _battle_orders),
    ),
    "pirates": (
        Secret("whether a turn is played as planned (3.2.1)", _as_planned),
        Secret("the order of discarding (3.1.5)", _discards),
        Secret("what assigned cards are meant for (3.2.1)", _intentions),
        Secret("the reactions of the sealed tempo", _reactions),
    ),
    "pq17": (
        Secret("when a force sails, and where it goes (4.2)", _routes),
        Secret("what fuel a force has (11.1)", _fuel),
        Secret("Command Points spent (4.3.2)", _command_points),
        Secret("what is planned with a chit (12.0)", _chit),
        Secret("instructions for the enemy's phase (6.2.2)", _instructions),
        Secret("points on a side's own sheet (2.0)", _sheet),
    ),
}


def glimpsed(play: Play, seen: Counter[str] | None = None) -> Iterator[str]:
    """Whoever notices that another seat has ordered something else; `seen` counts what could be changed, and what of it
    its own seat saw.
    """
    done: Counter[tuple[str, str]] = Counter()
    for stop in play.stops:
        for secret in SECRETS[play.title.key]:
            for seat in play.seats:
                other = decode(stop.state, play.title.rules.state_type)
                if done[secret.name, seat] >= ENOUGH or not secret.change(other, seat):
                    continue
                done[secret.name, seat] += 1
                changed = set(_changed(play, stop, other))
                if seen is not None:
                    seen.update([secret.name, *([f"{secret.name}: own"] if seat in changed else [])])
                yield from (f"{one} sees {secret.name} of {seat}, {stop.where}" for one in sorted(changed - {seat}))


def _changed(play: Play, stop: Stop, other: Any) -> Iterator[str]:
    """The observers whose view is another one now."""
    here = decode(stop.state, play.title.rules.state_type)
    for observer in play.observers:
        ours, theirs = (encode(play.title.secrecy.view(state, observer)) for state in (here, other))
        if ours != theirs:
            yield observer
