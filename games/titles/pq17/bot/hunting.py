"""5.0, 7.4 Where boats and ships go: boats lie in wait where convoys will pass, ships come home in time."""

from collections.abc import Iterator, Sequence

from games.kernel.orders import Order
from games.titles.pq17.bot.judgement import CONVOY, Judgement, Prey
from games.titles.pq17.orders.moves import FARTHEST, Move, Mover, Route, Stay
from games.titles.pq17.orders.phase import PhaseForm

AHEAD = 8
"""Turns ahead for which boats reckon with a convoy's way."""
PATIENCE = 3
"""Turns that a pack goes further for a convoy that was found than for a block that may be one."""
SORTIE = 6
"""Hexes that ships go after a convoy."""
SURE = 8
"""What prey must be worth for ships to sail."""
HOMES = 2
"""Ports that a force tries, the nearest first: one may not take it."""


def ships_moves(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """The Axis hunts; ships that hunt nobody go home, nor do Allied ones without a task stay at sea."""
    prey = judge.prey()
    taken: set[str] = set()
    for mover in form.moves.movers:
        if mover.force in form.moves.held or not mover.hexes:
            continue
        if mover.kind == "wolfpack" and judge.view.seat == "axis" and not mover.port:
            yield from _ambush(judge, mover, prey, taken)
        elif mover.kind == "task_force" and judge.view.seat == "axis":
            yield from _sortie(judge, form, mover, prey)
        elif mover.kind == "task_force" and not mover.port and judge.should_return(mover.force):
            yield from _homeward(judge, form, mover)
        elif mover.kind == "convoy" and judge.view.seat == "axis" and mover.port:
            yield from _voyage(judge, form, mover)


def _voyage(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """12.3 The Axis convoy sails for its port at once: it scores if it is there, and costs if it is not in time."""
    for port in () if mover.planned else mover.to:
        way = judge.way(mover.at, form.moves.ports[port], FARTHEST)
        if way:
            yield Route(mover.force, port, tuple(way))


def _ambush(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> Iterator[Order]:
    """7.3.2a A pack that moves does not attack: it stays where prey has come to it, else it goes to lie ahead."""
    if any(block.at == mover.at for _, block in prey):
        taken.add(mover.at)
        if mover.planned:
            yield Stay(mover.force)
        return
    goal = meeting(judge, mover, prey, taken)
    if goal:
        taken.add(goal)
        way = judge.way(mover.at, goal, mover.hexes)
        if way:
            yield Move(mover.force, tuple(way))
        elif mover.planned:
            yield Stay(mover.force)


def meeting(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> str:
    """The hex in which a pack can lie before prey comes into it, the soonest for its worth, of those that no other pack
    lies in; "" for none.
    """
    found = []
    for worth, block in prey:
        for turns, hex_ in enumerate(judge.lane(block, AHEAD), start=1):
            if hex_ not in taken and judge.far(mover.at, hex_) <= turns * mover.hexes:
                found.append((turns * CONVOY - PATIENCE * worth, block.block, hex_))
                break
    return min(found)[2] if found else ""


def _sortie(judge: Judgement, form: PhaseForm, mover: Mover, prey: Prey) -> Iterator[Order]:
    """4.3 A task force goes after convoys that are near, and back into port when there are none."""
    way = _toward(judge, mover, [one for one in prey if one[0] >= SURE]) if judge.fights(mover.force) else ()
    if way:
        yield Move(mover.force, tuple(way))
    elif not mover.port:
        yield from _homeward(judge, form, mover)


def _homeward(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """2.2a Into one of the nearest ports."""
    ports = judge.homes(mover.force, form.moves.ports)
    homes = sorted((judge.far(mover.at, hex_), port) for port, hex_ in ports.items())
    for _, port in homes[:HOMES]:
        goal = form.moves.ports[port]
        home = judge.way_home(mover.force, mover.at, goal, mover.hexes)
        there = (home[-1] if home else mover.at) == goal
        yield Move(mover.force, tuple(home), enters=port if there else "")


def _toward(judge: Judgement, mover: Mover, prey: Prey) -> Sequence[str]:
    """The way to the prey that is nearest for its worth: to it if it is in reach, else to where it will be."""
    near = [(judge.far(mover.at, block.at) * CONVOY - worth, block.block, block) for worth, block in prey]
    if not near:
        return ()
    _, _, best = min(near, key=lambda one: one[:2])
    far = judge.far(mover.at, best.at)
    if far > SORTIE or best.at == mover.at:
        return ()
    hexes = mover.hexes - bool(mover.port)
    goal = best.at if far <= hexes else judge.ahead(best)
    return judge.way(mover.at, goal, hexes)
