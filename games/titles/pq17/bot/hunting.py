"""5.0, 7.4 The bot's moves of submarines and ships: submarines wait where convoys will pass, ships return in time."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.orders.order_set import Order
from games.titles.pq17.bot.covering import covering_orders, is_covering
from games.titles.pq17.bot.escorting import escorting_orders
from games.titles.pq17.bot.gathering import combining_orders, gathering_orders
from games.titles.pq17.bot.judgement import CONVOY, Judgement, Prey
from games.titles.pq17.bot.lanes import FAR, possible_hexes
from games.titles.pq17.orders.moves import FARTHEST, Move, Mover, Route, Split, Stay
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.visibility.view import BlockSeen

BOUND, BOUND_BY = "tirpitz", "5.1.8"
"""The ship that stays in port while Allied carriers may be near, and the rule that says so."""
PATIENCE = 3
"""The turns after which a meeting is worth half as much."""
SORTIE = 6
"""The most hexes that ships go after a convoy."""
FEELERS = 10
"""The most hexes that dummies go to draw searches."""
SURE = 8
"""The least worth of prey for which ships sail."""
HOMES = 2
"""The number of ports that a force tries, the nearest first, because one may refuse it."""


def ships_moves(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """Yield the moves of boats and ships: Axis ships hunt; ships without prey or task return to port.

    In a campaign Allied ships cover convoys, and gather where convoys are put together.
    """
    prey = judge.prey()
    taken: set[str] = set()
    felt: set[str] = set()
    escorts = escorting_orders(judge, form)
    for mover in form.moves.movers:
        if form.moves.held.get(mover.force) == BOUND_BY and judge.view.sighted:
            yield from _unbind(judge, mover)
        if mover.force in form.moves.held or not mover.hexes:
            continue
        if mover.force in escorts:
            yield from escorts[mover.force]
        elif mover.kind == "wolfpack" and judge.view.seat == "axis":
            yield from _ambush(judge, mover, prey, taken)
        elif mover.kind == "dummy" and judge.view.seat == "axis":
            yield from _feel(judge, mover, prey, felt)
        elif mover.kind == "task_force" and judge.view.seat == "axis":
            yield from _sortie(judge, form, mover, prey)
        elif mover.kind == "task_force" and (mover.port or is_covering(judge, mover)):
            covering = tuple(covering_orders(judge, form, mover))
            yield from covering or (gathering_orders(judge, form, mover) if mover.port else ())
        elif mover.kind == "task_force" and not mover.port and judge.should_return(mover.force):
            yield from _homeward(judge, form, mover)
        elif mover.kind == "convoy" and judge.view.seat == "axis" and mover.port:
            yield from _voyage(judge, form, mover)
    if judge.gathering:
        yield from combining_orders(judge, form)


def _voyage(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """12.3 Yield the order for the Axis convoy to sail for its port at once: only a timely arrival scores."""
    for port in () if mover.planned else mover.to:
        way = judge.way(mover.at, form.moves.ports[port], FARTHEST)
        if way:
            yield Route(mover.force, port, tuple(way))


def _ambush(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> Iterator[Order]:
    """7.3.2a Yield the order of a pack: stay where prey comes, else go ahead of it. A pack that moves cannot attack."""
    if not mover.port and judge.lies_in_wait(mover.at):
        taken.add(mover.at)
        if mover.planned:
            yield Stay(mover.force)
        return
    goal = waiting_hex(judge, mover, prey, taken)
    if goal:
        taken.add(goal)
        way = judge.way(mover.at, goal, mover.hexes - bool(mover.port))
        if way:
            yield Move(mover.force, tuple(way))
        elif mover.planned:
            yield Stay(mover.force)


def waiting_hex(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> str:
    """Return the hex in which a pack should wait for prey; "" for none. `taken`: the hexes of other packs.

    The choice weighs the chance that a block comes there, how soon it comes, and its worth.
    """
    hopes: dict[str, int] = {}
    for worth, block in prey:
        for turns, chances in enumerate(possible_hexes(judge, block, FAR), start=1):
            for hex_, chance in chances.items():
                steps = judge.far(mover.at, hex_) + bool(mover.port)
                if hex_ not in taken and steps <= turns * mover.hexes:
                    hopes[hex_] = max(hopes.get(hex_, 0), chance * worth // (turns + PATIENCE))
    return max(hopes, key=lambda hex_: (hopes[hex_], hex_)) if hopes else ""


def _unbind(judge: Judgement, mover: Mover) -> Iterator[Order]:
    """5.1.8, 1.2.3 Yield the order that splits the other ships off Tirpitz, so that they may sail.

    It needs a heavy ship among them.
    """
    ships = [ship for ship, count in mover.ships.items() if ship != BOUND for _ in range(count)]
    if any(judge.box.ships[ship].is_heavy for ship in ships):
        yield Split(mover.force, tuple(ships))


def _feel(judge: Judgement, mover: Mover, prey: Prey, felt: set[str]) -> Iterator[Order]:
    """6.5 Yield the move of a dummy towards a block that may be a convoy, one dummy for each.

    A dummy searches like a force.
    """
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
    """4.3, 6.5 Move a task force towards convoys that are near, or keep it with possible ones; else return to port."""
    if judge.fights(mover.force):
        if not mover.port and judge.lies_in_wait(mover.at) and not judge.faces_cover(mover.at):
            return
        way = _toward(judge, mover, [one for one in prey if one[0] >= SURE and not judge.is_covered(one[1])])
        way = tuple(takewhile(lambda hex_: hex_ not in judge.icy, way))
        if way:
            yield Move(mover.force, tuple(way))
            return
    if not mover.port:
        yield from _homeward(judge, form, mover)


def _homeward(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """2.2a Yield the moves into the nearest ports."""
    ports = judge.homes(mover.force, form.moves.ports)
    homes = sorted((judge.far(mover.at, hex_), port) for port, hex_ in ports.items())
    for _, port in homes[:HOMES]:
        goal = form.moves.ports[port]
        home = judge.way_home(mover.force, mover.at, goal, mover.hexes)
        there = (home[-1] if home else mover.at) == goal
        yield Move(mover.force, tuple(home), enters=port if there else "")


def _toward(judge: Judgement, mover: Mover, prey: Prey) -> Sequence[str]:
    """Return the way to the best prey: to its hex, or to its expected hex if it is out of reach this turn.

    The best prey is the nearest; a higher worth counts as a shorter distance.
    """
    near = [(judge.far(mover.at, block.at) * CONVOY - worth, block.block, block) for worth, block in prey]
    if not near:
        return ()
    _, _, best = min(near, key=lambda one: one[:2])
    if judge.far(mover.at, best.at) > SORTIE:
        return ()
    return judge.way(mover.at, _meets(judge, mover, best), mover.hexes - bool(mover.port))


def _meets(judge: Judgement, mover: Mover, block: BlockSeen) -> str:
    """Return the hex in which a force that moves, searches and attacks in one phase meets a block.

    It is the likeliest hex of the first turn in which the force can be there.
    """
    hexes = mover.hexes - bool(mover.port)
    if judge.far(mover.at, block.at) <= hexes:
        return block.at
    for turns, chances in enumerate(possible_hexes(judge, block, SORTIE), start=1):
        if chances:
            hex_ = max(chances, key=lambda one: (chances[one], one))
            if judge.far(mover.at, hex_) <= hexes + turns * mover.hexes:
                return hex_
    return judge.ahead(block)
