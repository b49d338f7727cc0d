"""5.0, 7.4 Where boats and ships go: boats lie in wait where convoys will pass, ships come home in time."""

from collections.abc import Iterator, Sequence

from games.kernel.orders import Order
from games.titles.pq17.bot.covering import cover, is_covering
from games.titles.pq17.bot.gathering import gather, muster
from games.titles.pq17.bot.judgement import CONVOY, Judgement, Prey
from games.titles.pq17.bot.lanes import FAR, lanes
from games.titles.pq17.orders.moves import FARTHEST, Move, Mover, Route, Split, Stay
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.seen.view import BlockSeen

BOUND, BOUND_BY = "tirpitz", "5.1.8"
"""The ship that stays in port while Allied carriers may be about, and the rule that says so."""
PATIENCE = 3
"""Turns that count for nothing: a meeting so much later is worth half as much."""
SORTIE = 6
"""Hexes that ships go after a convoy."""
FEELERS = 10
"""Hexes that dummies go for something to search."""
SURE = 8
"""What prey must be worth for ships to sail."""
HOMES = 2
"""Ports that a force tries, the nearest first: one may not take it."""


def ships_moves(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """The Axis hunts; ships that hunt nobody go home, nor do Allied ones without a task stay at sea. In a campaign they
    cover convoys, and gather where those are put together.
    """
    prey = judge.prey()
    taken: set[str] = set()
    felt: set[str] = set()
    for mover in form.moves.movers:
        if form.moves.held.get(mover.force) == BOUND_BY and judge.view.sighted:
            yield from _unbind(judge, mover)
        if mover.force in form.moves.held or not mover.hexes:
            continue
        if mover.kind == "wolfpack" and judge.view.seat == "axis":
            yield from _ambush(judge, mover, prey, taken)
        elif mover.kind == "dummy" and judge.view.seat == "axis":
            yield from _feel(judge, mover, prey, felt)
        elif mover.kind == "task_force" and judge.view.seat == "axis":
            yield from _sortie(judge, form, mover, prey)
        elif mover.kind == "task_force" and (mover.port or is_covering(judge, mover)):
            covering = tuple(cover(judge, form, mover))
            yield from covering or (gather(judge, form, mover) if mover.port else ())
        elif mover.kind == "task_force" and not mover.port and judge.should_return(mover.force):
            yield from _homeward(judge, form, mover)
        elif mover.kind == "convoy" and judge.view.seat == "axis" and mover.port:
            yield from _voyage(judge, form, mover)
    if judge.gathering:
        yield from muster(judge, form)


def _voyage(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """12.3 The Axis convoy sails for its port at once: it scores if it is there, and costs if it is not in time."""
    for port in () if mover.planned else mover.to:
        way = judge.way(mover.at, form.moves.ports[port], FARTHEST)
        if way:
            yield Route(mover.force, port, tuple(way))


def _ambush(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> Iterator[Order]:
    """7.3.2a A pack that moves does not attack: it stays where prey has come to it, else it goes to lie ahead."""
    if not mover.port and judge.lies_in_wait(mover.at):
        taken.add(mover.at)
        if mover.planned:
            yield Stay(mover.force)
        return
    goal = meeting(judge, mover, prey, taken)
    if goal:
        taken.add(goal)
        way = judge.way(mover.at, goal, mover.hexes - bool(mover.port))
        if way:
            yield Move(mover.force, tuple(way))
        elif mover.planned:
            yield Stay(mover.force)


def meeting(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> str:
    """The hex in which a pack can lie before prey comes into it, by how likely that is, how soon and what it is worth;
    "" for none. No two packs lie in one hex.
    """
    hopes: dict[str, int] = {}
    for worth, block in prey:
        for turns, chances in enumerate(lanes(judge, block, FAR), start=1):
            for hex_, chance in chances.items():
                steps = judge.far(mover.at, hex_) + bool(mover.port)
                if hex_ not in taken and steps <= turns * mover.hexes:
                    hopes[hex_] = max(hopes.get(hex_, 0), chance * worth // (turns + PATIENCE))
    return max(hopes, key=lambda hex_: (hopes[hex_], hex_)) if hopes else ""


def _unbind(judge: Judgement, mover: Mover) -> Iterator[Order]:
    """5.1.8, 1.2.3 The other ships leave Tirpitz, without whom they may sail, if a heavy one is among them."""
    ships = [ship for ship, count in mover.ships.items() if ship != BOUND for _ in range(count)]
    if any(judge.box.ships[ship].is_heavy for ship in ships):
        yield Split(mover.force, tuple(ships))


def _feel(judge: Judgement, mover: Mover, prey: Prey, felt: set[str]) -> Iterator[Order]:
    """6.5 A dummy searches like a force: it goes where a convoy is, or may be, that no other feels for."""
    hexes, near = mover.hexes - bool(mover.port), []
    for worth, block in prey:
        goal = _meets(judge, mover, block)
        far = judge.far(mover.at, goal)
        if block.at not in felt and far <= FEELERS:
            near.append((-(far <= hexes), -worth, far, goal, block.at))
    if near:
        *_, goal, at = min(near)
        felt.add(at)
        way = judge.way(mover.at, goal, hexes)
        if way:
            yield Move(mover.force, tuple(way))


def _sortie(judge: Judgement, form: PhaseForm, mover: Mover, prey: Prey) -> Iterator[Order]:
    """4.3, 6.5 A task force goes after convoys that are near, stays with what may be one, and goes back into port when
    there is nothing.
    """
    if judge.fights(mover.force):
        if not mover.port and judge.lies_in_wait(mover.at) and not judge.faces_cover(mover.at):
            return
        way = _toward(judge, mover, [one for one in prey if one[0] >= SURE and not judge.is_covered(one[1])])
        if way:
            yield Move(mover.force, tuple(way))
            return
    if not mover.port:
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
    if judge.far(mover.at, best.at) > SORTIE:
        return ()
    return judge.way(mover.at, _meets(judge, mover, best), mover.hexes - bool(mover.port))


def _meets(judge: Judgement, mover: Mover, block: BlockSeen) -> str:
    """The hex in which a force that moves, searches and attacks in one phase comes up with a block: the likeliest of
    the first turn in which it can be there.
    """
    hexes = mover.hexes - bool(mover.port)
    if judge.far(mover.at, block.at) <= hexes:
        return block.at
    for turns, chances in enumerate(lanes(judge, block, SORTIE), start=1):
        if chances:
            hex_ = max(chances, key=lambda one: (chances[one], one))
            if judge.far(mover.at, hex_) <= hexes + turns * mover.hexes:
                return hex_
    return judge.ahead(block)
