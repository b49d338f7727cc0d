"""8.0 Cargo: ships buy it, leave it behind, and hand it to another ship."""

from collections.abc import Sequence

from games.titles.goeben.rules.ships.damage import boxes, stow_back
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Warship

__all__ = ["boxes", "carries", "exchange", "hand_over", "leave", "may_carry", "room", "stow_back", "take"]


def carries(ship: Warship, kind: str) -> int:
    """Return the number of counters of a kind aboard a ship."""
    return ship.cargo.count(kind)


def room(board: Board, ship: Warship) -> int:
    """8.2 Return the number of empty hull boxes of a ship."""
    return ship.hull - boxes(board, ship.cargo)


def may_carry(board: Board, ship: Warship) -> tuple[str, ...]:
    """8.0, 20.1.1, 23.0, 8.2.1 Return the kinds of cargo that a ship's type and the options let her carry."""
    options = board.state.options
    in_play = {"": True, "mines": options.mines, "seaplane": options.seaplane}
    type_ = board.display(ship).type
    return tuple(kind.id for kind in board.box.cargo.values() if in_play[kind.option] and kind.ships in ("any", type_))


def take(board: Board, ship: Warship, wanted: Sequence[str], points: int) -> tuple[tuple[str, ...], int]:
    """8.1, 8.5, 8.3.1 Buy the kinds of cargo in `wanted`, as far as `points`, hull boxes and counters (8.3) allow.

    Return the cargo bought and the cargo points left. A battlecruiser carries at most one seaplane (20.1.1).
    """
    bought: list[str] = []
    for kind in wanted:
        price = board.box.cargo[kind].points
        alone = kind == "seaplane" and kind in ship.cargo
        fits = board.box.cargo[kind].boxes <= room(board, ship) and not alone
        if price <= points and fits and board.state.available.get(kind, 0):
            board.state.available[kind] -= 1
            ship.cargo.append(kind)
            bought.append(kind)
            points -= price
    return tuple(bought), points


def leave(board: Board, ship: Warship, kinds: Sequence[str]) -> tuple[str, ...]:
    """8.3 Put cargo overboard or ashore, which makes it available again.

    `kinds`: the kinds to give away. Return those that the ship had.
    """
    gone = tuple(kind for kind in kinds if kind in ship.cargo)
    for kind in gone:
        ship.cargo.remove(kind)
        stow_back(board, kind)
    if gone:
        board.tell_at(ship.at, told.CargoLeft(ship.id, gone))
    return gone


def hand_over(board: Board, ship: Warship, to: Warship, kinds: Sequence[str]) -> tuple[str, ...]:
    """8.6 Hand cargo over to another ship in the same port, as far as the receiving ship has room and may carry it.

    Return the cargo handed over.
    """
    handed: list[str] = []
    for kind in kinds:
        if kind in ship.cargo and _fits(board, to, kind):
            ship.cargo.remove(kind)
            to.cargo.append(kind)
            handed.append(kind)
    if handed:
        board.tell_at(ship.at, told.CargoHanded(ship.id, to.id, tuple(handed)))
    return tuple(handed)


def _fits(board: Board, ship: Warship, kind: str) -> bool:
    """8.2 Return True if a ship has empty boxes for a piece and may carry it."""
    alone = kind == "seaplane" and kind in ship.cargo
    return board.box.cargo[kind].boxes <= room(board, ship) and kind in may_carry(board, ship) and not alone


def exchange(board: Board, changes: Sequence[tuple[Warship, Warship, str]]) -> bool:
    """8.6.2 Exchange cargo between ships at the same time, so that each piece may use a box that another piece frees.

    `changes`: for each piece, the giving ship, the receiving ship and the kind. Return True if the exchange was
    possible. Otherwise nothing changes.
    """
    holds = {ship.id: [*ship.cargo] for change in changes for ship in change[:2]}
    for _, taker, kind in changes:
        holds[taker.id].append(kind)
    for giver, _, kind in changes:
        if kind not in holds[giver.id]:
            return False
        holds[giver.id].remove(kind)
    if not all(_holds(board, board.ship(name), cargo) for name, cargo in holds.items()):
        return False
    if not all(kind in may_carry(board, taker) for _, taker, kind in changes):
        return False
    for name, cargo in holds.items():
        board.ship(name).cargo = cargo
    for giver, taker, kind in changes:
        board.tell_at(giver.at, told.CargoHanded(giver.id, taker.id, (kind,)))
    return True


def _holds(board: Board, ship: Warship, cargo: list[str]) -> bool:
    """8.2, 20.1.1 Return True if a ship has boxes for all this cargo, with at most one seaplane."""
    return boxes(board, cargo) <= ship.hull and cargo.count("seaplane") <= 1
