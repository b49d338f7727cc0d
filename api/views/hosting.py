"""``games/{id}/replace/`` and ``games/{id}/host/``: replace a player, and hand on the host's role."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, field
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.games import Reason
from games.selectors.games import GameState, get_game_state
from games.services.hosting import do_hand_on_host, do_replace_player


class ReplaceRequest(RequestBody, frozen=True, kw_only=True):
    """The seat whose player is replaced, and its new occupant: a bot, or a person by name or address, who is invited.

    Without an occupant the seat becomes free.
    """

    role: Annotated[str, Meta(min_length=1, max_length=40)] = field(name="seat")
    player: Annotated[str, Meta(max_length=60)] = ""
    email: Annotated[str, Meta(max_length=254)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    reason: Reason = ""


class HandOnHostRequest(RequestBody, frozen=True, kw_only=True):
    """The name of the new host."""

    player: Annotated[str, Meta(min_length=1, max_length=60)]


class ReplaceView(ApiView):
    """``games/{id}/replace/``: replace a player."""

    @accept_idempotency_key
    @describe_operation(
        "games_replace",
        "Free a seat, and give it to a bot or invite somebody to it",
        reads=ReplaceRequest,
        sends=GameState,
        tag="games",
        about="Staff, umpire, or the host of a game without an umpire; before the start the players who manage the "
        "game. A host who plays may replace only players who are absent or cannot be reached. The former player loses "
        "the seat at once and is notified. An invited player takes the seat by accepting.",
        examples=[
            make_example("A bot", {"seat": "red", "bot": "random"}),
            make_example("An invitation", {"seat": "red", "email": "nina@example.org", "reason": "No sign of life."}),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(ReplaceRequest)
        do_replace_player(
            by=self.player,
            game_id=game_id,
            role=wanted.role,
            player=wanted.player,
            email=wanted.email,
            bot=wanted.bot,
            reason=wanted.reason,
        )
        return Response(get_game_state(self.player, game_id))


class HostView(ApiView):
    """``games/{id}/host/``: hand on the host's role."""

    @describe_operation(
        "games_hand_on",
        "Hand on the host's role",
        reads=HandOnHostRequest,
        sends=GameState,
        tag="games",
        about="The host or staff; to a player with a seat, the umpire, an observer or a reserve. All are notified.",
        examples=[make_example("To Nina", {"player": "nina"})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        do_hand_on_host(by=self.player, game_id=game_id, player=self.parse_body(HandOnHostRequest).player)
        return Response(get_game_state(self.player, game_id))
