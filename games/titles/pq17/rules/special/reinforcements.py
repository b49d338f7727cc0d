"""12.13, 13.6 Reinforcements by a chit or an event: the next group on the scenario's list arrives."""

from collections.abc import Sequence

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Entry, Reinforcement
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.composition import free_blocks, kind_of, strength_of
from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.rules.special.history import bought_with
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import Reinforced
from games.titles.pq17.state.state import AirUnit, Force, Kind


def next_group(board: Board, side: Side) -> Reinforcement | None:
    """13.6 Return a side's lowest-numbered reinforcement group that has not arrived, or None."""
    groups = [one for one in board.operation.reinforcements if one.side == side]
    placed = board.state.groups_placed.get(side, 0)
    return groups[placed] if placed < len(groups) else None


def place_next_group(board: Board, side: Side) -> bool:
    """12.13, 13.6, 14.0a Put the next reinforcement group on the map, with the ships that were bought to come with it.

    Returns False if no group is left, or if no block is free for its ships (1.2c). A group without a free block remains
    the next group; in a campaign, it arrives with the schedule. The enemy sees the places of new blocks, and aircraft
    of land bases, but not the contents of blocks.
    """
    group, number = next_group(board, side), board.state.groups_placed.get(side, 0) + 1
    if group is None:
        return False
    entries = (*group.here, *(Entry(ship) for ship in bought_with(board, side, number)))
    if not _has_room(board, side, [(group.place, entries), *((one.place, one.here) for one in group.beside)]):
        return False
    board.state.groups_placed[side] = number
    _place(board, group, entries, str(number))
    for place, other in enumerate(group.beside, start=1):
        _place(board, other, other.here, f"{number}_{place}")
    return True


def _place(board: Board, group: Reinforcement, entries: Sequence[Entry], number: str) -> None:
    side = group.side
    ships = [one for one in entries if one.kind in board.box.ships]
    blocks = _place_ships(board, side, group.place, ships, number)
    for entry in entries:
        if entry.kind in board.box.aircraft:
            _place_aircraft(board, entry, group.place, number)
    units = tuple(one.kind for one in entries)
    open_units = tuple(one.kind for one in entries if one.kind in board.box.aircraft)
    own = Reinforced(side, group.place, units, blocks)
    board.tell_of(side, own, Reinforced(side, group.place, open_units, blocks))


def home_port(board: Board, side: Side, place: str) -> str:
    """13.6 Return the port where new ships arrive: `place` if it is a port, else the scenario's first port."""
    if place in board.box.ports:
        return place
    return next(port for group in board.operation.forces if group.side == side for port in group.ports)


def _place_ships(board: Board, side: Side, place: str, ships: Sequence[Entry], number: str) -> int:
    """13.6 Put submarines into a port as a wolfpack, other ships as a task force; return the number of new blocks."""
    port = home_port(board, side, place)
    return sum(
        _place_block(board, side, port, counters, f"{'boats' if kind == 'wolfpack' else 'tf'}_{side}_{number}")
        for kind, counters in _sorted(board, ships)
    )


def _sorted(board: Board, entries: Sequence[Entry]) -> list[tuple[Kind, list[Counter]]]:
    """Return the ships among these entries as counters, submarines apart from others, each group with its kind."""
    found = []
    for boats in (False, True):
        counters = [_counter(board, one) for one in entries
                    if one.kind in board.box.ships and (board.box.ships[one.kind].type == "ss") == boats]  # fmt: skip
        if counters:
            found.append((kind_of(board.box, counters), counters))
    return found


def _has_room(board: Board, side: Side, coming: Sequence[tuple[str, Sequence[Entry]]]) -> bool:
    """1.2c Return True if there is a free block, or a force to join, for all arriving ships.

    `coming`: the ships by place.
    """
    berths: dict[Kind, list[bool]] = {}
    for place, entries in coming:
        for kind, counters in _sorted(board, entries):
            joins = _joins(board, side, home_port(board, side, place), kind, counters)
            berths.setdefault(kind, []).append(joins is not None)
    return all(
        free_blocks(board.box, board.state.forces, side, kind) >= len(joining) or all(joining)
        for kind, joining in berths.items()
    )


def _joins(board: Board, side: Side, port: str, kind: Kind, counters: Sequence[Counter]) -> Force | None:
    """1.2c, 1.2.2 Return the force of this kind in a port that arriving ships can join if no block is free, or None."""
    limit = board.box.numbers.forces.wolfpack
    for other in board.forces_of(side):
        fits = kind != "wolfpack" or strength_of(board.box, [*other.counters, *counters], "ss") <= limit
        if other.port == port and other.kind == kind and fits:
            return other
    return None


def _place_block(board: Board, side: Side, port: str, counters: list[Counter], name: str) -> int:
    """1.2c Put a new block into a port; if no block is free, let the ships join a force of their kind there.

    Returns the number of new blocks. `name`: the id of the new force.
    """
    kind = kind_of(board.box, counters)
    force = Force(id=name, side=side, kind=kind, block=0, at=board.box.ports[port].hex, port=port, counters=counters)
    if free_blocks(board.box, board.state.forces, side, kind):
        board.bring(force)
        _embark(board, counters)
        return 1
    other = _joins(board, side, port, kind, counters)
    if other is not None:
        other.counters += counters
        board.state.brought += sum(one.strength for one in counters)
        _embark(board, counters)
    return 0


def _embark(board: Board, counters: Sequence[Counter]) -> None:
    """1.5.1a Add the aircraft that carriers bring with them."""
    for unit in carrier_aircraft(board.box, counters):
        board.bring_aircraft(unit)


def _counter(board: Board, entry: Entry) -> Counter:
    one = Counter(entry.kind, entry.strength or board.box.ships[entry.kind].strength, crippled=entry.crippled)
    one.oil = full_oil(board.box, one)
    return one


def _place_aircraft(board: Board, entry: Entry, base: str, number: str) -> None:
    """1.5, 1.5.1 Put aircraft at their base, as air units of at most the strength of their type."""
    most = board.box.aircraft[entry.kind].strength
    left, place = entry.strength, 0
    while left:
        place += 1
        name = f"{entry.kind}_{base}_{number}_{place}"
        board.bring_aircraft(AirUnit(aircraft=entry.kind, strength=min(left, most), id=name, base=base))
        left -= min(left, most)
