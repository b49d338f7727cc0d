"""3.3.20 Island Refuge: a hidden anchorage where ships take supplies and repair."""

from games.titles.pirates.rules.rounds.teams import hand_over
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import effects as told
from games.titles.pirates.state.rolls import card_challenge, options_add
from games.titles.pirates.state.state import Fleet, Vessel


async def enter_refuge(board: Board, card: str, ship: str) -> None:
    """3.3.20 Put a ship into refuge, with the Island Refuge card `card` on it.

    Make the first attempts to supply and repair it.
    """
    vessel = board.vessel(ship)
    board.turn.played.remove(card)
    vessel.refuge = card
    if ship not in board.turn.engaged:
        board.turn.engaged.append(ship)
    board.tell(told.Sheltered(ship, card))
    await _work(board, board.turn.seat, vessel)


async def try_refuges(board: Board, fleet: Fleet) -> None:
    """3.3.20 Repeat the attempts to repair and resupply each ship of a fleet that is in refuge.

    This is done in each later turn of the owner.
    """
    for vessel in list(fleet.ships):
        if vessel.refuge:
            await _work(board, fleet.seat, vessel)


async def _work(board: Board, seat: str, vessel: Vessel) -> None:
    """3.3.20.1 Roll to supply a ship in refuge, and roll separately to repair it."""
    rival = board.opponents(seat)[0].seat
    if vessel.unsupplied:
        added = options_add(board, "island_refuge", vessel.card)
        if await card_challenge(board, vessel.refuge, vessel.card, seat, rival, added):
            board.supply(vessel)
    if not vessel.damage or vessel.card in board.turn.mended:
        return
    if await card_challenge(board, vessel.refuge, vessel.card, seat, rival):
        board.turn.mended.append(vessel.card)  # 6.8.3
        repair(board, vessel)


def repair(board: Board, vessel: Vessel) -> None:
    """3.3.9, 3.3.20, 6.8.3 Remove one damage marker from a ship."""
    vessel.damage -= 1
    board.tell(told.Repaired(vessel.card, vessel.damage))


def end_refuges(board: Board, fleet: Fleet) -> None:
    """5.4.3.7 Let each of the phantom's ships that is undamaged and in supply leave its refuge."""
    for vessel in fleet.ships:
        if vessel.refuge and not vessel.damage and not vessel.unsupplied:
            leave_refuge(board, vessel.card)


def leave_refuge(board: Board, ship: str) -> None:
    """3.3.20.3, 3.3.20.4 Let a ship leave its refuge. A raider is disguised again.

    The ship may not intercept or lay mines in this turn.

    4.6 In a team game, the ship joins the partner's fleet.
    """
    vessel = board.vessel(ship)
    board.turn.played.append(vessel.refuge)
    vessel.refuge = ""
    board.turn.engaged.append(ship)
    board.tell(told.LeftRefuge(board.turn.seat, ship))
    if board.is_raider(ship):
        board.disguise(vessel)
    if board.active.partner:
        hand_over(board, ship, board.active.partner)
