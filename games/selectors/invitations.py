"""Read invitations: those of a game for their senders, and the one that belongs to a link."""

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
"""The SQL condition for an open invitation to a player by name."""


class InvitationState(Struct, frozen=True, kw_only=True):
    """One invitation as its sender sees it."""

    id: UUID
    role: str = field(name="seat")
    """The role of the seat; empty: the first free seat."""
    recipient: str
    """The name or address as the sender typed it."""
    state: str
    """``waiting``, ``undelivered`` (its e-mail came back), ``accepted``, ``declined``, ``withdrawn`` or ``expired``."""
    created_at: datetime
    expires_at: datetime


def list_invitations(player: Player, game_id: UUID | str) -> list[InvitationState]:
    """Return the invitations to a game, for a player who may invite.

    Raises Missing if the player may not know of the game; Forbidden if the player may not invite.
    """
    game = get_game(player, game_id)
    require_may_invite(player, game)
    rows = Invitation.objects.filter(game=game).select_related("player")
    return [build_invitation_state(row) for row in rows]


def list_games_inviting(player: Player) -> list[Game]:
    """Return open games to which the player is invited by name, and which the player may see."""
    if not select(Invitation, where=_BY_NAME, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return []  # the usual case
    waiting = Invitation.objects.filter(
        player=player, accepted_at=None, withdrawn_at=None, declined_at=None, game__status=Game.Status.OPEN
    )
    rows = waiting.filter(expires_at__gt=timezone.now()).select_related("game")
    games = {row.game.pk: row.game for row in rows if row.game is not None}
    return [game for game in games.values() if may_see(player, game) and not held_seats(player, game)]


def find_reserved_seats(player: Player, games: list[Game]) -> dict[UUID, frozenset[str]]:
    """Return the roles of free seats that are reserved for the player's address, by the game's id."""
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
    """Raise Forbidden if the player may not invite players to the game."""
    if not may_invite(player, game):
        raise forbidden("You may not invite into this game.", "このゲームに招待する権限がありません。")


def get_invitation_by_token(token: str) -> Invitation:
    """Return the open invitation with this link token. Raises Missing if it is not open (`is_invitation_open`)."""
    row = _with_all().filter(digest=token_digest(token)).first()
    if row is None or not is_invitation_open(row):
        raise missing()
    return row


def find_accepted_invitation(token: str) -> Invitation | None:
    """Return the accepted invitation with this link token, if there is one."""
    return _with_all().filter(digest=token_digest(token), accepted_at__isnull=False).first()


def get_invitation(invitation_id: UUID) -> Invitation | None:
    """Return the invitation with this id, open or not; None if there is none."""
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
    """Return the seat that a player gets who accepts the invitation now; None if there is no free seat."""
    free = Seat.objects.filter(game=row.game, kind=Seat.Kind.OPEN).order_by("position") if row.game else ()
    wanted = [seat for seat in free if row.role in ("", seat.role) and _fits(row, seat)]
    return next(iter(wanted), None)


def _fits(row: Invitation, seat: Seat) -> bool:
    """Return True unless the seat is reserved for another address than the invited one."""
    kept = seat.reserved_for.casefold()
    return not kept or kept == row.address.casefold()


def get_game_by_observer_token(token: str) -> Game:
    """Return the game to which the observers' link with this token belongs. Raises Missing for a wrong token."""
    game = Game.objects.filter(observer_digest=token_digest(token)).select_related("host").first()
    if game is None:
        raise missing()
    return game
