"""Read the reserves of a game: their names for host and umpire, and the requests to the reader."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec import Struct, field

from games.database.batch import select
from games.errors import forbidden, wrong_state
from games.kernel.text import Text
from games.models import Game, Player, Reserve, ReserveStep, Seat
from games.persistence.absence_policy import load_absence_policy
from games.selectors.access import get_game, has_opposing_knowledge, is_involved, may_manage, may_see, may_umpire
from games.selectors.notices import get_seat_name
from games.selectors.search import id_prefix_range

Status = Game.Status
What = ReserveStep.What

CALL_STATUSES = (Status.RUNNING, Status.PAUSED, Status.HELD)
"""The statuses of games in which a reserve can take a seat."""
_WAS_ASKED = f"player = %s AND what = '{What.ASKED.value}'"


class ReserveCallState(Struct, frozen=True, kw_only=True):
    """A request to the reader to take a seat."""

    id: UUID
    game: UUID
    game_name: str
    role: str = field(name="seat")
    """The role of the seat."""
    name: Text
    """The name of the role."""
    until: datetime
    """When the next reserve is asked; the reader may still accept as long as the seat is free."""


class ReservesState(Struct, frozen=True, kw_only=True):
    """The reserves of a game as a reader may see them."""

    enabled: bool
    """True if the game uses reserves."""
    is_reserve: bool
    """True if the reader is a reserve."""
    may_volunteer: bool
    """True if the reader can become a reserve now."""
    calls: tuple[ReserveCallState, ...]
    """The requests to the reader."""
    names: tuple[str, ...] | None
    """The reserves in the order in which they are asked; None except for host, umpire and staff without a seat."""


def get_reserves_state(player: Player, game_id: UUID | str) -> ReservesState:
    """Return the reserves of one game as the player may see them.

    Raises Missing if the player may not know of the game.
    """
    game = get_game(player, game_id)
    willing = Reserve.objects.filter(game=game, player=player).exists()
    return ReservesState(
        enabled=load_absence_policy(game.absence).reserves,
        is_reserve=willing,
        may_volunteer=not willing and _refusal(player, game) is None,
        calls=_told(_asked(player).filter(call__game=game)),
        names=_names(game) if _may_see(player, game) else None,
    )


def list_reserve_calls(player: Player) -> tuple[ReserveCallState, ...]:
    """Return all requests to the player, in any game, the oldest first."""
    if not select(ReserveStep, where=_WAS_ASKED, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return ()  # few players ever get a request
    return _told(_asked(player))


def find_games_with_reserves(player: Player, name: str) -> list[Game]:
    """Return up to two games that use reserves and whose name is `name` (ignoring case) or whose id begins with `name`.

    Only games that the player may see are returned, and an unlisted game only if `name` is its whole id.
    """
    if not name:
        return []
    ids = id_prefix_range(name)
    games = Game.objects.filter(Q(name__iexact=name) | (Q(pk__range=ids) if ids else Q()), absence__reserves=True)
    found = [one for one in games.filter(status__in=(*CALL_STATUSES, Status.OPEN)) if _finds(player, one, name)]
    return found[:2]


def _finds(player: Player, game: Game, name: str) -> bool:
    if name.replace("-", "").casefold() == game.pk.hex:
        return may_see(player, game)
    return game.visibility == Game.Visibility.PUBLIC or player.is_staff or is_involved(player, game)


def require_may_be_reserve(player: Player, game: Game) -> None:
    """Raise Forbidden or WrongState for a player who cannot volunteer as a reserve of the game now."""
    if (refusal := _refusal(player, game)) is not None:
        raise refusal


def _refusal(player: Player, game: Game) -> Exception | None:
    if not load_absence_policy(game.absence).reserves:
        return wrong_state("This game has agreed on no reserves.", "このゲームは補欠を取り決めていません。")
    if game.status not in (*CALL_STATUSES, Status.OPEN):
        return wrong_state("This game has ended.", "このゲームは終了しています。")
    if Seat.objects.filter(game=game, player=player).exists():
        return forbidden("You have a seat in this game.", "このゲームにはすでに席があります。")
    if has_opposing_knowledge(player, game):
        return forbidden("You know a seat's secrets.", "席の秘密を知っているため、補欠になれません。")
    return None


def _may_see(player: Player, game: Game) -> bool:
    """Return True if the player may see the reserves' names: host, umpire, and staff who hold no seat."""
    return player.pk in (game.host_id, game.umpire_id) or (may_manage(player, game) and may_umpire(player, game))


def _names(game: Game) -> tuple[str, ...]:
    return tuple(Reserve.objects.filter(game=game).order_by("pk").values_list("player__username", flat=True))


def _asked(player: Player) -> "QuerySet[ReserveStep]":
    """Return the player's unanswered requests to take a seat, in reserve calls that have not ended."""
    given = ReserveStep.objects.filter(call=OuterRef("call"), player=player.pk).exclude(what=What.ASKED)
    asked = ReserveStep.objects.filter(~Exists(given), player=player.pk, what=What.ASKED, call__ended_at=None)
    return asked.filter(call__game__status__in=CALL_STATUSES).select_related("call__game", "call__seat").order_by("at")


def _told(steps: Iterable[ReserveStep]) -> tuple[ReserveCallState, ...]:
    return tuple(
        ReserveCallState(
            id=one.pk,
            game=one.call.game_id,
            game_name=one.call.game.name,
            role=one.call.seat.role,
            name=get_seat_name(one.call.game, one.call.seat.role),
            until=one.until or one.at,
        )
        for one in steps
    )
