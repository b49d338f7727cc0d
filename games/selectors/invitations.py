"""Invitations: those of a game, for whoever sends them, and the one behind a link."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct, field

from games.errors import forbidden, missing
from games.models import Game, Invitation, Player, Seat
from games.models.statements import select
from games.selectors.access import get_game, may_invite, seats_of, sees
from games.stored.links import digest_of

OVER = (Game.Status.OVER, Game.Status.ABANDONED)
_BY_NAME = "player_id = %s AND accepted_at IS NULL AND withdrawn_at IS NULL AND declined_at IS NULL"
"""Of an invitation: somebody was asked by name, and has not answered."""


class InvitationState(Struct, frozen=True, kw_only=True):
    """One invitation. `to` is the name or the address that was written to, never what became known of an address.

    `state` is ``waiting``, ``accepted``, ``declined``, ``withdrawn`` or ``expired``.
    """

    id: UUID
    role: str = field(name="seat")
    to: str
    state: str
    created_at: datetime
    expires_at: datetime


def invitations_of(player: Player, game_id: UUID | str) -> list[InvitationState]:
    """The invitations into a game, for those who send them. Raises Missing, Forbidden."""
    game = get_game(player, game_id)
    refuse_inviting(player, game)
    rows = Invitation.objects.filter(game=game).select_related("player")
    return [state_of(row) for row in rows]


def invited_to(player: Player) -> list[Game]:
    """Games that take players still, into which somebody was asked by name who has not answered and can see them."""
    if not select(Invitation, where=_BY_NAME, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return []  # mostly so
    waiting = Invitation.objects.filter(
        player=player, accepted_at=None, withdrawn_at=None, declined_at=None, game__status=Game.Status.OPEN
    )
    rows = waiting.filter(expires_at__gt=timezone.now()).select_related("game")
    games = {row.game.pk: row.game for row in rows if row.game is not None}
    return [game for game in games.values() if sees(player, game) and not seats_of(player, game)]


def kept_for(player: Player, games: list[Game]) -> dict[UUID, frozenset[str]]:
    """The free seats of these games that are kept for a player, by game."""
    kept = Seat.objects.filter(game__in=games, kind=Seat.Kind.OPEN, reserved_for__iexact=player.email)
    found: dict[UUID, set[str]] = {}
    for game_id, role in kept.values_list("game_id", "role") if games and player.email else ():
        found.setdefault(game_id, set()).add(role)
    return {game_id: frozenset(roles) for game_id, roles in found.items()}


def state_of(row: Invitation) -> InvitationState:
    """An invitation as its sender sees it."""
    return InvitationState(
        id=row.pk,
        role=row.role,
        to=row.player.username if row.player else row.address,
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
    return "expired" if row.expires_at <= timezone.now() else "waiting"


def refuse_inviting(player: Player, game: Game) -> None:
    """Raise Forbidden for those who may not ask people in."""
    if not may_invite(player, game):
        raise forbidden("You may not invite into this game.", "このゲームに招待する権限がありません。")


def invitation_behind(token: str) -> Invitation:
    """The invitation that a link leads to. Raises Missing for one that is used, old, withdrawn, moot or unknown."""
    row = _with_all().filter(digest=digest_of(token)).first()
    if row is None or not is_open(row):
        raise missing()
    return row


def invitation_by_id(invitation_id: UUID) -> Invitation | None:
    """The invitation of this id, whatever has become of it."""
    return _with_all().filter(pk=invitation_id).first()


def _with_all() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("game", "game__host", "player", "invited_by")


def is_open(row: Invitation) -> bool:
    """Whether an invitation can be answered: it is not used, old, declined or withdrawn, and its game not over."""
    over = row.game is not None and row.game.status in OVER
    return _state(row) == "waiting" and not over and (row.player is None or row.player.is_active)


def player_invited(row: Invitation) -> Player | None:
    """Who was asked in, if they are a player here: by name, or as the owner of the address."""
    if row.player is not None:
        return row.player
    return Player.objects.filter(email__iexact=row.address, is_active=True).first()


def seat_for(row: Invitation) -> Seat | None:
    """The seat that an invitation leads to now; None where it is taken, or for an invitation to no game."""
    free = Seat.objects.filter(game=row.game, kind=Seat.Kind.OPEN).order_by("position") if row.game else ()
    wanted = [seat for seat in free if row.role in ("", seat.role) and _fits(row, seat)]
    return next(iter(wanted), None)


def _fits(row: Invitation, seat: Seat) -> bool:
    """A seat that is kept for somebody else is nobody's who was asked in without one."""
    kept = seat.reserved_for.casefold()
    return not kept or kept == row.address.casefold()


def observed_game(token: str) -> Game:
    """The game whose observers come by this link. Raises Missing."""
    game = Game.objects.filter(observer_digest=digest_of(token)).select_related("host").first()
    if game is None:
        raise missing()
    return game
