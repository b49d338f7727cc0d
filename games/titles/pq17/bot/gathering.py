"""15.2, 15.2a The captain's orders that gather escorts, because only ships in a convoy's port may escort it.

Destroyers, torpedo boats and auxiliaries of the Home Fleet sail to the port where laden convoys are put together, and
return to it. Heavy ships sail without them.
"""

from collections.abc import Iterator

from games.orders.order_set import Order
from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.move_orders import Combine, Move, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.phase import PhaseForm

SPARE = 3
"""1.2c The number of blocks kept free for the forces of ships that leave a convoy off Russia (5.1.2a)."""


def gathering_orders(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """Yield orders that split the light ships off a force in port, and send them to the port of laden convoys.

    `mover`: the force.
    """
    goal = judge.gathering
    if goal not in form.moves.ports or mover.port == goal or judge.patrols(mover.force):
        return
    others = [ship for ship, count in mover.ships.items() if not judge.is_light(ship) for _ in range(count)]
    if len(others) == sum(mover.ships.values()) or (others and judge.free_blocks <= SPARE):
        return
    if others:
        yield judge.reasons.note(Split(mover.force, tuple(others)), words.GATHER, who=mover.force)
    way = judge.way(mover.at, form.moves.ports[goal], mover.hexes - bool(mover.port))
    if way:
        yield judge.reasons.note(Move(mover.force, tuple(way)), words.GATHER, who=mover.force)


def combining_orders(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """1.2.4 Yield orders that combine light ships in the port of laden convoys, so that fewer blocks are in use.

    Soviet forces in one port, which were at sea (15.8.2), are combined, too.
    """
    here = [one.force for one in form.moves.movers if one.kind == "task_force" and one.port == judge.gathering]
    light = [force for force in here if judge.is_all_light(force) and not judge.patrols(force)]
    if len(light) > 1:
        yield judge.reasons.note(Combine(tuple(light)), words.TOGETHER, who=tuple(light))
    soviet: dict[str, list[str]] = {}
    for one in form.moves.movers:
        if one.kind == "task_force" and one.port and judge.is_soviet(one.force):
            soviet.setdefault(one.port, []).append(one.force)
    for forces in soviet.values():
        if len(forces) > 1:
            yield judge.reasons.note(Combine(tuple(forces)), words.TOGETHER, who=tuple(forces))
