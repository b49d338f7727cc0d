"""The header ``Idempotency-Key``: a client that got no response can repeat a call without a second effect."""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.media_types import StructRenderer
from api.openapi_schema import make_header
from games.kernel.errors import malformed
from games.services.idempotency import RETENTION, RecordedResponse, do_once

PATTERN = r"^[!-~]{1,200}$"
IDEMPOTENCY_KEY = make_header(
    "Idempotency-Key",
    f"A repeated call with the same key and body gets the first response again and changes nothing, for "
    f"{RETENTION.total_seconds() / 3600:.0f} hours. With another body, or on another call: 422. "
    "A call that was refused leaves its key unused.",
    PATTERN,
)

Handler = Callable[..., Any]


def read_idempotency_key(request: Request) -> str:
    """Return the idempotency key in a call's headers, "" if there is none. Raises Malformed for an invalid key."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not re.fullmatch(r"[!-~]{1,200}", key):
        raise malformed(
            "", "An Idempotency-Key has 1 to 200 visible characters.", "キーは表示可能な1～200文字です。", "header"
        )
    return key or ""


def accept_idempotency_key(handler: Handler) -> Handler:
    """Decorate a POST handler so that it runs once for each idempotency key of a player.

    A repeated call gets the stored response of the first one. Put this decorator above `describe_operation`.
    """

    @wraps(handler)
    def once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Any:
        key = read_idempotency_key(request)
        if not key:
            return handler(view, request, *args, **kwargs)
        digest = _request_digest(request)
        recorded = do_once(
            player=view.player,
            key=key,
            request_digest=digest,
            act=lambda: _record(handler(view, request, *args, **kwargs)),
        )
        return _replay(recorded)

    return extend_schema(parameters=[IDEMPOTENCY_KEY])(once)


def _request_digest(request: Request) -> str:
    """Return a digest of the call's URL and body; spaces and the order of JSON members do not matter."""
    body = msgspec.json.encode(request.data, order="deterministic")
    parts = (str(request.method), request.get_full_path(), str(request.content_type))
    return sha256(b"\0".join([*(part.encode() for part in parts), body])).hexdigest()


def _record(response: Response) -> RecordedResponse:
    """Return the response in the form in which it is stored."""
    body = StructRenderer().render(response.data).decode()
    headers = {name: value for name, value in response.items() if name != "Content-Type"}
    return RecordedResponse(response.status_code, headers, body)


def _replay(recorded: RecordedResponse) -> HttpResponse:
    response = HttpResponse(recorded.body, status=recorded.status, content_type=StructRenderer.media_type)
    if not recorded.body:
        del response["Content-Type"]
    for name, value in recorded.headers.items():
        response[name] = value
    return response
