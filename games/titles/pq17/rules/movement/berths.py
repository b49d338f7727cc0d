"""5.1.2a The limits on ships in the Russian ports. Ships beyond a limit leave their force and stay outside the port."""

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
    """5.1.2a Split off the ships for which a Russian port has no room. Return True if the other ships may enter it.

    If the ships cannot be split off, tell the owner that the whole force stays outside, and return False.
    """
    box, used = board.box, board.state.russian
    if port not in box.numbers.russian_ports.ports:
        return True
    more = excess_ships(box, board.operation.month, used, force.counters)
    if more and not _parts(board, force, more):
        board.tell_side(force.side, Held(force.side, force.id, force.at, "5.1.2a"))
        return False
    return True


def has_room(board: Board, force: Force, port: str) -> bool:
    """8.3b Return True if a Russian port has room for all ships of a force that arrives before play starts.

    Every other port has room.
    """
    box = board.box
    if port not in box.numbers.russian_ports.ports:
        return True
    return not excess_ships(box, board.operation.month, board.state.russian, force.counters)


def use_berths(board: Board, force: Force, port: str) -> None:
    """5.1.2a, 15.8.3a Count a force that has entered a Russian port against the limits of these ports.

    Also record whether the force has brought the ground crews of operation EV.
    """
    used = board.state.russian
    note_crews_brought(board, force, port)
    if port in board.box.numbers.russian_ports.ports:
        for name, count in count_berths(board.box, force.counters).items():
            if count:
                used[name] = used.get(name, 0) + count


def may_part_beyond(board: Board, force: Force, more: Mapping[str, int]) -> bool:
    """1.2.3, 1.2c Return True if the ships beyond the limits could now be split off as a force of their own.

    `more`: the number of ships beyond the limits, by category.
    """
    return not split_barred_by(board, force, _beyond(board, force, more))


def _parts(board: Board, force: Force, more: Mapping[str, int]) -> bool:
    """Split the ships beyond the limits off as a force of their own. `more`: their number, by category.

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
    """Return the ships beyond the limits as counters, in their order in the force.

    `more`: their number, by category.
    """
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
