"""5.1.2a The Russian ports take only so many ships: those beyond the limit part from their force and stay outside."""

from collections.abc import Mapping

from msgspec import structs

from games.titles.pq17.rules.forces.ground_crews import bring_crews
from games.titles.pq17.rules.movement.ports import counted, sort_of, too_many
from games.titles.pq17.rules.search.parting import held_together, part
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.movement import Held
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def berths_for(sea: Sea, force: Force, port: str) -> bool:
    """Whether a force finds room in a port, once ships beyond the limit have left it."""
    box, used = sea.box, sea.state.russian
    if port not in box.numbers.russian_ports.ports:
        return True
    more = too_many(box, sea.operation.month, used, force.counters)
    if more and not _parts(sea, force, more):
        sea.tell_side(force.side, Held(force.side, force.id, force.at, "5.1.2a"))
        return False
    return True


def has_berths(sea: Sea, force: Force, port: str) -> bool:
    """8.3b Whether a force finds room in a port for all of its ships, as it comes there before play starts."""
    box = sea.box
    if port not in box.numbers.russian_ports.ports:
        return True
    return not too_many(box, sea.operation.month, sea.state.russian, force.counters)


def berths_taken(sea: Sea, force: Force, port: str) -> None:
    """A force that has come in uses up what it counts for; 15.8.3a that of operation EV has brought its crews."""
    used = sea.state.russian
    bring_crews(sea, force, port)
    if port in sea.box.numbers.russian_ports.ports:
        for name, count in counted(sea.box, force.counters).items():
            if count:
                used[name] = used.get(name, 0) + count


def may_part_beyond(sea: Sea, force: Force, more: Mapping[str, int]) -> bool:
    """1.2.3, 1.2c Whether the ships beyond the limit could go as a force of their own as things stand."""
    return not held_together(sea, force, _beyond(sea, force, more))


def _parts(sea: Sea, force: Force, more: Mapping[str, int]) -> bool:
    """Let the ships beyond the limit go as a force of their own; False if that leaves nothing, or no block is free."""
    names = {one.id for one in sea.state.forces}
    name = next(word for number in range(2, 100) if (word := f"{force.id}_{number}") not in names)
    try:
        part(sea, force, _beyond(sea, force, more), name)
    except ValueError:
        return False
    return True


def _beyond(sea: Sea, force: Force, more: Mapping[str, int]) -> list[Counter]:
    """The ships of a force that are too many, as they lie in it."""
    leaving, left = [], dict(more)
    for one in force.counters:
        sort = sort_of(sea.box, one)
        over = left.get(sort, 0)
        if over:
            single = sea.box.ships[one.ship].is_single
            strength = one.strength if single else min(one.strength, over)
            left[sort] = over - (1 if single else strength)
            leaving.append(structs.replace(one, strength=strength))
    return leaving
