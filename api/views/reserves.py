"""``games/{id}/reserves/``: the reserves of a game; ``reserves/``: the seats that you are asked to take."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.games import EmptyBody
from games.selectors.reserves import ReserveCallState, ReservesState, get_reserves_state, list_reserve_calls
from games.services.reserves import do_answer_reserve_call, do_volunteer, do_withdraw_reserve


class ReserveCallAnswerRequest(RequestBody, frozen=True, kw_only=True):
    """Your reply: `accept` is true to take the seat, false to decline it."""

    accept: Annotated[bool, Meta(description="False declines; nobody is notified of it.")]


class ReserveCallList(Struct, frozen=True):
    """The seats that you are asked to take."""

    results: list[ReserveCallState]
    next: str | None = None


class ReservesView(ApiView):
    """``games/{id}/reserves/``: read the reserves of a game, volunteer, and withdraw."""

    @describe_operation("reserves_retrieve", "The reserves of a game", sends=ReservesState, tag="reserves")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(get_reserves_state(self.player, game_id))

    @accept_idempotency_key
    @describe_operation(
        "reserves_volunteer",
        "Be a reserve of the game",
        reads=EmptyBody,
        sends=ReservesState,
        tag="reserves",
        about="Of a game whose `absence` has agreed on reserves, who has no seat in it and knows no seat's secrets. "
        "When a player stays away or has left, the reserves are asked in the order of saying so, also by e-mail.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        do_volunteer(player=self.player, game_id=game_id)
        return Response(get_reserves_state(self.player, game_id))

    @describe_operation(
        "reserves_withdraw",
        "Be a reserve of the game no more",
        status=204,
        tag="reserves",
        about="What one is being asked is declined with it.",
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        do_withdraw_reserve(player=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReserveCallListView(ApiView):
    """``reserves/``: list the seats that you are asked to take."""

    @describe_operation(
        "reserve_calls_list", "The seats that I am asked to take", sends=ReserveCallList, tag="reserves"
    )
    def get(self, request: Request) -> Response:
        return Response(ReserveCallList(list(list_reserve_calls(self.player))))


class ReserveCallView(ApiView):
    """``reserves/{id}/``: accept or decline one seat."""

    @accept_idempotency_key
    @describe_operation(
        "reserve_calls_answer",
        "Take the seat, or decline it",
        reads=ReserveCallAnswerRequest,
        sends=ReservesState,
        tag="reserves",
        about="The first player who accepts has the seat for good, also after `until`. Refusals are not announced.",
        examples=[make_example("Take it", {"accept": True})],
    )
    def post(self, request: Request, call_id: UUID) -> Response:
        game = do_answer_reserve_call(
            player=self.player, step_id=call_id, accept=self.parse_body(ReserveCallAnswerRequest).accept
        )
        return Response(get_reserves_state(self.player, game.pk))
