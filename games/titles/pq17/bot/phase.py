"""3.2 The orders of a phase for aircraft, boats and ships."""

from collections.abc import Iterator
from typing import Any

from games.orders.order_set import Order
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import FORCE, OTHER, Judgement
from games.titles.pq17.orders.missions import ATTACK, ESCORT, SEARCH, Flight, Fly, SectorSearch
from games.titles.pq17.orders.moves import Refuel, Split
from games.titles.pq17.orders.phase import PhaseForm

UNARMED = ("f", "p")
"""7.2a The types of aircraft that attack no surface force."""


def phase_orders(judge: Judgement, form: PhaseForm, usual: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the orders `usual`, followed by the bot's own orders that are legal together with them.

    Its own orders are for aircraft, escorts, boats and ships.
    """
    return compatible_answer(form, usual, (*_flights(judge, form), *_escorts(judge, form), *ships_moves(judge, form)))


def compatible_answer(form: PhaseForm, answer: tuple[Any, ...], orders: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an answer extended by all further orders that are legal together with the earlier ones.

    All further orders are tried at once. If they have a problem, each half of them is tried.
    """
    longer = (*answer, *orders)
    if not orders or next(form.problems(longer), None) is None:
        return longer
    if len(orders) == 1:
        return answer
    half = len(orders) // 2
    return compatible_answer(form, compatible_answer(form, answer, orders[:half]), orders[half:])


# --- convoys


def _escorts(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """5.1.2a Yield orders for convoys off a Russian port: destroyers for which it has no room leave.

    Other convoys refuel.
    """
    for mover in form.moves.movers:
        if mover.kind == "convoy" and not mover.port:
            ships = judge.left_outside(mover.force)
            if ships:
                yield Split(mover.force, ships)
            elif mover.refuels and judge.is_thirsty(mover.force):
                yield Refuel(mover.force)


# --- the air


def _flights(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """Yield the orders for aircraft: bombers, escorting fighters, searches and sectors.

    Bombers attack the best target in reach, or one that the search may find before they come (6.0). Fighters escort
    them, other aircraft search. Sectors search where most is to be gained (6.4.2).
    """
    watched = set(judge.covered)
    for sector in _sectors(judge, form):
        watched.update(sector.hexes)
        yield sector
    struck: dict[str, int] = {}
    for flight in form.missions.flights:
        for order in _flight(judge, flight, watched):
            if order.mission == ATTACK:
                struck[order.to] = struck.get(order.to, 0) + 1
            else:
                watched.add(order.to)
            yield order
    for flight in form.missions.flights:
        kind = _kind(judge, flight)
        wanted = [hex_ for hex_ in flight.escort if hex_ in struck]
        if kind is not None and kind.type == "f" and wanted:
            yield Fly(flight.unit, ESCORT, max(wanted, key=lambda hex_: (struck[hex_], hex_)))


def _sectors(judge: Judgement, form: PhaseForm) -> Iterator[SectorSearch]:
    """6.4.2, 6.4.2a Yield the orders for sectors: the hexes worth most, none twice.

    Hexes that an air radius covers come last.
    """
    taken: set[str] = set()
    for watch in sorted(form.missions.watches, key=lambda one: len(one.hexes)):
        open_ = [one for one in watch.hexes if one not in taken]
        best = sorted(open_, key=lambda one: (one in judge.covered, -judge.hope(one), one))[: watch.most]
        if best:
            taken.update(best)
            yield SectorSearch(watch.sector, tuple(best))


def _flight(judge: Judgement, flight: Flight, watched: set[str]) -> Iterator[Fly]:
    """6.2a Yield the mission of one unit.

    Only one card is drawn for a block, so no two units search the same hex.
    """
    kind = _kind(judge, flight)
    bombs = kind is not None and kind.type not in UNARMED
    target = _best(judge, flight.attack, identified=True) if bombs else ""
    if target:
        yield Fly(flight.unit, ATTACK, target)
        return
    hex_ = max((one for one in flight.search if one not in watched), key=lambda one: (judge.hope(one), one), default="")
    if hex_ and judge.hope(hex_) >= OTHER:
        yield Fly(flight.unit, SEARCH, hex_)
    elif bombs:
        hoped = _best(judge, [one for one in flight.attack if one in watched] or flight.attack, identified=False)
        if hoped:
            yield Fly(flight.unit, ATTACK, hoped)


def _kind(judge: Judgement, flight: Flight) -> Any:
    unit = next((one for one in judge.view.air if one.id == flight.unit), None)
    return None if unit is None else judge.box.aircraft[unit.aircraft]


def _best(judge: Judgement, places: Any, *, identified: bool) -> str:
    """Return the hex with the highest value; "" if no value is high enough."""
    found = [(judge.value(hex_, identified=identified), hex_) for hex_ in places]
    worth, best = max(found, default=(0, ""))
    return best if worth >= (FORCE if identified else OTHER) else ""
