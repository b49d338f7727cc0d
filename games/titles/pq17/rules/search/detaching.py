"""6.3.3 Ships that are split off their force to follow, there and then."""

from collections import Counter as Counted
from collections.abc import Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CRUISERS
from games.titles.pq17.rules.forces.composition import free_blocks
from games.titles.pq17.rules.search.parting import leaving, new_name, part, parting
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def may_detach(sea: Sea, force: Force) -> dict[str, int]:
    """6.3.3, 1.2.3, 1.2c The ships that may leave an Allied task force to follow, with how many of them, but for those
    that are Crippled: none without an undamaged cruiser among them, or a block to stand for them.
    """
    if force.kind != "task_force":
        return {}
    sound = Counted(one.ship for one in force.counters for _ in range(_number(sea.box, one)) if one.is_able())
    may = parting(sea.box, force.counters).ships
    ships = {ship: min(count, sound[ship]) for ship, count in may.items() if sound[ship]}
    able = set(unhurt_cruisers(sea.box, force.counters)) & set(ships)
    return ships if able and free_blocks(sea.box, sea.state.forces, force.side, "task_force") else {}


def _number(box: Box, counter: Counter) -> int:
    """How often an order may name a ship: once, of a class by strength."""
    return 1 if box.ships[counter.ship].is_single else counter.strength


def unhurt_cruisers(box: Box, counters: Sequence[Counter]) -> list[str]:
    """6.3.3 The undamaged cruisers of a force."""
    return [
        one.ship
        for one in counters
        if box.ships[one.ship].type in CRUISERS and one.is_able() and one.strength == box.ships[one.ship].strength
    ]


def detached(sea: Sea, force: Force, ships: Sequence[str] = ()) -> Force:
    """6.3.3 The force that follows: these ships of it, or by standing instruction its first undamaged cruiser, as a
    block of their own; the whole of it where none is to be split off, or none can.
    """
    free = may_detach(sea, force)
    if not ships and sea.state.instructed(force.side).detaches == "yes":
        able = [one for one in unhurt_cruisers(sea.box, force.counters) if one in free]
        ships = able[:1]
    ships = [one for one in ships if one in free]
    if not ships:
        return force
    try:
        new = part(sea, force, leaving(sea, force, tuple(ships)), new_name(sea, force.id))
    except ValueError:
        return force
    if sea.state.phase is not None and force.id in sea.phase.fought:
        sea.phase.fought.append(new.id)
    return new
