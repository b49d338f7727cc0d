"""8.3b What a plan comes to by the turn on which play starts, unseen by the enemy."""

from msgspec import structs

from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.fuel.marks import burns
from games.titles.pq17.rules.fuel.marks import sailing as sailing_fuel
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX, in_germany
from games.titles.pq17.rules.movement.berths import berths_taken, has_berths
from games.titles.pq17.rules.movement.charts import sailing
from games.titles.pq17.rules.movement.ice import crosses
from games.titles.pq17.rules.movement.passage import hexes_now, this_turn
from games.titles.pq17.rules.movement.paths import DOORS, come_nearer, distance_left, ice_barred, step_barred
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


async def advanced(sea: Sea, force: Force, until: int) -> tuple[str, str]:
    """8.3, 8.3b Where a force is at the end of the turn before `until`: its hex and port. A hex of doubtful ice is
    rolled for; who is stopped goes on in the next turn. Who finds no berths in a Russian port for all of its ships
    waits outside it (5.1.2a). The force has its fuel of then (8.3c), and is moved by whoever asks.
    """
    at, port, plan = force.at, force.port, force.plan
    if plan is None:
        return at, port
    ghost = structs.replace(force, trail=[])
    for turn in range(plan.sails, until):
        now = ghost.plan
        if now is None or (ghost.port and ghost.at != at):
            break
        way, enters = this_turn(ghost, now, hexes_now(sea, ghost, now))
        if ghost.port and not await _through_port(sea, ghost):
            continue
        if (ghost.port or ghost.at == GERMAN_BOX) and ghost.fuel is None and burns(sea.box, ghost.counters):
            endurance, german = sea.state.options.soviet_fuel, in_germany(sea, ghost)
            ghost.fuel = sailing_fuel(sea.box, turn, ghost.counters, german=german, soviet_endurance=endurance)
        ghost.port = ""
        reached = await _gone_along(sea, ghost, way)
        there = enters and reached == len(way) and sea.box.ports[now.destination].hex == ghost.at
        if there and has_berths(sea, ghost, now.destination) and await _through_port(sea, ghost):
            berths_taken(sea, ghost, now.destination)
            ghost.port, ghost.plan = now.destination, None
        _end_of_turn(sea, ghost, turn, reached)
    force.plan, force.fuel = ghost.plan, ghost.fuel
    if force.plan is not None and not force.plan.route and not force.plan.destination:
        force.plan = None
    return ghost.at, ghost.port


def _end_of_turn(sea: Sea, ghost: Force, turn: int, reached: int) -> None:
    """8.3c, 11.1, 11.1.3 What a turn has burned, and where the mark lies in its fuel phase: who is Low by then goes on
    at cruise speed.
    """
    if ghost.fuel is not None and burns(sea.box, ghost.counters):
        burned = sea.box.numbers.fuel.high_speed if reached >= sea.box.numbers.speed.high else 0
        ghost.fuel = marks.reached(sea.box, marks.spent(ghost.fuel, burned), turn + 1)


async def _through_port(sea: Sea, ghost: Force) -> bool:
    """10.0 Whether the ice of a port's own hex lets a force in or out."""
    if ice_barred(sea.box, ghost, ghost.at, sailing(sea)):
        return False
    return (await crosses(sea, ghost, ghost.at, openly=False)).passes


async def _gone_along(sea: Sea, ghost: Force, way: tuple[str, ...]) -> int:
    """The steps of a turn; how many were made."""
    for made, hex_ in enumerate(way):
        if step_barred(sea.box, ghost, ghost.at, hex_, sailing(sea, pack=ghost.kind == "wolfpack")):
            return made
        if hex_ not in DOORS and ghost.at not in DOORS and not (await crosses(sea, ghost, hex_, openly=False)).passes:
            return made
        if ghost.convoy is not None:
            ghost.convoy.been.append(ghost.at)
            come_nearer(ghost.convoy, distance_left(sea.box, ghost, hex_, sailing(sea)))
        ghost.at = hex_
        if ghost.plan is not None:
            ghost.plan = structs.replace(ghost.plan, route=ghost.plan.route[1:])
    return len(way)
