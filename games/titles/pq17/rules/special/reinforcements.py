"""12.13, 13.6 Reinforcements, by a chit or an event: the next group of the scenario's list."""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.scenarios import Entry, Reinforcement
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.composition import free_blocks, kind_of, strength_of
from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.rules.special.history import bought_with
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import Reinforced
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Kind


def next_group(sea: Sea, side: Side) -> Reinforcement | None:
    """13.6 The lowest-numbered group of a side that has not been placed."""
    groups = [one for one in sea.operation.reinforcements if one.side == side]
    placed = sea.state.groups_placed.get(side, 0)
    return groups[placed] if placed < len(groups) else None


def reinforce(sea: Sea, side: Side) -> bool:
    """12.13, 13.6, 14.0a Place the next group, with what was bought to come with it; False if the list is used up, or
    there is no room for its ships (1.2c): it stays the next then, and in a campaign comes with its fortnight. The enemy
    sees new blocks where they are, and aircraft of land bases; not what the blocks hold.
    """
    group, number = next_group(sea, side), sea.state.groups_placed.get(side, 0) + 1
    if group is None:
        return False
    entries = (*group.here, *(Entry(ship) for ship in bought_with(sea, side, number)))
    if not _has_room(sea, side, [(group.place, entries), *((one.place, one.here) for one in group.beside)]):
        return False
    sea.state.groups_placed[side] = number
    _place(sea, group, entries, str(number))
    for place, other in enumerate(group.beside, start=1):
        _place(sea, other, other.here, f"{number}_{place}")
    return True


def _place(sea: Sea, group: Reinforcement, entries: Sequence[Entry], number: str) -> None:
    side = group.side
    ships = [one for one in entries if one.kind in sea.box.ships]
    blocks = _place_ships(sea, side, group.place, ships, number)
    for entry in entries:
        if entry.kind in sea.box.aircraft:
            _place_aircraft(sea, entry, group.place, number)
    units = tuple(one.kind for one in entries)
    open_units = tuple(one.kind for one in entries if one.kind in sea.box.aircraft)
    own = Reinforced(side, group.place, units, blocks)
    sea.tell_of(side, own, Reinforced(side, group.place, open_units, blocks))


def home_port(sea: Sea, side: Side, place: str) -> str:
    """13.6 Where ships come: the place named, if it is a port, else the first port of the scenario's forces."""
    if place in sea.box.ports:
        return place
    return next(port for group in sea.operation.forces if group.side == side for port in group.ports)


def _place_ships(sea: Sea, side: Side, place: str, ships: Sequence[Entry], number: str) -> int:
    """13.6 Boats as a wolfpack, other ships as a task force: new blocks in port. The blocks that were placed."""
    port = home_port(sea, side, place)
    return sum(
        _place_block(sea, side, port, counters, f"{'boats' if kind == 'wolfpack' else 'tf'}_{side}_{number}")
        for kind, counters in _sorted(sea, ships)
    )


def _sorted(sea: Sea, entries: Sequence[Entry]) -> list[tuple[Kind, list[Counter]]]:
    """The ships among these, those that lie in one block together, with the kind of the block."""
    found = []
    for boats in (False, True):
        counters = [_counter(sea, one) for one in entries
                    if one.kind in sea.box.ships and (sea.box.ships[one.kind].type == "ss") == boats]  # fmt: skip
        if counters:
            found.append((kind_of(sea.box, counters), counters))
    return found


def _has_room(sea: Sea, side: Side, coming: Sequence[tuple[str, Sequence[Entry]]]) -> bool:
    """1.2c Whether all that comes, by its place, has blocks of its own, or forces that it can join."""
    berths: dict[Kind, list[bool]] = {}
    for place, entries in coming:
        for kind, counters in _sorted(sea, entries):
            joins = _joins(sea, side, home_port(sea, side, place), kind, counters)
            berths.setdefault(kind, []).append(joins is not None)
    return all(
        free_blocks(sea.box, sea.state.forces, side, kind) >= len(joining) or all(joining)
        for kind, joining in berths.items()
    )


def _joins(sea: Sea, side: Side, port: str, kind: Kind, counters: Sequence[Counter]) -> Force | None:
    """1.2c, 1.2.2 The force of a kind in a port that ships can join for want of a block."""
    limit = sea.box.numbers.forces.wolfpack
    for other in sea.forces_of(side):
        fits = kind != "wolfpack" or strength_of(sea.box, [*other.counters, *counters], "ss") <= limit
        if other.port == port and other.kind == kind and fits:
            return other
    return None


def _place_block(sea: Sea, side: Side, port: str, counters: list[Counter], name: str) -> int:
    """1.2c A new block, or with none left the ships join a force of their kind in that port."""
    kind = kind_of(sea.box, counters)
    force = Force(id=name, side=side, kind=kind, block=0, at=sea.box.ports[port].hex, port=port, counters=counters)
    if free_blocks(sea.box, sea.state.forces, side, kind):
        sea.bring(force)
        _embark(sea, counters)
        return 1
    other = _joins(sea, side, port, kind, counters)
    if other is not None:
        other.counters += counters
        sea.state.brought += sum(one.strength for one in counters)
        _embark(sea, counters)
    return 0


def _embark(sea: Sea, counters: Sequence[Counter]) -> None:
    """1.5.1a The aircraft that carriers bring with them."""
    for unit in carrier_aircraft(sea.box, counters):
        sea.bring_aircraft(unit)


def _counter(sea: Sea, entry: Entry) -> Counter:
    one = Counter(entry.kind, entry.strength or sea.box.ships[entry.kind].strength, crippled=entry.crippled)
    one.oil = full_oil(sea.box, one)
    return one


def _place_aircraft(sea: Sea, entry: Entry, base: str, number: str) -> None:
    """1.5, 1.5.1 Aircraft at their base, in counters of their kind."""
    most = sea.box.aircraft[entry.kind].strength
    left, place = entry.strength, 0
    while left:
        place += 1
        name = f"{entry.kind}_{base}_{number}_{place}"
        sea.bring_aircraft(AirUnit(aircraft=entry.kind, strength=min(left, most), id=name, base=base))
        left -= min(left, most)
