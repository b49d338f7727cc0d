"""What stands in a game and is nobody's business but one seat's: said otherwise, it changes no other eye's view.

Two worlds played on side by side part as soon as somebody acts on what he has ordered. A glance needs no play: whatever
is changed shows at once, or not at all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play, Stop
from games.titles.goeben.orders.orders import Landing
from games.titles.pirates.table.state import Use

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


SECRETS: dict[str, tuple[Secret, ...]] = {
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
}


def glimpsed(play: Play, seen: Counter[str] | None = None) -> Iterator[str]:
    """Whoever notices that another seat has ordered something else; `seen` counts what could be changed, and what of it
    its own seat saw.
    """
    done: Counter[tuple[str, str]] = Counter()
    for stop in play.stops:
        for secret in SECRETS[play.title.key]:
            for seat in play.seats:
                other = decode(stop.state, play.title.state_type)
                if done[secret.name, seat] >= ENOUGH or not secret.change(other, seat):
                    continue
                done[secret.name, seat] += 1
                changed = set(_changed(play, stop, other))
                if seen is not None:
                    seen.update([secret.name, *([f"{secret.name}: own"] if seat in changed else [])])
                yield from (f"{one} sees {secret.name} of {seat}, {stop.where}" for one in sorted(changed - {seat}))


def _changed(play: Play, stop: Stop, other: Any) -> Iterator[str]:
    """The observers whose view is another one now."""
    here = decode(stop.state, play.title.state_type)
    for observer in play.observers:
        ours, theirs = (encode(play.title.view(state, observer)) for state in (here, other))
        if ours != theirs:
            yield observer
