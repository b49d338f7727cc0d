"""4.3, 7.5.1 The captain's orders for heavy ships of the Home Fleet that cover the laden convoy of a fortnight.

Where German ships may appear, the heavy ships share the convoy's hex, so that an attacker must fight them. They return
before their fuel is spent. Carriers stay in port, because Tirpitz stays in port too while no carrier was seen (5.1.8).
Destroyers stay in port because of their fuel.
"""

from collections.abc import Iterator

from games.orders.order_set import Order
from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.pieces import CARRIERS
from games.titles.pq17.orders.move_orders import Move, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.state import Force

DANGER = 10
"""The convoy is covered within this many hexes from its Soviet port: from Jan Mayen on, German ships can reach it."""
RESERVE = 1
"""11.2 The turns of fuel that a covering force keeps in reserve."""
LINE = 4
"""The most heavy ships of a covering force; the sailing of each costs up to half a victory point (2.3)."""
CRUISE = 2
"""5.1 The hexes that a covering force moves in a turn."""


def covering_orders(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """Yield the orders for a task force (`mover`) to cover the laden convoy.

    Its heavy ships leave all other ships in port, sail in time, and stay with the convoy. Yields nothing if no convoy
    needs cover, if it is too early to sail, or if another force covers the convoy.
    """
    convoy = _convoy_to_cover(judge)
    if convoy is None or judge.patrols(mover.force):
        return
    ships = _heavy(judge, mover)
    goal, turns = _rendezvous(judge, convoy)
    steps = judge.far(mover.at, goal) + bool(mover.port)
    if mover.port and (-(-steps // CRUISE) < turns or mover.force != _chosen(judge, form)):
        return
    if not ships or not _fuel_lasts(judge, mover, goal):
        return
    others = tuple(ship for ship, count in mover.ships.items() if ship not in ships for _ in range(count))
    if others:
        yield judge.reasons.note(Split(mover.force, others), words.COVER, who=mover.force)
    way = judge.way(mover.at, goal, mover.hexes - bool(mover.port))
    if way:
        yield judge.reasons.note(Move(mover.force, tuple(way)), words.COVER, who=mover.force)


def is_covering(judge: Judgement, mover: Mover) -> bool:
    """Return True if a force at sea has heavy ships, a convoy to cover, and the fuel for it."""
    convoy = _convoy_to_cover(judge)
    ours = bool(_heavy(judge, mover)) and not judge.patrols(mover.force)
    return ours and convoy is not None and _fuel_lasts(judge, mover, _rendezvous(judge, convoy)[0])


def _convoy_to_cover(judge: Judgement) -> Force | None:
    """15.2 Return the laden Allied convoy at sea in a campaign; None if there is none."""
    if judge.view.seat != "allied" or judge.view.roster is None:
        return None
    laden = (one for one in judge.view.forces if one.convoy is not None and one.convoy.laden and one.plan is not None)
    return next((one for one in laden if one.at_sea), None)


def _rendezvous(judge: Judgement, convoy: Force) -> tuple[str, int]:
    """5.1.5 Return the hex on a convoy's route where it comes into danger, and the turns until then.

    If the convoy is in danger already, it is the next hex of its route, in 1 turn.
    """
    route = convoy.plan.route if convoy.plan is not None else ()
    free = max(len(route) - DANGER, 1)
    if free > len(route):
        return convoy.at, 1
    return route[free - 1], free


def _heavy(judge: Judgement, mover: Mover) -> tuple[str, ...]:
    """Return the ids of the heavy ships of a force that can cover a convoy, the strongest first, at most LINE."""
    own = next(one for one in judge.view.forces if one.id == mover.force)
    box = judge.box.ships
    fit = [one for one in own.counters if box[one.ship].is_heavy and box[one.ship].type not in CARRIERS
           and box[one.ship].nation != "soviet" and one.is_able() and not one.inoperative]  # fmt: skip
    ranked = sorted(fit, key=lambda one: (-one.strength, one.ship))
    return tuple(one.ship for one in ranked[:LINE])


def _chosen(judge: Judgement, form: PhaseForm) -> str:
    """Return the id of the strongest force in port that can cover the convoy.

    Returns "" if a force with heavy ships is at sea already.
    """
    best: list[tuple[int, str]] = []
    for one in form.moves.movers:
        if one.kind != "task_force" or judge.patrols(one.force) or one.force in form.moves.held:
            continue
        ships = _heavy(judge, one)
        if not one.port and ships:
            return ""
        best.append((sum(judge.box.ships[ship].strength for ship in ships), one.force))
    return max(best, default=(0, ""))[1]


def _fuel_lasts(judge: Judgement, mover: Mover, goal: str) -> bool:
    """11.1.2, 11.2 Return True if a force has the fuel to go to the hex `goal` and to the nearest port."""
    own = next(one for one in judge.view.forces if one.id == mover.force)
    if own.fuel is None or mover.port:
        return True
    home = min(judge.far(goal, hex_) for hex_ in judge.homes(mover.force, _ports(judge)).values())
    back = judge.view.turn + -(-judge.far(mover.at, goal) // CRUISE) + -(-home // CRUISE) + RESERVE
    return own.fuel.state == "full" and back <= own.fuel.turn


def _ports(judge: Judgement) -> dict[str, str]:
    return {port.id: port.hex for port in judge.box.ports.values() if port.owner == "britain"}
