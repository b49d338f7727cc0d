"""Check what a player may read and do in a game; all other selectors use these checks."""

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
    """The right to see a game as one audience."""

    game: Game
    audience: str
    """A seat's role, ``public`` or ``umpire``."""
    basis: str
    """The reason for the right: ``seat`` (the player holds the seat), ``public``, ``over`` (the game has ended) or
    ``staff`` (staff or umpire; recorded in the audit log).
    """
    seat: Seat | None = None
    """The seat if the player holds it, else None."""


def get_game(player: Player, game_id: UUID | str) -> Game:
    """Return the game's row with host and umpire. Raises Missing if the player may not know of the game (`may_see`)."""
    return _seen(player, fetch_batch(_game(game_id))[0])


def game_and_seats(player: Player, game_id: UUID | str) -> tuple[Game, list[Seat]]:
    """Return the game's row and all its seats in table order. Raises as `get_game`."""
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
    """Return True if the player may know that the game exists: it is not private, or the player belongs to it."""
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
    """Raise Missing if the player may not know that the game exists (`may_see`)."""
    if not may_see(player, game):
        raise missing()


def held_seats(player: Player, game: Game) -> list[Seat]:
    """Return the seats that the player holds now, in table order."""
    where = "game_id = %s AND player_id = %s"
    return select(Seat, where=where, values=(key(game.pk), player.pk), tail="ORDER BY position")


def get_own_seat(player: Player, game_id: UUID | str, role: str = "") -> Seat:
    """Return the player's seat with this role or, without a role, the player's first seat.

    Raises Missing if the player has no such seat.
    """
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
    """Return True if the player holds, or held after the start, a seat of the started game.

    The player may have seen the secrets of such a seat. The seat with the role `except_seat` does not count.
    """
    served = Tenure.objects.filter(seat__game=game, player=player).exclude(seat__role=except_seat)
    if game.started_at is None:
        return False
    return served.filter(Q(until=None) | Q(until__gte=game.started_at)).exists()


def may_manage(player: Player, game: Game) -> bool:
    """Return True if the player may start the game, or abandon it before its start: its host, umpire or staff."""
    return player.is_staff or player.pk in (game.host_id, game.umpire_id)


UNDER_WAY = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD)
UNFINISHED = (Game.Status.OPEN, *UNDER_WAY)


def hosts_without_umpire(player: Player, game: Game) -> bool:
    """Return True if the player is the host of a started, unfinished game without an umpire.

    Such a host manages the game, even with a seat in it: what the host may do reveals no secrets.
    """
    return game.status in UNDER_WAY and game.umpire_id is None and player.pk == game.host_id


def may_invite(player: Player, game: Game) -> bool:
    """Return True if the player may invite and replace players of the game.

    Before the start, host, umpire and staff may; later the players that `may_umpire` allows, and the host of a game
    without an umpire.
    """
    if game.status == Game.Status.OPEN:
        return may_manage(player, game)
    return game.status in UNDER_WAY and (may_umpire(player, game) or hosts_without_umpire(player, game))


def may_abandon(player: Player, game: Game) -> bool:
    """Return True if the player may end the game without a result, as `do_abandon_game` describes."""
    if game.status == Game.Status.OPEN:
        return may_manage(player, game)
    return may_umpire(player, game) or hosts_without_umpire(player, game)


def may_hand_on_host(player: Player, game: Game) -> bool:
    """Return True if the player may give the game another host: its host and staff, while it is unfinished."""
    return game.status in UNFINISHED and (player.is_staff or player.pk == game.host_id)


def may_umpire(player: Player, game: Game) -> bool:
    """Return True for staff and the game's umpire, except those who hold or held a seat of an unfinished game."""
    if not (player.is_staff or player.pk == game.umpire_id):
        return False
    return game.status == Game.Status.OVER or not has_held_seat(player, game)


def may_control_clock(player: Player, game: Game) -> bool:
    """Return True if the player may pause and resume the game and extend deadlines.

    These are staff and the umpire, and the host of a game without an umpire, even with a seat in it: none of this
    reveals a secret.
    """
    return hosts_without_umpire(player, game) or may_umpire(player, game)


def may_change_clock(player: Player, game: Game) -> bool:
    """Return True if the player may change the game's rules for deadlines and reminders.

    Before the start, host, umpire and staff may; later the players that `may_control_clock` allows.
    """
    return may_manage(player, game) if game.status == Game.Status.OPEN else may_control_clock(player, game)


def has_seen_secrets(player: Player, game: Game, except_seat: str = "") -> bool:
    """Return True if the player, as staff or umpire, has seen secrets of a seat other than the role `except_seat`."""
    acts = AuditEntry.objects.filter(game=game.pk, actor=player.pk)
    looks = acts.filter(Q(action__startswith="looked_at_") | Q(action="import"))
    return any(facts.get("audience") not in (PUBLIC, except_seat) for facts in looks.values_list("facts", flat=True))


def has_opposing_knowledge(player: Player, game: Game, except_seat: str = "") -> bool:
    """Return True if the player has learned secrets of a seat other than the role `except_seat`.

    The player may have learned them in a seat, as staff or as umpire.
    """
    return has_seat_knowledge(player, game, except_seat) or has_seen_secrets(player, game, except_seat)


def games_with_secrets_from(player: Player) -> QuerySet[Game]:
    """Return the unfinished games in which the player holds or held a seat, and must not see other seats' secrets."""
    sits = Seat.objects.filter(player=player).order_by().values("game")
    served = Tenure.objects.filter(Q(until=None) | Q(until__gte=F("seat__game__started_at")), player=player)
    games = Game.objects.filter(pk__in=sits.union(served.order_by().values("seat__game")))
    return games.exclude(status=Game.Status.OVER)


def people_of_games(games: QuerySet[Game] | list[UUID]) -> Q:
    """Return the condition for players who hold or held a seat of one of the games, or are its host or umpire.

    The condition is for a query on `Player`.
    """
    seated = Seat.objects.filter(game__in=games, player__isnull=False).order_by().values("player")
    served = Tenure.objects.filter(seat__game__in=games, player__isnull=False).order_by().values("player")
    return Q(pk__in=seated) | Q(pk__in=served) | Q(hosted_games__in=games) | Q(umpired_games__in=games)


def share_unfinished_game(one: Player, other: Player) -> bool:
    """Return True if `other` takes or took part in an unfinished game in which `one` holds or held a seat.

    To take part is to hold a seat or to be host or umpire (`people_of_games`). In that case `one`, even as staff, may
    not change the account of `other`.
    """
    if one.pk == other.pk:
        return False
    games = games_with_secrets_from(one).exclude(status=Game.Status.ABANDONED)
    return Player.objects.filter(people_of_games(games), pk=other.pk).exists()


class RequestColumns(NamedTuple):
    """The columns to load of an open question, its seat and its game; an empty tuple means all columns."""

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
    """Return the question if it is asked of a seat that the player holds now.

    `columns` are those to load. `prefetched` is the question's row if the caller has already read it (with
    `own_request_by_token_query`). Raises Missing if there is no such question, NotYours if it is asked of another seat.
    """
    request = prefetched or get_request(request_id, columns)
    if request.seat.player_id != player.pk:
        raise not_yours()
    return request


def get_request(request_id: UUID | str, columns: RequestColumns = ALL_COLUMNS) -> OpenRequest:
    """Return the question with this id, with its seat and game. Raises Missing if there is no such question."""
    try:
        identity = UUID(str(request_id))
    except ValueError:
        raise missing() from None
    (found,) = fetch_batch(_decision(identity, columns))
    if not found:
        raise missing()
    return found[0]


def own_request_by_token_query(digest: str, request_id: UUID, columns: RequestColumns = ALL_COLUMNS) -> SelectQuery:
    """Return a query for the question `request_id` if it is asked of a seat of the player who owns an API token.

    `digest` is the stored hash of the token. The query can run before the caller is authenticated. It finds no question
    of other players, so that its duration does not reveal whether such a question exists.
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
    """Return the row with the player's advice on a question.

    Raises Missing if there is no such question, or if the player is not an adviser of it.
    """
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
