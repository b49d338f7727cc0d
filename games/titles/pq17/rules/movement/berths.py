"""5.1.2a The ship limits of the Russian ports: ships beyond a limit leave their force and stay outside."""

from collections.abc import Mapping

from msgspec import structs

from games.titles.pq17.rules.forces.ground_crews import note_crews_brought
from games.titles.pq17.rules.movement.ports import count_berths, excess_ships, sort_of
from games.titles.pq17.rules.search.detachment import split_barred_by, split_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.state import Force


def make_room_in_port(board: Board, force: Force, port: str) -> bool:
    """5.1.2a Split off the ships for which a Russian port has no room; return True if the rest may enter it."""
    box, used = board.box, board.state.russian
    if port not in box.numbers.russian_ports.ports:
        return True
    more = excess_ships(box, board.operation.month, used, force.counters)
    if more and not _parts(board, force, more):
        board.tell_side(force.side, Held(force.side, force.id, force.at, "5.1.2a"))
        return False
    return True


def has_room(board: Board, force: Force, port: str) -> bool:
    """8.3b Return True if a port has room for all ships of a force that arrives before play starts."""
    box = board.box
    if port not in box.numbers.russian_ports.ports:
        return True
    return not excess_ships(box, board.operation.month, board.state.russian, force.counters)


def use_berths(board: Board, force: Force, port: str) -> None:
    """5.1.2a Use up berths of the Russian ports for a force that has entered a port.

    15.8.3a Record the ground crews of operation EV if the force has brought them.
    """
    used = board.state.russian
    note_crews_brought(board, force, port)
    if port in board.box.numbers.russian_ports.ports:
        for name, count in count_berths(board.box, force.counters).items():
            if count:
                used[name] = used.get(name, 0) + count


def may_part_beyond(board: Board, force: Force, more: Mapping[str, int]) -> bool:
    """1.2.3, 1.2c Return True if the ships beyond the limit (`more`) could now leave as a force of their own."""
    return not split_barred_by(board, force, _beyond(board, force, more))


def _parts(board: Board, force: Force, more: Mapping[str, int]) -> bool:
    """Split the ships beyond the limit off as a force of their own.

    Returns False if no ship would remain in the force, or no block is free.
    """
    names = {one.id for one in board.state.forces}
    name = next(word for number in range(2, 100) if (word := f"{force.id}_{number}") not in names)
    try:
        split_force(board, force, _beyond(board, force, more), name)
    except ValueError:
        return False
    return True


def _beyond(board: Board, force: Force, more: Mapping[str, int]) -> list[Counter]:
    """Return the ships of a force that exceed the limit, in their order in it."""
    leaving, left = [], dict(more)
    for one in force.counters:
        sort = sort_of(board.box, one)
        over = left.get(sort, 0)
        if over:
            single = board.box.ships[one.ship].is_single
            strength = one.strength if single else min(one.strength, over)
            left[sort] = over - (1 if single else strength)
            leaving.append(structs.replace(one, strength=strength))
    return leaving
