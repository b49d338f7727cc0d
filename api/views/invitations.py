"""Invitations: ``games/{id}/invitations/``, ``observers/``, ``invitations/accept/`` and ``decline/``."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct, field
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.text_patterns import ONE_LINE
from api.views.games import EmptyBody, InvitationLanguage, PersonalLine
from games.errors import wrong_state
from games.selectors.games import GameState, get_game_state
from games.selectors.invitations import InvitationState, build_invitation_state, list_invitations
from games.services import invitations

Token = Annotated[str, Meta(min_length=1, max_length=100, description="The last part of the link.")]


class InviteRequest(RequestBody, frozen=True, kw_only=True):
    """The person to invite, by `email` or by the name of a `player`, and the seat (without it, the first free one)."""

    role: Annotated[str, Meta(max_length=40)] = field(default="", name="seat")
    email: Annotated[str, Meta(max_length=254)] = ""
    player: Annotated[str, Meta(max_length=60)] = ""
    language: InvitationLanguage = ""
    personal_line: PersonalLine = ""


class InvitationList(Struct, frozen=True):
    """The invitations to a game, the oldest first."""

    results: list[InvitationState]
    next: str | None = None


class TokenRequest(RequestBody, frozen=True, kw_only=True):
    """The token at the end of an invitation's or an observers' link."""

    token: Token


class AcceptRequest(TokenRequest, frozen=True, kw_only=True):
    """The token at the end of the e-mail's link, and your own nonce for the dice."""

    nonce: Annotated[str, Meta(max_length=200), ONE_LINE] = ""


class ObserverLink(Struct, frozen=True):
    """The observers' link, which cannot be read again."""

    url: str


class InvitationListView(ApiView):
    """``games/{id}/invitations/``: list and send invitations."""

    @describe_operation("invitations_list", "The invitations into a game", sends=InvitationList, tag="invitations")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(InvitationList(list_invitations(self.player, game_id)))

    @accept_idempotency_key
    @describe_operation(
        "invitations_create",
        "Invite somebody",
        reads=InviteRequest,
        sends=InvitationState,
        status=201,
        tag="invitations",
        about="The host before the start, then staff and umpire. An e-mail with a link is sent; the seat is reserved "
        "for the invited players. Whether an address belongs to somebody here is not told.",
        examples=[make_example("By address", {"seat": "red", "email": "friend@example.org"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(InviteRequest)
        row = invitations.do_invite(
            by=self.player,
            game_id=game_id,
            role=wanted.role,
            email=wanted.email,
            player=wanted.player,
            language=wanted.language,
            personal_line=wanted.personal_line,
        )
        return Response(build_invitation_state(row), status.HTTP_201_CREATED)


class InvitationDetailView(ApiView):
    """``games/{id}/invitations/{id}/``: withdraw an invitation."""

    @describe_operation("invitations_withdraw", "Withdraw an invitation", status=204, tag="invitations")
    def delete(self, request: Request, game_id: UUID, invitation_id: UUID) -> Response:
        invitations.do_withdraw_invitation(by=self.player, game_id=game_id, invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ResendInvitationView(ApiView):
    """``games/{id}/invitations/{id}/again/``: resend an invitation with a new link."""

    @accept_idempotency_key
    @describe_operation(
        "invitations_again",
        "Send an invitation again",
        reads=EmptyBody,
        sends=InvitationState,
        tag="invitations",
        about="With a new link; the one before is dead.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID, invitation_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        row = invitations.do_resend_invitation(by=self.player, game_id=game_id, invitation_id=invitation_id)
        return Response(build_invitation_state(row))


class AcceptView(ApiView):
    """``invitations/accept/``: accept an invitation by its token."""

    @accept_idempotency_key
    @describe_operation(
        "invitations_accept",
        "Accept an invitation",
        reads=AcceptRequest,
        sends=GameState,
        tag="invitations",
        examples=[make_example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        wanted = self.parse_body(AcceptRequest)
        seat = invitations.do_accept_invitation(player=self.player, token=wanted.token, nonce=wanted.nonce)
        if seat is None:
            raise wrong_state("This link leads to no game.", "このリンクはゲームへの招待ではありません。")
        return Response(get_game_state(self.player, seat.game_id))


class DeclineView(ApiView):
    """``invitations/decline/``: decline an invitation by its token."""

    @accept_idempotency_key
    @describe_operation(
        "invitations_decline",
        "Decline an invitation",
        reads=TokenRequest,
        status=204,
        tag="invitations",
        about="The link is dead afterwards, and the inviter is notified.",
        examples=[make_example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        invitations.do_decline_invitation(token=self.parse_body(TokenRequest).token, player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ObserverLinkView(ApiView):
    """``games/{id}/observers/``: create or remove the observers' link of a game."""

    @accept_idempotency_key
    @describe_operation(
        "observers_link",
        "Make a link for observers",
        reads=EmptyBody,
        sends=ObserverLink,
        status=201,
        tag="invitations",
        sent_headers=["Cache-Control"],
        about="Everybody with the link sees what everybody may see, of a private game, too. It ends the previous link.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        url = invitations.do_renew_observer_link(by=self.player, game_id=game_id)
        return Response(ObserverLink(url), status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @describe_operation("observers_shut", "End the link for observers", status=204, tag="invitations")
    def delete(self, request: Request, game_id: UUID) -> Response:
        invitations.do_renew_observer_link(by=self.player, game_id=game_id, close=True)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ObserveView(ApiView):
    """``observe/``: become an observer by the token of a link."""

    @accept_idempotency_key
    @describe_operation(
        "observers_come",
        "Look on, by the link for observers",
        reads=TokenRequest,
        sends=GameState,
        tag="invitations",
        examples=[make_example("By the link's token", {"token": "Y2FyZCBvciBzaGlw"})],
    )
    def post(self, request: Request) -> Response:
        game = invitations.do_become_observer(player=self.player, token=self.parse_body(TokenRequest).token)
        return Response(get_game_state(self.player, game.pk))
