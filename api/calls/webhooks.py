"""``webhooks/``: addresses that are told when something happens."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.calls.games import Nothing
from api.schema import call, example
from api.shapes import Body
from games.models import Webhook
from games.services import webhooks


class NewWebhook(Body, frozen=True, kw_only=True):
    """Where to tell it: with a `game` what all may know of it, without one what I get letters about."""

    url: Annotated[str, Meta(max_length=500, description="Begins with https://.")]
    game: UUID | None = None
    format: Annotated[Literal["plain", "discord"], Meta(description="The shape of what is sent.")] = "plain"


class WebhookState(Struct, frozen=True, kw_only=True):
    """A webhook of mine. `key` signs what is sent; it is shown once. `off_at`: it failed too often in a row."""

    id: UUID
    url: str
    game: UUID | None
    format: str
    created_at: datetime
    off_at: datetime | None
    error: str = ""
    key: str = ""


class WebhookList(Struct, frozen=True):
    """My webhooks, the oldest first."""

    results: list[WebhookState]
    next: None = None


class WebhookTest(Struct, frozen=True):
    """A test that is owed to it."""

    id: UUID


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


class Webhooks(Call):
    """All of mine."""

    @call("webhooks_list", "My webhooks", sends=WebhookList, tag="webhooks")
    def get(self, request: Request) -> Response:
        rows = webhooks.own_webhooks(self.player)
        errors = webhooks.last_errors(rows)
        return Response(WebhookList([_state(row, error=errors.get(row.pk, "")) for row in rows]))

    @call(
        "webhooks_create",
        "Add a webhook",
        reads=NewWebhook,
        sends=WebhookState,
        status=201,
        tag="webhooks",
        about="A game's webhook is for its host, its umpire and staff. Each call bears "
        "`Sealed-Orders-Signature: t=SECONDS,v1=HMAC`, the HMAC-SHA256 of `SECONDS.BODY` with `key`.",
        examples=[example("A channel", {"url": "https://example.org/hook", "format": "discord"})],
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(NewWebhook)
        row = webhooks.do_add_webhook(player=self.player, url=wanted.url, game_id=wanted.game, format=wanted.format)
        return Response(_state(row, key=webhooks.key_of(row)), status.HTTP_201_CREATED)


class OneWebhook(Call):
    """One of mine."""

    @call("webhooks_delete", "Remove a webhook", status=204, tag="webhooks")
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        webhooks.do_remove_webhook(player=self.player, webhook_id=webhook_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TestWebhook(Call):
    """Trying one out."""

    @call(
        "webhooks_test",
        "Send a test; one that was switched off is on again",
        reads=Nothing,
        sends=WebhookTest,
        status=202,
        tag="webhooks",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        self.body(Nothing)
        found = webhooks.do_test_webhook(player=self.player, webhook_id=webhook_id)
        return Response(WebhookTest(found.pk), status.HTTP_202_ACCEPTED)
