"""``games/{id}/reserves/``: who would take a seat whose player stays away; ``reserves/``: what I am being asked."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.calls.games import Nothing
from api.schema import call, example
from api.shapes import Body
from games.selectors.reserves import CallState, ReservesState, my_calls, reserves_state
from games.services.reserves import do_answer_call, do_volunteer, do_withdraw


class CallAnswer(Body, frozen=True, kw_only=True):
    """Whether I take the seat."""

    accept: Annotated[bool, Meta(description="False: I decline, of which nobody is told.")]


class CallList(Struct, frozen=True):
    """The seats that I am asked to take."""

    results: list[CallState]
    next: None = None


class Reserves(Call):
    """The reserves of a game."""

    @call("reserves_retrieve", "The reserves of a game", sends=ReservesState, tag="reserves")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(reserves_state(self.player, game_id))

    @call(
        "reserves_volunteer",
        "Be a reserve of the game",
        reads=Nothing,
        sends=ReservesState,
        tag="reserves",
        about="Of a game whose `absence` has agreed on reserves, who has no seat in it and knows no seat's secrets. "
        "When a player stays away or has left, the reserves are asked in the order of saying so, by a letter too.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.body(Nothing)
        do_volunteer(player=self.player, game_id=game_id)
        return Response(reserves_state(self.player, game_id))

    @call(
        "reserves_withdraw",
        "Be a reserve of the game no more",
        status=204,
        tag="reserves",
        about="What one is being asked is declined with it.",
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        do_withdraw(player=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MyCalls(Call):
    """What I am being asked in all games."""

    @call("reserve_calls_list", "The seats that I am asked to take", sends=CallList, tag="reserves")
    def get(self, request: Request) -> Response:
        return Response(CallList(list(my_calls(self.player))))


class OneCall(Call):
    """One of them."""

    @call(
        "reserve_calls_answer",
        "Take the seat, or decline it",
        reads=CallAnswer,
        sends=ReservesState,
        tag="reserves",
        about="Who accepts first has the seat for good, also after `until`. Nobody is told of who declines.",
        examples=[example("Take it", {"accept": True})],
    )
    def post(self, request: Request, call_id: UUID) -> Response:
        game = do_answer_call(player=self.player, step_id=call_id, accept=self.body(CallAnswer).accept)
        return Response(reserves_state(self.player, game.pk))
