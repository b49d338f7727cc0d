"""14.4 Break-off."""

from games.kernel.requests import roll
from games.titles.goeben.orders.orders import BattleOrder, Withdraw
from games.titles.goeben.rules.battle.forces import (
    audience,
    battle,
    class_of,
    consort,
    foes,
    is_consort,
    own,
    seats,
    tell,
)
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.rules.ships.ports import is_open, port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.visibility.knowledge import note_space
from games.titles.goeben.visibility.notes import notes_of


async def allies_break_off(board: Board) -> bool:
    """14.4, 14.4.1 Return True if the Allies, as the first side, break off.

    They roll a die and do so above the alert level; a convoy always does (14.15).
    """
    fight = battle(board)
    if fight.shore:
        return False
    convoy = any(class_of(board, foe.id) == "convoy" for foe in foes(board))
    die = 0
    if not convoy:
        (die,) = await roll(6, key=board.occasion("break_off"), rule="14.4")
    gone = convoy or die > board.state.alert
    tell(board, told.AlliesBrokeOff(fight.space, die, board.state.alert, gone))
    return gone


def exits(board: Board) -> dict[str, tuple[str, ...]]:
    """14.4 Return the spaces to which each ship may withdraw, as the board shows them.

    `board` may be a captain's notes (25.2). The result is empty if one of the ships cannot withdraw.
    """
    found = {name: _ways_out(board, name) for name in own(board)}
    return found if all(found.values()) else {}


def _ways_out(board: Board, name: str) -> tuple[str, ...]:
    """14.4, 14.4.3 Return the neighbouring spaces without neutral or enemy ports and without Allied counters.

    There are none for a ship without engines (6.2).
    """
    austrian = is_consort(board, name)
    if not austrian and board.ship(name).engines == 0:
        return ()
    near = board.box.waters.neighbours(battle(board).space)
    return tuple(space for space in near if _is_safe(board, space) and is_open(board, space, austrian=austrian))


def _is_safe(board: Board, space: str) -> bool:
    port = port_at(board, space)
    return not board.is_barred(space) and (port is None or port.side == "friendly")


def withdrawals(board: Board, leader: str) -> dict[str, str]:
    """14.4 Return the destination of each ship if the senior officer, `leader`, has ordered to break off.

    Other captains choose the destination of their own ships unless the leader has done so. Return an empty mapping if
    the ships stay and fight.
    """
    orders = battle(board).orders
    chosen = _goals(orders.get(leader, ()))
    if not chosen:
        return {}
    wishes = {ship: space for seat in orders for ship, space in _goals(orders[seat]).items()} | chosen
    usual = next(iter(chosen.values()))
    goals = {name: wishes.get(name, usual) for name in own(board)}
    _meet_counters(board, goals)
    possible = _free(board)
    if not possible:
        return {}
    return {name: space if space in possible[name] else possible[name][0] for name, space in goals.items()}


def _meet_counters(board: Board, goals: dict[str, str]) -> None:
    """14.4.4, 25.2 Reveal counters where a ship is to go, though no captain here knew of them; now they do."""
    for name, space in goals.items():
        if board.is_barred(space) and not notes_of(board, of_ship(board, name)).is_barred(space):
            note_space(board, space, *audience(board))
            tell(board, told.WayOutBarred(name, space))


def _free(board: Board) -> dict[str, tuple[str, ...]]:
    """14.4 Return the spaces that are truly free, and free by the notes of each ship's captain (25.2)."""
    possible = exits(board)
    for seat, names in seats(board).items():
        known = exits(notes_of(board, seat))
        for name in names:
            possible[name] = tuple(space for space in possible.get(name, ()) if space in known.get(name, ()))
    return possible if all(possible.values()) else {}


def _goals(orders: tuple[BattleOrder, ...]) -> dict[str, str]:
    return {ship: order.to for order in orders if isinstance(order, Withdraw) for ship in order.ships}


def withdraw(board: Board, goals: dict[str, str]) -> None:
    """14.4, 14.4.2 Move the ships to their destinations."""
    tell(board, told.GermansBrokeOff(battle(board).space, goals))
    for name, space in goals.items():
        if is_consort(board, name):
            consort(board, name).at = space
        else:
            board.ship(name).at = space
