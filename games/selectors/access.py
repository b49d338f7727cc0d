"""Access checks: players' roles in a game; the other selectors build on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet

from games.database.batch import SelectQuery, fetch_batch, key, select
from games.errors import missing, not_yours
from games.kernel.events import PUBLIC
from games.models import Advice, AuditEntry, Game, Observer, OpenRequest, Player, Seat, Tenure


@dataclass(frozen=True)
class Access:
    """The right to see a game as one audience: a seat's role, ``public`` or ``umpire``.

    `basis` is the reason: ``seat`` (the player's own), ``public``, ``over`` (the game has ended), ``staff`` (audited).
    `seat` is the player's own seat, None otherwise.
    """

    game: Game
    audience: str
    basis: str
    seat: Seat | None = None


def get_game(player: Player, game_id: UUID | str) -> Game:
    """Return the game's row with host and umpire, if the player may know of it (`may_see`). Raises Missing."""
    return _seen(player, fetch_batch(_game(game_id))[0])


def game_and_seats(player: Player, game_id: UUID | str) -> tuple[Game, list[Seat]]:
    """Return the game's row as `get_game` does, and all its seats in table order. Raises Missing."""
    game = _game(game_id)
    found, seats = fetch_batch(game, SelectQuery(Seat, "game_id = %s", game.values, "ORDER BY position"))
    return _seen(player, found), seats


def _game(game_id: UUID | str) -> SelectQuery:
    try:
        wanted = key(game_id)
    except ValidationError:
        raise missing() from None
    return SelectQuery(Game, "games_game.id = %s", (wanted,), parents=(("host", ()), ("umpire", ())))


def _seen(player: Player, found: Sequence[Game]) -> Game:
    if not found or not may_see(player, found[0]):
        raise missing()
    return found[0]


def may_see(player: Player, game: Game) -> bool:
    """Return True if the player may know that the game exists: all games except other players' private ones."""
    return game.visibility != Game.Visibility.PRIVATE or player.is_staff or is_involved(player, game)


def is_involved(player: Player, game: Game) -> bool:
    """Return True if the player is the game's host or umpire, holds or held a seat, or is an observer."""
    return (
        player.pk in (game.host_id, game.umpire_id)
        or Tenure.objects.filter(seat__game=game, player=player).exists()
        or Seat.objects.filter(game=game, player=player).exists()
        or Observer.objects.filter(game=game, player=player).exists()
    )


def require_visible(player: Player, game: Game) -> None:
    """Raise Missing for other players' private games."""
    if not may_see(player, game):
        raise missing()


def held_seats(player: Player, game: Game) -> list[Seat]:
    """Return the seats that the player holds now, in table order."""
    where = "game_id = %s AND player_id = %s"
    return select(Seat, where=where, values=(key(game.pk), player.pk), tail="ORDER BY position")


def get_own_seat(player: Player, game_id: UUID | str, role: str = "") -> Seat:
    """Return the player's seat of that name, or the first. Raises Missing."""
    game, seats = game_and_seats(player, game_id)
    found = next((one for one in seats if one.player_id == player.pk and role in ("", one.role)), None)
    if found is None:
        raise missing()
    found.game = game
    return found


def has_held_seat(player: Player, game: Game) -> bool:
    """Return True if the player holds or held a seat of the game."""
    return Seat.objects.filter(game=game, player=player).exists() or has_seat_knowledge(player, game)


def has_seat_knowledge(player: Player, game: Game, except_seat: str = "") -> bool:
    """Return True if the player has held a seat of the running game, and so seen its secrets.

    A tenure of `except_seat` does not count.
    """
    served = Tenure.objects.filter(seat__game=game, player=player).exclude(seat__role=except_seat)
    if game.started_at is None:
        return False
    return served.filter(Q(until=None) | Q(until__gte=game.started_at)).exists()


def may_manage(player: Player, game: Game) -> bool:
    """Return True for players who may start a game or abandon it before its start."""
    return player.is_staff or player.pk in (game.host_id, game.umpire_id)


UNDER_WAY = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD)
UNFINISHED = (Game.Status.OPEN, *UNDER_WAY)


def hosts_without_umpire(player: Player, game: Game) -> bool:
    """Return True for the host of a game under way that has no umpire; this host, even as a player, manages the game.

    None of the host's acts reveals a secret.
    """
    return game.status in UNDER_WAY and game.umpire_id is None and player.pk == game.host_id


def may_invite(player: Player, game: Game) -> bool:
    """Return True for players who may invite and replace players.

    Before the start they are the game's managers, then its umpire and staff, and the host of a game without an umpire.
    """
    if game.status == Game.Status.OPEN:
        return may_manage(player, game)
    return game.status in UNDER_WAY and (may_umpire(player, game) or hosts_without_umpire(player, game))


def may_abandon(player: Player, game: Game) -> bool:
    """Return True for players who may call the game off."""
    if game.status == Game.Status.OPEN:
        return may_manage(player, game)
    return may_umpire(player, game) or hosts_without_umpire(player, game)


def may_hand_on_host(player: Player, game: Game) -> bool:
    """Return True for the host and staff of an unfinished game."""
    return game.status in UNFINISHED and (player.is_staff or player.pk == game.host_id)


def may_umpire(player: Player, game: Game) -> bool:
    """Return True for staff and the game's umpire, unless they hold or held a seat while the game goes on."""
    if not (player.is_staff or player.pk == game.umpire_id):
        return False
    return game.status == Game.Status.OVER or not has_held_seat(player, game)


def may_control_clock(player: Player, game: Game) -> bool:
    """Return True for players who may stop and restart the game's clock and extend deadlines.

    They are the staff and the umpire, or the host of a game without an umpire. This reveals no secrets, so a host who
    plays may do it too.
    """
    return hosts_without_umpire(player, game) or may_umpire(player, game)


def may_change_clock(player: Player, game: Game) -> bool:
    """Return True for players who may change the rule of deadlines.

    Before the start they are the game's managers, then those of `may_control_clock`.
    """
    return may_manage(player, game) if game.status == Game.Status.OPEN else may_control_clock(player, game)


def has_seen_secrets(player: Player, game: Game, except_seat: str = "") -> bool:
    """Return True if the player, as staff or umpire, has seen secrets of a seat other than `except_seat`."""
    acts = AuditEntry.objects.filter(game=game.pk, actor=player.pk)
    looks = acts.filter(Q(action__startswith="looked_at_") | Q(action="import"))
    return any(facts.get("audience") not in (PUBLIC, except_seat) for facts in looks.values_list("facts", flat=True))


def has_opposing_knowledge(player: Player, game: Game, except_seat: str = "") -> bool:
    """Return True if the player has learned secrets of a seat other than `except_seat`.

    The player may have learned them in a seat, as staff or as umpire.
    """
    return has_seat_knowledge(player, game, except_seat) or has_seen_secrets(player, game, except_seat)


def games_with_secrets_from(player: Player) -> QuerySet[Game]:
    """Return the unfinished games in which the player holds or held a seat, and must not learn other seats' secrets."""
    sits = Seat.objects.filter(player=player).order_by().values("game")
    served = Tenure.objects.filter(Q(until=None) | Q(until__gte=F("seat__game__started_at")), player=player)
    games = Game.objects.filter(pk__in=sits.union(served.order_by().values("seat__game")))
    return games.exclude(status=Game.Status.OVER)


def share_unfinished_game(one: Player, other: Player) -> bool:
    """Return True if `other` sits in an unfinished game whose secrets `one` must not learn.

    Then `one`, even as staff, may not change the account of `other`.
    """
    if one.pk == other.pk:
        return False
    games = games_with_secrets_from(one).exclude(status=Game.Status.ABANDONED)
    return Seat.objects.filter(player=other, game__in=games).exists()


class RequestColumns(NamedTuple):
    """The attributes to load of a decision, its seat and its game; empty loads all."""

    request: tuple[str, ...] = ()
    seat: tuple[str, ...] = ()
    game: tuple[str, ...] = ()


ALL_COLUMNS = RequestColumns()


def get_own_request(
    player: Player,
    request_id: UUID | str,
    columns: RequestColumns = ALL_COLUMNS,
    *,
    prefetched: OpenRequest | None = None,
) -> OpenRequest:
    """Return the decision if it belongs to a seat that the player holds now. Raises Missing or NotYours.

    A caller that has already read it (`own_request_by_token_query`) passes it as `prefetched`.
    """
    request = prefetched or get_request(request_id, columns)
    if request.seat.player_id != player.pk:
        raise not_yours()
    return request


def get_request(request_id: UUID | str, columns: RequestColumns = ALL_COLUMNS) -> OpenRequest:
    """Return the decision with its seat and game. Raises Missing."""
    try:
        identity = UUID(str(request_id))
    except ValueError:
        raise missing() from None
    (found,) = fetch_batch(_decision(identity, columns))
    if not found:
        raise missing()
    return found[0]


def own_request_by_token_query(digest: str, request_id: UUID, columns: RequestColumns = ALL_COLUMNS) -> SelectQuery:
    """Return a query for a decision together with the caller's token, before the caller is known.

    It finds only decisions of the token's player. So its cost is the same for a stranger as for a missing decision.
    """
    query = _decision(request_id, columns)
    whose = "games_seat.player_id = (SELECT user_id FROM knox_authtoken WHERE digest = %s)"
    return query._replace(where=f"{query.where} AND {whose}", values=(*query.values, digest))


def _decision(request_id: UUID, wanted: RequestColumns) -> SelectQuery:
    parents = (("seat", wanted.seat), ("game", wanted.game))
    return SelectQuery(
        OpenRequest, "games_openrequest.id = %s", (key(request_id),), only=wanted.request, parents=parents
    )


def get_own_advice(player: Player, request_id: UUID | str) -> Advice:
    """Return the player's advice row of a question. Raises Missing, also for players who are not its advisers."""
    try:
        wanted = UUID(str(request_id))
    except ValueError:
        raise missing() from None
    rows = Advice.objects.filter(request=wanted, seat__player=player).select_related(
        "seat", "request__seat", "request__game"
    )
    found = rows.order_by("seat__position").first()
    if found is None:
        raise missing()
    return found
