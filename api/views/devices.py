"""``devices/``: browsers that show notifications (Web Push)."""

from datetime import datetime
from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.text_patterns import ONE_LINE, VISIBLE_ASCII
from api.views.games import EmptyBody
from api.views.webhooks import WebhookTestBody
from games.models import Webhook
from games.persistence.push_keys import get_public_key
from games.services import devices, webhooks
from games.services.devices import MAX_ENDPOINT, MAX_LABEL

Base64Url = Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_-]*=*$")]

_EXAMPLE = {
    "endpoint": "https://push.example.org/v1/abc",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "label": "Telephone",
}


class BrowserKeys(RequestBody, frozen=True, kw_only=True):
    """The keys of a browser, as its `PushSubscription` has them."""

    p256dh: Base64Url
    auth: Base64Url


class CreateDeviceRequest(RequestBody, frozen=True, kw_only=True):
    """A browser's subscription at its push service, made with the `key` of this server."""

    endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT, description="Begins with https://."), VISIBLE_ASCII]
    keys: BrowserKeys
    label: Annotated[str, Meta(max_length=MAX_LABEL, description="Your name for the device."), ONE_LINE] = ""


class DeviceState(Struct, frozen=True, kw_only=True):
    """A device of yours."""

    id: UUID
    label: str
    service: Annotated[str, Meta(description="The host of its push service.")]
    created_at: datetime
    off_at: Annotated[
        datetime | None,
        Meta(description="When it was switched off because calls failed too often in a row; null while it is on."),
    ]
    outdated: Annotated[
        bool, Meta(description="True if the server has another key now, so that the browser must subscribe again.")
    ]
    error: Annotated[str, Meta(description="The last error, or empty.")] = ""


class DeviceList(Struct, frozen=True):
    """Your devices, the oldest first; `key` is the server's public key (VAPID), empty if it sends no notifications."""

    key: str
    results: list[DeviceState]
    next: str | None = None


def _state(row: Webhook, *, error: str = "") -> DeviceState:
    return DeviceState(
        id=row.pk,
        label=row.label,
        service=urlsplit(row.url).hostname or "",
        created_at=row.created_at,
        off_at=row.off_at,
        outdated=devices.needs_new_permission(row),
        error=error,
    )


class DeviceListView(ApiView):
    """``devices/``: list your devices, and add one."""

    @describe_operation("devices_list", "My devices, and the key to subscribe with", sends=DeviceList, tag="devices")
    def get(self, request: Request) -> Response:
        rows = devices.list_devices(self.player)
        errors = webhooks.load_last_errors(rows)
        found = [_state(row, error=errors.get(row.pk, "")) for row in rows]
        return Response(DeviceList(get_public_key(), found))

    @accept_idempotency_key
    @describe_operation(
        "devices_create",
        "Add a browser that shows notifications",
        reads=CreateDeviceRequest,
        sends=DeviceState,
        status=201,
        tag="devices",
        about="A notification is a JSON object with `id`, `title`, `body` and `url`, encrypted for the browser "
        "(RFC 8291). It says what the first line of your e-mail says, when that leaves.",
        examples=[make_example("A browser", _EXAMPLE)],
    )
    def post(self, request: Request) -> Response:
        wanted = self.parse_body(CreateDeviceRequest)
        row = devices.do_add_device(
            player=self.player,
            endpoint=wanted.endpoint,
            p256dh=wanted.keys.p256dh,
            auth=wanted.keys.auth,
            label=wanted.label,
        )
        return Response(_state(row), status.HTTP_201_CREATED)


class DeviceDetailView(ApiView):
    """``devices/{id}/``: remove a device."""

    @describe_operation("devices_delete", "Remove a device", status=204, tag="devices")
    def delete(self, request: Request, device_id: UUID) -> Response:
        webhooks.do_remove_webhook(player=self.player, webhook_id=device_id, device=True)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TestDeviceView(ApiView):
    """``devices/{id}/test/``: send a test notification to a device."""

    @accept_idempotency_key
    @describe_operation(
        "devices_test",
        "Send a test; a device that was switched off is on again",
        reads=EmptyBody,
        sends=WebhookTestBody,
        status=202,
        tag="devices",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, device_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        found = webhooks.do_test_webhook(player=self.player, webhook_id=device_id, device=True)
        return Response(WebhookTestBody(found.pk), status.HTTP_202_ACCEPTED)
