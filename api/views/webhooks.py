"""``webhooks/``: URLs that the server calls on events."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.text_patterns import VISIBLE_ASCII
from api.views.games import EmptyBody
from games.models import Webhook
from games.services import webhooks


class CreateWebhookRequest(RequestBody, frozen=True, kw_only=True):
    """The URL to call: with `game` for that game's public events, without it for your own e-mails."""

    url: Annotated[str, Meta(max_length=500, description="Begins with https://."), VISIBLE_ASCII]
    game: UUID | None = None
    format: Annotated[Literal["plain", "discord"], Meta(description="The shape of what is sent.")] = "plain"


class WebhookState(Struct, frozen=True, kw_only=True):
    """A webhook of yours: a URL that the server calls on events."""

    id: UUID
    url: str
    game: Annotated[UUID | None, Meta(description="The game whose public events it gets; null: your own e-mails.")]
    format: Annotated[str, Meta(description="plain or discord: the shape of the calls.")]
    created_at: datetime
    off_at: Annotated[
        datetime | None,
        Meta(description="When it was switched off because calls failed too often in a row; null while it is on."),
    ]
    error: Annotated[str, Meta(description="The last error, or empty.")] = ""
    key: Annotated[
        str, Meta(description="The key that signs the calls; only the response to its creation contains it.")
    ] = ""


class WebhookList(Struct, frozen=True):
    """Your webhooks, the oldest first."""

    results: list[WebhookState]
    next: str | None = None


class WebhookTestBody(Struct, frozen=True):
    """A test call that was queued."""

    id: Annotated[UUID, Meta(description="The id of the call.")]


def _state(row: Webhook, *, error: str = "", key: str = "") -> WebhookState:
    return WebhookState(
        id=row.pk,
        url=row.url,
        game=row.game_id,
        format=row.format,
        created_at=row.created_at,
        off_at=row.off_at,
        error=error,
        key=key,
    )


class WebhookListView(ApiView):
    """``webhooks/``: list your webhooks, and add one."""

    @describe_operation("webhooks_list", "My webhooks", sends=WebhookList, tag="webhooks")
    def get(self, request: Request) -> Response:
        rows = webhooks.list_own_webhooks(self.player)
        errors = webhooks.load_last_errors(rows)
        return Response(WebhookList([_state(row, error=errors.get(row.pk, "")) for row in rows]))

    @accept_idempotency_key
    @describe_operation(
        "webhooks_create",
        "Add a webhook",
        reads=CreateWebhookRequest,
        sends=WebhookState,
        status=201,
        tag="webhooks",
        about="A game's webhook is for its host, its umpire and staff. Each call bears "
        "`Sealed-Orders-Signature: t=SECONDS,v1=HMAC`, the HMAC-SHA256 of `SECONDS.BODY` with `key`.",
        examples=[make_example("A channel", {"url": "https://example.org/hook", "format": "discord"})],
    )
    def post(self, request: Request) -> Response:
        wanted = self.parse_body(CreateWebhookRequest)
        row = webhooks.do_add_webhook(player=self.player, url=wanted.url, game_id=wanted.game, format=wanted.format)
        return Response(_state(row, key=webhooks.get_signing_key(row)), status.HTTP_201_CREATED)


class WebhookDetailView(ApiView):
    """``webhooks/{id}/``: delete a webhook."""

    @describe_operation("webhooks_delete", "Remove a webhook", status=204, tag="webhooks")
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        webhooks.do_remove_webhook(player=self.player, webhook_id=webhook_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TestWebhookView(ApiView):
    """``webhooks/{id}/test/``: send a test call to a webhook."""

    @accept_idempotency_key
    @describe_operation(
        "webhooks_test",
        "Send a test; one that was switched off is on again",
        reads=EmptyBody,
        sends=WebhookTestBody,
        status=202,
        tag="webhooks",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        found = webhooks.do_test_webhook(player=self.player, webhook_id=webhook_id)
        return Response(WebhookTestBody(found.pk), status.HTTP_202_ACCEPTED)
