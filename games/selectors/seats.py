"""Check access to the views of a game's seats."""

from uuid import UUID

from games.errors import forbidden, missing
from games.kernel.events import PUBLIC, UMPIRE
from games.models import Game, Player
from games.selectors.access import (
    Access,
    game_and_seats,
    get_game,
    has_held_seat,
    has_seat_knowledge,
    held_seats,
    may_manage,
    may_umpire,
)
from games.selectors.audited_access import audited_access

__all__ = [
    "Access",
    "get_access",
    "get_game",
    "has_held_seat",
    "has_seat_knowledge",
    "held_seats",
    "may_manage",
    "may_umpire",
]


def get_access(player: Player, game_id: UUID | str, role: str = "") -> Access:
    """Return the right to see a game as `role`; without a role, as the player's first seat, or else as the public.

    A player may always see the views of own seats and of the public. Any other view is allowed when the game is over,
    and to staff and umpire, whose access is recorded in the audit log. Raises Missing for an unknown game or role,
    Forbidden for another seat's view.
    """
    game, seats = game_and_seats(player, game_id)
    mine = [seat for seat in seats if seat.player_id == player.pk]
    own = next((seat for seat in mine if role in ("", seat.role)), None)
    if own is not None:
        return Access(game, own.role, "seat", own)
    if role in ("", PUBLIC):
        return Access(game, PUBLIC, "public")
    if role != UMPIRE and role not in {seat.role for seat in seats}:
        raise missing()
    if game.status == Game.Status.OVER:
        return Access(game, role, "over")
    return _as_staff(player, game, role)


def _as_staff(player: Player, game: Game, role: str) -> Access:
    if not (player.is_staff or player.pk == game.umpire_id):
        raise forbidden("This is another seat's view.", "これは別の席の視点です。")
    return audited_access(player, game, role)
