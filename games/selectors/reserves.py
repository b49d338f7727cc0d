"""Reserves of a game: who is willing, for host and umpire; what one is being asked, for whoever is."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec import Struct, field

from games.errors import forbidden, wrong_state
from games.kernel.text import Text
from games.models import Game, Player, Reserve, ReserveStep, Seat
from games.models.statements import select
from games.selectors.access import belongs, get_game, knows_too_much, may_manage, may_umpire, sees
from games.selectors.notices import seat_name
from games.selectors.search import ids_beginning
from games.stored.absence import absence_of

Status = Game.Status
What = ReserveStep.What

CALLED_IN = (Status.RUNNING, Status.PAUSED, Status.HELD)
"""A seat of such a game can be taken by a reserve."""
_WAS_ASKED = f"player = %s AND what = '{What.ASKED.value}'"


class CallState(Struct, frozen=True, kw_only=True):
    """A seat that the reader is asked to take. After `until` the next is asked; the seat may still be free then."""

    id: UUID
    game: UUID
    game_name: str
    role: str = field(name="seat")
    name: Text
    until: datetime


class ReservesState(Struct, frozen=True, kw_only=True):
    """The reserves of a game. `chosen`: its table has agreed on them; `willing`: the reader is one.

    `calls` are what the reader is being asked; `names`, for host, umpire and staff that does not play, who is willing,
    in the order in which they are asked.
    """

    chosen: bool
    willing: bool
    may_volunteer: bool
    calls: tuple[CallState, ...]
    names: tuple[str, ...] | None


def reserves_state(player: Player, game_id: UUID | str) -> ReservesState:
    """The reserves of one game as the player may know them. Raises Missing."""
    game = get_game(player, game_id)
    willing = Reserve.objects.filter(game=game, player=player).exists()
    return ReservesState(
        chosen=absence_of(game.absence).reserves,
        willing=willing,
        may_volunteer=not willing and _refusal(player, game) is None,
        calls=_told(_asked(player).filter(call__game=game)),
        names=_names(game) if _may_see(player, game) else None,
    )


def my_calls(player: Player) -> tuple[CallState, ...]:
    """All that the player is being asked, in whatever game, the oldest first."""
    if not select(ReserveStep, where=_WAS_ASKED, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return ()  # hardly anybody ever was
    return _told(_asked(player))


def games_with_reserves(player: Player, name: str) -> list[Game]:
    """Games that the player finds, of this name in any case or whose id begins so, that take reserves; two at most.

    What is on no list is found by its whole id.
    """
    if not name:
        return []
    ids = ids_beginning(name)
    games = Game.objects.filter(Q(name__iexact=name) | (Q(pk__range=ids) if ids else Q()), absence__reserves=True)
    found = [one for one in games.filter(status__in=(*CALLED_IN, Status.OPEN)) if _finds(player, one, name)]
    return found[:2]


def _finds(player: Player, game: Game, name: str) -> bool:
    if name.replace("-", "").casefold() == game.pk.hex:
        return sees(player, game)
    return game.visibility == Game.Visibility.PUBLIC or player.is_staff or belongs(player, game)


def refuse_reserve(player: Player, game: Game) -> None:
    """Raise Forbidden or WrongState for who cannot be a reserve of the game now."""
    if (refusal := _refusal(player, game)) is not None:
        raise refusal


def _refusal(player: Player, game: Game) -> Exception | None:
    if not absence_of(game.absence).reserves:
        return wrong_state("This game has agreed on no reserves.", "このゲームは補欠を取り決めていません。")
    if game.status not in (*CALLED_IN, Status.OPEN):
        return wrong_state("This game has ended.", "このゲームは終了しています。")
    if Seat.objects.filter(game=game, player=player).exists():
        return forbidden("You have a seat in this game.", "このゲームにはすでに席があります。")
    if knows_too_much(player, game):
        return forbidden("You know a seat's secrets.", "席の秘密を知っているため、補欠になれません。")
    return None


def _may_see(player: Player, game: Game) -> bool:
    """Whether the player manages the game; staff that plays does not."""
    return player.pk in (game.host_id, game.umpire_id) or (may_manage(player, game) and may_umpire(player, game))


def _names(game: Game) -> tuple[str, ...]:
    return tuple(Reserve.objects.filter(game=game).order_by("pk").values_list("player__username", flat=True))


def _asked(player: Player) -> "QuerySet[ReserveStep]":
    """What the player was asked in calls that go on, and has not answered."""
    given = ReserveStep.objects.filter(call=OuterRef("call"), player=player.pk).exclude(what=What.ASKED)
    asked = ReserveStep.objects.filter(~Exists(given), player=player.pk, what=What.ASKED, call__ended_at=None)
    return asked.filter(call__game__status__in=CALLED_IN).select_related("call__game", "call__seat").order_by("at")


def _told(steps: Iterable[ReserveStep]) -> tuple[CallState, ...]:
    return tuple(
        CallState(
            id=one.pk,
            game=one.call.game_id,
            game_name=one.call.game.name,
            role=one.call.seat.role,
            name=seat_name(one.call.game, one.call.seat.role),
            until=one.until or one.at,
        )
        for one in steps
    )
