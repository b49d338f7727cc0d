"""The basics of who is who in a game; the other selectors build on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet

from games.errors import missing, not_yours
from games.kernel.events import PUBLIC
from games.models import Advice, AuditEntry, Game, Observer, OpenRequest, Player, Seat, Tenure
from games.models.statements import Reading, key, read_together, select


@dataclass(frozen=True)
class Access:
    """A right to see a game as one audience sees it: a seat's role, ``public`` or ``umpire``.

    `how` says why: ``seat`` (the player's own), ``public``, ``over`` (the game has ended), ``staff`` (audited).
    `seat` is the player's own seat, None otherwise.
    """

    game: Game
    audience: str
    how: str
    seat: Seat | None = None


def get_game(player: Player, game_id: UUID | str) -> Game:
    """The game's row with host and umpire, if the player may know of it (`sees`). Raises Missing."""
    return _seen(player, read_together(_game(game_id))[0])


def game_and_seats(player: Player, game_id: UUID | str) -> tuple[Game, list[Seat]]:
    """The same with all its seats, in table order. Raises Missing."""
    game = _game(game_id)
    found, seats = read_together(game, Reading(Seat, "game_id = %s", game.values, "ORDER BY position"))
    return _seen(player, found), seats


def _game(game_id: UUID | str) -> Reading:
    try:
        wanted = key(game_id)
    except ValidationError:
        raise missing() from None
    return Reading(Game, "games_game.id = %s", (wanted,), parents=(("host", ()), ("umpire", ())))


def _seen(player: Player, found: Sequence[Game]) -> Game:
    if not found or not sees(player, found[0]):
        raise missing()
    return found[0]


def sees(player: Player, game: Game) -> bool:
    """Whether the player may know that there is this game: every one but the private ones of others."""
    return game.visibility != Game.Visibility.PRIVATE or player.is_staff or belongs(player, game)


def belongs(player: Player, game: Game) -> bool:
    """Whether the player hosts or umpires the game, sits or once sat in it, or came as an observer."""
    return (
        player.pk in (game.host_id, game.umpire_id)
        or Tenure.objects.filter(seat__game=game, player=player).exists()
        or Seat.objects.filter(game=game, player=player).exists()
        or Observer.objects.filter(game=game, player=player).exists()
    )


def refuse_unseen(player: Player, game: Game) -> None:
    """Raise Missing for a private game of others."""
    if not sees(player, game):
        raise missing()


def seats_of(player: Player, game: Game) -> list[Seat]:
    """The seats that the player holds now, in table order."""
    where = "game_id = %s AND player_id = %s"
    return select(Seat, where=where, values=(key(game.pk), player.pk), tail="ORDER BY position")


def own_seat(player: Player, game_id: UUID | str, role: str = "") -> Seat:
    """The player's seat of that name, or the first. Raises Missing."""
    game, seats = game_and_seats(player, game_id)
    found = next((one for one in seats if one.player_id == player.pk and role in ("", one.role)), None)
    if found is None:
        raise missing()
    found.game = game
    return found


def ever_sat(player: Player, game: Game) -> bool:
    """True when the player holds a seat of the game or once did."""
    return Seat.objects.filter(game=game, player=player).exists() or knows_secrets(player, game)


def knows_secrets(player: Player, game: Game, besides: str = "") -> bool:
    """True when the player once sat in a seat of the running game (other than `besides`) and so saw its secrets."""
    served = Tenure.objects.filter(seat__game=game, player=player).exclude(seat__role=besides)
    if game.started_at is None:
        return False
    return served.filter(Q(until=None) | Q(until__gte=game.started_at)).exists()


def may_manage(player: Player, game: Game) -> bool:
    """True for those who may start a game or call it off before its start."""
    return player.is_staff or player.pk in (game.host_id, game.umpire_id)


def may_invite(player: Player, game: Game) -> bool:
    """True for those who may ask people in: before the start who manages the game, then its umpire and staff."""
    if game.status == Game.Status.OPEN:
        return may_manage(player, game)
    return game.status in (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD) and may_umpire(player, game)


def may_umpire(player: Player, game: Game) -> bool:
    """True for staff and the game's umpire, unless they hold a seat, or once held one, while the game goes on."""
    if not (player.is_staff or player.pk == game.umpire_id):
        return False
    return game.status == Game.Status.OVER or not ever_sat(player, game)


def may_keep_time(player: Player, game: Game) -> bool:
    """True for those who may stop the game's clock, let it run and give more time: staff and umpire, or its host where
    it has no umpire. None of it shows what is hidden, so a host who plays may, too.
    """
    under_way = game.status in (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD)
    hosts = under_way and game.umpire_id is None and player.pk == game.host_id
    return hosts or may_umpire(player, game)


def may_change_clock(player: Player, game: Game) -> bool:
    """True for those who may put another rule of deadlines in place: before the start who manages the game, then who
    keeps its time.
    """
    return may_manage(player, game) if game.status == Game.Status.OPEN else may_keep_time(player, game)


def looked_behind(player: Player, game: Game, besides: str = "") -> bool:
    """True when the player, as staff or umpire, was shown what a seat other than `besides` may not know."""
    acts = AuditEntry.objects.filter(game=game.pk, actor=player.pk)
    looks = acts.filter(Q(action__startswith="looked_at_") | Q(action="import"))
    return any(facts.get("audience") not in (PUBLIC, besides) for facts in looks.values_list("facts", flat=True))


def knows_too_much(player: Player, game: Game, besides: str = "") -> bool:
    """True when the player ever learned, in a seat or as staff or umpire, what a seat other than `besides` hides."""
    return knows_secrets(player, game, besides) or looked_behind(player, game, besides)


def shut_games(player: Player) -> QuerySet[Game]:
    """The games whose hidden course the player must not learn: not over yet, and the player sits or once sat there."""
    sits = Seat.objects.filter(player=player).order_by().values("game")
    served = Tenure.objects.filter(Q(until=None) | Q(until__gte=F("seat__game__started_at")), player=player)
    games = Game.objects.filter(pk__in=sits.union(served.order_by().values("seat__game")))
    return games.exclude(status=Game.Status.OVER)


def play_together(one: Player, other: Player) -> bool:
    """True while the other sits in a game that is shut to the one: neither may lay hands on the other's account."""
    if one.pk == other.pk:
        return False
    games = shut_games(one).exclude(status=Game.Status.ABANDONED)
    return Seat.objects.filter(player=other, game__in=games).exists()


class Wanted(NamedTuple):
    """The attributes that are read of a decision, of its seat and of its game; none: all."""

    request: tuple[str, ...] = ()
    seat: tuple[str, ...] = ()
    game: tuple[str, ...] = ()


ALL = Wanted()


def own_request(
    player: Player, request_id: UUID | str, wanted: Wanted = ALL, *, found: OpenRequest | None = None
) -> OpenRequest:
    """The decision, if it belongs to a seat that the player holds now. Raises Missing or NotYours.

    Whoever has read it a moment ago (`own_by_token`) gives it as `found`.
    """
    request = found or find_request(request_id, wanted)
    if request.seat.player_id != player.pk:
        raise not_yours()
    return request


def find_request(request_id: UUID | str, wanted: Wanted = ALL) -> OpenRequest:
    """The decision with its seat and game. Raises Missing."""
    try:
        identity = UUID(str(request_id))
    except ValueError:
        raise missing() from None
    (found,) = read_together(_decision(identity, wanted))
    if not found:
        raise missing()
    return found[0]


def own_by_token(digest: str, request_id: UUID, wanted: Wanted = ALL) -> Reading:
    """The reading of a decision together with the token of whoever calls, when it is not known yet who that is.

    It finds what belongs to a seat of the token's player, and nothing of anybody else's: what it costs tells a stranger
    no more than a question that there is not.
    """
    reading = _decision(request_id, wanted)
    whose = "games_seat.player_id = (SELECT user_id FROM knox_authtoken WHERE digest = %s)"
    return reading._replace(where=f"{reading.where} AND {whose}", values=(*reading.values, digest))


def _decision(request_id: UUID, wanted: Wanted) -> Reading:
    parents = (("seat", wanted.seat), ("game", wanted.game))
    return Reading(OpenRequest, "games_openrequest.id = %s", (key(request_id),), only=wanted.request, parents=parents)


def own_advice(player: Player, request_id: UUID | str) -> Advice:
    """The place for the player's advice to a question. Raises Missing, also for all who are no advisers of it."""
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
