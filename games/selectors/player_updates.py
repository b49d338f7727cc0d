"""What is new for a player: only facts that the player's own pages show, and none that tells when other seats act."""

from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F
from django.utils.crypto import salted_hmac
from msgspec import Struct

from games import registry
from games.kernel.events import PUBLIC
from games.models import CurrentView, Game, OpenRequest, Player, Seat
from games.selectors.access import game_and_seats
from games.selectors.messages import count_unread_by_game

ACTIVE = (Game.Status.RUNNING, Game.Status.PAUSED)


class PlayerUpdates(Struct, frozen=True):
    """The number of the player's questions without a submitted answer, of unread messages, and the state of a page.

    `state` is an opaque text that changes when the page shows something else.
    """

    open: int
    unread: int
    state: str


def get_player_updates(player: Player, game_id: UUID | str | None = None, seat: str = "") -> PlayerUpdates:
    """Return what is new for the player; `state` is that of the game's page as `seat`, else that of the desk.

    It depends on the player's own questions, answers and messages, on the status and the occupants of the games, and on
    the newest stop of the audience. Whether another seat has answered changes nothing. Raises Missing.
    """
    asked = _open_requests(player)
    unread = count_unread_by_game(player)
    page = _desk(player) if game_id is None else _game_page(player, game_id, seat)
    facts = [
        sorted((row.game.name, row.kind, row.key, row.seat_stop, row.ready, row.revision) for row in asked),
        sorted(unread.values()),
        page,
    ]
    text = str(player.pk).encode() + b"|" + msgspec.json.encode(facts)
    state = salted_hmac("games.player.updates", text, algorithm="sha256").hexdigest()[:32]
    return PlayerUpdates(open=sum(not row.ready for row in asked), unread=sum(unread.values()), state=state)


def _open_requests(player: Player) -> list[OpenRequest]:
    """Return the open questions to the player's seats, as the desk lists them."""
    rows = OpenRequest.objects.filter(
        seat__player=player, closed_at=None, game=F("seat__game"), game__status__in=ACTIVE
    ).select_related("game")
    return [row for row in rows if registry.is_readable(row.game)]


def _desk(player: Player) -> list[Any]:
    """Return the status of the games in which the player has a seat."""
    return list(Seat.objects.filter(player=player).order_by("pk").values_list("game__name", "role", "game__status"))


def _game_page(player: Player, game_id: UUID | str, role: str) -> list[Any]:
    """Return the status of a game, the occupants of its seats, and the newest stop of the player's seat or the public.

    Other audiences are not observed.
    """
    game, seats = game_and_seats(player, game_id)
    own = next((one.role for one in seats if one.player_id == player.pk and role in ("", one.role)), PUBLIC)
    stop = CurrentView.objects.filter(game=game, audience=own).values_list("stop", flat=True).first()
    return [game.status, stop, [(one.role, one.kind, one.player_id) for one in seats]]
