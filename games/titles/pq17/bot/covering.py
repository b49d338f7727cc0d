"""4.3, 7.5.1 Heavy ships of the Home Fleet that cover the laden convoy of a fortnight.

Where German ships may appear, the heavy ships share the convoy's hex, so that an attacker meets them. They return
before their fuel is spent. Carriers stay in port, because Tirpitz too stays in port while no carrier was seen (5.1.8).
Destroyers stay because of their fuel.
"""

from collections.abc import Iterator

from games.orders.order_set import Order
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.pieces import CARRIERS
from games.titles.pq17.orders.moves import Move, Mover, Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.state import Force

DANGER = 10
"""Hexes from its Soviet port within which a convoy is covered: from Jan Mayen on German ships leave Norway."""
RESERVE = 1
"""11.2 Turns of fuel kept in reserve."""
LINE = 4
"""Ships of one covering force: for half a victory point each, or less (2.3)."""
CRUISE = 2
"""5.1 Hexes that it moves in a turn."""


def covering_orders(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """Yield the orders for one task force to cover the convoy.

    Its heavy ships leave the other ships in port, sail in time, and stay with the convoy. Yields nothing if there is no
    convoy, or the force already follows such orders.
    """
    convoy = _charge(judge)
    if convoy is None or judge.patrols(mover.force):
        return
    ships = _heavy(judge, mover)
    goal, turns = _rendezvous(judge, convoy)
    steps = judge.far(mover.at, goal) + bool(mover.port)
    if mover.port and (-(-steps // CRUISE) < turns or mover.force != _chosen(judge, form)):
        return
    if not ships or not _lasts(judge, mover, goal):
        return
    others = tuple(ship for ship, count in mover.ships.items() if ship not in ships for _ in range(count))
    if others:
        yield Split(mover.force, others)
    way = judge.way(mover.at, goal, mover.hexes - bool(mover.port))
    if way:
        yield Move(mover.force, tuple(way))


def is_covering(judge: Judgement, mover: Mover) -> bool:
    """Return True if a force at sea has a convoy to cover, and the fuel for it."""
    convoy = _charge(judge)
    ours = bool(_heavy(judge, mover)) and not judge.patrols(mover.force)
    return ours and convoy is not None and _lasts(judge, mover, _rendezvous(judge, convoy)[0])


def _charge(judge: Judgement) -> Force | None:
    """15.2 Return the laden convoy at sea in a campaign; None if there is none."""
    if judge.view.seat != "allied" or judge.view.roster is None:
        return None
    laden = (one for one in judge.view.forces if one.convoy is not None and one.convoy.laden and one.plan is not None)
    return next((one for one in laden if one.at_sea), None)


def _rendezvous(judge: Judgement, convoy: Force) -> tuple[str, int]:
    """5.1.5 Return the hex where a convoy should be met, and the turns until then: 1 if it is in danger now."""
    route = convoy.plan.route if convoy.plan is not None else ()
    free = max(len(route) - DANGER, 1)
    if free > len(route):
        return convoy.at, 1
    return route[free - 1], free


def _heavy(judge: Judgement, mover: Mover) -> tuple[str, ...]:
    """Return the heavy ships of a force that fight, the strongest first."""
    own = next(one for one in judge.view.forces if one.id == mover.force)
    box = judge.box.ships
    fit = [one for one in own.counters if box[one.ship].is_heavy and box[one.ship].type not in CARRIERS
           and box[one.ship].nation != "soviet" and one.is_able() and not one.inoperative]  # fmt: skip
    ranked = sorted(fit, key=lambda one: (-one.strength, one.ship))
    return tuple(one.ship for one in ranked[:LINE])


def _chosen(judge: Judgement, form: PhaseForm) -> str:
    """Return the id of the strongest force in port that can cover the convoy; "" while another covers it."""
    best: list[tuple[int, str]] = []
    for one in form.moves.movers:
        if one.kind != "task_force" or judge.patrols(one.force) or one.force in form.moves.held:
            continue
        ships = _heavy(judge, one)
        if not one.port and ships:
            return ""
        best.append((sum(judge.box.ships[ship].strength for ship in ships), one.force))
    return max(best, default=(0, ""))[1]


def _lasts(judge: Judgement, mover: Mover, goal: str) -> bool:
    """11.1.2, 11.2 Return True if the fuel lasts for the way to the goal and home again."""
    own = next(one for one in judge.view.forces if one.id == mover.force)
    if own.fuel is None or mover.port:
        return True
    home = min(judge.far(goal, hex_) for hex_ in judge.homes(mover.force, _ports(judge)).values())
    back = judge.view.turn + -(-judge.far(mover.at, goal) // CRUISE) + -(-home // CRUISE) + RESERVE
    return own.fuel.state == "full" and back <= own.fuel.turn


def _ports(judge: Judgement) -> dict[str, str]:
    return {port.id: port.hex for port in judge.box.ports.values() if port.owner == "britain"}
