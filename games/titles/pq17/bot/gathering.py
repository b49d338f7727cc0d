"""15.2, 15.2a The bot gathers escorts: only ships in a convoy's port may escort it.

Destroyers, torpedo boats and auxiliaries of the Home Fleet sail to the port where laden convoys are formed, and return
there. Heavy ships sail without them.
"""

from collections.abc import Iterator

from games.orders.order_set import Order
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.moves import Combine, Move, Mover, Split
from games.titles.pq17.orders.phase import PhaseForm

SPARE = 3
"""1.2c Blocks kept free for ships that leave a convoy off Russia (5.1.2a), which cannot enter port without one."""


def gathering_orders(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """Yield orders for light ships to leave their force in port, and to sail to the convoys' port."""
    goal = judge.gathering
    if goal not in form.moves.ports or mover.port == goal or judge.patrols(mover.force):
        return
    others = [ship for ship, count in mover.ships.items() if not judge.is_light(ship) for _ in range(count)]
    if len(others) == sum(mover.ships.values()) or (others and judge.free_blocks <= SPARE):
        return
    if others:
        yield Split(mover.force, tuple(others))
    way = judge.way(mover.at, form.moves.ports[goal], mover.hexes - bool(mover.port))
    if way:
        yield Move(mover.force, tuple(way))


def combining_orders(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """1.2.4 Yield orders that combine the light ships in the convoys' port, because the number of blocks is limited.

    Soviet ships that were at sea (15.8.2) and are in one port again are combined too.
    """
    here = [one.force for one in form.moves.movers if one.kind == "task_force" and one.port == judge.gathering]
    light = [force for force in here if judge.is_all_light(force) and not judge.patrols(force)]
    if len(light) > 1:
        yield Combine(tuple(light))
    soviet: dict[str, list[str]] = {}
    for one in form.moves.movers:
        if one.kind == "task_force" and one.port and judge.is_soviet(one.force):
            soviet.setdefault(one.port, []).append(one.force)
    for forces in soviet.values():
        if len(forces) > 1:
            yield Combine(tuple(forces))
