"""5.0, 7.4 The captain's moves of submarines and ships."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.orders.order_set import Order
from games.titles.pq17.bot import words
from games.titles.pq17.bot.covering import covering_orders, is_covering
from games.titles.pq17.bot.escorting import escorting_orders
from games.titles.pq17.bot.gathering import combining_orders, gathering_orders
from games.titles.pq17.bot.judgement import CONVOY, Judgement, Prey
from games.titles.pq17.bot.lanes import FAR, possible_hexes
from games.titles.pq17.orders.move_orders import FARTHEST, Move, Route, Split, Stay
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.visibility.view import BlockSeen

BOUND, BOUND_BY = "tirpitz", "5.1.8"
"""5.1.8 The ship that stays in port while Allied carriers may be near, and the rule that holds her."""
PATIENCE = 3
"""A meeting after this many turns is worth half as much as an immediate meeting."""
SORTIE = 6
"""The most hexes between ships in search of prey and the convoy."""
FEELERS = 10
"""The most hexes that a dummy goes to search a block."""
SURE = 8
"""The least worth (see `judgement`) of a block for which ships sail."""
HOMES = 2
"""The number of ports that a returning force tries, the nearest first, because a port may refuse it."""


def ships_moves(judge: Judgement, form: PhaseForm) -> Iterator[Order]:
    """Yield the moves of submarines and ships.

    Axis ships hunt enemy blocks; ships without prey or task return to port. In a campaign Allied ships cover convoys,
    or gather where convoys are put together.
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
            yield from _scout(judge, mover, prey, felt)
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
    """12.3 Yield the order for the Axis convoy to sail at once, because only an arrival in time scores."""
    for port in () if mover.planned else mover.to:
        way = judge.way(mover.at, form.moves.ports[port], FARTHEST)
        if way:
            yield judge.reasons.note(Route(mover.force, port, tuple(way)), words.SAIL_AT_ONCE, who=mover.force)


def _ambush(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> Iterator[Order]:
    """7.3.2a Yield the order of a wolfpack: stay with a possible convoy, or move to a hex where one will pass.

    A wolfpack that moves cannot attack. `taken`: the hexes of other wolfpacks; its own hex is added.
    """
    if not mover.port and judge.lies_in_wait(mover.at):
        taken.add(mover.at)
        judge.reasons.say(words.WAIT, who=mover.force)
        if mover.planned:
            yield Stay(mover.force)
        return
    goal = waiting_hex(judge, mover, prey, taken)
    if goal:
        taken.add(goal)
        way = judge.way(mover.at, goal, mover.hexes - bool(mover.port))
        if way:
            yield judge.reasons.note(Move(mover.force, tuple(way)), words.AMBUSH, who=mover.force, at=goal)
        elif mover.planned:
            yield judge.reasons.note(Stay(mover.force), words.AMBUSH, who=mover.force, at=goal)


def waiting_hex(judge: Judgement, mover: Mover, prey: Prey, taken: set[str]) -> str:
    """Return the hex in which a wolfpack should wait for prey; "" for none. `taken`: the hexes of other wolfpacks.

    The choice weighs the chance that a block enters the hex, how soon, and the worth of the block.
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
    """5.1.8, 1.2.3 Yield the order that splits all other ships from Tirpitz's force, so that they may sail.

    Yields nothing if none of them is a heavy ship.
    """
    ships = [ship for ship, count in mover.ships.items() if ship != BOUND for _ in range(count)]
    if any(judge.box.ships[ship].is_heavy for ship in ships):
        yield judge.reasons.note(Split(mover.force, tuple(ships)), words.UNBIND, who=mover.force)


def _scout(judge: Judgement, mover: Mover, prey: Prey, felt: set[str]) -> Iterator[Order]:
    """6.5 Yield the move of a dummy towards a block that may be a convoy, because dummies search as forces do.

    `felt`: the hexes to which other dummies move; the block's hex is added.
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
            yield judge.reasons.note(Move(mover.force, tuple(way)), words.FEEL, who=mover.force)


def _sortie(judge: Judgement, form: PhaseForm, mover: Mover, prey: Prey) -> Iterator[Order]:
    """4.3, 6.5 Yield the move of a task force towards a near convoy; a force in a possible convoy's hex stays there.

    Without such prey, it returns to port.
    """
    if judge.fights(mover.force):
        if not mover.port and judge.lies_in_wait(mover.at) and not judge.faces_cover(mover.at):
            judge.reasons.say(words.SHIPS_WAIT, who=mover.force)
            return
        way = _toward(judge, mover, [one for one in prey if one[0] >= SURE and not judge.is_covered(one[1])])
        way = tuple(takewhile(lambda hex_: hex_ not in judge.icy, way))
        if way:
            yield judge.reasons.note(Move(mover.force, tuple(way)), words.SORTIE, who=mover.force)
            return
    if not mover.port:
        yield from _homeward(judge, form, mover)


def _homeward(judge: Judgement, form: PhaseForm, mover: Mover) -> Iterator[Order]:
    """2.2a Yield one move for each of the nearest ports; the first legal one counts."""
    ports = judge.homes(mover.force, form.moves.ports)
    homes = sorted((judge.far(mover.at, hex_), port) for port, hex_ in ports.items())
    for _, port in homes[:HOMES]:
        goal = form.moves.ports[port]
        home = judge.way_home(mover.force, mover.at, goal, mover.hexes)
        there = (home[-1] if home else mover.at) == goal
        order = Move(mover.force, tuple(home), enters=port if there else "")
        yield judge.reasons.note(order, words.HOME, who=mover.force)


def _toward(judge: Judgement, mover: Mover, prey: Prey) -> Sequence[str]:
    """Return the first hexes of the way to the best prey, up to the force's speed; empty if none is near.

    The way leads to the prey's hex, or to the hex where the force can meet it. The best prey is the nearest; a higher
    worth counts as a shorter distance.
    """
    near = [(judge.far(mover.at, block.at) * CONVOY - worth, block.block, block) for worth, block in prey]
    if not near:
        return ()
    _, _, best = min(near, key=lambda one: one[:2])
    if judge.far(mover.at, best.at) > SORTIE:
        return ()
    return judge.way(mover.at, _meets(judge, mover, best), mover.hexes - bool(mover.port))


def _meets(judge: Judgement, mover: Mover, block: BlockSeen) -> str:
    """Return the hex in which a force meets a block; it moves, searches and attacks in one phase.

    This is the block's hex if the force reaches it this turn, otherwise the likeliest hex of the first turn in which
    the force can be there.
    """
    hexes = mover.hexes - bool(mover.port)
    if judge.far(mover.at, block.at) <= hexes:
        return block.at
    for turns, chances in enumerate(possible_hexes(judge, block, SORTIE), start=1):
        if chances:
            hex_ = max(chances, key=lambda one: (chances[one], one))
            if judge.far(mover.at, hex_) <= hexes + turns * mover.hexes:
                return hex_
    return judge.next_hex(block)
