"""3.2 The captain's orders of a phase, for aircraft, submarines and ships."""

from collections.abc import Iterator
from typing import Any

from games.kernel.advice import because
from games.orders.order_set import Order
from games.titles.pq17.bot import words
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import FORCE, OTHER, Judgement
from games.titles.pq17.orders.missions import ATTACK, ESCORT, SEARCH, Flight, Fly, SectorSearch
from games.titles.pq17.orders.move_orders import Refuel, Split
from games.titles.pq17.orders.phase import PhaseForm

UNARMED = ("f", "p")
"""7.2a The types of aircraft that do not attack ships."""


def phase_orders(judge: Judgement, form: PhaseForm, usual: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the default orders `usual`, followed by the captain's own orders that are legal together with them.

    The captain's own orders are for aircraft, convoys, submarines and ships.
    """
    own = (*_flights(judge, form), *_escorts(judge, form), *ships_moves(judge, form))
    judge.reasons.otherwise = because(words.NO_ORDERS)
    return compatible_answer(form, usual, own)


def compatible_answer(form: PhaseForm, answer: tuple[Any, ...], orders: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return `answer` extended by all of the further `orders` that are legal together with all earlier ones.

    It tries all further orders at once. If they have a problem, it tries each half of them.
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
    """5.1.2a Yield orders for convoys at sea: destroyers leave a convoy if the Russian port has no room for them.

    Other convoys refuel if their fuel is low.
    """
    for mover in form.moves.movers:
        if mover.kind == "convoy" and not mover.port:
            ships = judge.left_outside(mover.force)
            if ships:
                yield judge.reasons.note(Split(mover.force, ships), words.OUTSIDE, who=mover.force)
            elif mover.refuels and judge.is_thirsty(mover.force):
                yield judge.reasons.note(Refuel(mover.force), words.THIRSTY, who=mover.force)


# --- the air


def _flights(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """Yield the orders for aircraft and for air search sectors.

    Bombers attack the best known target in reach, or a target that a search may find before they arrive (6.0). Fighters
    escort them, other aircraft search. Sectors search the hexes with the highest expected gain (6.4.2).
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
            at = max(wanted, key=lambda hex_: (struck[hex_], hex_))
            yield judge.reasons.note(Fly(flight.unit, ESCORT, at), words.ESCORT, who=flight.unit, at=at)


def _sectors(judge: Judgement, form: PhaseForm) -> Iterator[SectorSearch]:
    """6.4.2, 6.4.2a Yield the orders for sectors: each searches the hexes with the highest gain, none twice.

    Hexes that an air radius already covers come last.
    """
    taken: set[str] = set()
    for watch in sorted(form.missions.watches, key=lambda one: len(one.hexes)):
        open_ = [one for one in watch.hexes if one not in taken]
        best = sorted(open_, key=lambda one: (one in judge.covered, -judge.search_gain(one), one))[: watch.most]
        if best:
            taken.update(best)
            yield judge.reasons.note(SectorSearch(watch.sector, tuple(best)), words.SECTOR, who=watch.sector)


def _flight(judge: Judgement, flight: Flight, watched: set[str]) -> Iterator[Fly]:
    """6.2a Yield the mission of one air unit.

    `watched`: the hexes that are searched already. Only one card is drawn for a block, so no two units search one hex.
    """
    kind = _kind(judge, flight)
    bombs = kind is not None and kind.type not in UNARMED
    target = _best(judge, flight.attack, identified=True) if bombs else ""
    if target:
        yield judge.reasons.note(Fly(flight.unit, ATTACK, target), words.ATTACK, who=flight.unit, at=target)
        return
    hex_ = max(
        (one for one in flight.search if one not in watched), key=lambda one: (judge.search_gain(one), one), default=""
    )
    if hex_ and judge.search_gain(hex_) >= OTHER:
        yield judge.reasons.note(Fly(flight.unit, SEARCH, hex_), words.SEARCH, who=flight.unit, at=hex_)
    elif bombs:
        hoped = _best(judge, [one for one in flight.attack if one in watched] or flight.attack, identified=False)
        if hoped:
            yield judge.reasons.note(Fly(flight.unit, ATTACK, hoped), words.ATTACK_HOPED, who=flight.unit, at=hoped)


def _kind(judge: Judgement, flight: Flight) -> Any:
    unit = next((one for one in judge.view.air if one.id == flight.unit), None)
    return None if unit is None else judge.box.aircraft[unit.aircraft]


def _best(judge: Judgement, places: Any, *, identified: bool) -> str:
    """Return the hex whose face-up (`identified`) or face-down blocks have the highest worth.

    Returns "" if no hex is worth a flight.
    """
    found = [(judge.value(hex_, identified=identified), hex_) for hex_ in places]
    worth, best = max(found, default=(0, ""))
    return best if worth >= (FORCE if identified else OTHER) else ""
