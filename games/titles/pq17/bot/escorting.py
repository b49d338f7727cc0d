"""7.5.7, 1.2.4 The captain's orders for heavy ships that join the laden convoy of a single operation.

They must join it before German heavy ships can reach it. German ships do not attack a force that has an undamaged
battleship, or as many cruisers as they have. So one task force sails, meets the convoy on its route and combines with
it. It takes as many cruisers as the Germans have, or a battleship if a German capital ship may sail. Carriers and
destroyers stay in port.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.orders.order_set import Order
from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import OVERLOOKED, Judgement
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, CARRIERS
from games.titles.pq17.orders.move_orders import Combine, Move, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force

DANGER = 9
"""The convoy is escorted within this many hexes from its Soviet port: from Jan Mayen on, German ships can reach it."""
LATE = 3
"""A convoy that is this near to its port, in hexes, gets no escort any more."""
LINE, CAPITALS = 4, 1
"""The most ships, and the most capital ships, of one escort.

Each costs up to half a victory point when it sails (2.3), and more if it is hit.
"""
ESCORTED = 2
"""A convoy with this many heavy ships needs no further escort."""
BOUND = "tirpitz"
"""5.1.8 The ship that must stay in port while certain Allied carriers are in port."""
CRUISE = 2
"""5.1 The hexes that an escort moves in a turn."""


class Meeting(NamedTuple):
    """The place and time at which a force meets the convoy.

    `at`: the hex. `turns`: the number of turns until then.
    """

    at: str
    turns: int


def escorting_orders(judge: Judgement, form: PhaseForm) -> dict[str, tuple[Order, ...]]:
    """Return the orders of the force that escorts the convoy, by the id of the force; empty if no force does."""
    convoy = _convoy_to_escort(judge)
    if convoy is None or judge.lapses.overlooks(OVERLOOKED, "escort"):
        return {}
    best: tuple[int, int, str, Mover, Meeting] | None = None
    for mover in form.moves.movers:
        meeting = _meeting(judge, mover, convoy) if _is_fit(judge, form, mover) else None
        if meeting is not None:
            rank = (int(not mover.port), _strength(judge, mover), mover.force, mover, meeting)
            best = rank if best is None or rank[:3] > best[:3] else best
    if best is None:
        return {}
    *_, mover, meeting = best
    return {mover.force: tuple(_orders(judge, mover, convoy, meeting))}


def _convoy_to_escort(judge: Judgement) -> Force | None:
    """Return the laden convoy at sea that needs an escort against German heavy ships; None if there is none."""
    if judge.view.seat != "allied" or judge.view.roster is not None or not _threat(judge):
        return None
    laden = (one for one in judge.view.forces if one.convoy is not None and one.convoy.laden and one.plan is not None)
    return next((one for one in laden if one.at_sea and not _is_escorted(judge, one)), None)


def _threat(judge: Judgement) -> tuple[int, ...]:
    """T.scenarios, 5.1.8 Return the numbers of German capital ships and cruisers that may sail from Norway.

    The order of battle is public. In an operation with carriers that bind Tirpitz, she is not counted. Empty if there
    is no heavy ship.
    """
    operation = judge.box.known(judge.view.calendar)
    groups = operation.forces if operation is not None else ()
    ships = [judge.box.ships[ship.split()[0]] for group in groups if group.side == "axis" for ship in group.ships]
    bound = BOUND if operation is not None and operation.binding_carriers else ""
    heavy = [ship for ship in ships if ship.is_heavy and ship.id != bound]
    capital = sum(ship.type in CAPITAL_SHIPS for ship in heavy)
    return (capital, len(heavy) - capital) if heavy else ()


def _is_escorted(judge: Judgement, convoy: Force) -> bool:
    """Return True if a convoy has a capital ship, or ESCORTED heavy ships; some convoys begin with one cruiser."""
    kinds = [judge.box.ships[one.ship].type for one in convoy.counters if judge.box.ships[one.ship].is_heavy]
    return len(kinds) >= ESCORTED or any(kind in CAPITAL_SHIPS for kind in kinds)


def _is_fit(judge: Judgement, form: PhaseForm, mover: Mover) -> bool:
    """Return True if a task force can escort: it has heavy ships, may move, has full fuel and is not Patrol White."""
    if mover.kind != "task_force" or mover.force in form.moves.held or not mover.hexes or judge.patrols(mover.force):
        return False
    own = next(one for one in judge.view.forces if one.id == mover.force)
    return bool(_heavy(judge, mover)) and (own.fuel is None or own.fuel.state == "full")


def _heavy(judge: Judgement, mover: Mover) -> tuple[str, ...]:
    """Return the ids of the ships that a force sends as escort.

    If German capital ships may sail, or the force has no cruiser, it sends a capital ship. Otherwise it sends as many
    cruisers as the Germans have, at least ESCORTED.
    """
    capital, cruisers = _threat(judge)
    own = next(one for one in judge.view.forces if one.id == mover.force)
    fit = sorted((one for one in own.counters if _is_fit_ship(judge, one)), key=lambda one: (-one.strength, one.ship))
    big = [one.ship for one in fit if judge.box.ships[one.ship].type in CAPITAL_SHIPS]
    small = [one.ship for one in fit if one.ship not in big]
    if capital or not small:
        return tuple(big[:CAPITALS]) or tuple(small[:LINE])
    return tuple(small[: min(max(cruisers, ESCORTED), LINE)])


def _is_fit_ship(judge: Judgement, counter: Counter) -> bool:
    ship = judge.box.ships[counter.ship]
    fit = ship.is_heavy and ship.type not in CARRIERS and ship.nation != "soviet"
    return fit and counter.is_able() and not counter.inoperative


def _strength(judge: Judgement, mover: Mover) -> int:
    """Return a number that compares forces: the higher, the better they keep German ships from attacking."""
    capital, cruisers = _threat(judge)
    ships = [judge.box.ships[ship] for ship in _heavy(judge, mover)]
    if capital:
        return sum(ship.strength for ship in ships if ship.type in CAPITAL_SHIPS) or 1
    return min(len(ships), cruisers)


def _meeting(judge: Judgement, mover: Mover, convoy: Force) -> Meeting | None:
    """5.1.5 Return the first possible meeting of a force with the convoy on the dangerous part of its route.

    Returns None if no meeting is possible in time.
    """
    route = convoy.plan.route if convoy.plan is not None else ()
    for turns, hex_ in enumerate(route[: max(len(route) - LATE, 0)], start=1):
        steps = judge.far(mover.at, hex_) + bool(mover.port)
        if steps <= turns * CRUISE and len(route) - turns <= DANGER:
            return Meeting(hex_, turns)
    return None


def _orders(judge: Judgement, mover: Mover, convoy: Force, meeting: Meeting) -> Iterator[Order]:
    """Yield the orders of the escort.

    It leaves port just in time, without its other ships, sails to the meeting, and combines with the convoy.
    """
    steps = judge.far(mover.at, meeting.at) + bool(mover.port)
    if mover.port and -(-steps // CRUISE) < meeting.turns:
        return
    ships = _heavy(judge, mover)
    others = tuple(ship for ship, count in mover.ships.items() if ship not in ships for _ in range(count))
    if others and mover.port:
        yield judge.reasons.note(Split(mover.force, others), words.JOIN, who=mover.force)
    way = judge.way(mover.at, meeting.at, min(mover.hexes, CRUISE) - bool(mover.port))
    if way:
        yield judge.reasons.note(Move(mover.force, tuple(way)), words.JOIN, who=mover.force)
    if meeting.turns == 1:
        yield judge.reasons.note(Combine((convoy.id, mover.force)), words.JOIN, who=mover.force)
