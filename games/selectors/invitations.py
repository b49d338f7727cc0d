"""Invitations: a game's invitations for their senders, and the invitation behind a link."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct, field

from games.database.batch import select
from games.errors import forbidden, missing
from games.models import Game, Invitation, Player, Seat
from games.persistence.link_tokens import token_digest
from games.selectors.access import get_game, held_seats, may_invite, may_see

ENDED_STATUSES = (Game.Status.OVER, Game.Status.ABANDONED)
_BY_NAME = "player_id = %s AND accepted_at IS NULL AND withdrawn_at IS NULL AND declined_at IS NULL"
"""The condition for an open invitation by name."""


class InvitationState(Struct, frozen=True, kw_only=True):
    """One invitation. `recipient` is the name or address as typed, without information about the address's owner.

    `state` is ``waiting``, ``undelivered`` (its e-mail came back), ``accepted``, ``declined``, ``withdrawn`` or
    ``expired``.
    """

    id: UUID
    role: str = field(name="seat")
    recipient: str
    state: str
    created_at: datetime
    expires_at: datetime


def list_invitations(player: Player, game_id: UUID | str) -> list[InvitationState]:
    """Return the invitations to a game, for those who send them. Raises Missing, Forbidden."""
    game = get_game(player, game_id)
    require_may_invite(player, game)
    rows = Invitation.objects.filter(game=game).select_related("player")
    return [build_invitation_state(row) for row in rows]


def list_games_inviting(player: Player) -> list[Game]:
    """Return open games with a pending invitation by name to the player, who can see them."""
    if not select(Invitation, where=_BY_NAME, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return []  # the usual case
    waiting = Invitation.objects.filter(
        player=player, accepted_at=None, withdrawn_at=None, declined_at=None, game__status=Game.Status.OPEN
    )
    rows = waiting.filter(expires_at__gt=timezone.now()).select_related("game")
    games = {row.game.pk: row.game for row in rows if row.game is not None}
    return [game for game in games.values() if may_see(player, game) and not held_seats(player, game)]


def find_reserved_seats(player: Player, games: list[Game]) -> dict[UUID, frozenset[str]]:
    """Return the free seats of these games that are reserved for a player, by game."""
    kept = Seat.objects.filter(game__in=games, kind=Seat.Kind.OPEN, reserved_for__iexact=player.email)
    found: dict[UUID, set[str]] = {}
    for game_id, role in kept.values_list("game_id", "role") if games and player.email else ():
        found.setdefault(game_id, set()).add(role)
    return {game_id: frozenset(roles) for game_id, roles in found.items()}


def build_invitation_state(row: Invitation) -> InvitationState:
    """Return an invitation as its sender sees it."""
    return InvitationState(
        id=row.pk,
        role=row.role,
        recipient=row.player.username if row.player else row.address,
        state=_state(row),
        created_at=row.created_at,
        expires_at=row.expires_at,
    )


def _state(row: Invitation) -> str:
    if row.accepted_at is not None:
        return "accepted"
    if row.withdrawn_at is not None:
        return "withdrawn"
    if row.declined_at is not None:
        return "declined"
    if row.expires_at <= timezone.now():
        return "expired"
    return "waiting" if row.undelivered_at is None else "undelivered"


def require_may_invite(player: Player, game: Game) -> None:
    """Raise Forbidden for players who may not invite."""
    if not may_invite(player, game):
        raise forbidden("You may not invite into this game.", "このゲームに招待する権限がありません。")


def get_invitation_by_token(token: str) -> Invitation:
    """Return the invitation behind a link. Raises Missing if it is used, expired, withdrawn, moot or unknown."""
    row = _with_all().filter(digest=token_digest(token)).first()
    if row is None or not is_invitation_open(row):
        raise missing()
    return row


def find_accepted_invitation(token: str) -> Invitation | None:
    """Return the invitation behind a link that was used."""
    return _with_all().filter(digest=token_digest(token), accepted_at__isnull=False).first()


def get_invitation(invitation_id: UUID) -> Invitation | None:
    """Return the invitation with this id in any state."""
    return _with_all().filter(pk=invitation_id).first()


def _with_all() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("game", "game__host", "player", "invited_by")


def is_invitation_open(row: Invitation) -> bool:
    """Return True if an invitation can be answered: not used, expired, declined or withdrawn, and its game not over."""
    over = row.game is not None and row.game.status in ENDED_STATUSES
    return _state(row) in ("waiting", "undelivered") and not over and (row.player is None or row.player.is_active)


def find_invited_player(row: Invitation) -> Player | None:
    """Return the invited player, if they have an account: by name, or as the owner of the address."""
    if row.player is not None:
        return row.player
    return Player.objects.filter(email__iexact=row.address, is_active=True).first()


def find_invited_seat(row: Invitation) -> Seat | None:
    """Return the seat that accepting an invitation gives now; None if it is taken, or for an invitation to no game."""
    free = Seat.objects.filter(game=row.game, kind=Seat.Kind.OPEN).order_by("position") if row.game else ()
    wanted = [seat for seat in free if row.role in ("", seat.role) and _fits(row, seat)]
    return next(iter(wanted), None)


def _fits(row: Invitation, seat: Seat) -> bool:
    """Return True unless the seat is reserved for somebody else than the invited player."""
    kept = seat.reserved_for.casefold()
    return not kept or kept == row.address.casefold()


def get_game_by_observer_token(token: str) -> Game:
    """Return the game behind an observers' link. Raises Missing."""
    game = Game.objects.filter(observer_digest=token_digest(token)).select_related("host").first()
    if game is None:
        raise missing()
    return game
