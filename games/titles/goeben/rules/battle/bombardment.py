"""16.0 Shore bombardment, which is a battle against the coastal defences of a port or naval base."""

from games.titles.goeben.rules.battle import visibility
from games.titles.goeben.rules.battle.contact import meet_ashore, resolve_contact
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told


async def bombardment(board: Board) -> str | None:
    """16.0, 9.0.1, 16.0.1 Begin the battle against the coastal defences of an Allied port, unless weather prevents it.

    Return the key of the next step.
    """
    space = groups.current(board)
    if space is None:
        return groups.begin(board, "landing")
    if is_defended(board, space):
        why = visibility.why_no_fighting(board, space)
        if why:
            board.tell_at(space, told.NoBattle(space, why))
        else:
            meet_ashore(board, space)
            if await resolve_contact(board):
                return "salvo"
    return groups.done(board, space, "bombardment", "landing")


def is_defended(board: Board, space: str) -> bool:
    """16.0, 16.0.4 Return True if a space is an Allied port or base with coastal defences."""
    port = ports.port_at(board, space)
    return port is not None and port.side == "allied" and bool(board.state.forts.get(space))
