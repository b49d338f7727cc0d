"""``players/me/data/`` and ``players/me/delete/``: download your data, and delete your account."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.authentication import ExpensiveReadThrottle
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from games.errors import forbidden, wrong_state
from games.selectors.personal_data import export_personal_data
from games.services.account_deletion import do_delete_account


class PersonalDataBody(Struct, frozen=True, kw_only=True):
    """Your data: account and settings, games, orders, press, notes, drafts, invitations, and records of e-mails.

    For each seat it contains what you ordered, wrote and received while you held the seat.
    """

    format: Annotated[int, Meta(description="The version of the format.")]
    at: datetime
    account: dict[str, Any]
    tokens: list[dict[str, Any]]
    webhooks: list[dict[str, Any]]
    devices: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    drafts: list[dict[str, Any]]
    invitations: dict[str, Any]
    announcements: list[dict[str, Any]]
    acts: Annotated[list[dict[str, Any]], Meta(description="Your logged actions, such as those as host or umpire.")]
    emails_sent_to_you: list[dict[str, Any]]
    emails_received_from_you: list[dict[str, Any]]


class DeleteAccountRequest(RequestBody, frozen=True, kw_only=True):
    """Your password, as confirmation."""

    password: Annotated[str, Meta(min_length=1, max_length=200)]


class PersonalDataView(ApiView):
    """``players/me/data/``: download your data."""

    throttle_classes = (ExpensiveReadThrottle,)

    @describe_operation("players_me_data", "My data, to take away", sends=PersonalDataBody, tag="players")
    def get(self, request: Request) -> HttpResponse:
        response = HttpResponse(export_personal_data(self.player), content_type="application/json")
        response["Content-Disposition"] = 'attachment; filename="my-data.json"'
        response["Cache-Control"] = "no-store"
        return response


class DeleteAccountView(ApiView):
    """``players/me/delete/``: delete your account."""

    @describe_operation(
        "players_me_delete",
        "Delete my account",
        reads=DeleteAccountRequest,
        status=204,
        tag="players",
        about="For good. Your seats become free, your games get another host, and you are the “former player” in all "
        "of them. What you ordered and wrote to others stays in the games. Tokens, notes, drafts and settings are "
        "deleted. An account without a password is deleted on its page.",
        examples=[make_example("For good", {"password": "my password"})],
    )
    def post(self, request: Request) -> Response:
        password = self.parse_body(DeleteAccountRequest).password
        if not self.player.has_usable_password():
            raise wrong_state(
                "This account has no password: set one first, or delete the account on its page.",
                "このアカウントにはパスワードがありません。先に設定するか、設定ページで削除してください。",
            )
        if not self.player.check_password(password):
            raise forbidden("Wrong password.", "パスワードが違います。")
        do_delete_account(player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
