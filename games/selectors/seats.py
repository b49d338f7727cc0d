"""Who may look through whose eyes."""

from uuid import UUID

from games.errors import forbidden, missing
from games.kernel.events import PUBLIC, UMPIRE
from games.models import Game, Player
from games.selectors.access import (
    Access,
    ever_sat,
    game_and_seats,
    get_game,
    knows_secrets,
    may_manage,
    may_umpire,
    seats_of,
)
from games.selectors.guarded import look

__all__ = [
    "Access",
    "access_seat",
    "ever_sat",
    "get_game",
    "knows_secrets",
    "may_manage",
    "may_umpire",
    "seats_of",
]


def access_seat(player: Player, game_id: UUID | str, role: str = "") -> Access:
    """The right to see a game as `role`; with no role as the player's first seat, else as the public.

    Own seats and the public view: always. Any other: when the game is over, or for staff and umpire, which leaves an
    audit entry. Raises Missing for no such game or role, Forbidden for other seats' views.
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
    return look(player, game, role)
