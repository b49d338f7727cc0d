"""3.2 The orders of a phase: where aircraft fly, and where boats and ships go."""

from collections.abc import Iterator
from typing import Any

from games.kernel.orders import Order
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import FORCE, Judgement
from games.titles.pq17.orders.missions import ATTACK, ESCORT, SEARCH, Flight, Fly
from games.titles.pq17.orders.moves import Split
from games.titles.pq17.orders.phase import PhaseForm

FEW = 2
"""Aircraft that search one hex."""


def phase_orders(judge: Judgement, form: PhaseForm, usual: tuple[Any, ...]) -> tuple[Any, ...]:
    """The usual orders, with those of aircraft, escorts, boats and ships that go together with them."""
    answer = usual
    for order in (*_flights(judge, form), *_escorts(judge, form), *ships_moves(judge, form)):
        longer = (*answer, order)
        if next(form.problems(longer), None) is None:
            answer = longer
    return answer


# --- convoys


def _escorts(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """5.1.2a Off a Russian port the destroyers that it does not take leave their convoy."""
    for mover in form.moves.movers:
        if mover.kind == "convoy" and not mover.port:
            ships = judge.left_outside(mover.force)
            if ships:
                yield Split(mover.force, ships)


# --- the air


def _flights(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """Bombers attack the best that is found in their reach, or that the search may find before they come (6.0);
    fighters go with them, the others search.
    """
    searched: dict[str, int] = {}
    struck: dict[str, int] = {}
    for flight in form.missions.flights:
        kind = _kind(judge, flight)
        target = _best(judge, flight.attack, identified=True)
        if target and kind is not None and kind.type != "f":
            struck[target] = struck.get(target, 0) + 1
            yield Fly(flight.unit, ATTACK, target)
        elif flight.search:
            wanted = [one for one in flight.search if searched.get(one, 0) < FEW]
            hex_ = _best(judge, wanted, identified=False)
            if hex_:
                searched[hex_] = searched.get(hex_, 0) + 1
                yield Fly(flight.unit, SEARCH, hex_)
        elif kind is not None and kind.type != "f":
            hoped = _best(judge, flight.attack, identified=False)
            if hoped:
                struck[hoped] = struck.get(hoped, 0) + 1
                yield Fly(flight.unit, ATTACK, hoped)
    for flight in form.missions.flights:
        kind = _kind(judge, flight)
        wanted = [hex_ for hex_ in flight.escort if hex_ in struck]
        if kind is not None and kind.type == "f" and wanted:
            yield Fly(flight.unit, ESCORT, max(wanted, key=lambda hex_: (struck[hex_], hex_)))


def _kind(judge: Judgement, flight: Flight) -> Any:
    unit = next((one for one in judge.view.air if one.id == flight.unit), None)
    return None if unit is None else judge.box.aircraft[unit.aircraft]


def _best(judge: Judgement, places: Any, *, identified: bool) -> str:
    """The hex that is worth most; "" where none is worth anything."""
    found = [(judge.value(hex_, identified=identified), hex_) for hex_ in places]
    worth, best = max(found, default=(0, ""))
    return best if worth >= (FORCE if identified else 2) else ""
