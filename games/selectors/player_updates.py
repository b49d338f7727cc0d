"""Find out if a player's page must be updated, without revealing when other seats act.

Only facts that the page shows count.
"""

from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Exists, F, OuterRef
from django.utils.crypto import salted_hmac
from msgspec import Struct

from games import registry
from games.kernel.events import PUBLIC
from games.models import Advice, CurrentView, Game, Invitation, OpenRequest, Player, ReserveStep, Seat
from games.selectors.access import game_and_seats
from games.selectors.advice import list_advice_requests
from games.selectors.invitations import list_games_inviting
from games.selectors.messages import count_unread_by_game
from games.selectors.reserves import list_reserve_calls

ACTIVE = (Game.Status.RUNNING, Game.Status.PAUSED)


class PlayerUpdates(Struct, frozen=True):
    """What a player's page needs to know whether it must be updated."""

    open: int
    """The number of the player's questions without a submitted answer."""
    unread: int
    """The number of unread messages."""
    state: str
    """An opaque text that changes when the page would show something else."""


def get_player_updates(player: Player, game_id: UUID | str | None = None, seat: str = "") -> PlayerUpdates:
    """Return the player's numbers, and the state of a page: the game's page as `seat`, or *My desk* without a game.

    The state depends on the player's own questions, answers and messages, on requests for advice or to take a seat, on
    invitations, on the status and the players of the games, and on the newest stop of the audience. It does not change
    when another seat answers. Raises Missing if the player may not know of the game or has no such seat.
    """
    asked = _open_requests(player)
    unread = count_unread_by_game(player)
    page = _desk(player) if game_id is None else _game_page(player, game_id, seat)
    facts = [
        sorted((row.game.name, row.kind, row.key, row.seat_stop, row.ready, row.revision) for row in asked),
        sorted(unread.values()),
        _requests_to(player),
        page,
    ]
    text = str(player.pk).encode() + b"|" + msgspec.json.encode(facts)
    state = salted_hmac("games.player.updates", text, algorithm="sha256").hexdigest()[:32]
    return PlayerUpdates(open=sum(not row.ready for row in asked), unread=sum(unread.values()), state=state)


def _open_requests(player: Player) -> list[OpenRequest]:
    """Return the open questions to the player's seats that *My desk* lists."""
    rows = OpenRequest.objects.filter(
        seat__player=player, closed_at=None, game=F("seat__game"), game__status__in=ACTIVE
    ).select_related("game")
    return [row for row in rows if registry.is_readable(row.game)]


def _requests_to(player: Player) -> list[Any]:
    """Return the requests to take a seat, the questions to advise on, and the invitations by name on *My desk*.

    A first query finds out which of these exist, because few players have any.
    """
    own = {"player": OuterRef("pk")}
    is_called, is_adviser, is_invited = (
        Player.objects.filter(pk=player.pk)
        .values_list(
            Exists(ReserveStep.objects.filter(what=ReserveStep.What.ASKED, call__ended_at=None, **own)),
            Exists(Advice.objects.filter(seat__player=OuterRef("pk"), request__closed_at=None)),
            Exists(Invitation.objects.filter(accepted_at=None, withdrawn_at=None, declined_at=None, **own)),
        )
        .get()
    )
    calls = list_reserve_calls(player) if is_called else ()
    wanted = list_advice_requests(player) if is_adviser else []
    games = list_games_inviting(player) if is_invited else []
    return [
        sorted((one.game_name, one.role, one.until) for one in calls),
        sorted((one.game.name, one.adviser, one.seat, one.kind, one.question.key, one.revision) for one in wanted),
        sorted(one.name for one in games),
    ]


def _desk(player: Player) -> list[Any]:
    """Return name, role, occupant's kind and status for seats: the player's own, and all of games the player may start.

    The latter are the open games that the player hosts.
    """
    hosted = {"game__host": player, "game__status": Game.Status.OPEN}
    own, others = (
        Seat.objects.filter(**which).order_by().values_list("game__name", "role", "kind", "game__status")
        for which in ({"player": player}, hosted)
    )
    return sorted(own.union(others, all=True))


def _game_page(player: Player, game_id: UUID | str, role: str) -> list[Any]:
    """Return a game's status, the newest stop of one audience, and the occupants of all seats.

    The audience is the player's seat, or the public if the player does not hold the seat `role`.
    """
    game, seats = game_and_seats(player, game_id)
    own = next((one.role for one in seats if one.player_id == player.pk and role in ("", one.role)), PUBLIC)
    stop = CurrentView.objects.filter(game=game, audience=own).values_list("stop", flat=True).first()
    return [game.status, stop, [(one.role, one.kind, one.player_id) for one in seats]]
