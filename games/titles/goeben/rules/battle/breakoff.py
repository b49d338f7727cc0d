"""14.4 Ships break off before a battle."""

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
    """14.4, 14.4.1 Roll whether the Allies break off when they are the first side; return True if they do.

    They break off if the die exceeds the alert level; a convoy always does (14.15).
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
    """14.4 Return the spaces to which each ship of the players may break off; {} if any of the ships has none.

    `board` may be a captain's notes (25.2). Then spaces with counters that the captain does not know count as free.
    """
    found = {name: _ways_out(board, name) for name in own(board)}
    return found if all(found.values()) else {}


def _ways_out(board: Board, name: str) -> tuple[str, ...]:
    """14.4, 14.4.3 Return the neighbouring spaces without counters that are no neutral or enemy ports.

    A ship without engines has none (6.2).
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
    """14.4 Return the space to which each ship of the players breaks off; {} if none does.

    Only the senior officer (`leader`) decides whether all ships break off. Other captains may choose the spaces of
    their own ships unless the leader has chosen them.
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
    """14.4.4, 25.2 Reveal to the captains in the battle each unknown counter in a space to which a ship breaks off."""
    for name, space in goals.items():
        if board.is_barred(space) and not notes_of(board, of_ship(board, name)).is_barred(space):
            note_space(board, space, *audience(board))
            tell(board, told.WayOutBarred(name, space))


def _free(board: Board) -> dict[str, tuple[str, ...]]:
    """14.4 Return the spaces to which each ship may break off, both in truth and by its captain's notes (25.2).

    Empty if one of the ships has none.
    """
    possible = exits(board)
    for seat, names in seats(board).items():
        known = exits(notes_of(board, seat))
        for name in names:
            possible[name] = tuple(space for space in possible.get(name, ()) if space in known.get(name, ()))
    return possible if all(possible.values()) else {}


def _goals(orders: tuple[BattleOrder, ...]) -> dict[str, str]:
    return {ship: order.to for order in orders if isinstance(order, Withdraw) for ship in order.ships}


def withdraw(board: Board, goals: dict[str, str]) -> None:
    """14.4, 14.4.2 Move each ship to the space to which it breaks off. `goals`: these spaces by ship."""
    tell(board, told.GermansBrokeOff(battle(board).space, goals))
    for name, space in goals.items():
        if is_consort(board, name):
            consort(board, name).at = space
        else:
            board.ship(name).at = space
