"""The basics of who is who in a game; the other selectors build on them."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet

from games.errors import missing
from games.kernel.events import PUBLIC
from games.models import AuditEntry, Game, Player, Seat, Tenure


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
    """The game's row; that a game exists is no secret among players. Raises Missing."""
    try:
        game = Game.objects.filter(pk=game_id).select_related("host", "umpire").first()
    except ValidationError:
        raise missing() from None
    if game is None:
        raise missing()
    return game


def seats_of(player: Player, game: Game) -> list[Seat]:
    """The seats that the player holds now, in table order."""
    return list(Seat.objects.filter(game=game, player=player).order_by("position"))


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


def may_umpire(player: Player, game: Game) -> bool:
    """True for staff and the game's umpire, unless they hold a seat, or once held one, while the game goes on."""
    if not (player.is_staff or player.pk == game.umpire_id):
        return False
    return game.status == Game.Status.OVER or not ever_sat(player, game)


def looked_behind(player: Player, game: Game, besides: str = "") -> bool:
    """True when the player, as staff or umpire, was shown what a seat other than `besides` may not know."""
    acts = AuditEntry.objects.filter(game=game.pk, actor=player.pk)
    looks = acts.filter(Q(action__startswith="looked_at_") | Q(action="import"))
    return any(facts.get("audience") not in (PUBLIC, besides) for facts in looks.values_list("facts", flat=True))


def shut_games(player: Player) -> QuerySet[Game]:
    """The games whose hidden course the player must not learn: not over yet, and the player sits or once sat there."""
    sits = Seat.objects.filter(player=player).values("game")
    served = Tenure.objects.filter(Q(until=None) | Q(until__gte=F("seat__game__started_at")), player=player)
    games = Game.objects.filter(Q(pk__in=sits) | Q(pk__in=served.values("seat__game")))
    return games.exclude(status=Game.Status.OVER)


def play_together(one: Player, other: Player) -> bool:
    """True while the other sits in a game that is shut to the one: neither may lay hands on the other's account."""
    if one.pk == other.pk:
        return False
    games = shut_games(one).exclude(status=Game.Status.ABANDONED)
    return Seat.objects.filter(player=other, game__in=games).exists()
