"""Asking people in: ``games/{id}/invitations/``, ``observers/``, ``invitations/accept/`` and ``decline/``."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct, field
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.calls.games import Nothing
from api.schema import call, example
from api.shapes import Body
from games.errors import wrong_state
from games.selectors.games import GameState, game_state
from games.selectors.invitations import InvitationState, invitations_of, state_of
from games.services import invitations

Token = Annotated[str, Meta(min_length=1, max_length=100, description="The last part of the link.")]


class Inviting(Body, frozen=True, kw_only=True):
    """Whom to write to, by `email` or by the name of a `player`; which seat (none: the first that is free)."""

    role: Annotated[str, Meta(max_length=40)] = field(default="", name="seat")
    email: Annotated[str, Meta(max_length=254)] = ""
    player: Annotated[str, Meta(max_length=60)] = ""
    language: Annotated[
        Literal["", "en", "ja"], Meta(description="Of the letter to somebody unknown; without it the host's own.")
    ] = ""


class InvitationList(Struct, frozen=True):
    """The invitations into a game, in the order of writing."""

    results: list[InvitationState]
    next: None = None


class ByToken(Body, frozen=True, kw_only=True):
    """What a link ends in."""

    token: Token


class Accepting(ByToken, frozen=True, kw_only=True):
    """What the letter's link ends in, and a word of one's own that goes into the dice."""

    nonce: Annotated[str, Meta(max_length=200)] = ""


class ObserverLink(Struct, frozen=True):
    """The link for observers, which is shown this once."""

    url: str


class Invitations(Call):
    """The invitations into one game."""

    @call("invitations_list", "The invitations into a game", sends=InvitationList, tag="invitations")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(InvitationList(invitations_of(self.player, game_id)))

    @call(
        "invitations_create",
        "Invite somebody",
        reads=Inviting,
        sends=InvitationState,
        status=201,
        tag="invitations",
        about="The host before the start, then staff and umpire. A letter with a link goes out; the seat is kept for "
        "those who are invited. Whether an address belongs to somebody here is not told.",
        examples=[example("By address", {"seat": "red", "email": "friend@example.org"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Inviting)
        row = invitations.do_invite(
            by=self.player,
            game_id=game_id,
            role=wanted.role,
            email=wanted.email,
            player=wanted.player,
            language=wanted.language,
        )
        return Response(state_of(row), status.HTTP_201_CREATED)


class OneInvitation(Call):
    """One of them."""

    @call("invitations_withdraw", "Withdraw an invitation", status=204, tag="invitations")
    def delete(self, request: Request, game_id: UUID, invitation_id: UUID) -> Response:
        invitations.do_withdraw_invitation(by=self.player, game_id=game_id, invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Again(Call):
    """The same letter once more."""

    @call(
        "invitations_again",
        "Send an invitation again",
        reads=Nothing,
        sends=InvitationState,
        tag="invitations",
        about="With a new link; the one before is dead.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID, invitation_id: UUID) -> Response:
        self.body(Nothing)
        row = invitations.do_repeat_invitation(by=self.player, game_id=game_id, invitation_id=invitation_id)
        return Response(state_of(row))


class Accept(Call):
    """Coming."""

    @call(
        "invitations_accept",
        "Accept an invitation",
        reads=Accepting,
        sends=GameState,
        tag="invitations",
        examples=[example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(Accepting)
        seat = invitations.do_accept(player=self.player, token=wanted.token, nonce=wanted.nonce)
        if seat is None:
            raise wrong_state("This link leads to no game.", "このリンクはゲームへの招待ではありません。")
        return Response(game_state(self.player, seat.game_id))


class Decline(Call):
    """Not coming."""

    @call(
        "invitations_decline",
        "Decline an invitation",
        reads=ByToken,
        status=204,
        tag="invitations",
        about="The link is dead afterwards, and whoever wrote the invitation is told.",
        examples=[example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        invitations.do_decline(token=self.body(ByToken).token, player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Observers(Call):
    """The link for observers."""

    @call(
        "observers_link",
        "Make a link for observers",
        reads=Nothing,
        sends=ObserverLink,
        status=201,
        tag="invitations",
        about="Whoever has it sees what everybody may see, of a private game, too. It ends the one before.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.body(Nothing)
        url = invitations.do_open_to_observers(by=self.player, game_id=game_id)
        return Response(ObserverLink(url), status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @call("observers_shut", "End the link for observers", status=204, tag="invitations")
    def delete(self, request: Request, game_id: UUID) -> Response:
        invitations.do_open_to_observers(by=self.player, game_id=game_id, shut=True)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Observe(Call):
    """Looking on."""

    @call(
        "observers_come",
        "Look on, by the link for observers",
        reads=ByToken,
        sends=GameState,
        tag="invitations",
        examples=[example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        game = invitations.do_observe(player=self.player, token=self.body(ByToken).token)
        return Response(game_state(self.player, game.pk))
