"""7.5.7, 1.2.4 Heavy ships that join the laden convoy of a single operation before German heavy ships can reach it.

German ships attack no force with an undamaged battleship, or with as many cruisers as they have, and turn away from
one. So a force that comes in time sails, meets the convoy on its route and combines with it: as many cruisers as the
Germans have, or a battleship if they have one that may sail. Carriers and destroyers stay in port.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.orders.order_set import Order
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, CARRIERS
from games.titles.pq17.orders.moves import Combine, Move, Mover, Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force

DANGER = 9
"""Hexes from its port within which a convoy is escorted: from Jan Mayen on German ships reach it."""
LATE = 3
"""Hexes from its port at which an escort is no longer worth it."""
LINE, CAPITALS = 4, 1
"""Ships of one escort, and capital ships: each costs up to half a victory point (2.3), and more if it is hit."""
ESCORTED = 2
"""The heavy ships of a convoy that is escorted."""
BOUND = "tirpitz"
"""5.1.8 The ship that carriers in port keep in port."""
CRUISE = 2
"""5.1 Hexes that it moves in a turn."""


class Meeting(NamedTuple):
    """The hex where a force meets the convoy, and the number of turns until then."""

    at: str
    turns: int


def escorting_orders(judge: Judgement, form: PhaseForm) -> dict[str, tuple[Order, ...]]:
    """Return the orders of the force that escorts the convoy, by the name of the force; empty if there is none."""
    convoy = _charge(judge)
    if convoy is None:
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


def _charge(judge: Judgement) -> Force | None:
    """Return the laden convoy at sea that German heavy ships threaten, and that has no such escort."""
    if judge.view.seat != "allied" or judge.view.roster is not None or not _threat(judge):
        return None
    laden = (one for one in judge.view.forces if one.convoy is not None and one.convoy.laden and one.plan is not None)
    return next((one for one in laden if one.at_sea and not _is_escorted(judge, one)), None)


def _threat(judge: Judgement) -> tuple[int, ...]:
    """T.scenarios, 5.1.8 Return the German capital ships and cruisers in Norway: the order of battle is public.

    Tirpitz stays in port while the carriers that bind her stay there too. Empty if there is no heavy ship.
    """
    operation = judge.box.known(judge.view.calendar)
    groups = operation.forces if operation is not None else ()
    ships = [judge.box.ships[ship.split()[0]] for group in groups if group.side == "axis" for ship in group.ships]
    bound = BOUND if operation is not None and operation.binding_carriers else ""
    heavy = [ship for ship in ships if ship.is_heavy and ship.id != bound]
    capital = sum(ship.type in CAPITAL_SHIPS for ship in heavy)
    return (capital, len(heavy) - capital) if heavy else ()


def _is_escorted(judge: Judgement, convoy: Force) -> bool:
    """Return True if a convoy has a capital ship, or more cruisers than the one that some have from the start."""
    kinds = [judge.box.ships[one.ship].type for one in convoy.counters if judge.box.ships[one.ship].is_heavy]
    return len(kinds) >= ESCORTED or any(kind in CAPITAL_SHIPS for kind in kinds)


def _is_fit(judge: Judgement, form: PhaseForm, mover: Mover) -> bool:
    """Return True if a task force can escort: it has heavy ships, may move and patrols nowhere."""
    if mover.kind != "task_force" or mover.force in form.moves.held or not mover.hexes or judge.patrols(mover.force):
        return False
    own = next(one for one in judge.view.forces if one.id == mover.force)
    return bool(_heavy(judge, mover)) and (own.fuel is None or own.fuel.state == "full")


def _heavy(judge: Judgement, mover: Mover) -> tuple[str, ...]:
    """Return the ships of a force that deter the Germans: capital ships if they have such, else as many cruisers."""
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
    """Return how well a force deters the Germans."""
    capital, cruisers = _threat(judge)
    ships = [judge.box.ships[ship] for ship in _heavy(judge, mover)]
    if capital:
        return sum(ship.strength for ship in ships if ship.type in CAPITAL_SHIPS) or 1
    return min(len(ships), cruisers)


def _meeting(judge: Judgement, mover: Mover, convoy: Force) -> Meeting | None:
    """5.1.5 Return the first meeting on the convoy's route, in danger or before; None if there is none in time."""
    route = convoy.plan.route if convoy.plan is not None else ()
    for turns, hex_ in enumerate(route[: max(len(route) - LATE, 0)], start=1):
        steps = judge.far(mover.at, hex_) + bool(mover.port)
        if steps <= turns * CRUISE and len(route) - turns <= DANGER:
            return Meeting(hex_, turns)
    return None


def _orders(judge: Judgement, mover: Mover, convoy: Force, meeting: Meeting) -> Iterator[Order]:
    """Yield the orders of the escort: it leaves port just in time, takes its heavy ships, and joins the convoy."""
    steps = judge.far(mover.at, meeting.at) + bool(mover.port)
    if mover.port and -(-steps // CRUISE) < meeting.turns:
        return
    ships = _heavy(judge, mover)
    others = tuple(ship for ship, count in mover.ships.items() if ship not in ships for _ in range(count))
    if others and mover.port:
        yield Split(mover.force, others)
    way = judge.way(mover.at, meeting.at, min(mover.hexes, CRUISE) - bool(mover.port))
    if way:
        yield Move(mover.force, tuple(way))
    if meeting.turns == 1:
        yield Combine((convoy.id, mover.force))
